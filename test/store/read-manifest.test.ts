import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkKey, readRunManifest } from '#app/run-folder/read/read-manifest.js'
import { canonicalJson, sha256 } from '#base/hash.js'
import { manifestOf } from '../crash/support/mission.js'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'graft-manifest-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const write = (text: string): void => writeFileSync(join(folder, 'run.json'), text)
const whole = JSON.parse(JSON.stringify(manifestOf(1))) as ReturnType<typeof manifestOf>

it.each([
  ['{', '1:2', 'JSON'],
  ['', '1:1', 'JSON'],
  ['null', '1:1', 'keys and values'],
  ['[]', '1:1', 'keys and values'],
  ['{"format":1,\n "key":"F1-s1-1a2b3c4d"}', '1:1', 'text'],
  [JSON.stringify({ ...whole, seed: null }, null, 1), '', 'a number'],
  [JSON.stringify({ ...whole, policy: { name: 'x', hash: '../../etc/passwd' } }), '', 'text of the form'],
  [JSON.stringify({ ...whole, line: 'drop=everything' }), '', 'faults of a serial line'],
  ['['.repeat(200_000), '1:601', 'levels of brackets'],
])('a run.json of another shape (%#) is told with its place, not thrown', (text, at, expected) => {
  write(text)
  const read = readRunManifest(folder)
  expect(read.ok ? '' : read.error).toMatchObject({
    code: 'run.damaged',
    expected: expect.stringContaining(expected) as string,
    hint: expect.stringContaining('restore') as string,
  })
  const { file = '', line, column } = (read.ok ? undefined : read.error.where) ?? {}
  expect(file).toBe(join(folder, 'run.json'))
  expect(`${line}:${column}`).toMatch(at === '' ? /^\d+:\d+$/ : new RegExp(`^${at}$`))
})

const setup = whole.field.setup as { readonly map: object }

it.each([
  ['setup', null],
  ['setup.map.zones', { ...setup, map: { ...setup.map, zones: {} } }],
  ['setup.map.home', { ...setup, map: { ...setup.map, home: null } }],
  ['setup.orange', { ...setup, orange: undefined }],
  ['setup.nodes[0]', { world: 'w', task: 't', robot: 'r', scenario: null, nodes: [null] }],
])('its field.%s of another shape is named, with line and column', (path, value) => {
  write(JSON.stringify({ ...whole, field: { id: 'F1', setup: value } }, null, 2))
  const read = readRunManifest(folder)
  expect(read.ok ? '' : read.error.message).toContain(`field.${path}`)
  expect(read.ok ? 0 : read.error.where?.line).toBeGreaterThan(3)
})

it('one that is whole is read, with the key that fits it', () => {
  write(JSON.stringify(whole))
  expect(readRunManifest(folder)).toEqual({ ok: true, value: whole })
  expect(checkKey(folder, whole)).toMatchObject({ ok: true })
  expect(checkKey(folder, { ...whole, seed: 2 })).toMatchObject({
    ok: false,
    error: { code: 'run.manifest' },
  })
})

it('a hash of digits alone is not taken for the number of a second folder', () => {
  for (let seed = 1; ; seed++) {
    const { key: _, ...made } = { ...whole, seed }
    const digest = sha256(canonicalJson(made as never)).slice(0, 8)
    if (!/^\d+$/.test(digest)) continue
    expect(checkKey(folder, { ...made, key: `F1-s${seed}-${digest}` })).toMatchObject({ ok: true })
    expect(checkKey(folder, { ...made, key: `F1-s${seed}-${digest}-2` })).toMatchObject({ ok: true })
    return
  }
})
