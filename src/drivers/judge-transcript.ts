import { OnceOnly } from '#base/once-only.js'
import type { DriverHello, DriverMessage, Execute, HostMessage } from './contract.js'
import { StandingRules, type RuleBreach } from './transcript/standing-rules.js'
import type { TranscriptEntry } from './transcript/transcript.js'

/** A law that was broken, and by whom. */
export interface TranscriptBreach {
  readonly by: 'host' | 'driver'
  readonly kind: HostBreach | DriverBreach
  /** ms, as in the transcript */
  readonly t: number
  readonly text: string
}

export type HostBreach =
  /** a command without a permit */
  | 'no-permit'
  /** a permit for two commands */
  | 'permit-reused'
  /** an id for two commands, or a command sent twice */
  | 'id-reused'
  /** a command before a stop was answered, what came before it has ended, and the robot stands */
  | 'sent-before-standing'

export type DriverBreach =
  | RuleBreach['kind']
  | 'executed-twice'
  | 'permit-executed-twice'
  | 'accepted-when-safe'
  | 'unknown-answer'
  | 'unknown-result'
  | 'ended-unaccepted'
  | 'ended-twice'
  | 'never-ended'
  | 'garbage'

export interface TranscriptCounts {
  readonly sessions: number
  readonly commands: number
  readonly executions: number
  readonly ended: number
  readonly stops: number
  /** the transcript ends before these show their end: nothing is proven of them */
  readonly open: number
  readonly unconfirmedStops: number
}

export interface Judgement {
  readonly breaches: readonly TranscriptBreach[]
  readonly counts: TranscriptCounts
}

/** what carrier and clocks may add to a declared time, ms; a virtual clock needs a tick of 20 */
const SLACK_MS = 100
/** one tick of the reflex loop takes what came during a stall */
const STALL_MS = 20
const MAX_BREACHES = 10_000

/** Judges a whole transcript. @param slackMs what carrier and clocks may add to the declared times */
export function judgeTranscript(entries: Iterable<TranscriptEntry>, slackMs: number = SLACK_MS): Judgement {
  const judge = new TranscriptJudge(slackMs)
  const breaches: TranscriptBreach[] = []
  for (const entry of entries) {
    const found = judge.observe(entry)
    if (breaches.length < MAX_BREACHES) breaches.push(...found)
  }
  return { breaches, counts: judge.counts }
}

interface Asked {
  readonly kind: HostMessage['kind']
  readonly command?: Execute
}

interface Life {
  readonly command: Execute
  /** how many stops were sent before it */
  readonly stops: number
  /** ms; when it has ended at the latest, once it is accepted */
  due: number
  state: 'sent' | 'refused' | 'accepted' | 'ended'
}

/**
 * Judges the laws of docs/DRIVER.md from the messages alone, and shares no code with session or driver that could be
 * wrong in the same way. Of the serial line's checker it shares what is the same there, `OnceOnly`; how a command is
 * answered and ended, and how standing still shows, differ: frames are retransmitted and telemetry is sampled there.
 */
export class TranscriptJudge {
  readonly #slackMs: number
  #standing: StandingRules
  #once = new OnceOnly<Execute>()
  /** of accepted commands only: what the host sent twice a driver may yet execute once */
  #accepted = new OnceOnly<Execute>()
  #hello: DriverHello | undefined
  readonly #asked = new Map<number, Asked>()
  /** numbers of the stops of this session that were not answered yet */
  readonly #unanswered = new Set<number>()
  readonly #lives = new Map<number, Life>()
  readonly #running = new Set<Life>()
  #counts = { sessions: 0, commands: 0, executions: 0, ended: 0, stops: 0 }
  #found: TranscriptBreach[] = []
  #t = Infinity
  #stalled = -Infinity

  constructor(slackMs: number = SLACK_MS) {
    this.#slackMs = slackMs
    this.#standing = new StandingRules(slackMs)
  }

  /** The breaches that this entry shows; usually none. */
  observe(entry: TranscriptEntry): TranscriptBreach[] {
    this.#found = []
    // the recorder itself stood still: what it finds then is of unknown age, and proves nothing about time
    if (entry.t - this.#t > (this.#hello?.heartbeatMs ?? Infinity) / 2 + this.#slackMs)
      this.#stalled = entry.t
    this.#t = entry.t
    if (!this.#isAged) this.#overdue()
    if ('garbage' in entry) this.#driver('garbage', entry.garbage)
    else if (entry.to === 'driver') this.#onHost(entry.message)
    else this.#onDriver(entry.message)
    return this.#found
  }

  get counts(): TranscriptCounts {
    return { ...this.#counts, open: this.#running.size, unconfirmedStops: this.#standing.unconfirmed }
  }

  /** read in the first moment after a stall of the recorder */
  get #isAged(): boolean {
    return this.#t - this.#stalled < STALL_MS
  }

  #onHost(message: HostMessage): void {
    if (message.kind === 'heartbeat') return this.#standing.heartbeat(this.#t)
    this.#asked.set(message.rpc, {
      kind: message.kind,
      ...('command' in message && { command: message.command }),
    })
    if (message.kind === 'execute') this.#onExecute(message.command)
    if (message.kind !== 'stop' && message.kind !== 'estop') return
    this.#counts.stops++
    this.#unanswered.add(message.rpc)
    this.#standing.stop(this.#t)
    const stands = this.#t + (this.#hello?.stopMs ?? Infinity) + this.#slackMs
    for (const life of this.#running) life.due = Math.min(life.due, stands)
  }

