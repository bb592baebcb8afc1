import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readRunManifest } from '#app/run-folder/read-run-manifest.js'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'graft-manifest-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it.each(['{', '', 'null', '[]', '{"key":"F1-s1-1a2b3c4d"}'])(
  'a run.json that is %j is told, not thrown',
  (text) => {
    writeFileSync(join(folder, 'run.json'), text)
    const read = readRunManifest(folder)
    expect(read.ok ? '' : read.error).toMatchObject({
      code: 'run.damaged',
      message: `${join(folder, 'run.json')} has changed on the disk`,
    })
  },
)

it('one that is whole is read', () => {
  const manifest = { key: 'F1-s1-1a2b3c4d', field: {}, policy: {} }
  writeFileSync(join(folder, 'run.json'), JSON.stringify(manifest))
  expect(readRunManifest(folder)).toEqual({ ok: true, value: manifest })
})
