import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import type { Tabletop } from '#tabletop/tabletop.js'
import type { SkillParams } from '#tabletop/skills/run-skill.js'
import { needs } from '../needs/needs.js'
import { HEARTBEAT_MS, STOP_MS, TabletopSession, TICK } from './session.js'
import { act, tableOf } from './support.js'

const TRIALS = Number(process.env['GRAFT_TABLETOP_KILLS'] ?? 20)
/** trials at one table */
const A_TABLE = 5

/** What ends the host's hold on the arm, and how long that may take until the joints stand, ms. */
const ENDS: Readonly<Record<string, { readonly limit: number; end(arm: TabletopSession): void }>> = {
  stop: { limit: STOP_MS, end: ({ session }) => session.stop() },
  estop: { limit: STOP_MS, end: ({ session }) => session.estop() },
  'the host is killed': { limit: HEARTBEAT_MS + STOP_MS, end: (arm) => (arm.alive = false) },
  'the reflex loop hangs': { limit: HEARTBEAT_MS + STOP_MS, end: (arm) => (arm.healthy = false) },
  'the connection ends': {
    limit: STOP_MS,
    end: (arm) => {
      arm.alive = false
      arm.driver.close()
    },
  },
}

/** Skills for an empty gripper, and for one that holds the green cube. */
const EMPTY: readonly (readonly [string, SkillParams])[] = [
  ['Pick', { item: 'can', approach: 'from_above', speed: 100 }],
  ['Open', { closure: 'drawer', speed: 100 }],
  ['Press', { button: 'red_button' }],
  ['Push', { item: 'crate', towards: 'mat' }],
]
const HOLDING: readonly (readonly [string, SkillParams])[] = [
  ['Place', { item: 'green_cube', place: 'left_tray', release_height: 5, speed: 100 }],
  ['Place', { item: 'green_cube', place: 'right_tray', release_height: 5, speed: 60 }],
  ['Stack', { item: 'green_cube', onto: 'blue_cube' }],
]

interface Trial {
  readonly what: string
  /** when the joints moved for the last time after the end, ms */
  readonly stoodAfter: number
  readonly limit: number
  /** it held something when it was told to stand; a driver that has to notice a silence goes on until it does */
  readonly held: boolean
  readonly kept: boolean
}

/** A skill is cut short at a moment in which the arm moves. */
function trial(table: Tabletop, rng: Rng, how: string): Trial | undefined {
  const held = table.truth().get('location(green_cube)') === 'gripper'
  const [skill, params] = rng.pick(held ? HOLDING : EMPTY)
  const arm = new TabletopSession(table).ready()
  arm.session.execute({ permit: 1, skill, params, deadlineMs: 60_000 })
  arm.tick(20 + rng.int(150))
  const ending = ENDS[how]
  if (ending === undefined) throw new Error(how)
  // what has been let go, or stands, cannot be stopped in motion
  const isHeld = table.truth().get('location(green_cube)') === 'gripper'
  if (!arm.moves || isHeld !== held) return undefined
  ending.end(arm)
  let stoodAfter = 0
  for (let passed = TICK; passed <= 3000; passed += TICK) {
    arm.tick()
    if (arm.moves) stoodAfter = passed
  }
  const kept = table.truth().get('location(green_cube)') === 'gripper'
  return {
    what: `${skill}, ${how}`,
    stoodAfter,
    limit: ending.limit,
    held: held && ending.limit === STOP_MS,
    kept,
  }
}

describe(`a host that goes while the arm moves (${TRIALS})`, needs('MuJoCo'), () => {
  it('the joints stand within the declared time, and go on standing; what is held stays held', async () => {
    const trials: Trial[] = []
    for (let seed = 0; trials.length < TRIALS; seed++) {
      const rng = stream('killed', seed)
      const table = await tableOf({ seed: `killed ${seed}` })
      if (seed % 2 === 0) act(table, 'Pick', { item: 'green_cube', approach: 'from_above' })
      table.look()
      table.look = () => undefined
      for (let count = 0; count < A_TABLE && trials.length < TRIALS; count++) {
        const how = Object.keys(ENDS)[trials.length % Object.keys(ENDS).length] ?? ''
        const done = trial(table, rng, how)
        if (done !== undefined) trials.push(done)
      }
      table.close()
    }
    expect(trials.filter(({ stoodAfter, limit }) => stoodAfter > limit)).toEqual([])
    expect(trials.filter(({ held, kept }) => held && !kept)).toEqual([])
    expect(trials.filter(({ held }) => held).length).toBeGreaterThan(TRIALS / 8)
    expect(trials.filter(({ stoodAfter }) => stoodAfter > 0).length).toBeGreaterThan(TRIALS / 2)
    if (process.env['GRAFT_SHOW'] !== undefined)
      process.stdout.write(
        `tabletop: ${TRIALS} ends in motion, ${trials.filter(({ held }) => held).length} with something held, ` +
          `the joints moved ${Math.max(...trials.map(({ stoodAfter }) => stoodAfter))} ms at most\n`,
      )
  }, 3_600_000)
})
