import type { Rng } from '#base/random.js'
import { ok, type Result } from '#base/result.js'
import type { Execute, Observation, SeenFact } from '#drivers/contract.js'
import { isWanted, type BodyOutcome, type RobotBody, type Wanted } from '#drivers/side/robot-body.js'
import type { DataDomain } from '#worlds/assemble.js'
import { playStep } from './play-step.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'

export interface RulesBodyOptions {
  readonly domain: DataDomain
  /** how everything is, whatever anybody knows */
  readonly truth: Fluents
  /** the facts that nobody has seen yet are UNKNOWN here */
  readonly believed: Fluents
  readonly draws: Rng
}

/** A skill that is being carried out. */
interface Running {
  readonly step: { readonly skill: string; readonly args: Readonly<Record<string, string>> }
  readonly begun: number
  readonly endsAt: number
  readonly progress: (fraction: number) => void
}

/**
 * A robot without a shape in a world that plays by its own rules: a skill takes its time, and then what the world says
 * of it has happened. A skill that is stopped before has changed nothing.
 */
export class RulesBody implements RobotBody {
  readonly fault = undefined
  readonly #domain: DataDomain
  readonly #draws: Rng
  readonly #unseen: Set<string>
  #truth: Fluents
  #now = 0
  #worked = 0
  #running: Running | undefined
  #outcome: BodyOutcome | undefined

  constructor({ domain, truth, believed, draws }: RulesBodyOptions) {
    this.#domain = domain
    this.#truth = truth
    this.#draws = draws
    this.#unseen = new Set([...believed].flatMap(([fact, value]) => (value === UNKNOWN ? [fact] : [])))
  }

  get moving(): boolean {
    return this.#running !== undefined
  }

  get truth(): Fluents {
    return this.#truth
  }

  /** ms in which a skill was carried out */
  get worked(): number {
    return this.#worked
  }

  objectionTo(command: Execute): string | undefined {
    const commands = this.#domain.intend(stepOf(command), this.#truth)
    return commands.ok ? undefined : commands.error.text
  }

  begin(command: Execute, progress: (fraction: number) => void): void {
    const step = stepOf(command)
    const endsAt = this.#now + 1000 * secondsOf(this.#domain, step, this.#truth)
    this.#outcome = undefined
    this.#running = { step, begun: this.#now, endsAt, progress }
  }

  outcome(): BodyOutcome | undefined {
    const outcome = this.#outcome
    this.#outcome = undefined
    return outcome
  }

  halt(): void {
    this.#running = this.#outcome = undefined
  }

  observe(wanted: Wanted, answer: (answer: Result<Observation, string>) => void): void {
    const facts = [...this.#truth].flatMap(([fact, value]): SeenFact[] =>
      this.#unseen.has(fact) || !isWanted(fact, wanted) ? [] : [{ fact, value, confidence: 1, ageMs: 0 }],
    )
    answer(ok({ facts }))
  }

  /** Its time goes on. @param period ms */
  advance(period: number): void {
    this.#now += period
    const running = this.#running
    if (running === undefined) return
    this.#worked += period
    if (this.#now < running.endsAt)
      return running.progress((this.#now - running.begun) / (running.endsAt - running.begun))
    this.#running = undefined
    this.#end(running.step)
  }

  #end(step: Running['step']): void {
    const before = this.#truth
    const known = new Map(
      [...before].map(([fact, value]) => [fact, this.#unseen.has(fact) ? UNKNOWN : value]),
    )
    const commands = this.#domain.intend(step, known)
    const sees = commands.ok ? commands.value.flatMap((one) => this.#domain.sees(known, one)) : []
    const played = playStep(this.#domain, before, step, () => this.#draws.next())
    this.#truth = played.after
    const changed = [...played.after].flatMap(([fact, value]) => (before.get(fact) === value ? [] : [fact]))
    for (const fact of [...(played.kind === 'done' ? sees : []), ...changed]) this.#unseen.delete(fact)
    this.#outcome = played.kind === 'done' ? { status: 'ok' } : { status: 'failed', reason: played.reason }
  }
}

const stepOf = ({ skill, params }: Execute): Running['step'] => ({
  skill,
  args: Object.fromEntries(Object.entries(params).map(([port, value]) => [port, String(value)])),
})

/** How long a skill takes where the world does not say, s. */
const SECONDS = 4
/** a skill that is done at once is still seen to run */
const LEAST_SECONDS = 0.1

function secondsOf(domain: DataDomain, step: Running['step'], state: Fluents): number {
  const commands = domain.intend(step, state)
  const [command] = commands.ok ? commands.value : []
  const seconds = command === undefined ? 0 : (domain.about(state, command).seconds ?? SECONDS)
  return Math.max(LEAST_SECONDS, seconds)
}
