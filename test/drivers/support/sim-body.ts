import type { Clock } from '#base/clock.js'
import { ok } from '#base/result.js'
import type { Execute } from '#drivers/contract.js'
import type { BodyFault, BodyOutcome, RobotBody, Wanted } from '#drivers/side/robot-body.js'

/** A robot of one axis in virtual time: it moves at 1 m/s, brakes within a given time, and counts what it did. */
export class SimBody implements RobotBody {
  fault: BodyFault | undefined
  /** what it began, in order: the truth about executions */
  readonly begun: Execute[] = []
  readonly #clock: Clock
  readonly #brakeMs: number
  #until = -Infinity
  #brakesUntil = -Infinity
  #active = false

  constructor(clock: Clock, brakeMs = 80) {
    this.#clock = clock
    this.#brakeMs = brakeMs
  }

  get moving(): boolean {
    const now = this.#clock.now()
    return this.#active ? now < this.#until : now < this.#brakesUntil
  }

  /** when it will stand, by itself or by its brakes, ms */
  get standsAt(): number {
    return this.#active ? this.#until : this.#brakesUntil
  }

  objectionTo({ params }: Execute): string | undefined {
    return typeof params['ms'] === 'number' && params['ms'] >= 0 ? undefined : 'ms is no time'
  }

  begin(command: Execute, progress: (fraction: number) => void): void {
    this.begun.push(command)
    this.#active = true
    this.#until = this.#clock.now() + Number(command.params['ms'])
    progress(0)
  }

  outcome(): BodyOutcome | undefined {
    if (!this.#active || this.#clock.now() < this.#until) return undefined
    this.#active = false
    const odd = this.begun.length % 7 === 0
    return odd ? { status: 'failed', reason: 'slipped' } : { status: 'ok' }
  }

  halt(): void {
    if (this.moving && this.#active) this.#brakesUntil = this.#clock.now() + this.#brakeMs
    this.#active = false
  }

  observe({ facts }: Wanted, answer: Parameters<RobotBody['observe']>[1]): void {
    const seen = (facts ?? ['at']).map((fact) => ({ fact, value: this.moving, confidence: 1, ageMs: 0 }))
    answer(ok({ facts: seen }))
  }
}

export const SIM_OFFER = {
  robot: 'axis',
  boot: 'b1',
  skills: [{ name: 'Move', params: ['ms'], timeoutMs: 5000 }],
  facts: ['at'],
  pictures: [],
  stopMs: 100,
  heartbeatMs: 200,
} as const
