import { treeFile } from '#adapters/store/run-paths.js'
import { readTreeText } from '#app/run-folder/read/read-episode.js'
import type { WorldJson } from '#app/world/world-manifest.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readTrustedFile, readTrustedText } from '#documents/read-regular.js'
import type { TriedStep } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import type { EpisodeData } from '#report/run-data.js'
import { believedAround } from '#runtime/world/tried-steps.js'
import { worldOutcomeOf } from '#runtime/world/task.js'
import { UNKNOWN } from '#worlds/value.js'
import { shortEvent } from '../format/episode-line.js'
import { createLineFile } from '../format/line-file.js'
import { EPISODES } from '../format/picture.js'
import { keepPicture, makeSetFolder, writeAbout } from '../format/write-dataset.js'
import { labelKey, type Labels } from '../labels.js'
import {
  STEPS,
  WORLD_FORMAT,
  type WorldAbout,
  type WorldEpisodeLine,
  type WorldStepLine,
} from './world-lines.js'

/** A finished run in a world, and what is to become of it. */
export interface WorldExport {
  /** of the run */
  readonly folder: string
  readonly manifest: RunManifest
  readonly episodes: readonly EpisodeData[]
  /** folder of the set, new or empty */
  readonly out: string
  readonly labels: Labels | undefined
}

/** Makes a set of a run in a world: a line for each episode, and one for each step. */
export async function exportWorld(run: WorldExport): Promise<Result<WorldAbout, Diagnostic>> {
  const { out, manifest } = run
  const made = makeSetFolder(out)
  if (made !== undefined) return err(made)
  const episodes = await createLineFile(out, EPISODES)
  const steps = await createLineFile(out, STEPS)
  for (const data of run.episodes) {
    await episodes.append(JSON.stringify(await episodeLineOf(run, data)))
    for (const line of stepLinesOf(data)) await steps.append(JSON.stringify(line))
  }
  const [whole, parts] = [await episodes.close(), await steps.close()]
  const { world, task, robot, scenario, nodes } = manifest.field.setup as WorldJson
  const isRobot = manifest.faults === 'real'
  const about: WorldAbout = {
    format: WORLD_FORMAT,
    source: isRobot ? 'robot' : 'virtual',
    split: null,
    generator: { name: `run ${manifest.key}`, hash: manifest.key.split('-').at(-1) ?? '' },
    seeds: isRobot ? null : [manifest.seed, manifest.seed + 1],
    faults: manifest.faults,
    ...{ world, task, robot, scenario },
    nodes: nodes.map((node) => ({ ...node })),
    episodes: whole.lines,
    sha256: whole.sha256,
    steps: parts.lines,
    stepsSha256: parts.sha256,
  }
  await writeAbout(out, about)
  return ok(about)
}

async function episodeLineOf(run: WorldExport, data: EpisodeData): Promise<WorldEpisodeLine> {
  const { folder } = run
  const { record, trace } = data
  const { episode, seed, treeHash, parentHash, endReason, seconds, score } = record
  const { source, operatingSeconds, start, end } = worldOutcomeOf(record.facts)
  const { decision, patch, why, nextHash } = record.update
  const next = readTreeText(folder, nextHash)
  return {
    ...{ episode, seed, treeHash, parentHash, endReason, seconds },
    score: { lines: score.lines.map((line) => ({ ...line })), total: score.total },
    tree: readTrustedText(treeFile(folder, treeHash)),
    nextTree: next.ok ? next.value : null,
    update: { decision, patch: patch.map((edit) => ({ ...edit })), why },
    facts: { source, operatingSeconds, start: known(start), end: known(end) },
    moments: await momentsOf(run, data),
    drifts: (record.drifts ?? []).map((drift) => ({ ...drift })),
    notes: data.notes.map(({ text }) => text),
    trace: trace.map(shortEvent),
    steps: record.tried?.length ?? null,
  }
}

async function momentsOf(
  { out, labels }: WorldExport,
  { record, trace, steps, frames }: EpisodeData,
): Promise<WorldEpisodeLine['moments']> {
  const ends = steps.flatMap((step) => (step.kind === 'T' ? [step.toSeq + 1] : []))
  const moments: WorldEpisodeLine['moments'] = []
  for (const report of record.reports) {
    const { mode, step } = report
    const frame = frames.find(({ id }) => id === report.frames.at(-1))
    const bytes = frame && readTrustedFile(frame.path)
    moments.push({
      mode,
      step,
      traceLength:
        mode === 'initial' ? 0 : mode === 'final' ? trace.length : (ends[step - 1] ?? trace.length),
      report: { ...report, issues: report.issues.map((issue) => ({ ...issue })) },
      pictures: bytes === undefined ? [] : [{ sha256: await keepPicture(out, bytes) }],
      truth: labels?.get(labelKey(record.episode, mode, step))?.map((issue) => ({ ...issue })) ?? null,
    })
  }
  return moments
}

function stepLinesOf({ record: { episode, tried = [] } }: EpisodeData): readonly WorldStepLine[] {
  const facts = believedAround(tried)
  return tried.map((step, i) => {
    const { path, skill, args, t, seconds, result, text } = step
    const refused = result === 'twin_reject'
    return {
      ...{ episode, step: i + 1, path, skill, args, t, seconds },
      before: known(facts[i]?.before ?? {}),
      verdict: refused
        ? { permitted: false, check: step.check ?? '', text: text ?? '' }
        : { permitted: true },
      result: refused ? null : result,
      ...(!refused && text !== undefined && { reason: text }),
      after: known(step.after),
    }
  })
}

/** The facts with null where nobody knew: any word may be the name of an object. */
const known = (facts: TriedStep['before']): WorldStepLine['before'] =>
  Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, value === UNKNOWN ? null : value]))
