import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import type { DriverMessage, DriverPeer, HostMessage } from '#drivers/contract.js'
import type { Order } from '#drivers/session/driver-event.js'
import { Meddler } from '../drivers/support/meddler.js'
import type { BridgeFaults, RosBridge } from './bridge.js'
import { Ros2Rig, STOP_WITH_CALL } from './rig.js'

const COMMANDS = Number(process.env['GRAFT_ROS2_COMMANDS'] ?? 2000)
/** commands of one driver */
const A_DRIVER = 250

/** Stands before the driver and counts at the bridge what each message of a host has set off. */
class Witness implements DriverPeer {
  /** permits under which something was sent, of this session */
  readonly used: number[] = []
  /** what was sent while no command was given, or more than one for one */
  unpermitted = 0
  readonly #driver: DriverPeer
  readonly #bridge: RosBridge

  constructor(driver: DriverPeer, bridge: RosBridge) {
    this.#driver = driver
    this.#bridge = bridge
  }

  get closed(): string | undefined {
    return this.#driver.closed
  }

  send(message: HostMessage): void {
    const before = this.#bridge.asked
    this.#driver.send(message)
    const sent = this.#bridge.asked - before
    if (message.kind === 'execute' && sent === 1) this.used.push(message.command.permit)
    else this.unpermitted += sent
  }

  take(): readonly DriverMessage[] {
    const before = this.#bridge.asked
    const said = this.#driver.take()
    this.unpermitted += this.#bridge.asked - before
    return said
  }

  close(): void {
    this.#driver.close()
  }
}

const ORDERS: readonly Pick<Order, 'skill' | 'params'>[] = [
  { skill: 'Drive', params: { place: 'shelf' } },
  { skill: 'Drive', params: { place: 'table' } },
  { skill: 'Drive', params: { place: 'dock' } },
  { skill: 'Drive', params: { place: 'moon' } },
  { skill: 'Grip', params: { position: 0 } },
  { skill: 'Grip', params: { position: 0.08 } },
  { skill: 'Grip', params: { position: 7 } },
  { skill: 'Beep', params: { on: true } },
  { skill: 'Sing', params: {} },
]

const FAULTS: readonly BridgeFaults[] = [
  {},
  {},
  {},
  { rejects: 'rejected' },
  { aborts: true },
  { swallowsGoals: true },
  { strangers: true },
  { cancelsWithoutStatus: true },
  { resultFrames: [] },
  { resultFrames: ['{"op":"action_result","id":"ID"}', 'no json'] },
  { ignoresCancel: true },
  { mute: new Set(['/odom']) },
  { serviceFails: 'Service /beep does not exist' },
  { serviceTimesOut: true },
  { acceptMs: 100 },
  { acceptMs: 900 },
  { acceptMs: 400, resultFrames: [] },
]

function trouble(rig: Ros2Rig, rng: Rng): void {
  if (rng.chance(0.05)) rig.session.stop()
  if (rng.chance(0.01)) rig.session.estop()
  if (rig.session.beat?.safe === true && rng.chance(0.6)) rig.session.reset()
  if (rng.chance(0.15)) rig.bridge.faults = rng.pick(FAULTS)
  if (rng.chance(0.01)) {
    // a cable, or the bridge itself with all that it knew
    if (rng.chance(0.3)) rig.bridge.restart(rng.pick([0, 500]))
    rig.link.lose()
  } else if (!rig.link.connected && rng.chance(0.5)) rig.link.open()
  rig.healthy = rig.healthy ? !rng.chance(0.01) : rng.chance(0.3)
  // an old answer comes once more, and one to a goal that was never sent
  const old = rig.bridge.sent('send_action_goal').slice(0, -1)
  const id = rng.chance(0.3) || old.length === 0 ? 'graft:b1:9999' : String(rng.pick(old)['id'])
  if (rng.chance(0.1))
    rig.bridge.inject(
      JSON.stringify({ op: 'action_result', id, action: '/navigate_to_pose', status: 4, result: true }),
    )
}

interface Seen {
  readonly commands: number
  readonly used: readonly number[]
  readonly unpermitted: number
  readonly arrived: number
  readonly overlaps: number
  readonly injected: number
}

function drive(seed: number): Seen {
  const rng = stream('ros2', seed)
  let witness: Witness | undefined
  let meddler: Meddler | undefined
  const rig = new Ros2Rig({
    // every second robot has a stop that knows no ids
    mapping: seed % 2 === 0 ? {} : { stop: STOP_WITH_CALL },
    between: (driver, bridge) => (meddler = new Meddler((witness = new Witness(driver, bridge)), rng)),
  })
  rig.bridge.robot.speed = 6
  rig.ready()
  let commands = 0
  while (commands < A_DRIVER && rig.session.status !== 'lost') {
    trouble(rig, rng)
    const order = rng.pick(ORDERS)
    rig.execute(order.skill, order.params, rng.pick([40, 500, 4000]))
    commands++
    rig.tick(1 + rng.int(12))
  }
  rig.tick(20)
  return {
    commands,
    used: witness?.used ?? [],
    unpermitted: witness?.unpermitted ?? -1,
    arrived: rig.bridge.asked,
    overlaps: rig.bridge.robot.overlaps,
    injected: meddler?.injected ?? 0,
  }
}

describe(`random commands to a robot behind a bridge (${COMMANDS})`, () => {
  it('law 2: no goal reaches the bridge without its own permit, none twice, and no two motions at once', () => {
    const runs: Seen[] = []
    for (let given = 0, seed = 0; given < COMMANDS; seed++) {
      const run = drive(seed)
      runs.push(run)
      given += run.commands
    }
    const sum = (part: (run: Seen) => number): number => runs.reduce((total, run) => total + part(run), 0)
    expect(sum(({ unpermitted }) => unpermitted)).toBe(0)
    // the witness at the driver's door saw everything that arrived, with a permit of its own each
    expect(runs.map((run) => run.arrived)).toEqual(runs.map(({ used }) => used.length))
    expect(runs.filter(({ used }) => new Set(used).size !== used.length)).toEqual([])
    expect(sum(({ overlaps }) => overlaps)).toBe(0)
    // it was no idle test: an eighth of the commands reached ROS, and many messages were replayed
    expect(sum(({ used }) => used.length)).toBeGreaterThan(COMMANDS / 8)
    expect(sum(({ injected }) => injected)).toBeGreaterThan(COMMANDS / 5)
  })
})
