import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { stream, type Rng } from '#base/random.js'
import { ms } from '#base/units.js'
import { TranscriptJudge, type TranscriptBreach } from '#drivers/judge-transcript.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { Order } from '#drivers/session/driver-event.js'
import { recordingPeer } from '#drivers/transcript/transcript.js'
import { createTabletopDriver } from '#tabletop/driver/tabletop-driver.js'
import type { Tabletop } from '#tabletop/tabletop.js'
import { Meddler } from '../drivers/support/meddler.js'
import { needs } from '../needs/needs.js'
import { tableOf } from './support.js'

const COMMANDS = Number(process.env['GRAFT_TABLETOP_COMMANDS'] ?? 300)
/** commands of one session; then the connection is cut, wherever the arm is, and the next host comes */
const A_SESSION = 50
/** sessions at one table */
const SESSIONS = COMMANDS > 1000 ? 50 : 10
/** of so many times that it would look it does */
const LOOKS = COMMANDS > 1000 ? 64 : 8
const TICK = ms(20)
/** what the driver declares, ms */
const STOP_MS = 400
/** Joints that are slower are at rest, radians a second, and from where the arm stands it may sink or be pushed so far, radians. */
const REST_SPEED = 0.05
const REST_WAY = 0.01
/** What the arm leans on may give way with a jolt: that is over after a tick and takes it no farther than this, radians. */
const JOLT_WAY = 0.003

type Skill = Pick<Order, 'skill' | 'params'>

/** Two in three are such that the arm refuses them. */
const ORDERS: readonly Skill[] = [
  { skill: 'Press', params: { button: 'red_button' } },
  { skill: 'Press', params: { button: 'green_button' } },
  { skill: 'Open', params: { closure: 'drawer', speed: 100 } },
  { skill: 'Close', params: { closure: 'drawer' } },
  { skill: 'Pick', params: { item: 'red_cube', approach: 'from_above', speed: 100 } },
  { skill: 'Place', params: { item: 'red_cube', place: 'mat', release_height: 5, speed: 100 } },
  { skill: 'Press', params: { button: 'moon' } },
  { skill: 'Press', params: {} },
  { skill: 'Press', params: { button: true } },
  { skill: 'Open', params: { closure: 'drawer', speed: 1000 } },
  { skill: 'Open', params: { closure: 'drawer', speed: 'fast' } },
  { skill: 'Close', params: { closure: 'drawer', speed: 60 } },
  { skill: 'Pick', params: { item: 'red_cube', approach: 'by_magic', speed: 60 } },
  { skill: 'Pick', params: { item: '__proto__', approach: 'from_above', speed: 60 } },
  { skill: 'Place', params: { item: 'red_cube', place: 'moon', release_height: 5, speed: 60 } },
  { skill: 'Stack', params: { item: 'red_cube', onto: 7 } },
  { skill: 'toString', params: {} },
  { skill: 'Sing', params: {} },
]

/** What the arm was really asked for, and what MuJoCo says of its joints while it was asked for nothing. */
class Witness {
  begun = 0
  most = 0
  /** ticks without a command, those in which a joint moved all the same, and those of a jolt */
  steps = 0
  moved = 0
  jolts = 0
  /** ticks without a command in which the drives were given a setpoint other than where the joints are */
  driven = 0
  readonly #table: Tabletop
  #running = 0
  #since = 0
  #stood: readonly number[] | undefined
  #fast = false
  #setpoint: readonly number[] = []
  #held: readonly number[] | undefined

