import { openSerial } from '#adapters/serial/open-serial.js'
import type { Clock } from '#base/clock.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import type { ByteStream } from '#link/byte-stream.js'
import type { LinkEvent } from '#link/link-event.js'
import { LinkSession } from '#link/link-session.js'
import type { CommandState, WireCommand } from '#link/wire-command.js'
import type { Board } from './qemu-board.js'

/** for silence: the firmware's own clock stands when the firmware does */
export const WALL: Clock = { now: () => ms(performance.now()) }
/** of real time; generous, because the machine may be busy */
const PATIENCE_MS = 40_000

/** The runtime's session on the runtime's serial adapter, and what a test wants to see of it. */
export class Connection {
  readonly session: LinkSession
  readonly port: ByteStream
  readonly events: LinkEvent[] = []
  /** `tMs` of every telemetry frame that was seen */
  readonly telemetryMs: number[] = []
  /** the reflex loop is healthy */
  healthy = true
  /** streams this forward speed, m/s */
  forward: number | undefined
  #setpointAt = 0
  readonly #clock: Clock

  private constructor(port: ByteStream, clock: Clock, sessionId: number) {
    this.port = port
    this.#clock = clock
    this.session = new LinkSession({ clock, sessionId })
  }

  static async open(board: Board, sessionId: number, clock: Clock = board.remote.clock): Promise<Connection> {
    return new Connection(
      must(await openSerial({ path: board.path, baud: 921_600 }), board.path),
      clock,
      sessionId,
    )
  }

  /** Opens and shakes hands. */
  static async up(board: Board, sessionId: number, clock?: Clock): Promise<Connection> {
    const made = await Connection.open(board, sessionId, clock)
    if (!(await made.until(() => made.session.status === 'up'))) throw new Error('no answer to Hello')
    return made
  }

  /** Carries bytes until `done`. @returns false if that never came */
  async until(done: () => boolean): Promise<boolean> {
    for (const from = performance.now(); performance.now() - from < PATIENCE_MS;) {
      this.#turn()
      if (done()) return true
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    return false
  }

  /** Sends a command until it is settled; one that a busy machine spoils with a lost heartbeat is tried anew. */
  async complete(command: WireCommand): Promise<CommandState> {
    for (let tries = 1; ; tries++) {
      const id = this.session.command(command)
      const settled = (): boolean =>
        !['queued', 'sent', 'accepted'].includes(nameOf(this.session.commandState(id)))
      if (!(await this.until(settled))) return this.session.commandState(id)
      const state = this.session.commandState(id)
      const spoilt = nameOf(state) === 'commLoss' || this.session.refusal(id) === 'commLoss'
      if (!spoilt || tries === 5) return state
    }
  }

  firmwareEvent(code: string): { readonly at: number } | undefined {
    return this.events.find((event) => event.kind === 'firmware' && event.code === code) as
      { readonly at: number } | undefined
  }

  has(kind: LinkEvent['kind']): boolean {
    return this.events.some((event) => event.kind === kind)
  }

  #turn(): void {
    const { session, port } = this
    if (this.healthy) session.allowHeartbeat()
    session.feed(port.read())
    session.poll()
    const now = this.#clock.now()
    if (this.forward !== undefined && now - this.#setpointAt >= 20) {
      this.#setpointAt = now
      session.setVelocity({ permitId: 7, vx: this.forward, vy: 0, wz: 0, ttlMs: 500 })
    }
    port.write(session.takeBytes())
    this.events.push(...session.takeEvents())
    const tMs = session.telemetry?.tMs
    if (tMs !== undefined && tMs !== this.telemetryMs.at(-1)) this.telemetryMs.push(tMs)
  }
}

const nameOf = (state: CommandState): string => (typeof state === 'object' ? state.done : state)
