import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppendFile } from '#adapters/store/append-file.js'
import { ms } from '#base/units.js'
import { WIRE_HEADER_BYTES, WireFileReader, type WireEntry } from '#app/run-folder/wire-file.js'
import { WireRecorder } from '#app/run-folder/wire-recorder.js'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'graft-wire-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function entriesOf(path: string): WireEntry[] {
  const reader = new WireFileReader()
  return [...reader.feed(readFileSync(path).subarray(WIRE_HEADER_BYTES)), ...reader.end()]
}

describe('a file that is written beside the loop', () => {
  it('holds everything in order, whatever the sizes and however often the loop turns', async () => {
    const path = join(folder, 'a.bin')
    const file = new AppendFile(path)
    const expected: Buffer[] = []
    for (let i = 0; i < 400; i++) {
      const bytes = Buffer.alloc(1 + ((i * 37) % 900), i)
      expected.push(bytes)
      expect(file.append(bytes)).toBe(true)
      if (i % 50 === 0) await new Promise((turn) => setImmediate(turn))
    }
    expect(await file.close()).toBeUndefined()
    expect(readFileSync(path).equals(Buffer.concat(expected))).toBe(true)
    expect(file.append(Buffer.from('late'))).toBe(false)
  })

  it('refuses what a disk that does not keep up cannot take, and says so', async () => {
    const file = new AppendFile(join(folder, 'b.bin'))
    const taken = Array.from({ length: 10 }, () => file.append(Buffer.alloc(1024 * 1024)))
    expect(taken.slice(0, 4)).toEqual([true, true, true, true])
    expect(taken.at(-1)).toBe(false)
    await file.close()
  })
})

describe('the recorder of a wire', () => {
  it('writes both directions with their times, and a closing mark', async () => {
    const path = join(folder, 'wire.bin')
    const recorder = new WireRecorder(path, 'virtual')
    recorder.listener('toFirmware', Uint8Array.of(1, 2), ms(0))
    recorder.listener('toHost', Uint8Array.of(3), ms(20.0005))
    expect(await recorder.close()).toBeUndefined()
    recorder.listener('toHost', Uint8Array.of(4), ms(40))
    expect(entriesOf(path)).toMatchObject([
      { kind: 'bytes', direction: 'toFirmware', at: 0, bytes: Uint8Array.of(1, 2) },
      { kind: 'bytes', direction: 'toHost', at: 20_001, bytes: Uint8Array.of(3) },
      { kind: 'mark', mark: { kind: 'end' } },
    ])
  })

  it('stops at its limit, and the file says that it is full', async () => {
    const path = join(folder, 'wire.bin')
    const recorder = new WireRecorder(path, 'monotonic', 500)
    for (let i = 0; i < 100; i++) recorder.listener('toHost', new Uint8Array(10), ms(i))
    await recorder.close()
    const entries = entriesOf(path)
    expect(readFileSync(path).length).toBeLessThanOrEqual(500)
    expect(entries.at(-1)).toMatchObject({ kind: 'mark', mark: { kind: 'full' } })
    expect(entries.length).toBe(15)
  })

  it('counts what it had to leave out, where it is missing', async () => {
    const path = join(folder, 'wire.bin')
    const recorder = new WireRecorder(path, 'virtual')
    const chunk = new Uint8Array(60_000)
    let sent = 0
    for (; sent < 200; sent++) recorder.listener('toHost', chunk, ms(sent))
    await expect.poll(() => entriesOf(path).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(1_000)
    recorder.listener('toFirmware', Uint8Array.of(9), ms(1000))
    await recorder.close()
    const entries = entriesOf(path)
    const kept = entries.reduce((sum, entry) => sum + (entry.kind === 'bytes' ? entry.bytes.length : 0), 0)
    const lost = entries.flatMap((entry) =>
      entry.kind === 'mark' && entry.mark.kind === 'lost' ? [entry.mark.bytes] : [],
    )
    expect(lost.length).toBeGreaterThan(0)
    expect(kept + lost.reduce((a, b) => a + b)).toBe(sent * chunk.length + 1)
    expect(entries.filter(({ kind }) => kind === 'damaged' || kind === 'torn')).toEqual([])
  })
})
