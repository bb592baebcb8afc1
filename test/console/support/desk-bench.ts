import type { CommandName } from '../../../src/console/catalogue.js'
import { ConsoleDesk } from '../../../src/console/desk.js'
import type { Answer, ConsoleHost, Who } from '../../../src/console/host.js'
import { Gate, type From } from '../../../src/console/ports.js'
import { LIMITS, type Limits, type Reply } from '../../../src/console/protocol.js'
import type { Role } from '../../../src/console/roles.js'
import type { NewsBody } from '../../../src/runtime/station/news.js'
import { Station, type StationParts } from '../../../src/runtime/station/station.js'

/** A command that reached the host. */
export interface Executed {
  readonly command: CommandName
  readonly params: unknown
  readonly who: Who
}

type Execute = (command: CommandName, params: unknown, who: Who) => Promise<Answer> | Answer

/** A desk with a host that notes everything, and time that a test drives. */
export function deskBench(options: { readonly execute?: Execute; readonly limits?: Partial<Limits> } = {}) {
  const executed: Executed[] = []
  const gone: string[] = []
  const told: NewsBody[] = []
  const timers: { at: number; call: () => void }[] = []
  let now = 1000
  const station = new Station({ now: () => 0, version: '0.0.0', parts: {} as StationParts })
  const host: ConsoleHost = {
    station,
    execute: (command, params, who) => {
      executed.push({ command, params, who })
      return options.execute?.(command, params, who) ?? { ok: true, value: { did: command } }
    },
    gone: (client) => void gone.push(client),
  }
  const desk = new ConsoleDesk({
    host,
    now: () => now,
    tell: (news) => {
      told.push(news)
      station.tell(news)
    },
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    later: (ms, call) => {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  const gate = new Gate({
    limits: { ...LIMITS, ...options.limits },
    now: () => now,
    gone: (client) => desk.gone(client),
    say: (level, text) => told.push({ kind: 'log', level, source: 'console', text }),
  })
  /** gate and desk in one process, as if there were no way between them */
  const answer = (message: Uint8Array, from: From): Uint8Array | Promise<Uint8Array> => {
    const read = gate.read(message, from)
    return read.ok ? desk.carryOut(read.value, from) : read.error
  }
  const send = async (message: string | Uint8Array, role: Role, client = 'c1'): Promise<Reply> => {
    const bytes = typeof message === 'string' ? Buffer.from(message) : message
    return JSON.parse(Buffer.from(await answer(bytes, { role, client })).toString()) as Reply
  }
  let id = 0
  return {
    desk,
    gate,
    answer,
    station,
    executed,
    gone,
    told,
    send,
    /** an envelope around a command */
    ask: (cmd: string, params?: unknown, role: Role = 'maintainer', client = 'c1'): Promise<Reply> =>
      send(JSON.stringify({ v: 1, id: ++id, cmd, params, by: 'anna' }), role, client),
    /** lets time pass and rings what is due */
    pass: (ms: number): void => {
      now += ms
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers.splice(timers.indexOf(timer), 1)
        timer.call()
      }
    },
    timers,
  }
}

/** The code of a refusal; `ok` of a result. */
export const codeOf = (reply: Reply): string => (reply.ok ? 'ok' : reply.error.code)
