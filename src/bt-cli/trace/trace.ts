import { formatDiagnostic } from '#base/diagnostic.js'
import type { CaseRecord } from '#bt-tools/tape/case.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor, printable, type Paint } from '#terminal/paint.js'
import { plural } from '#app/command-line/words.js'
import type { Io } from '#terminal/io.js'
import { agreement, type Agreement, type Level } from './agreement.js'
import { findCases, readCase, readRecording, type RunnableCase } from './read-case.js'
import { inWords, traceCase, type CaseTrace } from './trace-case.js'

export interface TraceOptions {
  readonly json: boolean
  /** report how far each case agrees with its recording */
  readonly compare: boolean
}

/**
 * `graft bt trace`: runs recorded cases with the scripted test nodes and prints what this engine does. The recording
 * is read only with `--compare`.
 * @returns `bug` when the engine crashed in a case, `usage` when a case could not be read or differs (`--compare`)
 */
export function trace(paths: readonly string[], { json, compare }: TraceOptions, io: Io): ExitCode {
  const paint = paintFor(io.out, io.env)
  const tally = new Tally()
  const started = performance.now()
  for (const path of paths) {
    const files = findCases(path)
    if (files.length === 0) tally.unreadable(`${path} contains no NAME.expected.json`, io)
    for (const file of files) {
      const read = readCase(file)
      if (!read.ok) {
        tally.unreadable(formatDiagnostic(read.error), io)
        continue
      }
      const before = performance.now()
      const traced = traceCase(read.value)
      const took = performance.now() - before
      if (traced.crash !== undefined) io.err.write(`${traced.name}: the engine crashed: ${traced.crash}\n`)
      const agrees = compare ? compared(file, traced, read.value) : undefined
      tally.add(traced, agrees)
      if (json) io.out.write(`${agrees === undefined ? traced.json : jsonOfAgreement(traced, agrees)}\n`)
      else io.out.write(row(traced, { took, agrees, paint }))
    }
  }
  const seconds = (performance.now() - started) / 1000
  if (!json) io.out.write(`\n${tally.summary()} (${seconds.toFixed(1)} s)\n`)
  return tally.exitCode()
}

class Tally {
  readonly #levels: Record<Level, number> = { none: 0, L1: 0, L2: 0, L3: 0 }
  #cases = 0
  #differ = 0
  #timed = 0
  #crashed = 0
  #unreadable = 0

  unreadable(text: string, io: Io): void {
    this.#unreadable += 1
    io.err.write(`${text}\n`)
  }

  add({ crash }: CaseTrace, agrees: Agreement | undefined): void {
    this.#cases += 1
    if (crash !== undefined) this.#crashed += 1
    if (agrees === undefined) return
    if (agrees.difference !== undefined) this.#differ += 1
    if (agrees.difference === undefined && agrees.level !== 'L3') this.#timed += 1
    else this.#levels[agrees.level] += 1
  }

  summary(): string {
    const { none, L1, L2, L3 } = this.#levels
    const agreeing = [
      [L3, 'agree at L3'],
      [this.#timed, 'timed agree in their statuses'],
      [L2, 'agree only at L2'],
      [L1, 'agree only at L1'],
      [none, 'do not agree'],
    ] as const
    return [
      plural(this.#cases, 'case'),
      agreeing.flatMap(([count, text]) => (count === 0 ? [] : `${count} ${text}`)),
      this.#crashed === 0 ? [] : `${this.#crashed} crashed the engine`,
      this.#unreadable === 0 ? [] : `${this.#unreadable} could not be read`,
    ]
      .flat()
      .join('; ')
  }

  exitCode(): ExitCode {
    if (this.#crashed > 0) return EXIT.bug
    if (this.#unreadable > 0) return EXIT.usage
    return this.#differ > 0 ? EXIT.no : EXIT.ok
  }
}

function compared(file: string, { json }: CaseTrace, { input }: RunnableCase): Agreement {
  // both go through JSON, which turns -0 into 0 and rounds long integers the same way
  const got = (JSON.parse(json) as { readonly expect: CaseRecord }).expect
  return agreement((readRecording(file) ?? {}) as CaseRecord, got, input.timed === true)
}

const jsonOfAgreement = ({ name }: CaseTrace, { level, difference }: Agreement): string =>
  JSON.stringify({ name, level, ...(difference === undefined ? {} : { difference }) })

function row(
  { name, expect }: CaseTrace,
  {
    took,
    agrees,
    paint,
  }: { readonly took: number; readonly agrees: Agreement | undefined; readonly paint: Paint },
): string {
  const level = agrees === undefined ? '' : `  ${levelColour(agrees.level, paint)(agrees.level.padEnd(4))}`
  const time = paint.dim(`${took.toFixed(1).padStart(7)} ms`)
  const line = `${printable(name).padEnd(30)}${level}${time}  ${printable(inWords(expect), 90)}\n`
  if (agrees?.difference === undefined) return line
  const { at, recorded, got } = agrees.difference
  const show = (label: string, value: unknown): string =>
    `      ${label} ${printable(JSON.stringify(value), 160)}\n`
  return `${line}    differs at ${at}\n${show('recorded', recorded)}${show('got     ', got)}`
}

function levelColour(level: Level, paint: Paint): (text: string) => string {
  return level === 'L3' ? paint.good : level === 'none' ? paint.bad : paint.warn
}
