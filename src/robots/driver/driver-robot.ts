import type { Clock } from '#base/clock.js'
import { ms, type Ms } from '#base/units.js'
import type { NodeRegistry } from '#bt/engine/registry.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { GateRefusal } from '../gate.js'
import type { ArmState, Condition, Robot } from '../robot.js'
import { commandingSkills } from '../skills/commanding.js'
import type { Feedback, SkillHost } from '../skills/host.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { Attempt } from './attempts.js'
import {
  FactEstimator,
  type FactBelief,
  type FactSurprise,
  type Sensing,
  type Sighting,
} from './fact-estimator.js'
import { holdsDefinition } from './holds-node.js'
import { SkillExecutor } from './skill-executor.js'
import type { StepJudge } from './step-judge.js'
import { StartCheck } from './start-check.js'
import type { DriverLine } from './driver-line.js'

export interface DriverRobotOptions {
  readonly domain: TaskDomain
  readonly line: DriverLine
  readonly clock: Clock
  readonly sensing: Sensing
  /** nobody but people puts the scene back: where it is not as the task begins, nothing begins */
  readonly laidByPeople?: boolean
  /** how long a skill may take, ms */
  readonly timeLimit: (skill: string) => Ms
  /** is asked before and after each step what is seen of it; by default nobody is */
  readonly judge?: StepJudge
  /** called when the gate refuses a command */
  readonly onRefusal: (refusal: GateRefusal, command: GroundSkill) => void
  /** called when a skill has ended (MOD-12) */
  readonly onFeedback: (feedback: Feedback) => void
  /** called when the world differs from the belief (MOD-14): what was seen, and the updated belief */
  readonly onSurprises: (surprises: readonly FactSurprise[], now: FactBelief) => void
  /** called with what was seen and no command has brought about: the surprises, and what nobody had known */
  readonly onSightings: (sightings: readonly Sighting[]) => void
}

/** The driver is asked what it sees at least this often while the robot stands, ms. */
const OBSERVE_EVERY_MS = 500
/** a first look and a second one, ms */
const FIRST_LOOKS_MS = ms(2 * OBSERVE_EVERY_MS)

/** A robot behind a driver, in a world described by data: its skills are those of the world. */
export class DriverRobot implements Robot {
  readonly #options: DriverRobotOptions
  readonly #estimator: FactEstimator
  readonly #executor: SkillExecutor
  readonly #start: StartCheck | undefined
  #arm: ArmState = { kind: 'unarmed' }
  #held = false
  #observedAt = -Infinity

  constructor(options: DriverRobotOptions) {
    const { domain, line, timeLimit, onRefusal, sensing, judge, laidByPeople = false } = options
    this.#options = options
    if (laidByPeople) this.#start = new StartCheck(domain, sensing, FIRST_LOOKS_MS)
    this.#estimator = new FactEstimator(domain, options.sensing, {
      sighted: (sightings) => options.onSightings(sightings),
      surprised: (surprises) => options.onSurprises(surprises, this.belief()),
    })
    const parts = { domain, line, estimator: this.#estimator, timeLimit, onRefusal }
    this.#executor = new SkillExecutor({ ...parts, ...(judge && { judge }) })
  }

  belief(): FactBelief {
    return this.#estimator.belief
  }

  /** The commands that were refused or tried so far, in order. */
  attempts(): readonly Attempt[] {
    return this.#executor.attempts
  }

  install(registry: NodeRegistry): void {
    const { domain } = this.#options
    const { skills } = domain.rules
    const ports = skills.map(({ name, ports: all }) => [name, all.map((port) => port.name)] as const)
    registry.bind(...commandingSkills(this.#skillHost(), Object.fromEntries(ports)))
    registry.bind(...holdsDefinition(domain, () => this.belief().facts))
  }

  observe(): void {
    const { line } = this.#options
    const now = this.#now()
    this.#pollArming()
    for (const observation of line.takeObservations()) {
      this.#estimator.observe(observation, now, this.#executor.running)
      this.#executor.observed()
    }
    if (line.status !== 'up' || now - this.#observedAt < OBSERVE_EVERY_MS) return
    this.#observedAt = now
    line.observe()
  }

  condition(): Condition {
    const { moving, safe, unreachable } = this.#options.line
    const estop = this.#arm.kind === 'armed' && safe !== undefined
    return {
      moving,
      estop,
      estopCause: unreachable ?? CAUSES[safe ?? ''] ?? 'the driver is SAFE',
    }
  }

  arm(): void {
    this.#arm = { kind: 'arming' }
    this.#options.line.reset()
  }

  armState(): ArmState {
    return this.#arm
  }

  startDiffers(): readonly string[] | undefined {
    if (this.#start === undefined) return []
    return this.#start.differs(this.#now(), (fact) => this.#estimator.shown(fact))
  }

  stop(): void {
    this.#executor.abort()
  }

  estop(): void {
    this.stop()
    this.#options.line.estop()
  }

  /** Somebody has restored the scene: what is believed begins anew. */
  sceneReset(): void {
    this.#estimator.restart()
  }

  hold(held: boolean): void {
    this.#held = held
  }

  busyWithStep(): boolean {
    return this.#executor.busy()
  }

  /** Whether a permitted command is under way or being checked. */
  hasCommand(): boolean {
    return this.#executor.running !== undefined
  }

  #pollArming(): void {
    if (this.#arm.kind !== 'arming') return
    const { line } = this.#options
    if (line.resetRefusal !== undefined) {
      this.#arm = { kind: 'failed', text: `the driver did not leave its safe state: ${line.resetRefusal}` }
    } else if (line.safe === undefined) {
      // what was seen before it was reset does not show where the episode begins
      line.takeObservations()
      this.#estimator.restart()
      this.#start?.begin(this.#now())
      this.#observedAt = -Infinity
      this.#arm = { kind: 'armed' }
    }
  }

  #now(): Ms {
    return this.#options.clock.now()
  }

  #skillHost(): SkillHost<GroundSkill> {
    const { domain, onFeedback } = this.#options
    const executor = this.#executor
    const facts = () => this.belief().facts
    return {
      intend: (step) => domain.intend(step, facts()),
      busy: () => this.#held || executor.busy(),
      begin: (command, path) => executor.begin(command, this.#now(), path),
      progress: () => executor.progress(this.#now()),
      abort: () => this.stop(),
      feedback: (path, skill, kind, text) => {
        const reminder = domain.describeState?.(facts()) ?? ''
        const { judged } = executor
        onFeedback({ t: this.#now(), path, skill, kind, text, reminder, ...(judged && { judged }) })
      },
    }
  }
}

const CAUSES: Readonly<Partial<Record<string, string>>> = {
  estop: 'the emergency stop was pressed',
  silence: 'the driver has heard no heartbeat',
  fault: 'the driver has a fault',
  start: 'the driver has started anew',
}
