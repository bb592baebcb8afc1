import { expect, it } from 'vitest'
import { Router } from 'zeromq'
import { TxQueue } from '#console-sockets/tx-queue.js'

it('what is still to be sent when its socket is closed is dropped, and ends nothing', async () => {
  const router = new Router()
  const txQueue = new TxQueue((frames) => router.send([...frames]), 2)
  router.close()
  for (let i = 0; i < 3; i++) txQueue.push(['nobody', 'late'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(txQueue.dropped).toBe(3)
})
