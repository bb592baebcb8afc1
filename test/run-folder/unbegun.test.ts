import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { RunStore } from '#adapters/store/run-store.js'
import { discardUnbegun } from '#adapters/store/unbegun.js'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

const MANIFEST = { key: 'F1-s1', policy: { hash: 'a'.repeat(64) } } as never

function newRun(): RunStore {
  const root = mkdtempSync(join(tmpdir(), 'graft-unbegun-'))
  roots.push(root)
  return RunStore.create(root, MANIFEST, '<root/>')
}

it('a run that never began leaves nothing', () => {
  const store = newRun()
  expect(discardUnbegun(store.folder)).toBe(false) // still open
  store.close()
  expect([discardUnbegun(store.folder), existsSync(store.folder)]).toEqual([true, false])
})

it.each([
  ['a step', (store: RunStore) => store.step({ kind: 'A', episode: 1, t: 0 } as never)],
  ['a command', (store: RunStore) => store.command({ kind: 'issued', id: 1, at: 0, episode: 1 } as never)],
  ['bytes of the wire', (store: RunStore) => writeFileSync(store.wirePath(1), 'x')],
])('a run that has recorded %s is kept', (_what, record) => {
  const store = newRun()
  record(store)
  store.close()
  expect([discardUnbegun(store.folder), existsSync(store.folder)]).toEqual([false, true])
})
