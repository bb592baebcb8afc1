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
  return news.filter((one) => one.kind === 'pose' && Number.isFinite(one.x)) as EventOf<'pose'>[]
}

const seq = async (): Promise<number> => Number((await service.ask('status'))['seq'])

/** Drives on until some poses are known, then ends, or is stopped in full motion. @returns the first and the last one */
async function drive(vy: number, stopped = false): Promise<readonly (EventOf<'pose'> | undefined)[]> {
  const before = await seq()
  const { session } = await service.ask('teleop.begin')
  await service.arm()
  await service.status('somebody drives', activity('teleop'))
  const driving = setInterval(() => void service.try('teleop.drive', { session, vx: 0, vy, wz: 0 }), 200)
  await service.until('it was driven for a second', async () => (await poses(before)).length > 8)
  clearInterval(driving)
  if (stopped) {
    await service.ask('estop')
    await service.status('it is latched', activity('estopped'))
    await service.until('it is reset', async () => (await service.try('reset')).refused === undefined)
  } else {
    await service.ask('teleop.end', { session })
  }
  await service.status('the session is over', activity('idle'))
  const seen = await poses(before)
  return [seen[0], seen.at(-1)]
}

/** Begins a run, waits until its robot is seen, or has left this place, and stops it. @returns first and last pose */
async function runAway(from?: EventOf<'pose'>): Promise<readonly (EventOf<'pose'> | undefined)[]> {
  const before = await seq()
  await service.ask('run', { episodes: 1 })
  await service.arm()
  await service.until('the robot is seen', async () => {
    const last = (await poses(before)).at(-1)
    return last !== undefined && (from === undefined || apart(from, last) > 0.6)
  })
  await service.ask('stop')
  await service.status('the run is over', activity('idle'))
  const seen = await poses(before)
  return [seen[0], seen.at(-1)]
}

const apart = (a: EventOf<'pose'> | undefined, b: EventOf<'pose'> | undefined): number =>
  Math.hypot((a?.x ?? NaN) - (b?.x ?? NaN), (a?.y ?? NaN) - (b?.y ?? NaN))

it('who drives a virtual base goes on where a run or a session has left it; a run begins anew', async () => {
  const [home] = await drive(0)
  const [, stopped] = await runAway(home)
  const [first, last] = await drive(-0.05)
  expect(apart(home, first)).toBeGreaterThan(0.5)
  // it has braked after the last pose that was shown
  expect(apart(stopped, first)).toBeLessThan(0.3)
  const [again] = await drive(0)
  expect(apart(last, again)).toBeLessThan(0.05)
  const [anew] = await runAway()
  expect(apart(home, anew)).toBeLessThan(0.1)
}, 180_000)

it('who was stopped in motion by an emergency stop goes on from there once that is reset', async () => {
  const [first, last] = await drive(-0.1, true)
  expect(apart(first, last)).toBeGreaterThan(0.02)
  const [again] = await drive(0)
  expect(apart(last, again)).toBeLessThan(0.05)
}, 90_000)
