import { ok, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { PredictedOutcomes } from '#twin/domain/domain.js'
import { PermitOffice } from '#twin/permit.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents, Value } from '#worlds/value.js'
import type { Progress } from '../skills/host.js'
import { Gate, type GateRefusal } from '../gate.js'
import type { FactBelief, FactEstimator, RunningCommand } from './fact-estimator.js'
import type { CommandId } from '#drivers/session/driver-event.js'
import type { DriverLine } from './driver-line.js'

/** Sensors may lag the driver's report that a skill has ended by this much, ms, from the first look after it. */
const SENSOR_LAG_MS = 500
/** Longest wait for that first look, ms: a question that was open is answered first, in up to a second each. */
const LOOK_LIMIT_MS = 2500

export interface SkillExecutorOptions {
  readonly domain: TaskDomain
  readonly line: DriverLine
  readonly estimator: FactEstimator
  /** how long a skill may take, ms */
  readonly timeLimit: (skill: string) => Ms
  readonly onRefusal: (refusal: GateRefusal, command: GroundSkill) => void
}

interface Current {
  readonly id: CommandId
  readonly command: GroundSkill
  readonly before: Fluents
  readonly prediction: PredictedOutcomes<Fluents>
  readonly deadline: number
  /** since the driver reported success */
  done: Aftermath | undefined
}

/** What has been seen since the driver reported the success of a skill. */
interface Aftermath {
  readonly at: Ms
  /** the question that was open then, until it is answered: the answer may be older than the success */
  open: number | undefined
  /** how many observations had arrived by then; what comes later shows the world as it is now */
  observations: number
  /** when the first of these came */
  seenAt: Ms | undefined
}

type Prediction = PredictedOutcomes<Fluents>

/** Runs one skill of a driver at a time, from the gate to its verdict (law 3). */
export class SkillExecutor {
  readonly #options: SkillExecutorOptions
  readonly #office: PermitOffice<FactBelief, GroundSkill, Prediction, { checkId: string; text: string }>
  readonly #gate: Gate<FactBelief, GroundSkill, Prediction>
  #current: Current | undefined

  constructor(options: SkillExecutorOptions) {
    const { domain, onRefusal } = options
    this.#options = options
    this.#office = new PermitOffice({
      judge: ({ facts }, command) => domain.judge(facts, command),
      copy: (command) => structuredClone(command),
    })
    this.#gate = new Gate(this.#office, (command) => domain.describeCommand(command), onRefusal)
  }

  /** The running skill: it explains what is seen meanwhile. */
  get running(): RunningCommand | undefined {
    const current = this.#current
    return current && { before: current.before, outcomes: current.prediction.outcomes }
  }

  busy(): boolean {
    const { status, stopping, moving } = this.#options.line
    // nothing is begun while the driver is late, or before the robot stands: it does, or the session ends
    return this.#current !== undefined || status === 'degraded' || stopping || moving
  }

  begin(asked: GroundSkill, now: Ms, nodePath: NodePath): Result<null, GateRefusal> {
    const { estimator, line, timeLimit, domain } = this.#options
    const state = estimator.belief
    const command = structuredClone(asked)
    const limit = timeLimit(command.skill)
    const passed = this.#gate.pass(command, { state, now, nodePath }, (permit) => {
      const redeemed = this.#office.redeem(permit, command, state, now)
      if (!redeemed.ok) return redeemed
      const params = paramsOf(domain, command)
      return ok(line.execute({ permit: redeemed.value, skill: command.skill, params, deadlineMs: limit }))
    })
    if (!passed.ok) return passed
    const { sent: id, prediction } = passed.value
    const deadline = now + limit + SENSOR_LAG_MS
    this.#current = { id, command, before: state.facts, prediction, deadline, done: undefined }
    return ok(null)
  }

  /** Progress of the latest skill; one that times out is stopped. */
  progress(now: Ms): Progress {
    const current = this.#current
    if (current === undefined) return { kind: 'exec_fail', text: 'the robot was stopped' }
    const progress = this.#judge(current, now)
    if (progress.kind === 'running') return progress
    if (now >= current.deadline && progress.kind === 'exec_fail') this.abort()
    this.#current = undefined
    return progress
  }

  abort(): void {
    this.#current = undefined
    this.#options.line.stop()
  }

  #judge(current: Current, now: Ms): Progress {
    const { line, estimator, domain } = this.#options
    const what = domain.describeCommand(current.command)
    const state = line.commandState(current.id)
    if (state.kind === 'running')
      return now < current.deadline
        ? { kind: 'running' }
        : { kind: 'exec_fail', text: `${what} took too long: the driver has not said that it is done` }
    if (state.kind !== 'ok') return { kind: 'exec_fail', text: `the driver could not ${what}: ${state.text}` }
    const seenAt = this.#seenSince((current.done ??= this.#aftermath(now)), now)
    // until the verdict falls, one look follows the other
    line.observe()
    if (seenAt === undefined)
      return now - current.done.at < LOOK_LIMIT_MS
        ? { kind: 'running' }
        : { kind: 'eo_fail', text: `${what}: the sensors have shown nothing since` }
    estimator.conclude(
      { before: current.before, outcomes: current.prediction.outcomes },
      current.done.observations,
    )
    const missing = current.prediction.expected.filter((one) => !one.holds(estimator.belief.facts))
    if (missing.length === 0) return { kind: 'done' }
    if (now - seenAt < SENSOR_LAG_MS) return { kind: 'running' }
    const not = missing.map(({ text }) => text).join('; ')
    return { kind: 'eo_fail', text: `${what} was carried out, but the sensors do not show that ${not}` }
  }

  #aftermath(now: Ms): Aftermath {
    const { line, estimator } = this.#options
    return { at: now, open: line.asking, observations: estimator.observations, seenAt: undefined }
  }

  /** When the world was first seen as it is after the success; undefined before that. */
  #seenSince(done: Aftermath, now: Ms): Ms | undefined {
    const { line, estimator } = this.#options
    if (done.open !== undefined) {
      done.observations = estimator.observations
      if (line.asking !== done.open) done.open = undefined
    } else if (estimator.observations > done.observations) done.seenAt ??= now
    return done.seenAt
  }
}

/**
 * The parameters as the driver gets them. An argument that is known only at run time has been filled in by then, so
 * there is one binding.
 */
function paramsOf({ rules }: TaskDomain, { skill, bindings }: GroundSkill): Readonly<Record<string, Value>> {
  const ports = rules.skills.find(({ name }) => name === skill)?.ports ?? []
  return Object.fromEntries(ports.map(({ name }, i) => [name, bindings[0][i] ?? 'none']))
}
