import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { checkFirmware, readFirmware } from '#simulation/firmware/firmware-file.js'
import { sha256 } from '#base/hash.js'
import { needs } from '../needs/needs.js'

const root = fileURLToPath(new URL('../../firmware-protocol/', import.meta.url))
const wasm = readFileSync(join(root, 'wasm/fw.wasm'))
const manifest = JSON.parse(readFileSync(join(root, 'wasm/fw.wasm.json'), 'utf8')) as Record<string, unknown>
const sources = (ending: string): string[] =>
  readdirSync(join(root, 'core'))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `core/${name}`)

describe('the committed fw.wasm', () => {
  it('has the hash, the size and the sources that its manifest names', () => {
    expect(manifest['sha256']).toBe(sha256(wasm))
    expect(manifest['bytes']).toBe(wasm.length)
    const files = ['wasm/glue.c', ...sources('.c'), ...sources('.h'), 'gen/fwp_msgs.h']
    expect(files.length).toBeGreaterThanOrEqual(15)
    const all = Buffer.concat(files.map((name) => readFileSync(join(root, name))))
    expect(manifest['sourcesSha256'], 'sources changed: run firmware-protocol/wasm/build.sh').toBe(
      sha256(all),
    )
  })

  it('is built without FMA contraction and without a C library', () => {
    expect(manifest['flags']).toContain('-ffp-contract=off')
    expect(manifest['flags']).toContain('-nostdlib')
  })

  // a newcomer needs no C compiler; the sources hash above still notices a stale build
  it('is what its sources give with the pinned compiler', needs('clang-14'), () => {
    const told = execFileSync(join(root, 'wasm/verify.sh'), { encoding: 'utf8' })
    expect(told).toContain('fw.wasm is what its sources say')
  })
})

describe('readFirmware', () => {
  it('reads the shipped firmware', () => {
    expect(readFirmware()).toEqual({ ok: true, value: new Uint8Array(wasm) })
  })

  it('refuses a changed file and says what to do', () => {
    const changed = new Uint8Array(wasm)
    changed[100] = (changed[100] as number) ^ 1
    const result = checkFirmware(changed, manifest, 'fw.wasm')
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'firmware.hash-mismatch',
        expected: `sha256 ${sha256(wasm)}`,
        got: `sha256 ${sha256(changed)}`,
      },
    })
  })

  it('refuses a manifest without a hash, and a folder without files', () => {
    expect(checkFirmware(wasm, { bytes: 1 }, 'fw.wasm')).toMatchObject({
      ok: false,
      error: { code: 'firmware.hash-mismatch' },
    })
    const folder = mkdtempSync(join(tmpdir(), 'firmware-'))
    try {
      expect(readFirmware(folder)).toMatchObject({ ok: false, error: { code: 'firmware.unreadable' } })
      writeFileSync(join(folder, 'fw.wasm'), wasm)
      writeFileSync(join(folder, 'fw.wasm.json'), '{ broken')
      expect(readFirmware(folder)).toMatchObject({ ok: false, error: { code: 'firmware.unreadable' } })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
