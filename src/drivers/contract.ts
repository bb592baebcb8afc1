import type { Diagnostic } from '#base/diagnostic.js'

/**
 * The messages between graft and the driver of a robot (docs/DRIVER.md), version 1: JSON-RPC 2.0, one message a line.
 * In-process drivers exchange the same messages as objects.
 */
export const CONTRACT = { major: 1, minor: 0 } as const

/** What a fact, a parameter or a picture's attribute can be: the value types of the world language. */
export type FactValue = string | number | boolean

/** What a driver says of itself when asked `hello`. */
export interface DriverHello {
  readonly contract: { readonly major: number; readonly minor: number }
  /** the robot's name, for people */
  readonly robot: string
  /** different at every start of the driver: what was sent to an earlier one is void */
  readonly boot: string
  readonly skills: readonly SkillOffer[]
  /** names of the world's facts that it can report: `location`, `open` */
  readonly facts: readonly string[]
  readonly pictures: readonly PictureOffer[]
  /** after a `stop` the robot stands within this time, ms */
  readonly stopMs: number
  /** it makes itself safe when it has heard no heartbeat for this long, ms */
  readonly heartbeatMs: number
}

export interface SkillOffer {
  readonly name: string
  /** names of its parameters; all are given in every `execute`, an absent one as `none` */
  readonly params: readonly string[]
  /** it has ended within this time, ms */
  readonly timeoutMs: number
}

export interface PictureOffer {
  readonly name: string
  /** pixels */
  readonly width: number
  readonly height: number
}

/** One command: valid once, with its own permit, until its deadline. */
export interface Execute {
  /** counts up from 1 within a session; the driver refuses one that is not above all that it has seen */
  readonly id: number
  /** issued by the twin for exactly this skill with these parameters; refused when used before */
  readonly permit: number
  readonly skill: string
  readonly params: Readonly<Record<string, FactValue>>
  /** the command is stopped and reported as failed after this time, ms from its receipt */
  readonly deadlineMs: number
}

/** How a command ended; sent exactly once for every command that was accepted, and only when the robot stands. */
export interface CommandResult {
  readonly id: number
  readonly status: 'ok' | 'failed' | 'stopped'
  /** why, in one sentence for people and models; when ok absent, or how it was done where the robot had a choice */
  readonly reason?: string
}

export interface CommandProgress {
  readonly id: number
  /** done so far, 0…1 */
  readonly fraction: number
}

/** One fact as a sensor sees it. */
export interface SeenFact {
  /** as in the world language: `location(mug)` */
  readonly fact: string
  readonly value: FactValue
  /** 0…1 */
  readonly confidence: number
  /** age of the reading when it was sent, ms */
  readonly ageMs: number
  /** which sensor of the robot file has read it, where several of them report its fact; by default the first one */
  readonly sensor?: string
}

export interface Observation {
  readonly facts: readonly SeenFact[]
  /** references by name: a file or, in process, an id; never the pixels themselves */
  readonly pictures?: Readonly<Record<string, string>>
}

/** The driver's sign of life: at least every `heartbeatMs`/2, and at once when `moving` or `safe` changes. */
export interface DriverBeat {
  /** the newest heartbeat of the host that it has heard */
  readonly heard: number
  readonly moving: boolean
  /** SAFE: no command is accepted before `reset` */
  readonly safe: boolean
  /** why it is safe: an emergency stop, a silent host, a fault of its own */
  readonly why?: 'start' | 'estop' | 'silence' | 'fault'
  /** the fault is that the driver cannot reach its robot: why, in words */
  readonly unreachable?: string
}

/** From graft to the driver. Requests are answered under their id; notifications are not. */
export type HostMessage =
  | {
      readonly kind: 'hello'
      readonly rpc: number
      /** never used before; ids and permits count anew, and what an earlier session left running is stopped */
      readonly session: string
      readonly contract: DriverHello['contract']
    }
  | { readonly kind: 'execute'; readonly rpc: number; readonly command: Execute }
  | {
      readonly kind: 'observe'
      readonly rpc: number
      readonly facts?: readonly string[]
      readonly pictures?: readonly string[]
    }
  /** stands outside every queue and needs no permit; ends the running command as `stopped` */
  | { readonly kind: 'stop'; readonly rpc: number }
  /** as `stop`, and SAFE until `reset` */
  | { readonly kind: 'estop'; readonly rpc: number }
  /** leaves SAFE; refused while the cause lasts */
  | { readonly kind: 'reset'; readonly rpc: number }
  | { readonly kind: 'heartbeat'; readonly n: number }

/** From the driver to graft. */
export type DriverMessage =
  | { readonly kind: 'hello'; readonly rpc: number; readonly hello: DriverHello }
  /** received and obeyed: to `execute`, `stop`, `estop` and `reset`; sent at once, before the robot moves or stands */
  | { readonly kind: 'done'; readonly rpc: number }
  | { readonly kind: 'observed'; readonly rpc: number; readonly observation: Observation }
  | { readonly kind: 'refused'; readonly rpc: number; readonly code: RefusalCode; readonly text: string }
  | { readonly kind: 'progress'; readonly progress: CommandProgress }
  | { readonly kind: 'result'; readonly result: CommandResult }
  /** facts that it noticed without being asked */
  | { readonly kind: 'facts'; readonly observation: Observation }
  | { readonly kind: 'heartbeat'; readonly beat: DriverBeat }

export type RefusalCode =
  | 'contract'
  | 'unknown-skill'
  | 'bad-params'
  | 'busy'
  | 'safe'
  | 'repeated-id'
  | 'used-permit'
  | 'expired'
  | 'no-session'
  | 'failed'

/** A line that was no message. */
export interface LineProblem extends Diagnostic {
  /** the number of the request that it answers, where that can be read */
  readonly rpc?: number
}

/**
 * A driver as graft sees it, whatever carries the messages: a child process, a socket, an object of this process.
 * Sans I/O: `receive` never blocks and never throws.
 */
export interface DriverPeer {
  /** hands a message to the driver; `stop` and `estop` overtake what waits */
  send(message: HostMessage): void
  /** messages that have arrived since the last call, in order */
  take(): readonly DriverMessage[]
  /** lines that were no message, since the last call; absent where messages are objects */
  takeProblems?(): readonly LineProblem[]
  /** why nothing can arrive any more: the process ended, the socket closed; undefined while it lives */
  readonly closed: string | undefined
  close(): void
}
