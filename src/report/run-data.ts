import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { framesFolder, treeFile } from '#adapters/store/run-paths.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { CameraModel } from '#base/camera-model.js'
import { sha256 } from '#base/hash.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import { parseTree } from '#bt/xml/parse.js'
import { summarise, type RunSummary } from '#learning/curve.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { LoggedStep } from '#learning/events.js'
import type { EpisodeNote } from '#learning/notes.js'
import type { RunManifest } from '#learning/manifest.js'
import type { TimingReport } from '#runtime/timing/timing.js'
import { FORMER_MAST_CAMERA } from '#simulation/field/render/look.js'
import { lookAt } from '#app/run-folder/read/damage.js'
import {
  changedLines,
  readMoments,
  readTrace,
  readTreeOf,
  readTreeText,
  type StoredMoments,
} from '#app/run-folder/read/read-episode.js'
import { readNotes, readTiming } from '#app/run-folder/read/read-extras.js'
import { readRunFolder } from '#app/run-folder/read/read-run.js'
import { libraryOfRun } from '#app/world/world-manifest.js'
import { leftOut, tornLogs } from './left-out.js'

/** Everything that a report is made from: a run folder, read once. */
export interface RunData {
  readonly manifest: RunManifest
  readonly summary: RunSummary
  readonly episodes: readonly EpisodeData[]
  /** those that were interrupted, and played again when the run was resumed */
  readonly repeated: readonly number[]
  /** how punctual the process was, by the wall clock */
  readonly timing?: TimingReport
  /** files that are damaged, and what is therefore left out */
  readonly damages: readonly Diagnostic[]
}

export interface EpisodeData {
  readonly record: EpisodeRecord
  readonly trace: readonly TraceEvent[]
  /** what changed from moment to moment; undefined in a run of an earlier version */
  readonly moments?: StoredMoments | undefined
  /** why they cannot be shown although there are some */
  readonly momentsDamage?: Diagnostic
  readonly steps: readonly LoggedStep[]
  readonly frames: readonly FrameFile[]
  /** operators' notes on this episode */
  readonly notes: readonly Pick<EpisodeNote, 'by' | 'text'>[]
  /** the tree that ran, and the one that the actor left for the next episode; undefined when unreadable */
  readonly tree: TreeDoc | undefined
  readonly nextTree: TreeDoc | undefined
}

export interface FrameFile {
  readonly id: string
  readonly path: string
  /** `before the first move`, `after unit 2`, `at the end` */
  readonly caption: string
}

/** Notes from the notes file, and those in the record where a service wrote it. */
function notesOf(
  { episode, notes = [] }: EpisodeRecord,
  all: readonly EpisodeNote[],
): readonly Pick<EpisodeNote, 'by' | 'text'>[] {
  const own = all.filter((note) => note.episode === episode)
  const known = new Set(own.map(({ text }) => text))
  return [...notes.filter((text) => !known.has(text)).map((text) => ({ by: '', text })), ...own]
}

/** Reads a run that has a finished episode; what graft did not write is refused with its place. */
export function readRun(folder: string): Result<RunData, Diagnostic> {
  const run = readRunFolder(folder)
  if (!run.ok) return run
  const { manifest, records, steps } = run.value
  if (records.length === 0) return err(nothingFinished(folder))
  const notes = readNotes(folder)
  if (!notes.ok) return notes
  const timing = readTiming(folder)
  if (!timing.ok) return timing
  const episodes: EpisodeData[] = []
  const trees = new Trees(folder, libraryOfRun(manifest))
  const damagedMoments: Diagnostic[] = []
  for (const record of records) {
    const files = readFiles(folder, record)
    if (!files.ok) return files
    const { momentsDamage } = files.value
    if (momentsDamage !== undefined) damagedMoments.push(withoutMoments(momentsDamage, record))
    episodes.push({
      record,
      ...files.value,
      steps: steps.filter((step) => step.episode === record.episode),
      notes: notesOf(record, notes.value),
      tree: trees.read(record.treeHash),
      nextTree: trees.read(record.update.nextHash),
    })
  }
  return ok({
    ...(timing.value && { timing: timing.value }),
    manifest,
    summary: summarise(records, manifest),
    episodes,
    repeated: repeatedIn(folder),
    damages: [...tornLogs(folder, records.length), ...damagedMoments, ...trees.damages],
  })
}

