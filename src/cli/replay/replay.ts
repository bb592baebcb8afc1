import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { readLibrary } from '#app/policy.js'
import type { Io } from '#terminal/io.js'
import { EXIT, exitOfRefusal, type ExitCode } from '#app/command-line/exit-code.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { changedLines } from '#app/run-folder/read/read-episode.js'
import type { StoredRun } from '#app/run-folder/read/read-run.js'
import { printable } from '#terminal/paint.js'
import { version } from '#documents/read-text-file.js'
import { compare, inRealTime, type Comparison } from './compare.js'
import { look, type LookOptions } from './look.js'
import { seconds } from './moment-text.js'
import { reExecute, type ReplayWorld } from './re-execute.js'
import { replayInData } from './data-world.js'
import { replayOnField } from './field-world.js'
import { readStoredEpisode, readStoredRun, type StoredEpisode } from './stored-episode.js'

export interface ReplayOptions extends LookOptions {
  readonly episode?: number
  /** folder of the world of a run in one, if it does not come with graft */
  readonly world?: string
  /** folder of the runs */
  readonly out: string
}

/** `graft replay`: executes episodes again and compares them with their records, or shows one moment of them. */
export async function replay(name: string, options: ReplayOptions, io: Io): Promise<ExitCode> {
  const refuse = (problem: Diagnostic): ExitCode => {
    io.err.write(`${formatDiagnostic(problem)}\n`)
    return exitOfRefusal(problem)
  }
  const folder = findRun(options.out, name)
  if (!folder.ok) return refuse(folder.error)
  const run = readStoredRun(folder.value)
  if (!run.ok) return refuse(run.error)
  const { manifest, records } = run.value
  if (manifest.version !== version())
    io.err.write(`note: this run was made by graft ${manifest.version}, and this is ${version()}\n`)
  const world = await replayWorldOf(run.value, options.world, io)
  if (!world.ok) return refuse(world.error)
  const looks = options.at !== undefined || options.find !== undefined
  const episodes =
    options.episode !== undefined
      ? [options.episode]
      : looks
        ? undefined
        : records.map((each) => each.episode)
  if (episodes === undefined) return refuse(whichEpisode(run.value))
  let code: ExitCode = EXIT.ok
  for (const episode of episodes) {
    const stored = readStoredEpisode(run.value, episode, world.value.library)
    if (!stored.ok) return refuse(stored.error)
    const done = looks
      ? await look(stored.value, world.value, options, io)
      : await judge(stored.value, world.value, options, io)
    if (typeof done === 'object') return refuse(done)
    if (done !== EXIT.ok) code = done
  }
  return code
}

/** Compares a replay with its record. */
async function judge(
  stored: StoredEpisode,
  world: ReplayWorld,
  { json }: ReplayOptions,
  io: Io,
): Promise<ExitCode | Diagnostic> {
  const played = await reExecute(stored, world)
  if (!played.ok) return played.error
  const decision = compare(stored, played.value)
  const { episode } = stored.record
  const same = decision.difference === undefined
  // what differs says more than that something does
  if (same && stored.traceFile.changed) return changedLines(stored.traceFile)
  if (json) io.out.write(`${JSON.stringify({ type: 'verdict', episode, identical: same, ...decision })}\n`)
  else io.out.write(`episode ${episode}: ${resultText(decision, stored)}\n`)
  return same ? EXIT.ok : EXIT.no
}

function resultText({ events, stored: hash, difference }: Comparison, stored: StoredEpisode): string {
  const realTime = inRealTime(stored)
  if (difference === undefined) {
    const fromWire = stored.run.manifest.faults === 'real'
    const what = fromWire
      ? 'the same in order, from its wire'
      : realTime
        ? 'the same in order (it was played in real time)'
        : 'identical'
    return `${what}, ${events} events, hash ${hash.slice(0, 16)}`
  }
  const { log, entry, t, about, field, expected, got } = difference
  const file = log === 'trace' ? ` (${stored.traceFile.path}:${entry})` : ''
  return [
    `different from ${seconds(t)} on, ${printable(about)}: entry ${entry} of the ${log}${file}`,
    ...(field === '' ? [] : [`  field:    ${field}`]),
    `  expected: ${printable(expected)}`,
    `  got:      ${printable(got)}`,
    `  hint:     ${stored.traceFile.changed ? TRACE_CHANGED : realTime ? REAL_TIME : CHANGED}`,
  ].join('\n')
}

const TRACE_CHANGED =
  'the trace is not the one that was written: its SHA-256 is in episodes.jsonl. Restore it from a copy'
const CHANGED =
  'the files were changed, or this graft decides differently; an operator who held the robot is not in the record'
const REAL_TIME =
  'this run was played in real time (pace: real): its times cannot be repeated, and they decide outcomes'

const whichEpisode = ({ records }: StoredRun): Diagnostic => ({
  code: 'replay.which-episode',
  severity: 'error',
  message: 'a moment can be shown of one episode only',
  expected: `--episode 1 … ${records.length}`,
})

/** @param folder of the world, if it is not one that comes with graft */
function replayWorldOf(
  { manifest }: StoredRun,
  folder: string | undefined,
  io: Io,
): Promise<Result<ReplayWorld, Diagnostic>> {
  if (isInWorld(manifest)) return replayInData(manifest, folder, (text) => void io.err.write(`${text}\n`))
  return Promise.resolve(ok(replayOnField(readLibrary())))
}
