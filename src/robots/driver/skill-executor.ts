import { ok, type Result } from '#base/result.js'
import type { Ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { PredictedOutcomes } from '#twin/domain/domain.js'
import { PermitOffice } from '#twin/permit.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Judgement, StepJudgement } from '#worlds/run/judgement.js'
import type { Fluents, Value } from '#worlds/value.js'
import type { Progress } from '../skills/host.js'
import { Gate, type GateRefusal } from '../gate.js'
import { AttemptLog, type Attempt } from './attempts.js'
import type { FactBelief, FactEstimator, RunningCommand } from './fact-estimator.js'
import type { CommandId } from '#drivers/session/driver-event.js'
import type { DriverLine } from './driver-line.js'
import { isOutOfSight, stepOf, type StepJudge } from './step-judge.js'

/** A driver ends a skill at its limit by itself: its word of it may take this much longer, ms. */
const RESULT_LIMIT_MS = 500
/** Longest wait for the first look after a skill, ms: what was asked before is answered first, up to 1 s each. */
const LOOK_LIMIT_MS = 2500

export interface SkillExecutorOptions {
  readonly domain: TaskDomain
  readonly line: DriverLine
  readonly estimator: FactEstimator
  /** how long a skill may take, ms */
  readonly timeLimit: (skill: string) => Ms
  readonly onRefusal: (refusal: GateRefusal, command: GroundSkill) => void
  /** is asked before and after each step what is seen of it */
  readonly judge?: StepJudge
}

interface Current {
  readonly id: CommandId
  readonly path: NodePath
  readonly begun: Ms
  readonly command: GroundSkill
  readonly before: Fluents
  readonly prediction: PredictedOutcomes<Fluents>
  /** facts that it is to observe */
  readonly sees: readonly string[]
  /** whether it was seen that it may be done */
  readonly seemed: Judgement | undefined
  /** how long sensors may take to show what it has done, from the first look after it */
  readonly lag: Ms
  readonly deadline: number
  /** how long it may take, ms */
  readonly limit: Ms
  /** since the driver said that it has ended */
  ended: Aftermath | undefined
}

/** What has been seen since the driver reported the end of a skill. */
interface Aftermath {
  readonly at: Ms
  /** the question that was open then, until it is answered: the answer may be older than the end */
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
  readonly #attempts = new AttemptLog()
  #current: Current | undefined
  #judged: StepJudgement | undefined

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
    return current && runningOf(current)
  }

  /** The commands that were refused or tried, in order; of the last one with what is believed now. */
  get attempts(): readonly Attempt[] {
    return this.#attempts.upTo(this.#options.estimator.belief.facts)
  }

  /** By what was seen before and after the latest command that has ended; undefined where nobody was asked. */
  get judged(): StepJudgement | undefined {
    return this.#judged
  }

  /** Call when something was observed: it tells how a command that has failed left the world. */
  observed(): void {
    if (this.#current === undefined) this.#attempts.settle(this.#options.estimator.belief.facts)
  }

  busy(): boolean {
    const { status, stopping, moving } = this.#options.line
    // nothing is begun while the driver is late, or before the robot stands: it does, or the session ends
    return this.#current !== undefined || status === 'degraded' || stopping || moving
  }

  begin(asked: GroundSkill, now: Ms, nodePath: NodePath): Result<null, GateRefusal> {
    const { estimator, line, timeLimit, domain, judge } = this.#options
    const state = estimator.belief
    this.#attempts.settle(state.facts)
    this.#judged = undefined
    const command = structuredClone(asked)
    const limit = timeLimit(command.skill)
    const passed = this.#gate.pass(command, { state, now, nodePath }, (permit) => {
      const redeemed = this.#office.redeem(permit, command, state, now)
      if (!redeemed.ok) return redeemed
      const params = paramsOf(domain, command)
      return ok(line.execute({ permit: redeemed.value, skill: command.skill, params, deadlineMs: limit }))
    })
    if (!passed.ok) {
      const { text, checkId: check } = passed.error
      const refused = { path: nodePath, begun: now, ended: now, command, before: state.facts }
      this.#attempts.add({ ...refused, result: 'twin_reject', text, check })
      this.#attempts.settle(state.facts)
      return passed
    }
    const { sent: id, prediction } = passed.value
    const sees = domain.sees(state.facts, command)
    const begun = { path: nodePath, begun: now, command, before: state.facts }
    const lag = estimator.lagOf({ begun: now, before: state.facts, outcomes: prediction.outcomes, sees })
    const deadline = now + limit + RESULT_LIMIT_MS
    const seemed = judge?.before(stepOf(command), { evidence: estimator.standing, before: state.facts })
    this.#current = { id, ...begun, prediction, sees, seemed, lag, deadline, limit, ended: undefined }
    return ok(null)
  }

  /** Progress of the latest skill; one that times out is stopped. */
  progress(now: Ms): Progress {
    const current = this.#current
    if (current === undefined) return { kind: 'exec_fail', text: 'the robot was stopped' }
    const progress = this.#judge(current, now)
    if (progress.kind === 'running') return progress
    this.#judged = this.#judgementOf(current)
    this.#note(current, progress, now)
    if (now >= current.deadline && progress.kind === 'exec_fail') this.abort()
    this.#current = undefined
    return progress
  }

  abort(): void {
    this.#current = undefined
    this.#options.line.stop()
  }

  /** Notes a command that was tried: one that was stopped, or that the driver refused, says nothing about its skill. */
  #note({ id, path, begun, command, before }: Current, ended: Progress, now: Ms): void {
    if (ended.kind === 'running') return
    const { line, estimator } = this.#options
    const state = line.commandState(id)
    if (state.kind === 'failed' && !state.tried) return
    const text = ended.kind === 'done' ? '' : ended.text
    const judged = this.#judged && { judged: this.#judged }
    this.#attempts.add({ path, begun, ended: now, command, before, result: ended.kind, text, ...judged })
    // what succeeded was observed after it had ended
    if (ended.kind === 'done') this.#attempts.settle(estimator.belief.facts)
  }

  #judge(current: Current, now: Ms): Progress {
    const { line, estimator, domain } = this.#options
    const what = domain.describeCommand(current.command)
    const state = line.commandState(current.id)
    if (state.kind === 'running')
      return now < current.deadline
        ? { kind: 'running' }
        : { kind: 'exec_fail', text: tookTooLong(what, current.limit) }
    // nothing was done, or nobody knows: a look would tell nothing about the skill
    if (state.kind === 'failed' && !state.tried) return failed(what, state.text)
    const seenAt = this.#seenSince((current.ended ??= this.#aftermath(now)), now)
    // until the verdict falls, one look follows the other
    line.observe()
    if (seenAt === undefined && now - current.ended.at < LOOK_LIMIT_MS) return { kind: 'running' }
    // what comes next, often a second try, is judged by what the failure has left, not by what was seen before it
    if (state.kind === 'failed') return failed(what, state.text)
    if (seenAt === undefined)
      return {
        kind: 'eo_fail',
        text: `${what}: the sensors have shown nothing since${blind(line.blindness)}`,
      }
    const isLast = now - seenAt >= current.lag
    const isShown = estimator.conclude(runningOf(current), current.ended.observations, isLast)
    if (isShown && this.#isSeen(current)) return { kind: 'done' }
    if (!isLast) return { kind: 'running' }
    // everybody has looked for as long as it may take
    if (this.#isBelieved(current, current.ended.observations)) return { kind: 'done' }
    const missing = missingOf(current, estimator)
    const not = missing.map(({ text }) => text).join('; ') || 'it has changed what it changes'
    const instead = estimator.account(runningOf(current), current.ended.observations) + blind(line.blindness)
    return {
      kind: 'eo_fail',
      text: `${what} was carried out, but the sensors do not show that ${not}: ${instead}`,
    }
  }

  /** All that was expected is so, and nobody sees otherwise. */
  #isSeen(current: Current): boolean {
    return (
      missingOf(current, this.#options.estimator).length === 0 &&
      this.#judgementOf(current)?.after.answer !== 'no'
    )
  }

  /** Nobody can see now what has come of it: it is as the robot says. */
  #isBelieved(current: Current, since: number): boolean {
    const { estimator } = this.#options
    const isHidden = (fact: string): boolean => estimator.isHidden(fact, since)
    const after = this.#judgementOf(current)?.after
    if (after === undefined || !isOutOfSight(after, isHidden)) return false
    return (
      estimator.conclude(runningOf(current), since, true, isHidden) &&
      missingOf(current, estimator).length === 0
    )
  }

  #judgementOf(current: Current): StepJudgement | undefined {
    const { judge, estimator } = this.#options
    const { command, before, seemed, ended } = current
    if (judge === undefined || seemed === undefined) return undefined
    const evidence = estimator.evidence(runningOf(current), ended?.observations ?? estimator.observations)
    return { before: seemed, after: judge.after(stepOf(command), { evidence, before }) }
  }

  #aftermath(now: Ms): Aftermath {
    const { line, estimator } = this.#options
    return { at: now, open: line.asking, observations: estimator.observations, seenAt: undefined }
  }

  /** When the world was first seen as it is after the end of the skill; undefined before that. */
  #seenSince(ended: Aftermath, now: Ms): Ms | undefined {
    const { line, estimator } = this.#options
    if (ended.open !== undefined) {
      ended.observations = estimator.observations
      if (line.asking !== ended.open) ended.open = undefined
    } else if (estimator.observations > ended.observations) ended.seenAt ??= now
    return ended.seenAt
  }
}

const missingOf = ({ prediction }: Current, { belief }: FactEstimator) =>
  prediction.expected.filter((one) => !one.holds(belief.facts))

const failed = (what: string, why: string): Progress => ({
  kind: 'exec_fail',
  text: `the driver could not ${what}: ${why}`,
})

const tookTooLong = (what: string, limit: Ms): string =>
  `${what} took longer than its limit of ${limit / 1000} s (timeoutSeconds in robot.yaml, or what the driver says, ` +
  'if that is less): the driver has not said that it is done'

const blind = (why: string | undefined): string =>
  why === undefined ? '' : `; the driver could not observe: ${why}`

const runningOf = ({ begun, before, prediction, sees }: Current): RunningCommand => ({
  begun,
  before,
  outcomes: prediction.outcomes,
  sees,
})

/**
 * The parameters as the driver gets them. An argument that is known only at run time has been filled in by then, so
 * there is one binding.
 */
function paramsOf({ rules }: TaskDomain, { skill, bindings }: GroundSkill): Readonly<Record<string, Value>> {
  const ports = rules.skills.find(({ name }) => name === skill)?.ports ?? []
  return Object.fromEntries(ports.map(({ name }, i) => [name, bindings[0][i] ?? 'none']))
}
