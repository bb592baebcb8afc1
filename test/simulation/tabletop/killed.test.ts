import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { stream, type Rng } from '#base/random.js'
import { ms } from '#base/units.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { Order } from '#drivers/session/driver-event.js'
import { createTabletopDriver } from '#simulation/tabletop/driver/tabletop-driver.js'
import { ITEMS } from '#simulation/tabletop/scene/items.js'
import type { Tabletop } from '#simulation/tabletop/tabletop.js'
import { needs } from '../../needs/needs.js'
import { act, tableOf } from './support.js'

const KILLS = Number(process.env['GRAFT_TABLETOP_KILLS'] ?? 20)
/** kills at one table */
const A_TABLE = 5
const TICK = ms(20)
/** what the driver declares, ms */
const STOP_MS = 400
const HEARTBEAT_MS = 400
/** Joints that are slower stand, radians a second, and in two seconds none may sink further, radians. */
const STANDS = 0.02
const HOLDS = 0.01

type Skill = Pick<Order, 'skill' | 'params'>
type Way = 'stop' | 'estop' | 'host gone' | 'connection cut' | 'heartbeat lost'
const WAYS: readonly Way[] = ['stop', 'estop', 'host gone', 'connection cut', 'heartbeat lost']

const EMPTY: readonly Skill[] = [
  { skill: 'Press', params: { button: 'red_button' } },
  { skill: 'Open', params: { closure: 'box_lid', speed: 100 } },
  { skill: 'Open', params: { closure: 'drawer', speed: 60 } },
  { skill: 'Pick', params: { item: 'red_cube', approach: 'from_above', speed: 100 } },
  { skill: 'Pick', params: { item: 'ball', approach: 'from_above', speed: 60 } },
]
const HOLDING: readonly Skill[] = [
  { skill: 'Place', params: { item: 'can', place: 'right_tray', release_height: 5, speed: 100 } },
  { skill: 'Place', params: { item: 'can', place: 'mat', release_height: 20, speed: 60 } },
]

interface Killed {
  readonly way: Way
  readonly skill: string
  /** from the kill until the last joint moved, ms; for a silent host from when it must notice */
  readonly took: number
  /** how far a joint went in the two seconds after that, radians */
  readonly sank: number
  readonly held: string | undefined
  readonly holds: string | undefined
  /** things that it did not hold and that are higher or lower than before by more than a release */
  readonly movedTooFar: readonly string[]
}

describe(`the arm is left in the middle of what it does (${KILLS})`, needs('MuJoCo'), () => {
  it('brakes in its declared time, stays where it is, and keeps what it holds', async () => {
    const kills: Killed[] = []
    for (let seed = 0; kills.length < KILLS; seed++) {
      const rng = stream('killed', seed)
      const table = await tableOf({ seed: `killed ${seed}` })
      if (rng.chance(0.5)) act(table, 'Pick', { item: 'can', approach: 'from_above', speed: 60 })
      for (let i = 0; i < A_TABLE && kills.length < KILLS; i++) {
        const killed = kill(table, WAYS[kills.length % WAYS.length] ?? 'stop', { rng, seed: `${seed} ${i}` })
        if (killed !== undefined) kills.push(killed)
      }
      table.close()
    }
    const slowest = Math.max(...kills.map(({ took }) => took))
    const holding = kills.filter(({ held }) => held !== undefined)
    const lost = holding.filter(({ held, holds }) => held !== holds)
    if (process.env['GRAFT_TABLETOP_KILLS'] !== undefined)
      console.log({
        kills: kills.length,
        slowest,
        sank: Math.max(...kills.map(({ sank }) => sank)),
        holding: holding.length,
        lost: lost.map(({ way, skill, held }) => `${held} in ${skill} by ${way}`),
      })
    expect(kills.filter(({ took }) => took > STOP_MS)).toEqual([])
    expect(kills.filter(({ sank }) => sank > HOLDS)).toEqual([])
    expect(lost).toEqual([])
    // owed: one in ten drops a can that is still between its fingers and that the driver no longer believes to hold
    const dropped = kills.filter(({ movedTooFar }) => movedTooFar.length > 0)
    expect(dropped.length).toBeLessThanOrEqual(KILLS / 10)
    expect(holding.length).toBeGreaterThan(KILLS / 10)
  }, 3_600_000)
})

/** @returns what came of it; undefined where the skill did not begin to move */
function kill(
  table: Tabletop,
  way: Way,
  { rng, seed }: { readonly rng: Rng; readonly seed: string },
): Killed | undefined {
  const clock = new VirtualClock()
  const driver = createTabletopDriver(table, seed)
  const host = new DriverSession({ clock, peer: driver, session: seed })
  const turn = (healthy = true, polled = true): void => {
    driver.advance(TICK)
    clock.advance(TICK)
    if (healthy) host.allowHeartbeat()
    if (polled) host.poll()
  }
  for (let i = 0; i < 4; i++) turn()
  host.reset()
  for (let i = 0; i < 4; i++) turn()
  const holding = heldIn(table)
  const { skill, params } = rng.pick(holding === undefined ? EMPTY : HOLDING)
  host.execute({ permit: 1, skill, params, deadlineMs: 60_000 })
  // somewhere on its way, and in motion
  const most = 30 + rng.int(300)
  for (let i = 0; i < most || (speedOf(table) < 0.05 && i < most + 100); i++) turn()
  if (speedOf(table) < 0.05) {
    driver.close()
    return undefined
  }
  // what the driver carries; fingers that pass a thing touch it as well
  const held = table.known.held === undefined ? undefined : heldIn(table)
  const began = table.now
  const heights = heightsOf(table)
  if (way === 'stop') host.stop()
  if (way === 'estop') host.estop()
  if (way === 'connection cut') driver.close()
  const notices = way === 'host gone' || way === 'heartbeat lost' ? HEARTBEAT_MS + TICK : 0
  let last = began
  for (let i = 0; i < 100; i++) {
    turn(way !== 'heartbeat lost', way !== 'host gone' && way !== 'connection cut')
    if (speedOf(table) > STANDS) last = table.now
  }
  const stood = table.physics.joints
  for (let i = 0; i < 100; i++) turn(false, false)
  const sank = Math.max(...table.physics.joints.map((angle, index) => Math.abs(angle - (stood[index] ?? 0))))
  driver.close()
  return {
    ...{ way, skill, took: Math.max(0, last - began - notices), sank, held, holds: heldIn(table) },
    movedTooFar: ITEMS.map(({ name }) => name).filter(
      (name) =>
        name !== held && Math.abs((heightsOf(table).get(name) ?? 0) - (heights.get(name) ?? 0)) > 0.03,
    ),
  }
}

const speedOf = (table: Tabletop): number => Math.max(...table.physics.jointSpeeds.map(Math.abs))

const heightsOf = (table: Tabletop): Map<string, number> =>
  new Map(ITEMS.map(({ name }) => [name, table.physics.item(name).position[2]]))

/** By MuJoCo: what is between the fingers and off the table. */
const heldIn = (table: Tabletop): string | undefined =>
  [...table.truth()].find(([, value]) => value === 'gripper')?.[0].slice('location('.length, -1)
