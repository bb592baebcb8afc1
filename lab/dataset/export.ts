import { fieldOutcome } from '#learning/episode.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatDiagnostic } from '#base/diagnostic.js'
import { FORMAT, type StoredEpisode, type StoredMoment } from './format/stored-episode.js'
import { readTrustedFile, readTrustedText } from '#documents/read-regular.js'
import { createDataset, type DatasetWriter } from './format/write-dataset.js'
import type { RunManifest } from '#learning/manifest.js'
import { MAST_CAMERA } from '#simulation/render/look.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { cameraOfRun, readRun, type EpisodeData } from '#report/run-data.js'
import { fieldFromJson, type FieldJson } from '#app/run-folder/make-manifest.js'
import { findRun } from '#app/run-folder/restore.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { labelKey, readLabels, type Labels } from './labels.js'

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
  if (folder === undefined || !existsSync(join(folder, 'episodes.jsonl')))
    return refuse(`there is no run ${run} in ${runs}`)
  const labels = labelFile === undefined ? undefined : readLabels(labelFile)
  if (labels?.ok === false) return refuse(formatDiagnostic(labels.error))
  const as = runAsOwnerOf(out)
  if (!as.ok) return refuse(formatDiagnostic(as.error))
  const { manifest, episodes } = readRun(folder)
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
      await stored(folder, manifest, { data: episode, writer: made.value, labels: labels?.value }),
    )
  const summary = await made.value.close()
  process.stdout.write(`${out}: ${summary.episodes} episodes, sha256 ${summary.sha256}\n`)
  return EXIT.ok
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
    tree: readTrustedText(join(folder, 'trees', `${treeHash}.xml`)),
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
