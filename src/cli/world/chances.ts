import { join } from 'node:path'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { plural } from '#app/command-line/words.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { readRunFolder, type StoredRun } from '#app/run-folder/read/read-run.js'
import { chanceCells, chanceRows, type ChanceRow } from '#app/world/memory/chance-rows.js'
import { worldFolder } from '#app/world/files/find-world.js'
import { chancesIn, sumChances, type SeenChances } from '#app/world/memory/skill-chances.js'
import { worldOfRun } from '#app/world/world-of-run.js'
import type { Io } from '#terminal/io.js'
import { writeChances } from './write-chances.js'

export interface ChancesOptions {
  /** where runs are kept */
  readonly runs: string
  /** corrects the declared chances in world.yaml */
  readonly write: boolean
  readonly json: boolean
}

/** `graft world chances`: how often steps really failed in recorded runs, beside what the world declares. */
export async function tellChances(
  world: string,
  runs: readonly string[],
  options: ChancesOptions,
  io: Io,
): Promise<ExitCode> {
  const read = await readRuns(world, runs, { root: options.runs, tell: (text) => io.err.write(`${text}\n`) })
  if (!read.ok) return refuse(read.error, io)
  const { folder, counted, episodes } = read.value
  const rows = chanceRows(sumChances(counted))
  const off = rows.filter((row) => row.off)
  const file = join(folder, 'world.yaml')
  const written = options.write ? await writeChances(file, off) : ok([])
  if (!written.ok) return refuse(written.error, io)
  const left = off.filter((row) => !written.value.includes(row))
  if (options.json) io.out.write(`${JSON.stringify({ world, runs: runs.length, episodes, chances: rows })}\n`)
  else io.out.write(pageOf(rows, `${plural(runs.length, 'run')}, ${plural(episodes, 'episode')}`))
  if (options.write) io.err.write(`${file}: ${plural(written.value.length, 'chance')} corrected\n`)
  return left.length === 0 ? EXIT.ok : EXIT.no
}

interface CountedRuns {
  readonly folder: string
  readonly counted: readonly SeenChances[]
  readonly episodes: number
}

async function readRuns(
  world: string,
  names: readonly string[],
  { root, tell }: { readonly root: string; readonly tell: (text: string) => void },
): Promise<Result<CountedRuns, readonly Diagnostic[]>> {
  const folder = await worldFolder(world)
  if (!folder.ok) return folder
  const counted: SeenChances[] = []
  const known = new Map<string, string>()
  let episodes = 0
  for (const name of names) {
    const read = await readOne(folder.value, name, root, tell)
    if (!read.ok) return err([read.error])
    const { manifest, records } = read.value
    const earlier = known.get(identityOf(read.value))
    if (earlier !== undefined) return err([sameRun(name, earlier)])
    known.set(identityOf(read.value), name)
    const seen = chancesIn(records.at(-1)?.memory)
    if (seen === undefined)
      tell(
        `note: ${manifest.key} has counted nothing: an earlier graft recorded it, or no episode of it is finished`,
      )
    else counted.push(seen)
    episodes += records.length
  }
  return ok({ folder: folder.value, counted, episodes })
}

async function readOne(
  folder: string,
  name: string,
  root: string,
  tell: (text: string) => void,
): Promise<Result<StoredRun, Diagnostic>> {
  const found = findRun(root, name)
  if (!found.ok) return found
  const run = readRunFolder(found.value)
  if (!run.ok) return run
  if (!isInWorld(run.value.manifest)) return err(onField(run.value.manifest.key))
  // what was counted is of the rules, the robot and the task as they were then
  const same = await worldOfRun(run.value.manifest, folder, tell)
  return same.ok ? run : err({ ...same.error, hint: OTHER_WORLD })
}

const OTHER_WORLD =
  'name the world of the run, or leave the run out: its counts are of other rules, and may be in the numbers already'

/** Equal inputs give equal episodes in a simulation: they tell no more the second time. */
const identityOf = ({ folder, manifest: { faults, key } }: StoredRun): string =>
  faults === 'real' || faults === 'driver' ? folder : key.replace(/(-[0-9a-f]{8})-\d+$/, '$1')

function pageOf(rows: readonly ChanceRow[], of: string): string {
  if (rows.length === 0) return `${of}: no step of a skill was tried\n`
  const head = ['skill', 'way of failing', 'declared', 'tries', 'seen', 'estimate', '95 %', '']
  const cells = rows.map((row) => {
    const { declared, tries, seen, estimate, interval, note } = chanceCells(row)
    return [row.skill, row.way, declared, tries, seen, estimate, interval, note]
  })
  const widths = head.map((_, i) => Math.max(...[head, ...cells].map((line) => line[i]?.length ?? 0)))
  const lines = [head, ...cells].map((line) =>
    line
      .map((cell, i) => (i < 2 || i > 6 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return `${of}\n\n${lines.join('\n')}\n`
}

const onField = (key: string): Diagnostic => ({
  code: 'run.no-world',
  severity: 'error',
  message: `${key} is a run on a field, and fields declare no chances`,
  expected: 'a run in a world: graft run --world',
  got: 'a run on a field',
})

const sameRun = (name: string, earlier: string): Diagnostic => ({
  code: 'run.twice',
  severity: 'error',
  message: `${name} is the same run as ${earlier}, or one with the same seed and inputs`,
  expected: 'each run once: the same inputs give the same episodes, and tell nothing new',
  got: `${earlier} and ${name}`,
  hint: 'leave one of them out',
})

function refuse(problems: readonly Diagnostic[], io: Io): ExitCode {
  for (const problem of problems) io.err.write(`${formatDiagnostic(problem)}\n`)
  return EXIT.usage
}
