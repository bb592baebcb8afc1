import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { deflateSync, inflateSync } from 'node:zlib'
import { stream, type Rng } from '#base/random.js'
import type { ShownEpisode, ShownMoment } from '#lab/bench/critic/examine.js'
import { drawEpisode } from '#lab/training/engine/draw.js'
import { shuffled } from '#lab/bench/fields/zones.js'
import { playEpisode, type Job } from '#lab/training/engine/play.js'
import type { SplitName } from '#lab/training/engine/splits.js'
import { truthOf } from '#lab/training/engine/stored.js'
import { shown, type ExamLook } from './looks.js'

/** What an examination shows of one episode. */
export interface Show {
  readonly split: SplitName
  readonly n: number
  readonly look: ExamLook
  readonly faults: Job['faults']
}

const FOLDER = 'lab/training/data/critic/shown'

/**
 * Plays an episode and takes its pictures, or reads what an earlier call kept: no weights have a part in it, so they
 * can be made while a model is trained, and shown to the next one too. Remove the folder when runtime or simulator were
 * changed.
 */
export async function keptShow(show: Show): Promise<ShownEpisode> {
  const file = join(FOLDER, `${show.split}-${show.n}-${show.look}.v8z`)
  if (existsSync(file)) return deserialize(inflateSync(readFileSync(file))) as ShownEpisode
  const episode = await playAndShow(show)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${file}.part`, deflateSync(serialize(episode), { level: 1 }))
  renameSync(`${file}.part`, file)
  return episode
}

export async function playAndShow({ split, n, look, faults }: Show): Promise<ShownEpisode> {
  const played = await playEpisode(drawEpisode(split, n, faults))
  const rng = stream('critic-field-test', split, n)
  const moments: ShownMoment[] = []
  const between = played.moments.filter(({ mode }) => mode === 'intermediate')
  // where nothing is hidden, earlier pictures change nothing but INITIAL's: two boundaries stand for all
  const skipped = new Set(look === 'occlusion' || look === 'static' ? [] : shuffled(rng, between).slice(2))
  for (const [i, moment] of played.moments.entries()) {
    if (skipped.has(moment)) continue
    const own = (): Rng => stream('critic-field-test', split, n, 'look')
    const { frame, camera } = await shown(moment, look, own, rng)
    moments.push({
      mode: moment.mode,
      step: moment.step,
      trace: played.trace.slice(0, moment.traceLength),
      evidence: moment.evidence,
      frame: { ...frame, rgb: new Uint8Array(frame.rgb), id: `m${i}` },
      camera,
      endReason: played.endReason,
      truth: truthOf(played, moment).map(({ key, nodePath }) => ({ key, nodePath })),
    })
  }
  return { map: played.setup.map, doc: played.doc, moments }
}
