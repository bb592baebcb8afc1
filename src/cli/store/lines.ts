import type { SiteReader } from '#adapters/store/site/read/reader.js'
import { INTERRUPTED, bestOf } from '#learning/episode.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { visibleInLine } from '#base/visible.js'
import type { EpisodeRow, RunRow } from '#adapters/store/site/read/shapes.js'

/** One per line, newest first. */
export const runsOf = (store: SiteReader, limit: number, json: boolean): readonly string[] =>
  store.runs(limit).map((row) => (json ? JSON.stringify(row) : runLine(row)))

/** One per line, in order. */
export function episodesOf(
  store: SiteReader,
  run: string,
  json: boolean,
): Result<readonly string[], Diagnostic> {
  const known = store.run(run)
  return known.ok
    ? ok(store.episodes(run).map((row) => (json ? JSON.stringify(row) : episodeLine(row))))
    : known
}

function runLine({ key, begun, how, finished, episodes, scores, endReasons }: RunRow): string {
  const top = bestOf(scores, endReasons)
  const best = top === undefined ? '' : `  best ${top.score.toFixed(1)}`
  const cut = endReasons.filter((reason) => INTERRUPTED.has(reason)).length
  const of = `${finished - cut} of ${episodes}${cut === 0 ? '' : `, ${cut} stopped`}`
  return `${visibleInLine(key).padEnd(26)}${when(begun)}  ${of.padEnd(9)} ${(how ?? 'not ended').padEnd(16)}${best}`
}

function episodeLine({ episode, at, score, endReason, tree, failure, bulk }: EpisodeRow): string {
  const left = bulk === 'whole' ? '' : `  (${bulk})`
  const kind = failure ? '  failure' : ''
  return (
    `${String(episode).padStart(4)}  ${when(at)}  ${score.toFixed(1).padStart(7)}  ` +
    `${endReason.padEnd(14)}${tree.slice(0, 8)}${kind}${left}`
  )
}

const when = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
