import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EventOf, StatusEvent } from '#runtime/status/status-event.js'
import { Service, type Json } from './support/service.js'

const service = new Service('robot: { pace: real, faults: none }\nteleop: { windowMs: 2000 }')
beforeAll(() => service.start(), 120_000)
afterAll(() => service.close())

const activity = (wanted: string) => (status: Json) => status['activity'] === wanted

/** Where the robot was after an event, in order. */
async function poses(after: number): Promise<EventOf<'pose'>[]> {
  const { news } = (await service.ask('news', { after, limit: 500 })) as unknown as { news: StatusEvent[] }
  return news.filter((one) => one.kind === 'pose')
}

/** until its controller has told where it is, a base is believed to be at home: poses */
const AT_FIRST = 4

const seq = async (): Promise<number> => Number((await service.ask('status'))['seq'])

/** Drives on for a moment. @returns where it was once it knew, and last */
async function drive(vy: number): Promise<readonly (EventOf<'pose'> | undefined)[]> {
  const before = await seq()
  const { session } = await service.ask('teleop.begin')
  await service.arm()
  await service.status('somebody drives', activity('teleop'))
  const driving = setInterval(() => void service.try('teleop.drive', { session, vx: 0, vy, wz: 0 }), 200)
  await service.until('it was driven for a second', async () => (await poses(before)).length > AT_FIRST + 4)
  clearInterval(driving)
  await service.ask('teleop.end', { session })
  await service.status('the session is over', activity('idle'))
  const seen = await poses(before)
  return [seen[AT_FIRST], seen.at(-1)]
}

const apart = (a: EventOf<'pose'> | undefined, b: EventOf<'pose'> | undefined): number =>
  Math.hypot((a?.x ?? NaN) - (b?.x ?? NaN), (a?.y ?? NaN) - (b?.y ?? NaN))

it('who drives a virtual base goes on where a run or a session has left it; a run begins anew', async () => {
  const [home] = await drive(0)
  const before = await seq()
  await service.ask('run', { episodes: 1 })
  await service.arm()
  await service.until('the run has left home', async () => apart(home, (await poses(before)).at(-1)) > 0.6)
  await service.ask('stop')
  await service.status('the run is over', activity('idle'))
  const stopped = (await poses(before)).at(-1)
  const [first, last] = await drive(-0.05)
  expect(apart(home, first)).toBeGreaterThan(0.5)
  // it has braked after the last pose that was shown
  expect(apart(stopped, first)).toBeLessThan(0.3)
  const [again] = await drive(0)
  expect(apart(last, again)).toBeLessThan(0.05)
  const next = await seq()
  await service.ask('run', { episodes: 1 })
  await service.arm()
  await service.until('the robot is seen', async () => (await poses(next)).length > 0)
  expect(apart(home, (await poses(next))[0])).toBeLessThan(0.1)
  await service.ask('stop')
  await service.status('the run is over', activity('idle'))
}, 180_000)

it('after an emergency stop, too, once that is reset', async () => {
  await service.ask('estop')
  await service.status('it is latched', activity('estopped'))
  await service.ask('reset')
  await service.status('it is reset', activity('idle'))
  const [first, last] = await drive(-0.05)
  expect(apart(first, last)).toBeGreaterThan(0.01)
}, 60_000)
