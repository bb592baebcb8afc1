import type { FieldMap, Mask, Point, ZoneId } from '#base/field-map.js'
import { assertNever, err, ok, type Result } from '#base/result.js'
import { ms, rad } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { FieldOutcome } from '#learning/field-score.js'
import type { Progress } from '#robots/skills/host.js'
import type { FeedbackKind } from '#robots/skills/host.js'
import type { FieldSkillHost } from '#robots/field/skills/host.js'
import type { GateRefusal } from '#robots/gate.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { FaultEvent } from '#simulation/field/world/faults.js'
import { initialBelief, withFaces } from '#twin/field/belief.js'
import { intend } from '#twin/field/intend.js'
import { describeCommand } from '#twin/field/judge.js'
import { observe } from '#twin/field/observe.js'
import { unmet } from '#twin/field/predicates.js'
import type { MotionCommand, WorldState } from '#twin/field/world.js'
import { type Course, drive } from './drive.js'
import { grip, release, rotate } from './grip.js'
import { frameOf, Ground, type Frame, type Luck } from './ground.js'
import { push } from './push.js'
import { JudgementCache, type CachedJudgement } from './judgement-cache.js'
import { holdingMask, type Seen, type Stance } from './stance.js'
import { AFTERMATH, FIRST_MOTION, PERIOD, SENSOR_LAG } from './times.js'

interface Actuation {
  readonly command: MotionCommand
  readonly course: Course
  /** the twin's verdict on the command, given the belief at its start */
  readonly judgement: CachedJudgement
  readonly before: WorldState
  readonly began: number
  /** when the controller's report reaches the robot, ms */
  reportedAt: number
  /** the course has been completed */
  ended: boolean
  outcome: Progress | undefined
}

/**
 * The robot's body without firmware and physics: it implements the interface that the product's own skills expect,
 * queries the product's own twin, and knows the duration and outcome of each command when it begins.
 */
export class FastBody implements FieldSkillHost {
  readonly map: FieldMap
  readonly #setup: FieldSetup
  readonly #frame: Frame
  readonly #judgements: JudgementCache
  /** belief at the start of an episode */
  readonly #initialBelief: WorldState
  #now = 0
  #ground: Ground
  #stance: Stance
  #belief: WorldState
  #current: Actuation | undefined
  /** the sensor readings are known already */
  #sensorsKnown = false
  #busyUntil = 0
  #firstMotion: number | undefined
  /** number of skills that have succeeded, and its value at the latest unloading and the latest return home */
  #successes = 0
  #unloaded = Infinity
  #returnedHome = -1

  constructor(setup: FieldSetup, luck: Luck) {
    this.map = setup.map
    this.#setup = setup
    this.#frame = frameOf(setup)
    this.#belief = initialBelief(setup.map)
    this.#ground = new Ground(setup, this.#frame, luck)
    this.#stance = this.#freshStance()
    this.#judgements = JudgementCache.of(setup.map)
    this.#show({})
    this.#belief = this.#initialBelief = this.#judgements.canonical(this.#belief)
  }

  /** Starts a new episode on the field as it was set up. */
  restart(luck: Luck): void {
    this.#now = this.#busyUntil = this.#successes = 0
    this.#current = this.#firstMotion = undefined
    this.#unloaded = Infinity
    this.#returnedHome = -1
    this.#belief = this.#initialBelief
    this.#ground = new Ground(this.#setup, this.#frame, luck)
    this.#stance = this.#freshStance()
  }

  /** Advances time to `now`, ms since the first tick: whatever was due by then has happened and is believed. */
  advance(now: number): void {
    this.#now = now
    const current = this.#current
    if (current === undefined || current.outcome !== undefined || now < current.reportedAt) return
    current.outcome = this.#outcomeOf(current)
  }

  /** The next moment at which a skill can learn something new, ms; `undefined` when nothing is in progress. */
  get nextEventAt(): number | undefined {
    const current = this.#current
    if (current !== undefined) return current.outcome === undefined ? nextTick(current.reportedAt) : undefined
    return this.#now < this.#busyUntil ? nextTick(this.#busyUntil) : undefined
  }

  /** Whether the robot has returned home after unloading, and is still there (AMB-04). */
  get hasReturnedHome(): boolean {
    const { place } = this.#belief.robot
    return place !== 'between' && place.kind === 'home' && this.#returnedHome > this.#unloaded
  }

  /** Freezes time permanently: commands in progress stay where they are. */
  outcome(now: number): FieldOutcome {
    const current = this.#current
    if (current !== undefined && !current.ended) {
      current.ended = true
      current.course.cut(now - current.began)
    }
    const seconds = this.#firstMotion === undefined ? 0 : (now - this.#firstMotion) / 1000
    return this.#ground.outcome(this.#stance.at, seconds)
  }

  get faults(): readonly FaultEvent[] {
    return this.#ground.faults.log
  }

  /** Orange-up blocks now in the slots of a zone. */
  faces(zone: ZoneId): Mask {
    return this.#ground.faces(zone)
  }

  /** True position of the robot's gripper. */
  get truePosition(): Point {
    return this.#ground.truePosition(this.#stance.at)
  }

  intend(step: Parameters<FieldSkillHost['intend']>[0]): ReturnType<FieldSkillHost['intend']> {
    return intend(step, this.state(), this.map)
  }

