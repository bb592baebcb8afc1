import { existsSync, statSync } from 'node:fs'
import { regularSize, describeUnreadable } from '#documents/read-regular.js'
import { episodeNumbers, wireFiles } from '#adapters/store/run-paths.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { WireDirection } from '#link/wire-observer.js'
import type { Io } from '#terminal/io.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { plural } from '#app/command-line/words.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { JsonWireOutput } from './json-view.js'
import { LineView, type LineViewOptions } from './line-view.js'
import { playRaw, playWireFile } from './play-wire.js'
import { readGrowing } from './read-growing.js'
import { sniffTranscript } from './transcript.js'
import type { WireOutput } from './view.js'

export interface SnifferOptions extends LineViewOptions {
  readonly json: boolean
  readonly follow: boolean
  readonly raw?: WireDirection
  readonly episode?: number
  /** folder of the runs */
  readonly out: string
}

export interface SniffEnvironment {
  readonly signal: AbortSignal
  readonly io: Io
  readonly stdin: AsyncIterable<Uint8Array>
}

/** `graft tap`: shows a wire and checks law 2 on it. @returns `breach` if law 2 is broken */
export async function sniff(
  source: string,
  options: SnifferOptions,
  { signal, io, stdin }: SniffEnvironment,
): Promise<ExitCode> {
  const view = options.json
    ? new JsonWireOutput(io.out, options.shows)
    : new LineView(io.out, io.env, options)
  const refuse = (problem: Diagnostic): ExitCode => {
    io.err.write(`${formatDiagnostic(problem)}\n`)
    return EXIT.usage
  }
  try {
    if (options.raw !== undefined) {
      if (source !== '-' && !isFile(source)) return refuse(noWire(source))
      const odd = source === '-' ? undefined : oddity(source)
      if (odd !== undefined) return refuse(odd)
      const portions = source === '-' ? stdin : readGrowing(source, options.follow, signal)
      const analyzer = await playRaw(source === '-' ? 'stdin' : source, options.raw, portions, view)
      if (analyzer.summary.ways[options.raw].messages.size === 0) return refuse(noFrames(source))
      return analyzer.broken ? EXIT.no : EXIT.ok
    }
    const files = findWires(source, options, (text) => void io.err.write(`note: ${text}\n`))
    if (!files.ok) return refuse(files.error)
    return await sniffFiles(files.value, { options, signal, view, refuse, io })
  } catch (cause) {
    return refuse(unreadable(source, cause))
  }
}

interface SniffFilesOptions {
  readonly options: SnifferOptions
  readonly signal: AbortSignal
  readonly view: WireOutput
  readonly io: Io
  readonly refuse: (problem: Diagnostic) => ExitCode
}

async function sniffFiles(
  files: readonly string[],
  { options, signal, view, refuse, io }: SniffFilesOptions,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok
  for (const file of files) {
    const odd = oddity(file)
    if (odd !== undefined) return refuse(odd)
    const portions = readGrowing(file, options.follow, signal)
    if (file.endsWith('.ndjson')) {
      const judged = await sniffTranscript(file, portions, io, options)
      if (judged === EXIT.usage) return judged
      if (judged !== EXIT.ok) code = judged
      continue
    }
    const analyzer = await playWireFile(file, portions, view)
    if (analyzer.ok && analyzer.value.broken) code = EXIT.no
    // Ctrl-C, or the reader closed the pipe: the rest was not checked
    if (signal.aborted) return code
    if (!analyzer.ok) return refuse(analyzer.error)
    const { toFirmware, toHost } = analyzer.value.summary.ways
    if (toFirmware.messages.size + toHost.messages.size === 0) return refuse(noFrames(file))
  }
  return code
}

/** Resolves a source: a file, all wires of a run, the wire of one episode, or, with `follow`, the newest wire. */
function findWires(
  source: string,
  options: SnifferOptions,
  tell: (text: string) => void,
): Result<readonly string[], Diagnostic> {
  if (isFile(source)) return ok([source])
  const run = findRun(options.out, source)
  if (!run.ok) return err(run.error.got === undefined ? noWire(source) : run.error)
  const all = wireFiles(run.value)
  const wanted = all.filter(({ episode }) => options.episode === undefined || episode === options.episode)
  if (wanted.length === 0) {
    return err({
      code: 'wire.none',
      severity: 'error',
      message:
        `run ${source} has no recorded ` +
        `wire${options.episode === undefined ? '' : ` of episode ${options.episode}`}`,
      expected:
        all.length === 0
          ? 'episodes/NN/wire.bin in its folder, or transcript.ndjson of a run in a world'
          : `one of the episodes ${all.map(({ episode }) => episode).join(', ')}`,
      hint: 'record one with graft run --wire',
    })
  }
  const paths = wanted.map(({ path }) => path)
  const without = incomplete(run.value, wanted.length)
  if (options.episode === undefined && !options.follow && without !== undefined) tell(without)
  return ok(options.follow ? paths.slice(-1) : paths)
}

/** What is judged is not the whole run: `1 of 6 episodes has a wire`. */
function incomplete(run: string, wires: number): string | undefined {
  const episodes = episodeNumbers(run).length
  if (wires >= episodes) return undefined
  return `${wires} of ${plural(episodes, 'episode')} ${wires === 1 ? 'has' : 'have'} a wire; the others are not judged`
}

const isFile = (path: string): boolean => existsSync(path) && !statSync(path).isDirectory()

const noFrames = (source: string): Diagnostic => ({
  code: 'wire.no-frames',
  severity: 'error',
  message: `${source} holds no frame of this protocol`,
  expected: 'at least one whole frame of the serial line',
  hint: 'nothing can be said about permits: is it the right file, whole, and of the right direction?',
})

const noWire = (source: string): Diagnostic => ({
  code: 'wire.missing',
  severity: 'error',
  message: `there is no file and no run ${source}`,
  expected: 'a recorded wire (runs/…/episodes/01/wire.bin), or the id or folder of a run',
  hint: 'record one with graft run --wire',
})

/** Refuses devices and pipes: they would never end, or block until somebody writes to them. */
function oddity(file: string): Diagnostic | undefined {
  const size = regularSize(file)
  if (size.ok) return undefined
  return {
    code: 'wire.no-file',
    severity: 'error',
    message: `${file} cannot be read`,
    expected: 'a regular file',
    got: describeUnreadable(size.error),
    hint: 'for a stream of bytes: graft tap --raw toFirmware - <PIPE',
  }
}

const unreadable = (source: string, cause: unknown): Diagnostic => ({
  code: 'wire.unreadable',
  severity: 'error',
  message: `${source} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
})
