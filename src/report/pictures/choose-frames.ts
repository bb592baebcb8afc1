import type { EpisodeData, FrameFile } from '../run-data.js'

/** pictures in one report, 9 to 14 kB each as text: keeps that of ten episodes below 3 MB, however long they were */
const MAX_PICTURES = 140
const MIN_PICTURES = 4

export interface ChosenFrames {
  readonly frames: readonly FrameFile[]
  /** pictures that are only in the run folder */
  readonly leftOut: number
}

/**
 * Picks the pictures that a report has room for: first and last, then those with issues; the original order is
 * kept.
 */
export function chooseFrames({ frames, record }: EpisodeData, episodes: number): ChosenFrames {
  const room = Math.max(MIN_PICTURES, Math.floor(MAX_PICTURES / Math.max(1, episodes)))
  if (frames.length <= room) return { frames, leftOut: 0 }
  const issues = new Set(
    record.reports.filter((report) => report.issues.length > 0).map((report) => report.frames.at(-1)),
  )
  const rank = ({ id }: FrameFile, i: number): number =>
    i === 0 || i === frames.length - 1 ? 0 : issues.has(id) ? 1 : 2
  const best = frames.map((frame, i) => ({ frame, i, rank: rank(frame, i) })).sort((a, b) => a.rank - b.rank)
  const chosen = new Set(best.slice(0, room).map(({ frame }) => frame))
  return { frames: frames.filter((frame) => chosen.has(frame)), leftOut: frames.length - room }
}
