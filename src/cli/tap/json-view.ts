import type { Output } from '#app/view.js'
import { sayBreach, type LineViewOptions } from './line-view.js'
import { roundTrips } from './summary-text.js'
import type { WireNote, WireSource, WireOutput } from './view.js'
import type { WireEvent, WireSummary, WayCounts } from '#link/analysis/wire-analyzer.js'

/** The wire for programs: one JSON object per line. Times in ms of the wire's clock. */
export class JsonWireOutput implements WireOutput {
  readonly #out: Output
  readonly #shows: LineViewOptions['shows']

  constructor(out: Output, shows: LineViewOptions['shows']) {
    this.#out = out
    this.#shows = shows
  }

  start(source: WireSource): void {
    this.#say({ type: 'wire', ...source })
  }

  event(event: WireEvent): void {
    if (event.kind === 'message') {
      const { breaches, kind: _kind, at, direction, ...rest } = event
      if (this.#shows === 'messages') this.#say({ type: 'message', t: inMs(at), way: direction, ...rest })
      for (const breach of breaches)
        this.#say({ type: 'breach', t: inMs(at), way: direction, text: sayBreach(breach), ...breach })
    } else if (this.#shows === 'messages') {
      const { kind, at, direction, ...rest } = event
      this.#say({ type: kind, t: inMs(at), way: direction, ...rest })
    }
  }

  note(note: WireNote): void {
    const { kind, ...rest } = note
    this.#say({
      type: 'note',
      note: kind,
      ...('at' in rest ? { ...rest, at: undefined, t: inMs(rest.at) } : rest),
    })
  }

  end(summary: WireSummary): void {
    if (this.#shows === 'commands') for (const life of summary.commands) this.#command(life)
    const { firstAt, lastAt, sessions, boots, counts, commands } = summary
    const trips = roundTrips(commands)
    this.#say({
      type: 'summary',
      firstMs: inMs(firstAt),
      lastMs: inMs(lastAt),
      sessions,
      boots,
      toFirmware: wayJson(summary.ways.toFirmware),
      toHost: wayJson(summary.ways.toHost),
      commands: commands.length,
      answerMs:
        trips.length === 0 ? undefined : { median: trips[(trips.length - 1) >> 1], longest: trips.at(-1) },
      ...counts,
      breaches: Object.fromEntries(summary.breaches),
    })
  }

  #command({ command, sends, sentAt, answer, done }: WireSummary['commands'][number]): void {
    const at = <T extends { readonly at: number | undefined }>(part: T | undefined) =>
      part === undefined ? undefined : { ...part, at: undefined, t: inMs(part.at) }
    this.#say({ type: 'command', t: inMs(sentAt), command, sends, answer: at(answer), done: at(done) })
  }

  #say(line: object): void {
    this.#out.write(`${JSON.stringify(line)}\n`)
  }
}

const inMs = (at: number | undefined): number | undefined => (at === undefined ? undefined : at / 1000)
const wayJson = ({ messages, ...counts }: Readonly<WayCounts>): object => ({
  ...counts,
  messages: Object.fromEntries(messages),
})
