import { expect, it } from 'vitest'
import { serialRobots } from '#app/connections/robot-provider.js'
import { benchmarkField } from '../simulation/support/field.js'

it('nobody is asked to arm a robot on a device that is not there', async () => {
  const connections = serialRobots({ devices: '/dev/no-such-device', map: benchmarkField().map })
  const asked: number[] = []
  const watched = {
    ...connections.operator,
    arm: (episode: number) => Promise.resolve(String(asked.push(episode))),
  }
  Object.assign(connections.operator, watched)
  const next = await connections.next(1, { onWire: undefined, onProgress: () => undefined })
  expect(next).toMatchObject({
    ok: false,
    error: { kind: 'no-answer', text: expect.stringContaining('there is no serial device') as string },
  })
  expect(asked).toEqual([])
})
