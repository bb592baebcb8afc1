import type { Pose } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import type { NodeLibrary } from '#bt/library.js'
import { wrapped } from '#localisation/scan/frames.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { World } from '#simulation/field/world/world.js'
import { playOnFloor, type Played } from '../floor/play-on-floor.js'

/** How far somebody carries the robot: half a metre and up to 90°, or to anywhere on the field. */
export type Carried = 'half a metre' | 'anywhere'

export interface Abduction {
  readonly setup: FieldSetup
  readonly library: NodeLibrary
  readonly seed: number
  readonly carried: Carried
}

export interface Afterwards {
  /** until it knew its place to 30 mm and 2° again; undefined: it never did */
  readonly foundMs: number | undefined
  /** whether it said that it did not know its place */
  readonly saidLost: boolean
  /** it drove, and believed in a place 45 mm or more away from its own */
  readonly droveFrom: number | undefined
  /** how far from where it believed to be it was at the end, metres; undefined: it did not believe anything */
  readonly off: number | undefined
}

/** Drives to a zone, stands there, is carried off by somebody, and is to drive to another zone. */
export async function carryOff({ setup, library, seed, carried }: Abduction): Promise<Afterwards> {
  const rng = stream(seed, setup.map.id, 'abduction')
  const [first, second] = [rng.pick(setup.map.zones), rng.pick(setup.map.zones)]
  const watch = new Watch(carried, rng)
  const { parts, world } = await playOnFloor({
    ...{ setup, library, seed },
    nodes:
      `<Sequence><MoveToZone zone="${first.id}"/><Delay delay_msec="6000"><AlwaysSuccess/></Delay>` +
      `<RetryUntilSuccessful num_attempts="2"><MoveToZone zone="${second.id}"/></RetryUntilSuccessful></Sequence>`,
    sessionId: 1 + Math.floor(rng.next() * 2 ** 31),
    onTurn: (ms, now) => watch.turn(ms, now),
    listen: (event) => {
      if (event.kind === 'feedback' && event.feedback.kind === 'done') watch.arrived()
    },
  })
  const off = offBy(parts.robot.state().robot.pose, world)
  return { ...watch.seen, off: Number.isNaN(off) ? undefined : off }
}

/** What happens once it stands. */
class Watch {
  seen: Omit<Afterwards, 'off'> = { foundMs: undefined, saidLost: false, droveFrom: undefined }
  readonly #carried: Carried
  readonly #rng: Rng
  #standsFor = 0
  #hasArrived = false
  #carriedAt: number | undefined

  constructor(carried: Carried, rng: Rng) {
    this.#carried = carried
    this.#rng = rng
  }

  arrived(): void {
    this.#hasArrived = true
  }

  turn(ms: number, { parts, world }: Played): void {
    if (!this.#hasArrived) return
    if (this.#carriedAt === undefined) {
      this.#standsFor++
      if (this.#standsFor < STANDS) return
      put(world, this.#carried, this.#rng)
      this.#carriedAt = ms
      return
    }
    this.#judge(ms - this.#carriedAt, parts, world)
  }

  #judge(sinceMs: number, { robot }: Played['parts'], world: World): void {
    const { pose, moving } = robot.state().robot
    const off = offBy(pose, world)
    const { foundMs, saidLost, droveFrom } = this.seen
    const isRight = saidLost && off < 0.03 && turnedBy(pose, world) < 0.035
    const isWrong = moving && off >= 0.045
    this.seen = {
      foundMs: foundMs ?? (isRight ? sinceMs : undefined),
      saidLost: saidLost || Number.isNaN(off),
      droveFrom: isWrong ? Math.max(off, droveFrom ?? 0) : droveFrom,
    }
  }
}

/** turns of the loop, after which it is carried off */
const STANDS = 40

const offBy = ({ x, y }: Pose, world: World): number => {
  const { pose } = world.scene().robot
  return Math.hypot(x - pose.x, y - pose.y)
}

const turnedBy = ({ theta }: Pose, world: World): number =>
  Math.abs(wrapped(theta - world.scene().robot.pose.theta))

/** Somewhere where all of it is on the floor. */
function put(world: World, carried: Carried, rng: Rng): void {
  const { pose } = world.scene().robot
  do world.carry(carried === 'anywhere' ? anywhere(rng) : beside(pose, rng))
  while (world.outside() > -0.01)
}

const beside = ({ x, y, theta }: Pose, rng: Rng): Pose => {
  const [towards, turn] = [2 * Math.PI * rng.next(), (Math.PI / 2) * (2 * rng.next() - 1)]
  return { x: m(x + 0.5 * Math.cos(towards)), y: m(y + 0.5 * Math.sin(towards)), theta: rad(theta + turn) }
}

const anywhere = (rng: Rng): Pose => ({
  x: m(3 * rng.next()),
  y: m(2.2 * rng.next()),
  theta: rad(2 * Math.PI * rng.next() - Math.PI),
})
