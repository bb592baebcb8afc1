import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { findState } from '#app/run-folder/state-folder.js'

let root = ''
const before = { folder: process.cwd(), state: process.env.STATE_DIRECTORY }
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'graft-find-'))
  process.chdir(root)
  delete process.env.STATE_DIRECTORY
})
afterEach(() => {
  process.chdir(before.folder)
  if (before.state !== undefined) process.env.STATE_DIRECTORY = before.state
  rmSync(root, { recursive: true })
})

it('the state folder of a service: asked for, said by systemd, here, installed; never one that is not there', async () => {
  const installed = (): Promise<string> => Promise.resolve(join(root, 'installed'))
  const found = async (given?: string): Promise<string> => must(await findState(given, installed), 'a folder')
  expect(await findState(undefined, installed)).toMatchObject({ ok: false, error: { code: 'state.missing' } })
  for (const name of ['installed', '.graft', 'systemd', 'asked']) mkdirSync(join(root, name))
  rmSync(join(root, '.graft'), { recursive: true })
  expect(await found()).toBe(join(root, 'installed'))
  mkdirSync(join(root, '.graft'))
  expect(await found()).toBe(join(root, '.graft'))
  process.env.STATE_DIRECTORY = `${join(root, 'systemd')}:other`
  expect(await found()).toBe(join(root, 'systemd'))
  expect(await found('asked')).toBe(join(root, 'asked'))
})
