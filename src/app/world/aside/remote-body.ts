import { err, type Result } from '#base/result.js'
import type { Execute, Observation } from '#drivers/contract.js'
import type { BodyOutcome, RobotBody, Wanted } from '#drivers/side/robot-body.js'
import type { FromWorld, ToWorld, WorldState } from './messages.js'

interface Awaited {
  readonly resolve: (moment: unknown) => void
  readonly reject: (why: Error) => void
}

type Answer = (answer: Result<Observation, string>) => void

/** More time than this is not made up for, ms: while the world computes, its time stands still. */
const MOST_OWED_MS = 100
/** questions that may wait for the thread */
const MOST_QUESTIONS = 64

/**
 * A robot in another thread, as the laws of its driver see it: no call waits for it. What it does is what the thread
 * has said last; from `go` until the thread has said otherwise it moves.
 */
export class RemoteBody implements RobotBody {
  readonly fault = undefined
  readonly #post: (message: ToWorld) => void
  readonly #objection: RobotBody['objectionTo']
  readonly #questions = new Map<number, Answer>()
  readonly #moments = new Map<number, Awaited>()
  #state: WorldState | undefined
  #order = 0
  /** the order that began the running command */
  #begun = 0
  #question = 0
  #moving = false
  #preparing: number | undefined
  #outcome: BodyOutcome | undefined
  #progress: (fraction: number) => void = () => undefined
  #owed = 0
  /** the thread has not answered the last `advance` */
  #busy = false

  /** @param objection what is wrong with parameters; asked here, where nobody has to wait for it */
  constructor(post: (message: ToWorld) => void, objection: RobotBody['objectionTo']) {
    this.#post = post
    this.#objection = objection
  }

  /** What the thread has said last; undefined before its world is made. */
  get state(): WorldState | undefined {
    return this.#state
  }

  get moving(): boolean {
    return this.#moving
  }

  objectionTo(command: Execute): string | undefined {
    return this.#objection(command)
  }

  begin(command: Execute, progress: (fraction: number) => void): void {
    this.#outcome = undefined
    this.#progress = progress
    this.#begun = this.#preparing = ++this.#order
    this.#post({ kind: 'begin', order: this.#order, command })
  }

  outcome(): BodyOutcome | undefined {
    const outcome = this.#outcome
    this.#outcome = undefined
    return outcome
  }

  halt(): void {
    this.#outcome = this.#preparing = undefined
    this.#begun = 0
    this.#post({ kind: 'halt', order: ++this.#order })
  }

  observe(wanted: Wanted, answer: Answer): void {
    if (this.#questions.size >= MOST_QUESTIONS)
      return answer(err(`${MOST_QUESTIONS} observations are still awaited`))
    this.#questions.set(++this.#question, answer)
    this.#post({ kind: 'observe', question: this.#question, wanted })
  }

  /** This moment of the world, when the thread comes to it. @throws Error (rejects) when it never will */
  moment(id: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#moments.set(++this.#question, { resolve, reject })
      this.#post({ kind: 'moment', question: this.#question, id })
    })
  }

  /** @param periodMs of time that passes; what the thread does not keep up with does not pass */
  advance(periodMs: number): void {
    this.#owed = Math.min(this.#owed + periodMs, MOST_OWED_MS)
    if (this.#busy || this.#state === undefined || this.#preparing !== undefined) return
    this.#busy = true
    this.#post({ kind: 'advance', ms: this.#owed })
    this.#owed = 0
  }

  /** Nothing comes from the thread any more. @param why in a sentence */
  end(why: string): void {
    for (const answer of this.#questions.values()) answer(err(why))
    for (const moment of this.#moments.values()) moment.reject(new Error(why))
    this.#questions.clear()
    this.#moments.clear()
  }

  /** What the thread says. */
  hear(message: FromWorld): void {
    switch (message.kind) {
      case 'up':
        this.#state = message.state
        return
      case 'prepared':
        return this.#prepared(message.order)
      case 'advanced':
        this.#busy = false
        this.#state = message.state
        // what it said before it heard the newest order says nothing about that
        if (message.order === this.#order && this.#preparing === undefined)
          this.#moving = message.state.moving
        return
      case 'outcome':
        if (message.order === this.#order) this.#outcome = message.outcome
        return
      case 'progress':
        if (message.order === this.#begun) this.#progress(message.fraction)
        return
      case 'observed':
        this.#questions.get(message.question)?.(message.answer)
        this.#questions.delete(message.question)
        return
      case 'moment':
        this.#moments.get(message.question)?.resolve(message.moment)
        this.#moments.delete(message.question)
        return
      case 'failed':
    }
  }

  /** It has looked and may move now, unless it was stopped meanwhile. */
  #prepared(order: number): void {
    if (this.#preparing !== order) return
    this.#preparing = undefined
    this.#moving = true
    this.#post({ kind: 'go', order: ++this.#order })
  }
}
