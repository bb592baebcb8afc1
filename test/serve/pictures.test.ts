import { expect, test } from 'vitest'
import { setImmediate as pause } from 'node:timers/promises'
import type { Frame } from '#learning/ports.js'
import { PictureServer } from '#service/show/pictures.js'
import { fakePublisher } from '../dashboard/status-source.js'

const FRAME = { id: 'f0', t: 0, width: 2, height: 2, rgb: new Uint8Array(12) } as unknown as Frame

test('no turn waits for a picture: it is taken in the pause after, so many a second, one at a time', async () => {
  let [now, inTurn] = [0, false]
  const taken: number[] = []
  const done: (() => void)[] = []
  const capture = (): Promise<Frame> => {
    expect(inTurn).toBe(false)
    taken.push(now)
    return new Promise((resolve) => done.push(() => resolve(FRAME)))
  }
  const publisher = fakePublisher()
  const turn = new PictureServer(publisher, () => 0).every(500, { capture }, () => now)
  const turns = async (until: number): Promise<void> => {
    for (; now < until; now += 20) {
      inTurn = true
      turn()
      inTurn = false
      await pause()
    }
  }
  await turns(1000)
  // the first one is not there yet: the second is left out, and none is waited for
  expect(taken).toEqual([0])
  done.shift()?.()
  await expect.poll(() => publisher.picture()?.id).toBe('f0')
  await turns(2000)
  expect(taken).toEqual([0, 1000])
})
