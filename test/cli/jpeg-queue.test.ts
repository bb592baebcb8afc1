import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { diskError } from '../../lab/faults/bench/store/faulty-disk.js'
import { JpegQueue } from '#app/run-folder/jpeg-queue.js'
import type { Ms } from '#base/units.js'
import type { Frame } from '#learning/ports.js'

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
  // the encoder has a thread of its own
  await expect.poll(() => refusalOf(queue), { timeout: 20_000 }).toMatchObject({ code: 'ENOSPC' })
  await expect(queue.drain()).rejects.toMatchObject({ code: 'ENOSPC' })
  await turn()
  process.off('unhandledRejection', note)
  expect([kept, loose]).toEqual([['a'], []])
})

function refusalOf(queue: JpegQueue): unknown {
  try {
    queue.add(1, frame('c'))
    queue.assertKept()
    return undefined
  } catch (error) {
    return error
  }
}
