// The test of this folder: node --test. Where graft is not on PATH: GRAFT=/path/to/graft/bin/graft.js node --test
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const world = fileURLToPath(new URL('.', import.meta.url))

function graft(...args) {
  const { status, stdout, stderr, error } = spawnSync(process.env.GRAFT ?? 'graft', args, {
    encoding: 'utf8',
  })
  if (error?.code === 'ENOENT')
    throw new Error('graft is not on PATH: GRAFT=/path/to/graft/bin/graft.js node --test')
  assert.equal(status, 0, `graft ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout.trim().split('\n').map(JSON.parse)
}

test('the world is right, its task can be reached, and its robot stops', () => {
  const [{ findings, wrong }] = graft('world', 'check', world, '--json')
  assert.equal(wrong, 0)
  // skills, facts and stop
  assert.equal(findings.filter(({ what, ok }) => what === 'robot' && ok).length, 3)
})

test('the task is learned within five episodes', () => {
  const out = mkdtempSync(join(tmpdir(), 'graft-test-'))
  try {
    const lines = graft('run', '--world', world, '--episodes', '5', '--json', '--out', out)
    const scores = lines.filter(({ type }) => type === 'episode').map(({ score }) => score)
    assert.equal(scores.length, 5)
    assert.ok(Math.max(...scores) > scores[0], `a later score is better than the first: ${scores.join(', ')}`)
  } finally {
    rmSync(out, { recursive: true })
  }
})
