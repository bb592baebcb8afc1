import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { diskError } from '../../lab/faults/bench/store/faulty-disk.js'
import { RunStore } from '#adapters/store/run-store.js'
import { JpegQueue } from '#app/run-folder/jpeg-queue.js'
import { must } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { Frame } from '#learning/ports.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { FIRST, forwarded, manifestOf, play } from '../crash/support/mission.js'

const frame = (id: string): Frame => ({ id, t: 0 as Ms, width: 8, height: 8, rgb: new Uint8Array(8 * 8 * 3) })

test('a disk that is full while a picture is encoded is told to whoever commits the episode, and at the end', async () => {
  const loose: unknown[] = []
  const note = (error: unknown): void => void loose.push(error)
  process.on('unhandledRejection', note)
  const kept: string[] = []
  let full = false
  const queue = new JpegQueue({
    saveFrame: (_, id) => {
      if (full) throw diskError('ENOSPC', 'write')
      kept.push(id)
    },
  })
  queue.add(1, frame('a'))
  await queue.drain()
  full = true
  queue.add(1, frame('b'))
  await expect(queue.drain()).rejects.toMatchObject({ code: 'ENOSPC' })
  // whoever takes the next picture must not take the full disk for a broken camera
  queue.add(1, frame('c'))
  await expect(queue.drain()).rejects.toMatchObject({ code: 'ENOSPC' })
  await turn()
  process.off('unhandledRejection', note)
  expect([kept, loose]).toEqual([['a'], []])
})

test.each([1, 2, 3, 4])(
  'an episode whose picture %i of four is lost is not committed, and ends the run',
  async (lost) => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-pictures-'))
    const manifest = manifestOf(1)
    const own = RunStore.create(folder, manifest)
    let [pictures, committed] = [0, 0]
    const store = {
      ...forwarded(own),
      saveFrame: () => {
        if (++pictures === lost) throw diskError('ENOSPC', 'write')
      },
      commit: () => void committed++,
    }
    const wasm = must(readFirmware(), 'shipped firmware')
    const run = play({ manifest, wasm, store, start: FIRST, before: [], sent: () => undefined })
    await expect(run).rejects.toMatchObject({ code: 'ENOSPC' })
    expect([pictures, committed]).toEqual([lost, 0])
    own.close()
    rmSync(folder, { recursive: true })
  },
)