  get #isStopping(): boolean {
    return this.#unanswered.size > 0 || this.#standing.isStopping(this.#running.size)
  }

  #openSession(): void {
    this.#counts.sessions++
    this.#standing = new StandingRules(this.#slackMs)
    this.#once = new OnceOnly()
    this.#accepted = new OnceOnly()
    this.#unanswered.clear()
    this.#lives.clear()
    this.#running.clear()
  }

  #onExecute(command: Execute): void {
    const { id, permit } = command
    this.#counts.commands++
    if (!(permit > 0)) this.#host('no-permit', `command ${id}`)
    const before = this.#once.sent(String(id), command)
    if (before !== undefined) return this.#host('id-reused', `command ${id}`)
    if (this.#isStopping) this.#host('sent-before-standing', `command ${id}`)
    this.#lives.set(id, { command, stops: this.#counts.stops, due: Infinity, state: 'sent' })
    if (this.#once.permitted(String(permit), command))
      this.#host('permit-reused', `permit ${permit}, command ${id}`)
  }

  #onDriver(message: DriverMessage): void {
    switch (message.kind) {
      case 'heartbeat':
        for (const { kind, text } of this.#standing.judge(message.beat, this.#running.size, this.#t))
          if (kind === 'unpermitted-motion' || !this.#isAged) this.#driver(kind, text)
        return
      case 'result':
        return this.#onResult(message.result.id)
      case 'progress':
      case 'facts':
        return
      case 'hello':
      case 'done':
      case 'observed':
      case 'refused': {
        const asked = this.#asked.get(message.rpc)
        this.#asked.delete(message.rpc)
        this.#unanswered.delete(message.rpc)
        if (asked === undefined)
          return this.#driver('unknown-answer', `${message.kind} to request ${message.rpc}`)
        return this.#onAnswer(asked, message)
      }
    }
  }

  #onAnswer({ kind, command }: Asked, message: DriverMessage): void {
    if (message.kind === 'hello') {
      this.#openSession()
      this.#hello = message.hello
      this.#standing.opened(message.hello, this.#t)
    }
    if (message.kind === 'done' && command !== undefined) this.#onAccepted(command)
    if (message.kind === 'done' && kind === 'reset') this.#standing.reset()
    // a command that the driver read before the e-stop was rightly accepted, and its answer came before this one
    if (message.kind === 'done' && kind === 'estop') this.#standing.makesSafe(this.#t)
    if (message.kind === 'refused' && command !== undefined) {
      const life = this.#lives.get(command.id)
      if (life?.state === 'sent') life.state = 'refused'
    }
  }

  #onAccepted(command: Execute): void {
    const { id, permit } = command
    this.#counts.executions++
    if (!this.#isAged && this.#standing.isSafe(this.#t)) this.#driver('accepted-when-safe', `command ${id}`)
    if (this.#accepted.sent(String(id), command) !== undefined)
      this.#driver('executed-twice', `command ${id}`)
    else if (this.#accepted.permitted(String(permit), command))
      this.#driver('permit-executed-twice', `permit ${permit}, command ${id}`)
    const life = this.#lives.get(id)
    if (life === undefined) return
    // one that was sent before the stop is stopped by it, whenever its answer comes
    const stopped = life.stops < this.#counts.stops
    if (!stopped) this.#standing.accepted()
    const offer = this.#hello?.skills.find(({ name }) => name === command.skill)
    const lasts = Math.min(command.deadlineMs, offer?.timeoutMs ?? Infinity)
    life.due = this.#t + (stopped ? 0 : lasts) + (this.#hello?.stopMs ?? 0) + this.#slackMs
    life.state = 'accepted'
    this.#running.add(life)
  }

  #onResult(id: number): void {
    const life = this.#lives.get(id)
    if (life === undefined) return this.#driver('unknown-result', `command ${id} was never sent`)
    if (life.state === 'ended') return this.#driver('ended-twice', `command ${id}`)
    if (life.state !== 'accepted') this.#driver('ended-unaccepted', `command ${id}`)
    else this.#counts.ended++
    life.state = 'ended'
    this.#running.delete(life)
  }

  #overdue(): void {
    for (const life of this.#running) {
      if (this.#t <= life.due) continue
      life.due = Infinity
      this.#driver(
        'never-ended',
        `command ${life.command.id} (${life.command.skill}) had not ended in its time`,
      )
    }
  }

  #host(kind: HostBreach, text: string): void {
    this.#found.push({ by: 'host', kind, t: this.#t, text })
  }

  #driver(kind: DriverBreach, text: string): void {
    this.#found.push({ by: 'driver', kind, t: this.#t, text })
  }
}
