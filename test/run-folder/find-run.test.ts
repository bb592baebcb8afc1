import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findRun } from '#app/run-folder/read/find-run.js'
import { readText } from '#bt-cli/input/read-text.js'

const root = mkdtempSync(join(tmpdir(), 'graft-find-'))
afterAll(() => rmSync(root, { recursive: true }))
for (const id of ['F1-s1-dcd12345', 'F1-s1-dcff0000', 'home_tidy-s1-0a0a0a0a']) {
  mkdirSync(join(root, id))
  writeFileSync(join(root, id, 'run.json'), '{}')
}

describe('a run', () => {
  it('is found by the beginning of its id, if no other begins so', () => {
    expect(findRun(root, 'F1-s1-dcd12')).toEqual({ ok: true, value: join(root, 'F1-s1-dcd12345') })
    expect(findRun(root, 'home')).toEqual({ ok: true, value: join(root, 'home_tidy-s1-0a0a0a0a') })
  })

  it('is not guessed among several, and they are named', () => {
    expect(findRun(root, 'F1-s1-dc')).toMatchObject({
      ok: false,
      error: {
        code: 'run.unknown',
        message: `several runs in ${root} begin with F1-s1-dc`,
        got: 'the beginning of 2 runs: F1-s1-dcd12345, F1-s1-dcff0000',
        hint: 'give more of its id',
      },
    })
    for (const none of ['', 'F2'])
      expect(findRun(root, none)).toMatchObject({ ok: false, error: { code: 'run.unknown' } })
  })
})

it('a tree that is not there is no reason to be sent to a dot', () => {
  const hint = 'nothing in this folder has a name like it: give the path of a file that exists'
  expect(readText('qqqqqqqqqqqq', 'a tree')).toMatchObject({ ok: false, error: { hint } })
})