  constructor(table: Tabletop) {
    this.#table = table
    const [begin, halt, outcome] = [
      table.begin.bind(table),
      table.halt.bind(table),
      table.outcome.bind(table),
    ]
    const { physics } = table
    const step = physics.step.bind(physics)
    physics.step = (setpoint) => {
      this.#setpoint = setpoint.joints
      step(setpoint)
    }
    table.begin = (...args) => {
      this.begun++
      this.most = Math.max(this.most, ++this.#running)
      begin(...args)
    }
    table.halt = () => {
      this.#running = 0
      halt()
    }
    table.outcome = () => {
      const ended = outcome()
      if (ended !== undefined) this.#running = 0
      return ended
    }
  }

  /** After each tick. */
  watch(): void {
    const { joints, jointSpeeds } = this.#table.physics
    if (this.#running > 0) this.#since = this.#table.now
    // it has its declared time to brake in
    if (this.#table.now - this.#since <= STOP_MS) {
      this.#stood = this.#held = undefined
      this.#fast = false
      return
    }
    this.steps++
    this.#stood ??= joints
    this.#held ??= this.#setpoint
    // a stop that is said again sets it anew
    if (farthest(this.#setpoint, this.#held) > 0 && farthest(this.#setpoint, joints) > JOLT_WAY) this.driven++
    this.#held = this.#setpoint
    const way = farthest(joints, this.#stood)
    const fast = Math.max(...jointSpeeds.map(Math.abs)) > REST_SPEED
    const isJolt = fast && !this.#fast && way < JOLT_WAY
    if (isJolt) this.jolts++
    else if (fast || way > REST_WAY) this.moved++
    this.#fast = fast
  }
}

const farthest = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((angle, index) => Math.abs(angle - (b[index] ?? 0))))

interface Seen {
  readonly breaches: readonly TranscriptBreach[]
  readonly commands: number
  readonly executions: number
  readonly injected: number
}

/** One host: random orders, stops, e-stops, resets and silences, judged at the driver's end; cut off in the middle. */
function session(table: Tabletop, witness: Witness, seed: number): Seen {
  const rng = stream('tabletop', seed)
  const clock = new VirtualClock()
  const judge = new TranscriptJudge(TICK)
  const breaches: TranscriptBreach[] = []
  const driver = createTabletopDriver(table, `boot ${seed}`)
  const door = recordingPeer(driver, clock, (entry) => breaches.push(...judge.observe(entry)))
  const meddler = new Meddler(door, rng)
  const host = new DriverSession({ clock, peer: meddler, session: `s${seed}` })
  let healthy = true
  const tick = (times: number): void => {
    for (let i = 0; i < times; i++) {
      driver.advance(TICK)
      clock.advance(TICK)
      if (healthy) host.allowHeartbeat()
      host.poll()
      witness.watch()
    }
  }
  tick(3)
  let commands = 0
  for (; commands < A_SESSION && host.status !== 'lost'; commands++) {
    healthy = healthy ? !rng.chance(0.01) : rng.chance(0.2)
    trouble(host, rng)
    host.execute({ permit: commands + 1, ...rng.pick(ORDERS), deadlineMs: rng.pick([40, 500, 4000]) })
    tick(1 + rng.int(8))
  }
  // nobody is there any more
  driver.close()
  for (let i = 0; i < 40; i++) {
    table.step(TICK)
    witness.watch()
  }
  return { breaches, commands, executions: judge.counts.executions, injected: meddler.injected }
}

function trouble(host: DriverSession, rng: Rng): void {
  if (rng.chance(0.05)) host.stop()
  if (rng.chance(0.01)) host.estop()
  if (host.beat?.safe === true && rng.chance(0.6)) host.reset()
}

describe(`random commands to the arm at the table (${COMMANDS})`, needs('MuJoCo'), () => {
  it('law 2: nothing moves without its own permit, none twice, and no two at once', async () => {
    const runs: Seen[] = []
    const witnesses: Witness[] = []
    const sum = (part: (run: Seen) => number): number => runs.reduce((total, run) => total + part(run), 0)
    const total = (part: (witness: Witness) => number): number =>
      witnesses.reduce((all, witness) => all + part(witness), 0)
    for (let seed = 0; sum(({ commands }) => commands) < COMMANDS;) {
      const table = await tableOf({ seed: `law 2 ${seed}` })
      const look = table.look.bind(table)
      // what it sees has no part in what it may do: it looks now and then, which is what takes the time
      let looks = 0
      table.look = () => {
        if (looks++ % LOOKS === 0) look()
      }
      const witness = new Witness(table)
      witnesses.push(witness)
      for (let i = 0; i < SESSIONS && sum(({ commands }) => commands) < COMMANDS; i++)
        runs.push(session(table, witness, seed++))
      table.close()
    }
    const figures = {
      commands: sum(({ commands }) => commands),
      injected: sum(({ injected }) => injected),
      executed: sum(({ executions }) => executions),
      begun: total(({ begun }) => begun),
      withoutCommand: total(({ steps }) => steps),
      moved: total(({ moved }) => moved),
      jolts: total(({ jolts }) => jolts),
      driven: total(({ driven }) => driven),
      atOnce: Math.max(...witnesses.map(({ most }) => most)),
    }
    if (process.env['GRAFT_SHOW'] !== undefined)
      process.stdout.write(
        `tabletop: ${figures.commands} commands, ${figures.executed} carried out, ${figures.moved} moved unasked, ` +
          `${figures.jolts} jolts in ${figures.withoutCommand} ticks at rest\n`,
      )
    expect(runs.flatMap(({ breaches }) => breaches.filter(({ by }) => by === 'driver'))).toEqual([])
    // what the arm began is what the judge saw granted, one by one
    expect(figures.begun).toBe(figures.executed)
    expect(figures.atOnce).toBe(1)
    expect(figures.driven).toBe(0)
    expect(figures.moved).toBe(0)
    expect(figures.jolts).toBeLessThanOrEqual(figures.withoutCommand / 10_000)
    // it was no idle test
    expect(figures.begun).toBeGreaterThan(COMMANDS / 25)
    expect(figures.injected).toBeGreaterThan(COMMANDS / 5)
    expect(figures.withoutCommand).toBeGreaterThan(COMMANDS / 2)
  }, 3_600_000)
})
