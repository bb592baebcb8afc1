import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import type { DiskStatus } from '#runtime/status/service-status.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import { wireRecording } from '#service/recording/recorder.js'
import { EpisodeWires } from '#app/run-folder/episode-wires.js'
import { WIRE_HEADER_BYTES, WireFileReader } from '#app/run-folder/wire-file.js'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'graft-wires-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const fileOf = (episode: number): string => join(folder, `${episode}.bin`)

function kindsOf(episode: number): readonly string[] {
  const reader = new WireFileReader()
  const entries = [...reader.feed(readFileSync(fileOf(episode)).subarray(WIRE_HEADER_BYTES)), ...reader.end()]
  return entries.map((entry) => (entry.kind === 'mark' ? entry.mark.kind : entry.kind))
}

/** A service whose disk is as the test says, and the wires of one of its runs. */
function scene(): {
  readonly disk: (state: DiskStatus['state']) => void
  readonly wires: EpisodeWires
  readonly said: readonly string[]
} {
  const parts = initialStatus({ body: 'virtual', pace: 'fast', device: null }, 'auto')
  const statusPublisher = new StatusPublisher({ now: () => 7, version: 'v', parts })
  const said: string[] = []
  statusPublisher.listen((statusEvent) => {
    if (statusEvent.kind === 'log')
      said.push(`${statusEvent.level} ${statusEvent.source}: ${statusEvent.text}`)
  })
  return {
    disk: (state) => statusPublisher.set({ disk: { freeBytes: 0, usedBytes: 0, state } }),
    wires: new EpisodeWires(
      { wirePath: fileOf },
      { wire: wireRecording(statusPublisher), connections: { virtual: true } },
    ),
    said,
  }
}

describe('the wire of a run, and the disk', () => {
  const piece = Uint8Array.of(1)

  it.each(['low', 'full'] as const)(
    'a disk that runs %s ends it in the middle of an episode, told once; it begins again with room',
    async (state) => {
      const { disk, wires, said } = scene()
      disk('ok')
      const first = await wires.listenerFor(1)
      first?.('toHost', piece, ms(1))
      disk(state)
      for (let t = 2; t < 100; t++) first?.('toHost', piece, ms(t))
      // and no word of it comes back when there is room before the episode is over
      disk('ok')
      first?.('toHost', piece, ms(200))
      disk(state)
      expect(await wires.listenerFor(2)).toBeUndefined()
      expect(await wires.listenerFor(3)).toBeUndefined()
      expect(said).toEqual(['warn wire: the wire is no longer recorded: the disk is low; the run continues'])
      disk('ok')
      const fourth = await wires.listenerFor(4)
      fourth?.('toHost', piece, ms(300))
      await wires.close()
      expect(kindsOf(1)).toEqual(['bytes', 'full'])
      expect([existsSync(fileOf(2)), existsSync(fileOf(3))]).toEqual([false, false])
      expect(kindsOf(4)).toEqual(['bytes', 'end'])
    },
  )

  it('a disk that is low from the start: no file, told once a spell', async () => {
    const { disk, wires, said } = scene()
    disk('full')
    expect(await wires.listenerFor(1)).toBeUndefined()
    expect(await wires.listenerFor(2)).toBeUndefined()
    expect(said.length).toBe(1)
    disk('ok')
    expect(await wires.listenerFor(3)).toBeDefined()
    disk('low')
    expect(await wires.listenerFor(4)).toBeUndefined()
    expect(said.length).toBe(2)
    expect(existsSync(fileOf(1))).toBe(false)
  })

  it('a file that cannot be made costs the wire, not the run', async () => {
    const { disk, said } = scene()
    disk('ok')
    const heard: string[] = []
    const wires = new EpisodeWires(
      { wirePath: () => join(folder, 'none/1.bin') },
      { wire: { mayRecord: () => true, warn: (text) => heard.push(text) }, connections: { virtual: true } },
    )
    expect(await wires.listenerFor(1)).toBeUndefined()
    expect(heard).toEqual([expect.stringContaining('ENOENT')])
    expect(said).toEqual([])
  })
})
