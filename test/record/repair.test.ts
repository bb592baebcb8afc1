import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McapStreamReader } from '@mcap/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { McapFile } from '#adapters/mcap/mcap-file.js'
import { repairFolder, repairMcap } from '#adapters/mcap/repair.js'
import { readBack } from './support/read-back.js'

let folder = ''
let whole = ''
/** in the file: where each chunk begins and ends, and how many messages lie in it */
let chunks: { begin: number; end: number; messages: number }[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'graft-repair-'))
  whole = join(folder, 'whole.bin')
  const file = new McapFile(whole, { library: 'graft test' })
  const ids = ['/log', '/tf', '/camera'].map((topic) =>
    file.channel({ topic, schemaName: `graft.${topic.slice(1)}`, schema: { type: 'object' } }),
  )
  file.metadata('graft', { run: 'R' })
  file.attach('tree.xml', 'application/xml', Buffer.from('<root/>'.repeat(100)), 1n)
  for (let i = 0; i < 4000; i++) {
    const time = BigInt(i) * 10_000_000n
    file.add(ids[i % 3] as number, { i, text: 'x'.repeat(i % 300) }, 'word', { log: time, publish: time })
  }
  await file.close()
  chunks = chunksOf(readFileSync(whole))
}, 60_000)
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('repairing a recording', () => {
  it('opens 200 of 200 truncated files in the indexed reader, with the messages of all whole chunks', async () => {
    const size = statSync(whole).size
    const rng = stream('repair', 'cuts')
    const inHeaders = chunks.slice(0, 40).map(({ begin }) => begin + 1 + rng.int(8))
    const inCrcs = chunks.slice(0, 40).map(({ begin }) => begin + 9 + 24 + rng.int(4))
    const edges = [0, 1, 7, 8, 9, 20, size - 1, size - 8, size - 9, size - 36]
    const anywhere = Array.from({ length: 200 - 90 }, () => rng.int(size))
    const cuts = [...inHeaders, ...inCrcs, ...edges, ...anywhere]
    expect(cuts.length).toBe(200)
    let opened = 0
    for (const cut of cuts) {
      const path = join(folder, 'cut.mcap')
      copyFileSync(whole, path)
      truncateSync(path, cut)
      const repaired = await repairMcap(path)
      if (!repaired.ok) throw new Error(`cut at ${cut}: ${JSON.stringify(repaired.error)}`)
      const { messages } = await readBack(path)
      const expected = chunks.filter(({ end }) => end <= cut).reduce((sum, { messages: n }) => sum + n, 0)
      expect(messages.length, `cut at ${cut}`).toBe(expected)
      opened++
    }
    process.stdout.write(
      `repair: ${opened}/${cuts.length} truncated files open, ${chunks.length} chunks each\n`,
    )
    expect(opened).toBe(200)
  }, 120_000)

  it('loses nothing when a byte of the tail was changed instead of cut', async () => {
    const path = join(folder, 'changed.mcap')
    const bytes = readFileSync(whole)
    const last = chunks.at(-1) as (typeof chunks)[number]
    bytes[last.begin + 60] = (bytes[last.begin + 60] as number) ^ 1
    writeFileSync(path, bytes.subarray(0, last.end + 3))
    expect(await repairMcap(path)).toMatchObject({ ok: true, value: { kind: 'repaired' } })
    const before = chunks.slice(0, -1).reduce((sum, { messages }) => sum + messages, 0)
    expect((await readBack(path)).messages.length).toBe(before)
  })

  it('takes zeros where bytes had not arrived for the torn tail', async () => {
    const path = join(folder, 'zeros.mcap')
    const { end } = chunks[5] as (typeof chunks)[number]
    writeFileSync(path, Buffer.concat([readFileSync(whole).subarray(0, end), Buffer.alloc(50_000)]))
    await repairMcap(path)
    const expected = chunks.slice(0, 6).reduce((sum, { messages }) => sum + messages, 0)
    expect((await readBack(path)).messages.length).toBe(expected)
  })

  it('keeps metadata and attachments', async () => {
    const path = join(folder, 'beside.mcap')
    copyFileSync(whole, path)
    truncateSync(path, (chunks[3] as (typeof chunks)[number]).end)
    await repairMcap(path)
    expect(await readBack(path)).toMatchObject({ attachments: ['tree.xml'], metadata: ['graft'] })
  })

  it('leaves a whole file and a stranger as they are', async () => {
    const path = join(folder, 'fine.mcap')
    copyFileSync(whole, path)
    expect(await repairMcap(path)).toEqual({ ok: true, value: { kind: 'whole' } })
    expect(readFileSync(path).equals(readFileSync(whole))).toBe(true)
    const stranger = join(folder, 'stranger.mcap')
    writeFileSync(stranger, 'a text of mine that must not be lost')
    expect(await repairMcap(stranger)).toMatchObject({ ok: false, error: { kind: 'not-mcap' } })
    expect(readFileSync(stranger, 'utf8')).toContain('must not be lost')
    expect(await repairMcap(join(folder, 'none.mcap'))).toMatchObject({ ok: false, error: { kind: 'disk' } })
  })

  it('mends a folder at boot, and begins an interrupted repair anew', async () => {
    const boot = mkdtempSync(join(folder, 'boot-'))
    for (const name of ['a', 'b', 'c']) copyFileSync(whole, join(boot, `${name}.mcap`))
    truncateSync(join(boot, 'a.mcap'), 50_000)
    truncateSync(join(boot, 'c.mcap'), 70_000)
    // what a repair left that was killed
    writeFileSync(join(boot, 'a.mcap.repair'), readFileSync(whole).subarray(0, 1000))
    const done = await repairFolder(boot)
    expect(done.map(({ path, result }) => [path.slice(-6), result.ok])).toEqual([
      ['a.mcap', true],
      ['c.mcap', true],
    ])
    expect(existsSync(join(boot, 'a.mcap.repair'))).toBe(false)
    expect(await repairFolder(boot)).toEqual([])
    expect(await repairFolder(join(boot, 'none'))).toEqual([])
    for (const name of ['a', 'b', 'c'])
      expect((await readBack(join(boot, `${name}.mcap`))).messages.length).toBeGreaterThan(100)
  })
})

/** By the lengths of the records, and the library's own reader for what lies in them. */
function chunksOf(bytes: Uint8Array): { begin: number; end: number; messages: number }[] {
  const places: { begin: number; end: number }[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 9 <= bytes.length - 8;) {
    const end = at + 9 + Number(view.getBigUint64(at + 1, true))
    if (bytes[at] === 6) places.push({ begin: at, end })
    at = end
  }
  expect(places.length).toBeGreaterThanOrEqual(40)
  const pieces = places.map(({ begin, end }) => bytes.subarray(begin, end))
  // the channels stand in the first chunk
  const first = pieces[0] as Uint8Array
  const inFirst = messagesIn([first])
  return places.map((place, i) => ({
    ...place,
    messages: i === 0 ? inFirst : messagesIn([first, pieces[i] as Uint8Array]) - inFirst,
  }))
}

function messagesIn(chunks: readonly Uint8Array[]): number {
  const reader = new McapStreamReader({ noMagicPrefix: true })
  for (const chunk of chunks) reader.append(chunk)
  let messages = 0
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord())
    if (record.type === 'Message') messages++
  return messages
}
