import { uninterrupted, type EpisodeRecord } from '#learning/episode.js'

/** The scores of one run by episode; an interrupted episode has none. */
export type Curve = ReadonlyMap<number, number>

export const curveOf = (records: readonly EpisodeRecord[]): Curve =>
  new Map(uninterrupted(records).map(({ episode, score }) => [episode, score.total]))

/** What several runs scored in one episode. */
export interface Spot {
  readonly episode: number
  /** number of runs that have finished it */
  readonly runs: number
  readonly mean: number
  readonly least: number
  readonly most: number
}

/** The band of several runs, one spot for each episode that any of them has finished. */
export function bandOf(curves: readonly Curve[]): readonly Spot[] {
  const episodes = [...new Set(curves.flatMap((curve) => [...curve.keys()]))].sort((a, b) => a - b)
  return episodes.map((episode) => {
    const scores = curves.flatMap((curve) => curve.get(episode) ?? [])
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
    return { episode, runs: scores.length, mean, least: Math.min(...scores), most: Math.max(...scores) }
  })
}
