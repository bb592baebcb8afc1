import { readAddress, readHooks, readUnlock, writeHooks } from './hooks/json.js'
import { HookTable } from './hooks/table.js'
import { CONTROL, ringBell, type MonitorMemory } from './memory.js'
import {
  readRequest,
  textOf,
  utf8,
  writeError,
  writeReply,
  type Frame,
  type Frames,
  type Request,
} from './protocol.js'
import { Recording } from './transitions.js'

/** One published tree as the socket thread knows it. Publishing the same tree again gives it a new UUID. */
export interface PublishedTree {
  readonly memory: MonitorMemory
  readonly xml: string
  /** 16 bytes */
  readonly uuid: Frame
}

/** A request is answered at once, or by the ticking thread, which alone may read the blackboards. */
export type Answer =
  | { readonly kind: 'reply'; readonly frames: Frames }
  | {
      readonly kind: 'blackboards'
      readonly names: readonly string[]
      /** @param payload MessagePack, or the reason why there is none, in words */
      readonly reply: (payload: Frame | string) => Frames
    }

export interface ResponderOptions {
  /** whether clients may set breakpoints and replace results; otherwise everything is read-only */
  readonly hooks: boolean
  /** client silence after which hooks are disabled and a waiting tick resumes, milliseconds */
  readonly silenceMs: number
}

export const DEFAULT_SILENCE_MS = 5000

/** The executor's side of the protocol, without sockets: frames in, frames out. Never throws, whatever the frame. */
export class Responder {
  /** see `ResponderOptions` */
  silenceMs: number
  readonly #hooks: boolean
  #published: ActiveTree | undefined
  #lastRequest: number | undefined
  #connected = false

  constructor({ hooks, silenceMs }: ResponderOptions) {
    this.#hooks = hooks
    this.silenceMs = silenceMs
  }

  /** Publishes a tree: later requests refer to it; hooks and recording of the previous one are discarded. */
  publish(published: PublishedTree): void {
    this.#published?.hooks.removeAll()
    const { memory } = published
    this.#published = { ...published, hooks: new HookTable(memory), recording: new Recording(memory) }
  }

  /** @param usec system time, microseconds since the epoch */
  answer(frames: Frames, usec: number): Answer {
    const request = readRequest(frames)
    const published = this.#published
    if ('problem' in request) return failed(request.problem)
    if (published === undefined) return failed('no tree is shown yet')
    return this.#answer(request, published, usec)
  }

  /** Call after each answered request, and periodically. `now` is monotonic, milliseconds. */
  heartbeat(now: number, requested: boolean): void {
    if (requested) this.#lastRequest = now
    const connected = this.#lastRequest !== undefined && now - this.#lastRequest <= this.silenceMs
    if (connected !== this.#connected) this.#published?.hooks.setEnabled(connected)
    this.#connected = connected
    if (this.#published !== undefined) Atomics.add(this.#published.memory.control, CONTROL.pulse, 1)
  }

  /** Tells a ticking thread that waits at a breakpoint to check its messages. */
  wake(): void {
    if (this.#published !== undefined) ringBell(this.#published.memory)
  }

  #answer(request: Request, published: ActiveTree, usec: number): Answer {
    const { memory, xml, uuid, hooks, recording } = published
    const { type } = request
    const reply = (payload?: Frame): Answer => ({ kind: 'reply', frames: writeReply(request, uuid, payload) })
    const argument = textOf(request.argument ?? NOTHING)
    switch (type) {
      case 'T':
        return reply(utf8(xml))
      case 'S':
        return reply(memory.status.slice())
      case 'B':
        return {
          kind: 'blackboards',
          names: argument.split(';'),
          reply: (payload) =>
            typeof payload === 'string' ? writeError(payload) : writeReply(request, uuid, payload),
        }
      case 't':
        return reply(recording.take())
      case 'r':
        if (argument !== 'start') {
          if (argument === 'stop') recording.stop()
          return reply()
        }
        recording.start(usec)
        return reply(utf8(String(Math.floor(usec))))
      case 'D':
        return reply(utf8(writeHooks(hooks.list())))
      case 'A':
        hooks.removeAll()
        return reply()
      case 'X':
        hooks.setEnabled(false)
        return reply()
      case 'I':
      case 'R':
      case 'U': {
        const problem = this.#hooks ? changeHooks(type, argument, hooks) : READ_ONLY
        return problem === undefined ? reply() : failed(problem)
      }
    }
  }
}

type ActiveTree = PublishedTree & { readonly hooks: HookTable; readonly recording: Recording }

/** @returns the problem, if any */
function changeHooks(type: 'I' | 'R' | 'U', argument: string, hooks: HookTable): string | undefined {
  switch (type) {
    case 'I': {
      const read = readHooks(argument)
      if (!read.ok) return read.error
      for (const hook of read.value) hooks.insert(hook)
      return undefined
    }
    case 'R': {
      const read = readAddress(argument)
      if (!read.ok) return read.error
      return hooks.remove(read.value.uid, read.value.position) ? undefined : NOT_FOUND
    }
    case 'U': {
      const read = readUnlock(argument)
      if (!read.ok) return read.error
      const { uid, position, desired, once } = read.value
      return hooks.unlock(uid, position, desired, once) ? undefined : NOT_FOUND
    }
  }
}

const failed = (problem: string): Answer => ({ kind: 'reply', frames: writeError(problem) })
const NOT_FOUND = 'Node ID not found'
const READ_ONLY = 'hooks are switched off here: the tree can be watched, not changed'
const NOTHING = new Uint8Array(0)
