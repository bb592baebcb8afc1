import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTrustedText } from '#documents/read-regular.js'
import {
  episodeFolder,
  readNotes,
  readEpisodes,
  readManifest,
  readSteps,
  readTiming,
} from '#adapters/store/run-store.js'
import type { CameraModel } from '#base/camera-model.js'
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
import { FORMER_MAST_CAMERA } from '#simulation/render/look.js'
import { libraryOfRun } from '#app/world/world-manifest.js'

/** Everything that a report is made from: a run folder, read once. */
export interface RunData {
  readonly manifest: RunManifest
  readonly summary: RunSummary
  readonly episodes: readonly EpisodeData[]
  /** how punctual the process was, by the wall clock */
  readonly timing?: TimingReport
}

export interface EpisodeData {
  readonly record: EpisodeRecord
  readonly trace: readonly TraceEvent[]
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

/** @throws Error when the folder contains no finished episode: there is nothing to report */
export function readRun(folder: string): RunData {
  const manifest = readManifest(folder)
  const records = readEpisodes(folder)
  const steps = readSteps(folder)
  const notes = readNotes(folder)
  const library = libraryOfRun(manifest)
  const timing = readTiming(folder)
  return {
    ...(timing && { timing }),
    manifest,
    summary: summarise(records, manifest),
    episodes: records.map((record) => ({
      record,
      trace: readTrace(folder, record.episode),
      steps: steps.filter((step) => step.episode === record.episode),
      frames: findFrames(folder, record),
      notes: notesOf(record, notes),
      tree: readTree(folder, record.treeHash, library),
      nextTree: readTree(folder, record.update.nextHash, library),
    })),
  }
}

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
function findFrames(folder: string, record: EpisodeRecord): FrameFile[] {
  const at = join(episodeFolder(folder, record.episode), 'frames')
  const present = existsSync(at) ? readdirSync(at).filter((name) => name.endsWith('.jpg')) : []
  const captions = new Map<string, string>()
  for (const report of record.reports) {
    const newest = report.frames.at(-1)
    if (newest !== undefined && !captions.has(newest)) captions.set(newest, captionOf(report))
  }
  const rest = present.map((name) => name.slice(0, -'.jpg'.length)).filter((id) => !captions.has(id))
  return [...captions.keys(), ...rest.sort()]
    .filter((id) => present.includes(`${id}.jpg`))
    .map((id) => ({ id, path: join(at, `${id}.jpg`), caption: captions.get(id) ?? id }))
}

function captionOf(report: EpisodeRecord['reports'][number]): string {
  if (report.mode === 'initial') return 'before the first move'
  return report.mode === 'final' ? 'at the end' : `after unit ${report.step}`
}

function readTrace(folder: string, episode: number): TraceEvent[] {
  const path = join(episodeFolder(folder, episode), 'trace.jsonl')
  if (!existsSync(path)) return []
  const lines = readTrustedText(path).split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as TraceEvent)
}

function readTree(folder: string, hash: string, library: NodeLibrary): TreeDoc | undefined {
  const path = join(folder, 'trees', `${hash}.xml`)
  if (!/^[0-9a-f]+$/.test(hash) || !existsSync(path)) return undefined
  const parsed = parseTree(readTrustedText(path), { file: path, library })
  return parsed.ok ? parsed.value : undefined
}
