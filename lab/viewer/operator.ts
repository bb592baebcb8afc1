import { setTimeout as pause } from 'node:timers/promises'
import { connectConsole, type ConsoleClient } from '#console-sockets/console-client.js'
import { readClientKey } from '#console-sockets/key-files.js'
import type { Rng } from '#base/random.js'
import { must } from '#base/result.js'

/** One `stop` as the operator saw it. */
export interface Stop {
  readonly ms: number
  /** a mission was under way */
  readonly moving: boolean
  readonly ok: boolean
}

/** An honest operator: has the robot do missions and stops them. */
export class Operator {
  readonly #client: ConsoleClient
  readonly #rng: Rng
  #lost = false
  readonly stops: Stop[] = []
  missions = 0
  /** requests other than `stop` that nobody answered within their time: they are asked again */
  unanswered = 0

  constructor(file: string, rng: Rng) {
    this.#client = must(connectConsole({ key: must(readClientKey(file), 'key') }), 'the console')
    this.#rng = rng
  }

  /** Missions for so long, each stopped some seconds on; the last has stopped when it resolves. */
  async operate(forMs: number): Promise<void> {
    const until = performance.now() + forMs
    while (performance.now() < until) {
      await this.#begin()
      this.missions += 1
      await pause(Math.min(2000 + this.#rng.int(5000), Math.max(500, until - performance.now())))
      await this.#stop(true)
      await this.#idle()
      for (let i = 0; i < AT_REST; i++) {
        await pause(50 + this.#rng.int(200))
        await this.#stop(false)
      }
    }
  }

  /** Waits until the models are there. */
  async ready(): Promise<void> {
    await this.#until('the models', async () => {
      const { models } = await this.#ask<{ models: readonly { state: string }[] }>('status')
      return models.every(({ state }) => state !== 'loading')
    })
  }

  close(): void {
    this.#client.close()
  }

  async #begin(): Promise<void> {
    await this.#ask('run', { field: 'F1', seed: this.#rng.int(1000), episodes: 1 })
    let token = ''
    await this.#until('something to arm', async () => {
      const answer = await this.#client.request('arm')
      if (answer.ok) ({ token } = answer.value as unknown as { token: string })
      return answer.ok
    })
    await this.#ask('confirm', { token })
    await this.#until('motion', async () => (await this.#ask<{ mode: string }>('status')).mode === 'RUNNING')
  }

  async #idle(): Promise<void> {
    await this.#until(
      'an idle robot',
      async () => (await this.#ask<{ activity: string }>('status')).activity === 'idle',
    )
  }

  async #stop(moving: boolean): Promise<void> {
    const began = performance.now()
    const { ok } = await this.#client.request('stop', {}, { timeoutMs: 10_000 })
    this.stops.push({ ms: performance.now() - began, moving, ok })
  }

  async #ask<T>(command: 'run' | 'confirm' | 'status', params: object = {}): Promise<T> {
    for (;;) {
      const answer = await this.#client.request(command, params as never, { timeoutMs: ASK_MS })
      if (answer.ok) return answer.value as T
      // what was carried out without an answer is there already
      if (this.#lost && command === 'run' && answer.error.code.startsWith('run.')) return {} as T
      if (!/^console\.(timeout|unreachable|denied)/.test(answer.error.code))
        throw new Error(`the operator's ${command}: ${answer.error.code}: ${answer.error.message}`)
      this.#lost = true
      this.unanswered += 1
      process.stderr.write(`nobody answered the operator's ${command} within ${ASK_MS} ms\n`)
    }
  }

  async #until(what: string, so: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + PATIENCE_MS
    while (!(await so())) {
      if (performance.now() > end) throw new Error(`the operator waited in vain for ${what}`)
      await pause(100)
    }
  }
}

/** stops after each mission, of a robot that stands */
const AT_REST = 4
const ASK_MS = 3000
const PATIENCE_MS = 60_000