/** What was left of them is put aside, in a folder for each time. */
function repeatedIn(folder: string): readonly number[] {
  const at = join(folder, 'interrupted')
  const found = lookAt(at, 'folder')
  if (!found.ok || found.value !== 'folder') return []
  const numbers = readdirSync(at).flatMap((name) => /^\d+/.exec(name)?.map(Number) ?? [])
  return [...new Set(numbers)].sort((a, b) => a - b)
}

const nothingFinished = (folder: string): Diagnostic => ({
  code: 'run.no-episode',
  severity: 'error',
  message: `no episode of ${folder} is finished`,
  expected: 'a line in its episodes.jsonl',
  got: 'none',
  hint: `play it: graft run --resume ${folder}`,
})

function readFiles(
  folder: string,
  record: EpisodeRecord,
): Result<Pick<EpisodeData, 'trace' | 'moments' | 'momentsDamage' | 'frames'>, Diagnostic> {
  const trace = readTrace(folder, record)
  if (!trace.ok) return trace
  if (trace.value?.changed === true) return err(changedLines(trace.value))
  const frames = findFrames(folder, record)
  if (!frames.ok) return frames
  return ok({ trace: trace.value?.events ?? [], ...momentsOf(folder, record), frames: frames.value })
}

/** The moments prove nothing: damage to them is told on the page, which shows everything else. */
function momentsOf(folder: string, record: EpisodeRecord): Pick<EpisodeData, 'moments' | 'momentsDamage'> {
  const read = readMoments(folder, record)
  const damage = !read.ok ? read.error : read.value?.changed === true ? changedLines(read.value) : undefined
  return damage === undefined ? { moments: read.ok ? read.value : undefined } : { momentsDamage: damage }
}

const withoutMoments = (damage: Diagnostic, { episode }: EpisodeRecord): Diagnostic =>
  leftOut(damage, `where the robot was and what was believed in episode ${episode}`)

/**
 * The camera pose of a run's pictures, as its manifest records it; a manifest without one is older than the present
 * mast. `undefined` for a real robot, whose runs never record it.
 */
export function cameraOfRun({
  faults,
  camera,
}: Pick<RunManifest, 'faults' | 'camera'>): CameraModel | undefined {
  return faults === 'real' ? undefined : (camera ?? FORMER_MAST_CAMERA)
}

/** In the order in which the critic saw them; then those that it never saw. */
function findFrames(folder: string, record: EpisodeRecord): Result<FrameFile[], Diagnostic> {
  const at = framesFolder(folder, record.episode)
  const found = lookAt(at, 'folder')
  if (!found.ok) return found
  const present = found.value === 'folder' ? readdirSync(at).filter((name) => name.endsWith('.jpg')) : []
  const captions = new Map<string, string>()
  for (const report of record.reports) {
    const newest = report.frames.at(-1)
    if (newest !== undefined && !captions.has(newest)) captions.set(newest, captionOf(report))
  }
  const rest = present.map((name) => name.slice(0, -'.jpg'.length)).filter((id) => !captions.has(id))
  const frames = [...captions.keys(), ...rest.sort()]
    .filter((id) => present.includes(`${id}.jpg`))
    .map((id) => ({ id, path: join(at, `${id}.jpg`), caption: captions.get(id) ?? id }))
  return ok(frames)
}

function captionOf(report: EpisodeRecord['reports'][number]): string {
  if (report.mode === 'initial') return 'before the first move'
  return report.mode === 'final' ? 'at the end' : `after unit ${report.step}`
}

/** The trees of a run, each read once. */
class Trees {
  readonly damages: Diagnostic[] = []
  readonly #read = new Map<string, TreeDoc | undefined>()
  readonly #folder: string
  readonly #library: NodeLibrary

  constructor(folder: string, library: NodeLibrary) {
    this.#folder = folder
    this.#library = library
  }

  /** @returns `undefined` for one that is missing or damaged, which is then among `damages` */
  read(hash: string): TreeDoc | undefined {
    if (this.#read.has(hash)) return this.#read.get(hash)
    const tree = this.#find(hash)
    if (!tree.ok) this.damages.push(leftOut(tree.error, 'this tree wherever it ran, and how it was changed'))
    this.#read.set(hash, tree.ok ? tree.value : undefined)
    return tree.ok ? tree.value : undefined
  }

  /** An earlier version may have written trees in another form: theirs are known by their bytes. */
  #find(hash: string): Result<TreeDoc, Diagnostic> {
    const text = readTreeText(this.#folder, hash)
    const place = { file: treeFile(this.#folder, hash), library: this.#library }
    const own = text.ok && sha256(text.value) === hash ? parseTree(text.value, place) : undefined
    return own?.ok === true ? own : readTreeOf(this.#folder, hash, this.#library)
  }
}
