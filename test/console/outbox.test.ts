import { expect, it } from 'vitest'
import { Router } from 'zeromq'
import { Outbox } from '../../src/adapters/zmq/outbox.js'

it('what is still to be sent when its socket is closed is dropped, and ends nothing', async () => {
  const router = new Router()
  const outbox = new Outbox((frames) => router.send([...frames]), 2)
  router.close()
  for (let i = 0; i < 3; i++) outbox.push(['nobody', 'late'])
  await new Promise((resolve) => setImmediate(resolve))
  expect(outbox.dropped).toBe(3)
})
