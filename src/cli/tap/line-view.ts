import { plural } from '#app/command-line/words.js'
import { hasUnicode, paintFor, type Paint } from '#terminal/paint.js'
import type { Output } from '#app/view.js'
import { nameMessage, sayFields } from './field-messages.js'
import { commandLines, seconds, summaryLines } from './summary-text.js'
import type { WireNote, WireSource, WireOutput } from './view.js'
import type { WireEvent, WireSummary } from '#link/analysis/wire-analyzer.js'
import type { Breach } from '#link/protocol-checker.js'

export interface LineViewOptions {
  /** show every message, including heartbeats */
  readonly all: boolean
  /** what to show: the messages, one line per command, or only the closing summary */
  readonly shows: 'messages' | 'commands' | 'stats'
}

/** The wire as text: one line per message, with routine messages folded and breaches shown where they occur. */
export class LineView implements WireOutput {
  readonly #out: Output
  readonly #paint: Paint
  readonly #arrows: { readonly toFirmware: string; readonly toHost: string }
  readonly #options: LineViewOptions
  readonly #folded = new Map<string, number>()

  constructor(out: Output, env: Readonly<Record<string, string | undefined>>, options: LineViewOptions) {
    this.#out = out
    this.#paint = paintFor(out, env)
    this.#arrows = hasUnicode(env) ? { toFirmware: '→', toHost: '←' } : { toFirmware: '>', toHost: '<' }
    this.#options = options
  }

  start({ name, clock }: WireSource): void {
    const times = clock === 'none' ? '' : clock === 'virtual' ? ', virtual seconds' : ', seconds'
    this.#say(this.#paint.bold(`${name}${times}`))
  }

  event(event: WireEvent): void {
    if (event.kind === 'message' && event.breaches.length === 0) {
      if (this.#options.shows !== 'messages') return
      if (!this.#options.all && isRoutine(event)) return this.#fold(event)
    } else if (event.kind !== 'message' && this.#options.shows !== 'messages') return
    this.#unfold()
    this.#say(`${seconds(event.at)} ${this.#arrows[event.direction]} ${this.#text(event)}`)
  }

  note(note: WireNote): void {
    this.#unfold()
    this.#say(this.#paint.warn(sayNote(note)))
  }

  end(summary: WireSummary): void {
    this.#unfold()
    if (this.#options.shows === 'commands') for (const line of commandLines(summary.commands)) this.#say(line)
    for (const line of summaryLines(summary, this.#paint)) this.#say(line)
  }

  #text(event: WireEvent): string {
    switch (event.kind) {
      case 'message': {
        const { message, again, missing, late, overtaken, breaches } = event
        const head = `${nameMessage(message).padEnd(14)} ${sayFields(message)}`
        const marks = [
          again ? '(again)' : [],
          missing > 0 ? `(${plural(missing, 'frame')} missing before it)` : [],
          overtaken ? '(overtaken as designed)' : late ? '(out of order)' : [],
        ].flat()
        const line = [head.trimEnd(), ...marks].join('  ')
        const broken = breaches.map((breach) => this.#paint.bad(`  !! ${sayBreach(breach)}`)).join('')
        return `${again ? this.#paint.dim(line) : line}${broken}`
      }
      case 'damaged':
        return this.#paint.warn(
          `damaged: ${WHY[event.why]}, ${plural(event.bytes, 'byte')} from byte ${event.offset} of this direction`,
        )
      case 'unreadable':
        return this.#paint.warn(`unreadable: frame number ${event.seq}, ${JSON.stringify(event.error)}`)
    }
  }

  #fold({ message, again }: Extract<WireEvent, { kind: 'message' }>): void {
    const name = again ? `${message.kind} again` : message.kind
    this.#folded.set(name, (this.#folded.get(name) ?? 0) + 1)
  }

  #unfold(): void {
    if (this.#folded.size === 0) return
    const counts = [...this.#folded].map(([name, count]) => `${count} ${name}`).join(', ')
    this.#folded.clear()
    this.#say(this.#paint.dim(`${' '.repeat(10)}. ${counts}`))
  }

  #say(line: string): void {
    this.#out.write(`${line}\n`)
  }
}

/** Heartbeats, and messages that the controller repeats to make sure that they arrive. */
function isRoutine({ message, again }: Extract<WireEvent, { kind: 'message' }>): boolean {
  const { kind } = message
  if (kind === 'heartbeat' || kind === 'telemetry' || kind === 'timeSync' || kind === 'timeReply') return true
  return kind === 'event' && again
}

const WHY = {
  badCobs: 'bytes that no encoder produces (COBS)',
  badCrc: 'wrong checksum',
  badLength: 'too short for a frame',
  oversize: 'longer than any frame',
} as const

function sayNote(note: WireNote): string {
  switch (note.kind) {
    case 'lost':
      return (
        `${seconds(note.at)}   ${plural(note.bytes, 'byte')} of the wire are not recorded here: the ` +
        `disk did not keep up`
      )
    case 'full':
      return (
        `${seconds(note.at)}   the recording reached its largest size, or the disk ran low: what ` +
        `followed is not in it`
      )
    case 'fileDamaged':
      return `the file is damaged: ${plural(note.bytes, 'byte')} from byte ${note.offset} are not a record`
    case 'torn':
      return (
        `the file ends within a record: its last ` +
        `${plural(note.bytes, 'byte')}, from byte ${note.offset}, are ignored`
      )
    case 'open':
      return 'the recording has no end mark: its writer was killed, or is still recording'
  }
}

/** One sentence on how law 2 (ARCHITECTURE.md) was broken. */
export function sayBreach(breach: Breach): string {
  const got = nameMessage(breach.got)
  switch (breach.kind) {
    case 'no-permit':
      return `${got} carries no permit`
    case 'permit-reused':
      return `the permit of ${got} was that of ${nameMessage(breach.before)}`
    case 'id-reused':
      return `the id of ${got} was already used for ${nameMessage(breach.before)}; a retry must be the same bytes`
    case 'executed-twice':
      return `the id of ${got} was accepted twice as new: the command ran twice`
  }
}
