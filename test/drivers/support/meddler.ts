import type { Rng } from '#base/random.js'
import type { DriverMessage, DriverPeer, HostMessage } from '#drivers/contract.js'

/**
 * Stands between session and driver and attacks the driver with the host's own words: says them again, with another
 * id, another permit or another skill, opens the session again, resets by itself.
 */
export class Meddler implements DriverPeer {
  injected = 0
  readonly #peer: DriverPeer
  readonly #rng: Rng
  readonly #chance: number
  readonly #heard: HostMessage[] = []
  /** ids under which the driver may run a command of this meddler */
  readonly #own = new Map<number, number>()
  readonly #running = new Set<number>()
  #rpc = 1_000_000

  /** @param chance of an attack with each message */
  constructor(peer: DriverPeer, rng: Rng, chance = 0.3) {
    this.#peer = peer
    this.#rng = rng
    this.#chance = chance
  }

  get closed(): string | undefined {
    return this.#peer.closed
  }

  send(message: HostMessage): void {
    this.#peer.send(message)
    if (message.kind !== 'heartbeat' && this.#heard.push(message) > 64) this.#heard.splice(1, 1)
    if (this.#rng.chance(this.#chance)) this.#inject(this.#rng.pick(this.#heard))
  }

  /** What the driver says of injected commands stays here: the session would rightly call it a breach. */
  take(): readonly DriverMessage[] {
    return this.#peer.take().filter((message) => {
      if ('rpc' in message && message.rpc >= 1_000_000) {
        const id = this.#own.get(message.rpc)
        if (message.kind === 'done' && id !== undefined) this.#running.add(id)
        return false
      }
      if (message.kind === 'result') return !this.#running.delete(message.result.id)
      return message.kind !== 'progress' || !this.#running.has(message.progress.id)
    })
  }

  close(): void {
    this.#peer.close()
  }

  #inject(message: HostMessage): void {
    if (message.kind === 'heartbeat') return
    this.injected++
    const again = { ...message, rpc: this.#rpc++ }
    if (again.kind !== 'execute') return this.#peer.send(again)
    const { command } = again
    const changes = [
      {},
      { id: command.id + this.#rng.int(3) },
      // with an id of the future, only its permit tells that it is a replay
      { id: command.id + 1, permit: Math.max(1, command.permit - this.#rng.int(3)) },
      { id: -1 },
      { id: 0.5 },
      { permit: 0 },
      { deadlineMs: 0 },
    ]
    const changed = { ...command, ...this.#rng.pick(changes) }
    this.#own.set(again.rpc, changed.id)
    this.#peer.send({ ...again, command: changed })
  }
}
