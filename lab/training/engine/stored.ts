import { stream } from '#base/random.js'
import { writeTree } from '#bt/xml/write.js'
import { encodePicture } from '#lab/dataset/format/picture.js'
import type { StoredEpisode, StoredMoment, StoredPicture } from '#lab/dataset/format/stored-episode.js'
import type { DatasetWriter } from '#lab/dataset/format/write-dataset.js'
import { pictureOf, type Variant } from './look.js'
import type { Moment, Played } from './moment.js'
import { truthOf as worldTruth } from '#lab/bench/truth/truth.js'
import type { TrueIssue } from '#lab/bench/truth/finish.js'

/**
 * Which moments of an episode a set keeps. `all` is what a critic with a memory needs; `sparse` is FINAL and one
 * INTERMEDIATE, of the last unit but one, so that a small set holds many episodes.
 */
export type Keep = 'all' | 'final' | 'sparse'
export const KEEPS = ['all', 'final', 'sparse'] as const satisfies readonly Keep[]

/** Draws the pictures of an episode and puts all of it into the format of a set. */
export async function storeEpisode(
  writer: DatasetWriter,
  played: Played,
  { keep, variants }: { readonly keep: Keep; readonly variants: readonly Variant[] },
): Promise<StoredEpisode> {
  const moments: StoredMoment[] = []
  for (const moment of chosen(played.moments, keep)) {
    const pictures: StoredPicture[] = []
    for (const variant of variants) {
      const rng = stream('engine', 'look', played.seed, moment.mode, moment.step, variant)
      const { frame, camera } = await pictureOf(moment, variant, rng)
      pictures.push({ variant, sha256: await writer.picture(await encodePicture(frame)), camera })
    }
    const { mode, step, traceLength, evidence } = moment
    const truth = truthOf(played, moment)
    moments.push({ mode, step, traceLength, evidence, report: null, pictures, truth })
  }
  const { setup, seed, episode, doc, trace, endReason, seconds, facts, sheet } = played
  const stored: StoredEpisode = {
    setup,
    seed,
    episode,
    tree: writeTree(doc),
    trace,
    endReason,
    seconds,
    facts,
    score: sheet,
    moments,
    bestEdits: null,
  }
  await writer.episode(stored)
  return stored
}

function chosen(moments: readonly Moment[], keep: Keep): readonly Moment[] {
  if (keep === 'all') return moments
  const final = moments.filter(({ mode }) => mode === 'final')
  if (keep === 'final') return final
  const between = moments.filter(({ mode }) => mode === 'intermediate')
  const one = between.at(-2) ?? between.at(-1)
  return [...(one === undefined ? [] : [one]), ...final]
}

export type { TrueIssue } from '#lab/bench/truth/finish.js'

/** What was really wrong at a moment of a played episode: the oracle of `lab/bench/truth`, asked about the past. */
export function truthOf(
  played: Pick<Played, 'doc' | 'trace' | 'faults'>,
  moment: Moment,
): readonly TrueIssue[] {
  return worldTruth({
    world: {
      scene: () => moment.scene,
      blocks: () => moment.blocks,
      faultLog: played.faults.slice(0, moment.faultCount),
    },
    mode: moment.mode,
    doc: played.doc,
    trace: played.trace.slice(0, moment.traceLength),
  })
}
