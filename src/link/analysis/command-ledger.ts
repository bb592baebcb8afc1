import { replyName } from '../command-queue.js'
import { specOf } from '../message-codec.js'
import {
  DoneStatus,
  EventCode,
  type DoneStatusName,
  type Message,
  type MessageToFirmware,
  type ReplyName,
} from '../messages.gen.js'

type Commanding = Extract<MessageToFirmware, { readonly cmdId: number }>

/** The life of one command as seen on the wire; times in µs, absent if the capture has none. */
export interface CommandLife {
  readonly session: number
  readonly command: Commanding
  readonly sentAt: number | undefined
  /** number of transmissions */
  sends: number
  answer?: { readonly at: number | undefined; readonly reply: ReplyName | 'unknown' }
  done?: {
    readonly at: number | undefined
    readonly status: DoneStatusName | 'unknown'
    readonly detail: number
  }
}

/** far more than the largest file contains in legitimate use */
const MAX_COMMANDS = 100_000

/** Matches commands with their answers and completions. */
export class CommandLedger {
  readonly #lives = new Map<string, CommandLife>()
  /** session open on the controller, as far as seen on the wire */
  #session = 0
  #forgotten = 0

  /** @param at µs */
  hear(message: Message, at: number | undefined): CommandLife | undefined {
    if (message.kind === 'hello') this.#session = message.session
    if ((message.kind === 'helloAck' && message.accepted === 1) || message.kind === 'telemetry') {
      this.#session = message.session
      if (message.kind === 'telemetry') return this.#done(message.doneCmdId, message, at)
    }
    if (isCommand(message)) return this.#sent(message, at)
    if (message.kind === 'commandAck') return this.#answered(message, at)
    if (message.kind === 'event' && message.code === EventCode.commandDone)
      return this.#done(message.cmdId, { doneStatus: message.status, doneDetail: message.detail }, at)
    return undefined
  }

  /** in order of first transmission */
  get commands(): readonly CommandLife[] {
    return [...this.#lives.values()]
  }

  /** number of commands dropped for lack of space */
  get forgotten(): number {
    return this.#forgotten
  }

  #sent(command: Commanding, at: number | undefined): CommandLife {
    const key = `${command.session}/${command.cmdId}`
    const known = this.#lives.get(key)
    if (known !== undefined) {
      known.sends++
      return known
    }
    const life: CommandLife = { session: command.session, command, sentAt: at, sends: 1 }
    this.#lives.set(key, life)
    const oldest = this.#lives.size > MAX_COMMANDS ? this.#lives.keys().next().value : undefined
    if (oldest !== undefined) {
      this.#lives.delete(oldest)
      this.#forgotten++
    }
    return life
  }

  #answered(ack: Extract<Message, { kind: 'commandAck' }>, at: number | undefined): CommandLife | undefined {
    const life = this.#lives.get(`${this.#session}/${ack.cmdId}`)
    if (life !== undefined) life.answer ??= { at, reply: replyName(ack.reply) ?? 'unknown' }
    return life
  }

  #done(
    cmdId: number,
    { doneStatus, doneDetail }: { readonly doneStatus: number; readonly doneDetail: number },
    at: number | undefined,
  ): CommandLife | undefined {
    if (cmdId === 0) return undefined
    const life = this.#lives.get(`${this.#session}/${cmdId}`)
    if (life !== undefined)
      life.done ??= { at, status: endings.get(doneStatus) ?? 'unknown', detail: doneDetail }
    return life
  }
}

function isCommand(message: Message): message is Commanding {
  const { role } = specOf(message.kind)
  return role === 'actuation' || role === 'instant'
}

const endings = new Map(
  Object.entries(DoneStatus).map(([name, value]) => [value as number, name as DoneStatusName]),
)
