import type { Clock } from '#base/clock.js'
import type { DriverHello, DriverMessage, DriverPeer, HostMessage } from '#drivers/contract.js'

export interface CartOptions {
  readonly clock: Clock
  /** what it says of itself, ms */
  readonly stopMs: number
  readonly driveMs: number
  /** how long it really brakes, ms; Infinity: its brakes do nothing */
  readonly brakeMs: number
  /** it says that it has arrived, and rolls on */
  readonly rollsOn?: boolean
  /** it never says that a command has ended */
  readonly forgets?: boolean
  /** where it stands at first; by default in its dock */
  readonly beginsAt?: string
  /** it drives home, out of everybody's sight, when it is reset */
  readonly homes?: boolean
  /** what it does when it is told to make itself safe, which ends each session */
  readonly atTheEnd?: 'says nothing' | 'refuses' | 'moves'
  /** it observes nothing */
  readonly blind?: boolean
  /** its connection ends so long after it was reset, ms */
  readonly diesAfterReset?: number
  /** it makes itself safe so long after it was reset, ms */
  readonly safeAfterReset?: number
  /** it then says that it cannot reach its robot; where absent, that its emergency stop was pressed */
  readonly unreachable?: string
  /** with each message of this kind it says something that the contract forbids, of this kind */
  readonly odd?: { readonly kind: HostMessage['kind']; readonly says: 'hello' | 'result' }
}

/** A cart with weak brakes: it answers every message at once, and says truly whether it moves. */
export class BrakingCart implements DriverPeer {
  closed: string | undefined
  /** whether it moved when graft closed the connection; undefined before */
  movedAtClose: boolean | undefined
  readonly sent: { readonly at: number; readonly kind: HostMessage['kind'] }[] = []
  readonly #options: CartOptions
  #out: DriverMessage[] = []
  #at = 'dock'
  #safe = true
  #resetAt = Infinity
  #heard = 0
  #beat = { at: -Infinity, moving: false, safe: true }
  #drive: { readonly id: number; readonly place: string; readonly until: number } | undefined
  #brakes: { readonly id: number | undefined; readonly until: number } | undefined

  constructor(options: CartOptions) {
    this.#options = options
    this.#at = options.beginsAt ?? this.#at
  }

  get moving(): boolean {
    return this.#drive !== undefined || this.#brakes !== undefined
  }

  send(message: HostMessage): void {
    this.sent.push({ at: this.#options.clock.now(), kind: message.kind })
    if (message.kind === 'heartbeat') this.#heard = message.n
    else {
      if (message.kind === this.#options.odd?.kind) this.#sayOdd(message.rpc)
      const { atTheEnd } = this.#options
      if (message.kind === 'estop' && atTheEnd === 'says nothing') return
      if (message.kind === 'estop' && atTheEnd === 'refuses')
        this.#out.push({ kind: 'refused', rpc: message.rpc, code: 'failed', text: 'no' })
      else this.#out.push(this.#answer(message))
      if (message.kind === 'estop' && atTheEnd === 'moves') this.#brakes = { id: undefined, until: Infinity }
    }
  }

  #sayOdd(rpc: number): void {
    if (this.#options.odd?.says === 'hello')
      this.#out.push({ kind: 'hello', rpc, hello: helloOf(this.#options) })
    else this.#out.push({ kind: 'result', result: { id: 1, status: 'ok' } })
  }

  take(): readonly DriverMessage[] {
    this.#advance()
    const out = this.#out
    this.#out = []
    return out
  }

  close(): void {
    this.#advance()
    this.movedAtClose = this.moving
    this.closed = 'closed by graft'
  }

  #answer(message: Exclude<HostMessage, { readonly kind: 'heartbeat' }>): DriverMessage {
    const { kind, rpc } = message
    if (kind === 'hello') return { kind, rpc, hello: helloOf(this.#options) }
    if (kind === 'observe') {
      const facts = this.#options.blind === true ? [] : [{ fact: 'at', value: this.#at, ...SURE }]
      return { kind: 'observed', rpc, observation: { facts } }
    }
    if (kind === 'execute') {
      const { id, params } = message.command
      const until = this.#options.clock.now() + this.#options.driveMs
      this.#brakes = undefined
      this.#drive = { id, place: String(params['place']), until }
    } else if (kind === 'reset') {
      this.#safe = false
      this.#resetAt = this.#options.clock.now()
      if (this.#options.homes === true) this.#at = 'dock'
    } else {
      this.#safe ||= kind === 'estop'
      this.#brake()
    }
    return { kind: 'done', rpc }
  }

  #brake(): void {
    if (this.#drive === undefined) return
    this.#brakes = { id: this.#drive.id, until: this.#options.clock.now() + this.#options.brakeMs }
    this.#drive = undefined
  }

  #advance(): void {
    const now = this.#options.clock.now()
    const { diesAfterReset = Infinity, safeAfterReset = Infinity } = this.#options
    if (now >= this.#resetAt + diesAfterReset) this.closed = 'it died'
    if (now >= this.#resetAt + safeAfterReset) this.#safe = true
    const { forgets = false, rollsOn = false } = this.#options
    if (this.#drive !== undefined && now >= this.#drive.until && !forgets) {
      const { id, place } = this.#drive
      this.#at = place
      this.#drive = undefined
      if (rollsOn) this.#brakes = { id: undefined, until: Infinity }
      this.#out.push({ kind: 'result', result: { id, status: 'ok' } })
    }
    if (this.#brakes !== undefined && now >= this.#brakes.until) {
      const { id } = this.#brakes
      this.#brakes = undefined
      if (id !== undefined) this.#out.push({ kind: 'result', result: { id, status: 'stopped' } })
    }
    const { moving } = this
    const safe = this.#safe
    const isNews = moving !== this.#beat.moving || safe !== this.#beat.safe
    if (!isNews && now - this.#beat.at < 80) return
    this.#beat = { at: now, moving, safe }
    const { unreachable } = this.#options
    const fault =
      unreachable === undefined ? { why: 'estop' as const } : { why: 'fault' as const, unreachable }
    const why = safe && (this.#resetAt < Infinity ? fault : { why: 'start' as const })
    this.#out.push({ kind: 'heartbeat', beat: { heard: this.#heard, moving, safe, ...why } })
  }
}

const SURE = { confidence: 1, ageMs: 0 }

const helloOf = ({ stopMs }: CartOptions): DriverHello => ({
  contract: { major: 1, minor: 0 },
  robot: 'cart',
  boot: 'b',
  skills: [{ name: 'Go', params: ['place'], timeoutMs: 20_000 }],
  facts: ['at'],
  pictures: [],
  stopMs,
  heartbeatMs: 400,
})
