import { decodePicture, readPicture } from '#lab/dataset/format/picture.js'
import type { StoredEpisode, StoredMoment, StoredPicture } from '#lab/dataset/format/stored-episode.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import type { ShownEpisode, ShownMoment } from './examine.js'

/** The looks of a stored episode that have a picture and a truth: `nominal`, `light`, …; `real` from a robot. */
export const looksOf = ({ moments }: StoredEpisode): string[] => [
  ...new Set(moments.filter(isLabelled).flatMap(({ pictures }) => pictures.map(({ variant }) => variant))),
]

/** One look of a stored episode: its labelled moments in order, each with its picture. */
export async function shownEpisode(
  folder: string,
  stored: StoredEpisode,
  look: string,
  library: NodeLibrary,
): Promise<Result<ShownEpisode, readonly Diagnostic[]>> {
  const doc = parseTree(stored.tree, { file: `${folder}: tree of seed ${stored.seed}`, library })
  if (!doc.ok) return doc
  const moments: ShownMoment[] = []
  for (const [i, moment] of stored.moments.entries()) {
    const picture = moment.pictures.find(({ variant }) => variant === look)
    if (picture === undefined || !isLabelled(moment)) continue
    const shown = await shownMoment(folder, stored, { moment, picture, i })
    if (!shown.ok) return err([shown.error])
    moments.push(shown.value)
  }
  return ok({ map: stored.setup.map, doc: doc.value, moments })
}

/** Without evidence only INITIAL can be asked, and without labels nothing can be judged. */
const isLabelled = ({ mode, truth, evidence }: StoredMoment): boolean =>
  truth !== null && (mode === 'initial' || evidence !== null)

interface MomentParts {
  readonly moment: StoredMoment
  readonly picture: StoredPicture
  readonly i: number
}

async function shownMoment(
  folder: string,
  { trace, endReason }: StoredEpisode,
  { moment: { mode, step, traceLength, evidence, truth }, picture: { sha256, camera }, i }: MomentParts,
): Promise<Result<ShownMoment, Diagnostic>> {
  const bytes = await readPicture(folder, sha256)
  if (!bytes.ok) return bytes
  const frame = await decodePicture(bytes.value, `m${String(i).padStart(3, '0')}`)
  if (!frame.ok) {
    const message = `picture ${sha256} of ${folder}: ${frame.error}`
    return err({ code: 'dataset.picture', severity: 'error', message })
  }
  return ok({
    mode,
    step,
    trace: trace.slice(0, traceLength),
    evidence: evidence ?? undefined,
    frame: frame.value,
    camera,
    endReason,
    truth: (truth ?? []).map(({ key, nodePath }) => ({ key, nodePath })),
  })
}
