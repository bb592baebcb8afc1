import { randomBytes, timingSafeEqual } from 'node:crypto'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'

/** How long a token of `arm` is valid, ms. */
const TOKEN_MS = 30_000

/** What an operator is shown before the second step. */
export interface ArmToken {
  readonly token: string
  /** what will move, or what the critic warns of */
  readonly what: string
  readonly expiresInMs: number
}

interface Question {
  readonly what: string
  readonly answer: (name: string | null) => void
}

/**
 * Law 7 on the console: motion is requested here, and begins once an operator has armed, read what would move, and
 * confirmed with the token. One question at a time; an answer is never reused.
 */
export class ArmingService {
  readonly #now: () => number
  readonly #changed: (waitingFor: string | null) => void
  #question: Question | undefined
  #token: { readonly text: string; readonly by: string; readonly until: number } | undefined

  /**
   * @param now monotonic milliseconds
   * @param changed what is awaiting arm; null: nothing
   */
  constructor(now: () => number, changed: (waitingFor: string | null) => void) {
    this.#now = now
    this.#changed = changed
  }

  /** What is awaiting arm. */
  get waitingFor(): string | null {
    return this.#question?.what ?? null
  }

  /** @returns who armed and confirmed; null when `signal` is aborted first */
  ask(what: string, signal: AbortSignal): Promise<string | null> {
    this.#settle(null)
    if (signal.aborted) return Promise.resolve(null)
    return new Promise((answer) => {
      const withdraw = (): void => this.#settle(null)
      signal.addEventListener('abort', withdraw, { once: true })
      this.#question = {
        what,
        answer: (name) => {
          signal.removeEventListener('abort', withdraw)
          answer(name)
        },
      }
      this.#changed(what)
    })
  }

  /** First step: issues a token to this operator and voids any earlier one. */
  arm(by: string): Result<ArmToken, Refusal> {
    if (this.#question === undefined) return err(NOTHING_PENDING)
    const text = randomBytes(3).toString('hex')
    this.#token = { text, by, until: this.#now() + TOKEN_MS }
    return ok({ token: text, what: this.#question.what, expiresInMs: TOKEN_MS })
  }

  /** Second step, by the same operator. A wrong token voids the right one, so that guessing is useless. */
  confirm(by: string, token: string): Result<{ readonly moves: string }, Refusal> {
    const given = this.#token
    this.#token = undefined
    if (this.#question === undefined) return err(NOTHING_PENDING)
    if (given === undefined)
      return err({ code: 'arm.first', message: 'nobody has armed', hint: 'send `arm` first' })
    if (given.by !== by)
      return err({
        code: 'arm.other',
        message: `${given.by} has armed, so only ${given.by} can confirm`,
        hint: 'send `arm` yourself',
      })
    if (this.#now() > given.until)
      return err({ code: 'arm.expired', message: 'the token has expired', hint: 'send `arm` again' })
    if (!equal(given.text, token))
      return err({
        code: 'arm.token',
        message: 'that is not the token',
        hint: 'send `arm` again and type the token that it returns',
      })
    const { what } = this.#question
    this.#settle(by)
    return ok({ moves: what })
  }

  #settle(name: string | null): void {
    const question = this.#question
    this.#question = undefined
    this.#token = undefined
    if (question === undefined) return
    this.#changed(null)
    question.answer(name)
  }
}

const NOTHING_PENDING: Refusal = {
  code: 'arm.nothing-waits',
  message: 'nothing is waiting to be armed',
  hint: 'begin something first: `run`, an order with `do`, or `teleop`',
}

function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)]
  return x.length === y.length && timingSafeEqual(x, y)
}
