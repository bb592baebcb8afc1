import { createRulesDriver, type RulesDriver } from '#app/world/rules/rules-driver.js'
import { VirtualClock } from '#base/clock.js'
import type { Rng } from '#base/random.js'
import { ms } from '#base/units.js'
import type { SeenFact } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import { judgeTranscript } from '#drivers/judge-transcript.js'
import { recordingPeer, type TranscriptEntry } from '#drivers/transcript/transcript.js'
import type { Sight, Step } from '#instructions/repair/attempt.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import type { TrialWorld } from '../service/variants.js'

const NAMES = { boot: 'bench', robot: 'bench' }
const TICK = ms(20)
const MOST_TICKS = 50_000

/** A world behind the driver contract, in virtual time: messages are kept, commands judged by the rules. */
export class DrivenWorld implements TrialWorld {
  readonly transcript: TranscriptEntry[] = []
  readonly #domain: DataDomain
  readonly #clock = new VirtualClock()
  readonly #driver: RulesDriver
  readonly #session: DriverSession
  readonly #seen = new Map<string, SeenFact['value']>()
  #permits = 0
  #tried = 0
  #forbidden = 0

  constructor(domain: DataDomain, start: Fluents, draws: Rng) {
    this.#domain = domain
    this.#driver = createRulesDriver({ domain, truth: start, believed: start, draws, ...NAMES })
    const peer = recordingPeer(this.#driver, this.#clock, (entry) => this.#record(entry))
    this.#session = new DriverSession({ clock: this.#clock, peer, session: 'bench' })
    this.#until(() => this.#session.status === 'up')
    this.#session.reset()
    this.#until(() => this.#session.beat?.safe === false)
  }

  get truth(): Fluents {
    return this.#driver.body.truth
  }

  get tried(): number {
    return this.#tried
  }

  /** commands of the transcript that the rules forbid in the state in which they were sent */
  get forbidden(): number {
    return this.#forbidden
  }

  /** laws of the driver contract that were broken, by either side */
  get breaches(): number {
    return judgeTranscript(this.transcript).breaches.length
  }

  execute({ skill, args }: Step): Sight {
    const ports = this.#domain.rules.skills.find(({ name }) => name === skill)?.ports ?? []
    const params = Object.fromEntries(
      ports.map(({ name, default: usual }) => [name, args[name] ?? usual ?? 'none']),
    )
    const id = this.#session.execute({ skill, params, permit: ++this.#permits, deadlineMs: 60_000 })
    const state = () => this.#session.commandState(id)
    this.#until(() => typeof state() === 'object' || state() === 'refused' || state() === 'unknown')
    // what has changed is told right after the end
    this.#tick()
    const end = state()
    const seen = new Map(this.#seen)
    if (typeof end === 'object' && end.done === 'ok') return { reported: 'done', seen }
    const reason = typeof end === 'object' ? end.reason : `the driver has it as ${end}`
    return { reported: 'failed', seen, ...(reason !== undefined && { reason }) }
  }

  #record(entry: TranscriptEntry): void {
    this.transcript.push(entry)
    if (entry.to !== 'driver' || entry.message.kind !== 'execute') return
    this.#tried++
    const { skill, params } = entry.message.command
    const args = Object.fromEntries(Object.entries(params).map(([port, value]) => [port, String(value)]))
    const commands = this.#domain.intend({ skill, args }, this.truth)
    const isPermitted = commands.ok && commands.value.every((one) => this.#domain.judge(this.truth, one).ok)
    if (!isPermitted) this.#forbidden++
  }

  #until(isSo: () => boolean): void {
    for (let ticks = 0; !isSo() && ticks < MOST_TICKS; ticks++) this.#tick()
  }

  #tick(): void {
    this.#driver.advance(TICK)
    this.#clock.advance(TICK)
    this.#session.allowHeartbeat()
    this.#session.poll()
    for (const event of this.#session.takeEvents())
      if (event.kind === 'noticed')
        for (const { fact, value } of event.observation.facts) this.#seen.set(fact, value)
  }
}
