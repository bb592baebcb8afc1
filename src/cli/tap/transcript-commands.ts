import type { Execute } from '#drivers/contract.js'
import type { TranscriptEntry } from '#drivers/transcript/transcript.js'

/** One command of a driver: what was asked, and what the driver said of it. Times as the transcript has them, ms. */
interface DriverCommand {
  readonly sentAt: number
  readonly command: Execute
  readonly rpc: number
  answer?: { readonly at: number; readonly text: string }
  end?: { readonly at: number; readonly text: string }
}

/** the newest are kept: a recording may be of days */
const MAX_KEPT = 10_000

/** Matches the commands of a transcript with their answers and their ends. */
export class DriverCommands {
  readonly #kept: DriverCommand[] = []
  /** of this session: numbers count anew in the next */
  #open: DriverCommand[] = []

  get all(): readonly DriverCommand[] {
    return this.#kept
  }

  observe(entry: TranscriptEntry): void {
    if ('garbage' in entry) return
    const { t: at, message } = entry
    if (message.kind === 'hello' && entry.to === 'driver') this.#open = []
    else if (message.kind === 'execute') {
      const asked = { sentAt: at, command: message.command, rpc: message.rpc }
      this.#kept.push(asked)
      this.#open.push(asked)
      if (this.#kept.length > MAX_KEPT) this.#kept.shift()
    } else if (message.kind === 'done' || message.kind === 'refused') {
      const asked = this.#open.find(({ rpc, answer }) => rpc === message.rpc && answer === undefined)
      const text = message.kind === 'done' ? 'accepted' : `refused (${message.code}: ${message.text})`
      if (asked !== undefined) asked.answer = { at, text }
      if (message.kind === 'refused') this.#close(asked)
    } else if (message.kind === 'result') {
      const { id, status, reason } = message.result
      const ended = this.#open.find(({ command }) => command.id === id)
      this.#close(ended)
      if (ended !== undefined)
        ended.end = { at, text: `${status}${reason === undefined ? '' : ` (${reason})`}` }
    }
  }

  /** Nothing more is said of it. */
  #close(command: DriverCommand | undefined): void {
    this.#open = this.#open.filter((one) => one !== command)
  }
}

/** `   0.180  Grasp(item: mug)  permit 3  accepted after 0.4 ms  ok after 812.0 ms` */
export function commandLine({ sentAt, command, answer, end }: DriverCommand): string {
  const params = Object.entries(command.params).map(([name, value]) => `${name}: ${String(value)}`)
  const after = (of: DriverCommand['answer']): string =>
    of === undefined ? '' : `  ${of.text} after ${(of.at - sentAt).toFixed(1)} ms`
  return (
    `${(sentAt / 1000).toFixed(3).padStart(8)}  ${command.skill}(${params.join(', ')})  permit ${command.permit}` +
    `${after(answer) || '  no answer'}${after(end) || '  no end'}`
  )
}