  state(): WorldState {
    return this.#belief
  }

  busy(): boolean {
    return this.#current !== undefined || this.#now < this.#busyUntil
  }

  begin(command: MotionCommand, nodePath: NodePath): Result<null, GateRefusal> {
    const judgement = this.#judgements.get(this.#belief, command)
    if (!judgement.decision.ok) {
      const { checkId, text } = judgement.decision.error
      return err({ t: ms(this.#now), nodePath, command: describeCommand(command), checkId, text })
    }
    const course = this.#courseOf(command)
    if (course.moves) this.#firstMotion ??= this.#now + FIRST_MOTION
    this.#current = {
      command,
      course,
      judgement,
      before: this.#belief,
      began: this.#now,
      reportedAt: this.#now + course.lasts,
      ended: false,
      outcome: undefined,
    }
    return ok(null)
  }

  progress(): Progress {
    if (this.#current === undefined) return { kind: 'exec_fail', text: 'the robot was stopped' }
    const { outcome } = this.#current
    if (outcome === undefined) return { kind: 'running' }
    if (outcome.kind === 'exec_fail') this.#busyUntil = this.#now + AFTERMATH
    this.#current = undefined
    return outcome
  }

  abort(): void {
    const current = this.#current
    let rest = 0
    if (current !== undefined && !current.ended) {
      current.ended = true
      rest = current.course.cut(this.#now - current.began) + PERIOD
    }
    this.#current = undefined
    this.#busyUntil = this.#now + Math.max(AFTERMATH, rest)
  }

  feedback(_: NodePath, skill: string, kind: FeedbackKind): void {
    if (kind !== 'done') return
    this.#successes++
    if (skill === 'UnloadBlocks') this.#unloaded = this.#successes
    if (skill === 'MoveToHome') this.#returnedHome = this.#successes
  }

  believeFaces(zone: ZoneId, orange: Mask): void {
    this.#belief = withFaces(this.#belief, zone, orange)
  }

  #outcomeOf(current: Actuation): Progress | undefined {
    const late = current.ended
    if (!current.ended) this.#end(current)
    const what = (): string => describeCommand(current.command)
    if (current.course.ends === 'failed')
      return { kind: 'exec_fail', text: `the controller could not ${what()}` }
    if (this.#asExpected(current)) return { kind: 'done' }
    if (late) return { kind: 'eo_fail', text: `the sensors do not show what was to come of: ${what()}` }
    current.reportedAt = this.#now + SENSOR_LAG
    return undefined
  }

  /** A flawless course reuses the belief of its previous run; any other is observed anew. */
  #end(current: Actuation): void {
    const { course, judgement, before } = current
    current.ended = true
    const again = course.flawless && this.#belief === before
    this.#sensorsKnown = again && judgement.after !== undefined
    course.end()
    if (this.#sensorsKnown && judgement.after !== undefined) this.#belief = judgement.after.belief
    else this.#belief = this.#judgements.canonical(this.#belief)
    if (again) judgement.after ??= { belief: this.#belief, asExpected: this.#asExpected(current) }
    this.#sensorsKnown = false
  }

  #asExpected({ judgement }: Actuation): boolean {
    if (judgement.after?.belief === this.#belief) return judgement.after.asExpected
    return judgement.decision.ok && unmet(judgement.decision.value.expected, this.#belief).length === 0
  }

  #courseOf(command: MotionCommand): Course {
    this.#stance.now = this.#now
    switch (command.kind) {
      case 'move':
        return drive(this.#stance, command.pose)
      case 'push':
        return push(this.#stance, command.to)
      case 'grip':
        return grip(this.#stance, command.mask)
      case 'release':
        return release(this.#stance, command.mask)
      case 'rotate':
        return rotate(this.#stance, command.mask)
      default:
        return assertNever(command)
    }
  }

  #freshStance(): Stance {
    return {
      ground: this.#ground,
      show: (seen = {}) => this.#show(seen),
      now: 0,
      at: this.map.home.at,
      untouched: true,
      lift: 0,
      rotator: { end: 0, part: 0, mask: '0000' },
      transit: undefined,
    }
  }

  #show({ lift = liftSeen(this.#stance.lift), bumper = false, at = this.#stance.at }: Seen): void {
    if (this.#sensorsKnown) return
    const { rotator } = this.#stance
    const seen = {
      t: ms(this.#now),
      pose: poseAt(at),
      moving: false,
      holding: holdingMask(this.#ground),
      lift,
      rotator: rotator.part === 0 ? rotator.end : ('between' as const),
      bumper,
      estop: false,
      linkUp: true,
    }
    this.#belief = observe(this.#belief, seen, this.map, this.#current?.command).state
  }
}

/** A lift has arrived within this fraction of its travel. */
const ARRIVED = 0.03

function liftSeen(position: number): 'up' | 'down' | 'between' {
  if (position < ARRIVED) return 'up'
  return position > 1 - ARRIVED ? 'down' : 'between'
}

const poseAt = ({ x, y }: Point) => ({ x, y, theta: rad(0) })

/** The first cycle of the reflex loop at or after a moment. */
const nextTick = (t: number): number => Math.ceil(t / PERIOD - 1e-9) * PERIOD
