import { err, ok, type Result } from '#base/result.js'
import { OperatorSession } from './operator-session.js'

/** One step that an operator asks for: a skill of the robot, its parameters as a tree would write them. */
export interface AskedStep {
  readonly skill: string
  readonly args: Readonly<Record<string, string>>
}

/** How the newest step stands. */
export interface StepStanding {
  /** counts the steps that were permitted, from 1 */
  readonly step: number
  /** `done`, or how it ended otherwise: as the feedback of a tree's leaf */
  readonly result: 'running' | 'done' | 'exec_fail' | 'eo_fail' | 'stopped'
  readonly text: string
}

/** What the twin says to a step before anything moves. */
export type StepAnswer = { readonly step: number } | { readonly refused: string }

/**
 * A session in which an operator asks for steps, one at a time; the window goes on while a step runs. The loop
 * (`runSteps`) takes the steps.
 */
export class StepSession extends OperatorSession {
  #asked: { readonly step: AskedStep; readonly answer: (answer: StepAnswer) => void } | undefined
  #standing: StepStanding | undefined

  /** How the newest permitted step stands; undefined before the first. */
  get standing(): StepStanding | undefined {
    return this.#standing
  }

  /** The step that waits for its judgement. */
  get waiting(): AskedStep | undefined {
    return this.#asked?.step
  }

  /** @returns what the twin says to it; or why it is not even asked */
  ask(step: AskedStep): Result<Promise<StepAnswer>, string> {
    if (!this.isOpen) return err('nobody has armed and confirmed yet')
    this.alive()
    if (this.over !== undefined) return err('this session is over')
    if (this.#asked !== undefined) return err('the step before is still being judged')
    if (this.#standing?.result === 'running') return err(`step ${this.#standing.step} is still under way`)
    return ok(new Promise((answer) => (this.#asked = { step, answer })))
  }

  /** The step that waited is refused, and nothing has moved. */
  refuse(text: string): void {
    this.#answer({ refused: text })
  }

  /** The step that waited is permitted. */
  begin(): void {
    const step = (this.#standing?.step ?? 0) + 1
    this.#standing = { step, result: 'running', text: '' }
    this.#answer({ step })
  }

  /** The step that was permitted has ended. */
  conclude(result: StepStanding['result'], text: string): void {
    if (this.#standing?.result === 'running') this.#standing = { ...this.#standing, result, text }
  }

  #answer(answer: StepAnswer): void {
    const asked = this.#asked
    this.#asked = undefined
    asked?.answer(answer)
  }
}
