import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { McapStreamReader } from '@mcap/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DiskOperations } from '#adapters/mcap/disk-queue.js'
import { MCAP_LIMITS, McapFile, type McapOptions } from '#adapters/mcap/mcap-file.js'
import { readBack } from './support/read-back.js'

const SECOND = 1_000_000_000n
const at = (seconds: number) => ({ log: BigInt(seconds) * SECOND, publish: BigInt(seconds) * SECOND })
const topic = (name: string) => ({ topic: name, schemaName: 'graft.Test', schema: { type: 'object' } })

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-mcap-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})
const fresh = (options: Partial<McapOptions> = {}): McapFile =>
  new McapFile(join(folder, 'a.mcap'), { library: 'graft test', ...options })

describe('an MCAP file', () => {
  it('is read back by the indexed reader and by a stream that checks every CRC', async () => {
    const file = fresh()
    const [a, b] = [file.channel(topic('/a')), file.channel({ ...topic('/b'), schemaName: 'graft.Other' })]
    file.metadata('graft', { run: 'R', episode: '1' })
    for (let i = 0; i < 3000; i++)
      file.add(i % 3 === 0 ? b : a, { i, text: 'x'.repeat(i % 200) }, 'word', at(i))
    file.attach('tree.xml', 'application/xml', Buffer.from('<root/>'), 5n)
    expect(await file.close()).toBeUndefined()
    const read = await readBack(file.path)
    expect(read.topics).toEqual(['/a', '/b'])
    expect(read.messages.map(({ data }) => (data as { i: number }).i)).toEqual([...Array(3000).keys()])
    expect(read.chunks).toBeGreaterThan(10)
    expect(read.attachments).toEqual(['tree.xml'])
    expect(read.metadata).toEqual(['graft'])
    expect(file.dropped).toEqual({ picture: 0, pose: 0, word: 0 })
  })

  it('is a whole file when nothing was recorded', async () => {
    const file = fresh()
    file.channel(topic('/never'))
    await file.close()
    await file.close()
    expect((await readBack(file.path)).messages).toEqual([])
  })

  it('keeps its chunks between its limits', async () => {
    const file = fresh()
    const channel = file.channel(topic('/a'))
    for (let i = 0; i < 2000; i++) file.add(channel, { text: 'x'.repeat(500) }, 'word', at(i))
    await file.close()
    const sizes = chunkSizes(file.path)
    expect(sizes.length).toBeGreaterThan(50)
    for (const size of sizes.slice(0, -1)) {
      expect(size).toBeGreaterThanOrEqual(8 * 1024)
      expect(size).toBeLessThanOrEqual(64 * 1024)
    }
  })

  it('leaves out pictures, then poses, never words while the disk stands, and tells how many', async () => {
    const disk = new StuckDisk()
    const file = fresh({
      disk,
      limits: { ...MCAP_LIMITS, dropAbove: { picture: 20_000, pose: 60_000, word: 1e9 } },
    })
    const channel = file.channel(topic('/a'))
    const taken = { picture: 0, pose: 0, word: 0 }
    const text = 'x'.repeat(1000)
    for (let i = 0; i < 200; i++)
      for (const worth of ['picture', 'pose', 'word'] as const)
        if (file.add(channel, { worth, text }, worth, at(i))) taken[worth]++
    expect(taken.word).toBe(200)
    expect(taken.picture).toBeLessThan(taken.pose)
    expect(taken.pose).toBeLessThan(200)
    expect(file.dropped).toEqual({ picture: 200 - taken.picture, pose: 200 - taken.pose, word: 0 })
    disk.goOn()
    await file.close()
    const { messages } = await readBack(file.path)
    expect(messages.length).toBe(taken.word + taken.pose + taken.picture)
  })

  it('tells of a disk that is full, and goes on taking messages without keeping them', async () => {
    const full: DiskOperations = {
      write: () => Promise.reject(new Error('ENOSPC: no space left on device')),
      sync: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }
    const file = fresh({ disk: full })
    const channel = file.channel(topic('/a'))
    file.add(channel, {}, 'word', at(1))
    file.flush()
    await new Promise((resolve) => setImmediate(resolve))
    expect(file.add(channel, {}, 'word', at(2))).toBe(false)
    expect((await file.close())?.message).toContain('ENOSPC')
    expect(file.dropped.word).toBe(1)
  })

  it('writes on when the system takes less than it was given', async () => {
    const bytes: Buffer = Buffer.alloc(2_000_000)
    let end = 0
    const sips: DiskOperations = {
      write: (_file, piece, from) => {
        const taken = Math.min(piece.length, 700)
        bytes.set(piece.subarray(0, taken), from)
        end = Math.max(end, from + taken)
        return Promise.resolve(taken)
      },
      sync: () => Promise.resolve(),
      close: () => Promise.resolve(),
    }
    const file = fresh({ disk: sips })
    const channel = file.channel(topic('/a'))
    for (let i = 0; i < 500; i++) file.add(channel, { i }, 'word', at(i))
    await file.close()
    writeFileSync(file.path, bytes.subarray(0, end))
    expect((await readBack(file.path)).messages.length).toBe(500)
  })
})

/** Takes nothing until it is told to go on. */
class StuckDisk implements DiskOperations {
  #open: () => void = () => undefined
  readonly #gate = new Promise<void>((resolve) => {
    this.#open = resolve
  })
  readonly #real = import('node:fs')

  goOn(): void {
    this.#open()
  }
  async write(file: number, bytes: Uint8Array, from: number): Promise<number> {
    await this.#gate
    return (await this.#real).writeSync(file, bytes, 0, bytes.length, from)
  }
  sync(): Promise<void> {
    return Promise.resolve()
  }
  async close(file: number): Promise<void> {
    ;(await this.#real).closeSync(file)
  }
}

function chunkSizes(path: string): number[] {
  const reader = new McapStreamReader({ includeChunks: true })
  reader.append(readFileSync(path))
  const sizes: number[] = []
  for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord())
    if (record.type === 'Chunk') sizes.push(record.records.byteLength)
  return sizes
}
