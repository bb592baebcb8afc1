import type { CommandName } from '#console/catalogue.js'
import { CommandDispatcher } from '#console/command-dispatcher.js'
import type { Answer, ConsoleHost, Who } from '#console/host.js'
import { Gate, type Sender } from '#console/ports.js'
import { LIMITS, type Limits, type Reply } from '#console/protocol.js'
import type { Role } from '#console/roles.js'
import type { StatusEventBody } from '#runtime/status/status-event.js'
import { StatusPublisher, type StatusParts } from '#runtime/status/status-publisher.js'

/** A command that reached the host. */
interface Executed {
  readonly command: CommandName
  readonly params: unknown
  readonly who: Who
}

type Execute = (command: CommandName, params: unknown, who: Who) => Promise<Answer> | Answer

/** A dispatcher with a host that notes everything, and time that a test drives. */
export function dispatcherBench(
  options: { readonly execute?: Execute; readonly limits?: Partial<Limits> } = {},
) {
  const executed: Executed[] = []
  const gone: string[] = []
  const told: StatusEventBody[] = []
  const timers: { at: number; call: () => void }[] = []
  let now = 1000
  const statusPublisher = new StatusPublisher({ now: () => 0, version: '0.0.0', parts: {} as StatusParts })
  const host: ConsoleHost = {
    statusPublisher,
    execute: (command, params, who) => {
      executed.push({ command, params, who })
      return options.execute?.(command, params, who) ?? { ok: true, value: { did: command } }
    },
    releaseClient: (client) => void gone.push(client),
  }
  const dispatcher = new CommandDispatcher({
    host,
    now: () => now,
    publish: (statusEvent) => {
      told.push(statusEvent)
      statusPublisher.publish(statusEvent)
    },
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    schedule: (ms, call) => {
      const timer = { at: now + ms, call }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  const gate = new Gate({
    limits: { ...LIMITS, ...options.limits },
    now: () => now,
    onDisconnect: (client) => dispatcher.releaseClient(client),
    say: (level, text) => told.push({ kind: 'log', level, source: 'console', text }),
  })
  /** gate and dispatcher in one process, as if there were no way between them */
  const answer = (message: Uint8Array, from: Sender): Uint8Array | Promise<Uint8Array> => {
    const read = gate.read(message, from)
    return read.ok ? dispatcher.handle(read.value, from) : read.error
  }
  const send = async (message: string | Uint8Array, role: Role, client = 'c1'): Promise<Reply> => {
    const bytes = typeof message === 'string' ? Buffer.from(message) : message
    return JSON.parse(Buffer.from(await answer(bytes, { role, client })).toString()) as Reply
  }
  let id = 0
  return {
    dispatcher,
    gate,
    answer,
    statusPublisher,
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
