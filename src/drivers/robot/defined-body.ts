import { err, ok, type Result } from '#base/result.js'
import type { Execute, FactValue, Observation, SeenFact } from '../contract.js'
import type { BodyFault, BodyOutcome, RobotBody, Wanted } from '../side/robot-body.js'
import { AsyncRun } from './async-run.js'
import { objectionToParams, type ParamTypes } from './skill-params.js'

/** A skill whose declaration has lost its types: the values were checked against it. */
export interface AnySkill {
  readonly params: ParamTypes
  readonly timeoutMs: number
  run(params: Readonly<Record<string, FactValue>>, controls: SkillControls): MaybeLater<SkillEnd>
}

export interface SkillControls {
  /** aborted by a stop, the time limit or a silent host: end the motion and return */
  readonly signal: AbortSignal
  /** @param fraction done so far, 0…1 */
  readonly progress: (fraction: number) => void
}

export type MaybeLater<T> = T | PromiseLike<T>

/** Nothing: it succeeded. Throwing is failing as well, with the error's message. */
export type SkillEnd = void | { readonly failed: string }

/** What a robot sees. */
export interface Seen {
  /** values by fact, such as `location(mug)`; with certainty and age where they are not 1 and 0 */
  readonly facts: Readonly<Record<string, FactValue | Omit<SeenFact, 'fact'>>>
  /** references by name of the picture: a file or an id */
  readonly pictures?: Readonly<Record<string, string>>
}

export interface BodyParts {
  readonly skills: Readonly<Record<string, AnySkill>>
  observe(wanted: Wanted): MaybeLater<Seen>
  stop(): MaybeLater<void>
  fault?(): BodyFault | undefined
}

/** A robot of the user's functions, as `DriverSide` drives it. It moves while any of them has not ended. */
export class DefinedBody implements RobotBody {
  readonly #parts: BodyParts
  #run: AsyncRun<SkillEnd> | undefined
  /** cancelled, and not yet ended */
  #ending: AsyncRun<SkillEnd> | undefined
  #stop: AsyncRun<void> | undefined
  #looks: { readonly run: AsyncRun<Seen>; readonly answer: Answer }[] = []
  #broken: string | undefined

  constructor(parts: BodyParts) {
    this.#parts = parts
  }

  get moving(): boolean {
    this.#settle()
    return this.#run !== undefined || this.#ending !== undefined || this.#stop !== undefined
  }

  get fault(): BodyFault | undefined {
    this.#settle()
    if (this.#broken !== undefined) return { why: 'fault', text: this.#broken }
    try {
      return this.#parts.fault?.()
    } catch (cause) {
      // whoever cannot be asked may be anything
      return {
        why: 'fault',
        text: `fault() failed: ${cause instanceof Error ? cause.message : String(cause)}`,
      }
    }
  }

  objectionTo({ skill, params }: Execute): string | undefined {
    return objectionToParams(this.#parts.skills[skill]?.params ?? {}, params)
  }

  begin({ skill, params }: Execute, progress: (fraction: number) => void): void {
    this.#run = new AsyncRun((signal) => this.#parts.skills[skill]?.run(params, { signal, progress }))
  }

  outcome(): BodyOutcome | undefined {
    const outcome = this.#run?.outcome
    if (outcome === undefined) return undefined
    this.#run = undefined
    if (!outcome.ok) return { status: 'failed', reason: outcome.reason }
    const end = outcome.value
    return end ? { status: 'failed', reason: end.failed } : { status: 'ok' }
  }

  halt(): void {
    this.#run?.cancel('stop')
    if (this.#run !== undefined) this.#ending = this.#run
    this.#run = undefined
    this.#stop ??= new AsyncRun(() => this.#parts.stop())
    this.#settle()
  }

  observe(wanted: Wanted, answer: Answer): void {
    this.#looks.push({ run: new AsyncRun(() => this.#parts.observe(wanted)), answer })
    this.#settle()
  }

  #settle(): void {
    const stopped = this.#stop?.outcome
    if (stopped !== undefined) this.#stop = undefined
    // its last words, after the stop, may have been to a motor
    if (this.#ending?.outcome !== undefined && this.#stop === undefined) {
      this.#ending = undefined
      this.#stop = new AsyncRun(() => this.#parts.stop())
    }
    if (stopped?.ok === true) this.#broken = undefined
    if (stopped?.ok === false) this.#broken = `stop() failed: ${stopped.reason}`
    const looks = this.#looks
    this.#looks = looks.filter(({ run }) => run.outcome === undefined)
    for (const { run, answer } of looks) {
      if (run.outcome?.ok === true) answer(observationOf(run.outcome.value))
      else if (run.outcome !== undefined) answer(err(run.outcome.reason))
    }
  }
}

/** What a robot's own code returned, which may be nothing that its type promises. */
function observationOf(value: Seen | undefined): Result<Observation, string> {
  const { facts, pictures } = value ?? {}
  if (typeof facts !== 'object') return err('observe() returned no facts')
  const seen = Object.entries(facts).map(([fact, value]): SeenFact =>
    typeof value === 'object' ? { fact, ...value } : { fact, value, confidence: 1, ageMs: 0 },
  )
  return ok({ facts: seen, ...(pictures && { pictures }) })
}

type Answer = (answer: Result<Observation, string>) => void
