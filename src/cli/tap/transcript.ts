import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { plural } from '#app/command-line/words.js'
import { TranscriptJudge, type TranscriptBreach, type TranscriptCounts } from '#drivers/judge-transcript.js'
import { LineSplitter } from '#drivers/line-splitter.js'
import { encodeDriverMessage, encodeHostMessage } from '#drivers/message-codec.js'
import {
  decodeEntry,
  TRANSCRIPT_HEADER,
  TRANSCRIPT_VERSION,
  transcriptVersion,
  type TranscriptEntry,
} from '#drivers/transcript/transcript.js'
import { paintFor } from '#terminal/paint.js'
import type { Io } from '#terminal/io.js'
import type { LineViewOptions } from './line-view.js'
import { commandLine, DriverCommands } from './transcript-commands.js'

export interface TranscriptOptions extends LineViewOptions {
  readonly json: boolean
  /** the file is still growing: its last line may yet be completed */
  readonly follow: boolean
}

/** Shows a recorded session with a driver and judges it by the laws of docs/DRIVER.md. */
export async function sniffTranscript(
  file: string,
  portions: AsyncIterable<Uint8Array>,
  io: Io,
  options: TranscriptOptions,
): Promise<ExitCode> {
  const judge = new TranscriptJudge()
  const view = new TranscriptView(io, options)
  let breaches = 0
  for await (const entry of entriesOf(file, portions, options)) {
    if (!entry.ok) {
      io.err.write(`${formatDiagnostic(entry.error)}\n`)
      return breaches === 0 ? EXIT.usage : EXIT.no
    }
    const found = judge.observe(entry.value)
    breaches += found.length
    view.entry(entry.value, found)
  }
  view.end(judge.counts, breaches)
  return breaches === 0 ? EXIT.ok : EXIT.no
}

async function* entriesOf(
  file: string,
  portions: AsyncIterable<Uint8Array>,
  { follow }: Pick<TranscriptOptions, 'follow'>,
): AsyncGenerator<Result<TranscriptEntry, Diagnostic>, void> {
  const splitter = new LineSplitter()
  let number = 0
  const read = (bytes: Uint8Array): readonly Result<TranscriptEntry, Diagnostic>[] =>
    splitter.feed(bytes).flatMap((line) => {
      number++
      if (!line.ok) return [err({ ...line.error, where: { file, line: number, column: 1 } })]
      if (number > 1) return [decodeEntry(line.value.text, file, line.value.number)]
      const version = transcriptVersion(line.value.text)
      return version === TRANSCRIPT_VERSION ? [] : [err(notATranscript(file, version))]
    })
  for await (const portion of portions) yield* read(portion)
  // the last line has no end where the recording was cut off, or somebody's editor left it out
  if (splitter.begun > 0 && !follow)
    for (const entry of read(NEWLINE)) yield entry.ok || number === 1 ? entry : err(cutOff(file, entry.error))
  if (number === 0) yield err(notATranscript(file))
}

const NEWLINE = Uint8Array.of(0x0a)

const cutOff = (file: string, { where }: Diagnostic): Diagnostic => ({
  code: 'transcript.cut-off',
  severity: 'error',
  message: `${file} ends in the middle of a line, and was not judged to its end`,
  ...(where && { where }),
  expected: 'a whole message, and a line end behind it',
  hint: 'what stands before it was judged; a recording that was cut off ends like this',
})

class TranscriptView {
  readonly #io: Io
  readonly #options: TranscriptOptions
  readonly #commands = new DriverCommands()

  constructor(io: Io, options: TranscriptOptions) {
    this.#io = io
    this.#options = options
  }

  entry(entry: TranscriptEntry, breaches: readonly TranscriptBreach[]): void {
    const { json, shows, all } = this.#options
    if (shows === 'commands') this.#commands.observe(entry)
    const isRoutine = 'message' in entry && entry.message.kind === 'heartbeat' && !all
    if ((shows === 'messages' && !isRoutine) || breaches.length > 0) {
      if (json) this.#say(JSON.stringify({ type: 'message', ...entry }))
      else this.#say(`${seconds(entry.t)} ${entry.to === 'driver' ? '→' : '←'} ${textOf(entry)}`)
    }
    for (const breach of breaches) {
      if (json) this.#say(JSON.stringify({ type: 'breach', ...breach }))
      else
        this.#say(
          paintFor(this.#io.out, this.#io.env).bad(`  !! ${breach.by}: ${breach.kind}: ${breach.text}`),
        )
    }
  }

  end(counts: TranscriptCounts, breaches: number): void {
    if (this.#options.shows === 'commands')
      for (const command of this.#commands.all)
        this.#say(this.#options.json ? JSON.stringify({ type: 'command', ...command }) : commandLine(command))
    if (this.#options.json) return this.#say(JSON.stringify({ type: 'summary', ...counts, breaches }))
    const { sessions, commands, executions, ended, stops, open, unconfirmedStops } = counts
    // graft ends a session with an e-stop to a robot that stands, and waits for no answer
    const last = unconfirmedStops === 0 ? '' : ' (as the one is that ends a session)'
    this.#say(
      `${plural(sessions, 'session')}, ${plural(commands, 'command')}: ${executions} accepted, ${ended} ended, ` +
        `${open} open; ${plural(stops, 'stop')}, ${unconfirmedStops} unconfirmed${last}`,
    )
    this.#say(breaches === 0 ? 'the laws hold' : `${plural(breaches, 'breach', 'breaches')} of the laws`)
  }

  #say(line: string): void {
    this.#io.out.write(`${line}\n`)
  }
}

/** Without what every line has. */
function textOf(entry: TranscriptEntry): string {
  if ('garbage' in entry) return `garbage: ${JSON.stringify(entry.garbage)}`
  const line = entry.to === 'driver' ? encodeHostMessage(entry.message) : encodeDriverMessage(entry.message)
  return line.replace('{"jsonrpc":"2.0",', '{')
}

const seconds = (t: number): string => (t / 1000).toFixed(3).padStart(8)

const notATranscript = (file: string, version?: unknown): Diagnostic => ({
  code: 'transcript.header',
  severity: 'error',
  message:
    version === undefined
      ? `${file} is no transcript of a session with a driver`
      : `${file} is a transcript of another version`,
  expected: `a first line ${TRANSCRIPT_HEADER}`,
  ...(version !== undefined && { got: `version ${JSON.stringify(version)}` }),
  hint: 'docs/DRIVER.md describes the format; wires of the serial line end in .bin',
})
