import { fieldOutcome } from '#learning/field-score.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { FORMAT, type StoredEpisode, type StoredMoment } from './format/stored-episode.js'
import { readTrustedFile, readTrustedText } from '#documents/read-regular.js'
import { createDataset, type DatasetWriter } from './format/write-dataset.js'
import type { RunManifest } from '#learning/manifest.js'
import { treeFile } from '#adapters/store/run-paths.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { cameraOfRun, readRun, type EpisodeData } from '#report/run-data.js'
import { fieldFromJson, type FieldJson } from '#app/run-folder/field-manifest.js'
import { lookAt } from '#app/run-folder/read/damage.js'
import { findRun } from '#app/run-folder/read/find-run.js'
import { readTreeText } from '#app/run-folder/read/read-episode.js'
import { checkKey, isInWorld } from '#app/run-folder/read/read-manifest.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { labelKey, readLabels, type Labels } from './labels.js'
import { exportWorld, type WorldExport } from './world/export-world.js'

export interface ExportOptions {
  readonly run: string
  /** folder of the set, new or empty */
  readonly out: string
  /** where runs are kept */
  readonly runs: string
  /** file with what was really wrong */
  readonly labels?: string
}

/**
 * Makes a set of a finished run's episodes. What nobody has recorded is null: sensors' evidence, and truth
 * without labels.
 */
export async function exportRun({ run, out, runs, labels: labelFile }: ExportOptions): Promise<ExitCode> {
  const folder = findRun(runs, run)
  if (!folder.ok) return refuse(formatDiagnostic(folder.error))
  const labels = labelFile === undefined ? undefined : readLabels(labelFile)
  if (labels?.ok === false) return refuse(formatDiagnostic(labels.error))
  const as = runAsOwnerOf(out)
  if (!as.ok) return refuse(formatDiagnostic(as.error))
  const read = readRun(folder.value)
  if (!read.ok) return refuse(formatDiagnostic(read.error))
  const { manifest, episodes } = read.value
  const fits = checkKey(folder.value, manifest)
  if (!fits.ok) return refuse(formatDiagnostic(fits.error))
  const unreadable = firstUnreadable(folder.value, episodes)
  if (unreadable !== undefined) return refuse(formatDiagnostic(unreadable))
  if (isInWorld(manifest))
    return inWorld({ folder: folder.value, manifest, episodes, out, labels: labels?.value })
  const made = await createDataset(out, {
    format: FORMAT,
    source: manifest.faults === 'real' ? 'robot' : 'virtual',
    split: null,
    generator: { name: `run ${manifest.key}`, hash: manifest.key.split('-').at(-1) ?? '' },
    seeds: manifest.faults === 'real' ? null : [manifest.seed, manifest.seed + 1],
    faults: manifest.faults,
  })
  if (!made.ok) return refuse(formatDiagnostic(made.error))
  for (const episode of episodes)
    await made.value.episode(
      await stored(folder.value, manifest, { data: episode, writer: made.value, labels: labels?.value }),
    )
  const summary = await made.value.close()
  process.stdout.write(`${out}: ${summary.episodes} episodes, sha256 ${summary.sha256}\n`)
  return EXIT.ok
}

async function inWorld(run: WorldExport): Promise<ExitCode> {
  const made = await exportWorld(run)
  if (!made.ok) return refuse(formatDiagnostic(made.error))
  const { episodes, steps, sha256 } = made.value
  process.stdout.write(`${run.out}: ${episodes} episodes, ${steps} steps, sha256 ${sha256}\n`)
  return EXIT.ok
}

/** Looks at the files that are copied, before anything is made. */
function firstUnreadable(folder: string, episodes: readonly EpisodeData[]): Diagnostic | undefined {
  for (const { record, frames } of episodes) {
    const tree = readTreeText(folder, record.treeHash)
    const files = [tree, ...frames.map(({ path }) => lookAt(path, 'file'))]
    const wrong = files.find(({ ok }) => !ok)
    if (wrong?.ok === false) return wrong.error
  }
  return undefined
}

interface StoredFrom {
  readonly data: EpisodeData
  readonly writer: DatasetWriter
  readonly labels: Labels | undefined
}

async function stored(
  folder: string,
  manifest: RunManifest,
  { data: { record, trace, steps, frames }, writer, labels }: StoredFrom,
): Promise<StoredEpisode> {
  const ends = steps.flatMap((step) => (step.kind === 'T' ? [step.toSeq + 1] : []))
  const moments: StoredMoment[] = []
  // of a real robot nobody wrote it down: the set takes the mast's, as its run did without a camera file
  const camera = cameraOfRun(manifest) ?? MAST_CAMERA
  for (const report of record.reports) {
    const { mode, step } = report
    const frame = frames.find(({ id }) => id === report.frames.at(-1))
    const variant = manifest.faults === 'real' ? 'real' : 'nominal'
    const pictures =
      frame === undefined
        ? []
        : [{ variant, sha256: await writer.picture(readTrustedFile(frame.path)), camera }]
    const traceLength =
      mode === 'initial' ? 0 : mode === 'final' ? trace.length : (ends[step - 1] ?? trace.length)
    const truth = labels?.get(labelKey(record.episode, mode, step)) ?? null
    moments.push({ mode, step, traceLength, evidence: null, report, pictures, truth })
  }
  const { seed, episode, treeHash, endReason, seconds, facts: outcome, score } = record
  return {
    setup: fieldFromJson(manifest.field.setup as FieldJson),
    seed,
    episode,
    tree: readTrustedText(treeFile(folder, treeHash)),
    trace,
    endReason,
    seconds,
    facts: fieldOutcome(outcome),
    score,
    moments,
    bestEdits: null,
  }
}

function refuse(text: string): ExitCode {
  process.stderr.write(`${text}\n`)
  return EXIT.usage
}
