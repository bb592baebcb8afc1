import { whyInWords } from '#app/command-line/run-words.js'
import { plural } from '#app/command-line/words.js'
import { editCount } from '#learning/actor/wrapped-steps.js'
import { alarmsOfRun, raisedIn } from '#learning/alarms.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { tallyOf, tallyWords } from '#learning/score.js'
import { END_REASONS } from '../sections/episode.js'
import { html, type Html } from '../html.js'
import { points } from '../sections/score-sheet.js'
import { table } from '../table.js'
import type { Played } from './mishaps.js'
import { has, kindsOf, wentWrong, type Kind } from './trouble.js'

/** All episodes, those in which something went wrong first, the worst on top; and buttons that leave some out. */
export function episodeTable(episodes: readonly Played[]): Html {
  const records = episodes.map(({ record }) => record)
  const raised = alarmsOfRun(records).map(raisedIn)
  const troubled = new Set(episodes.filter(wentWrong).map(({ record }) => record))
  const wrong = records.filter((record) => troubled.has(record)).sort(worstFirst)
  const right = records.filter((record) => !troubled.has(record))
  const grouped = wrong.length > 0 && right.length > 0
  const words = tallyWords(records[0]?.facts)
  return html`${filters(records)}
  ${table<EpisodeRecord>({
    caption: 'All episodes',
    kind: 'episodes',
    has: kindsOf,
    columns: [
      {
        head: 'episode',
        kind: 'name',
        cell: ({ episode }) => html`<a href="#episode-${episode}">${episode}</a>`,
      },
      { head: 'score', kind: 'number', cell: ({ score }) => html`<b>${points(score.total)}</b>` },
      { head: words.right, kind: 'number', cell: (record) => tallyOf(record).right },
      { head: words.wrong, kind: 'number', cell: (record) => tallyOf(record).wrong },
      { head: 'seconds', kind: 'number', cell: ({ facts }) => facts.operatingSeconds.toFixed(1) },
      { head: 'ended', cell: ({ endReason }) => END_REASONS[endReason] },
      { head: 'severity', kind: 'number', cell: (record) => finalFigure(record, 's') },
      { head: 'confidence', kind: 'number', cell: (record) => finalFigure(record, 'c') },
      { head: 'alarms', kind: 'number', cell: (record) => raised[records.indexOf(record)] ?? 0 },
      { head: 'then', kind: 'why', cell: thenText },
    ],
    groups: [
      { rows: wrong, ...(grouped && { heading: 'Something went wrong, the lowest score first' }) },
      { rows: right, ...(grouped && { heading: 'Nothing went wrong' }) },
    ],
  })}`
}

const worstFirst = (a: EpisodeRecord, b: EpisodeRecord): number =>
  Number(has(b, 'failed')) - Number(has(a, 'failed')) || a.score.total - b.score.total

/** of the critic's last report */
function finalFigure({ reports }: EpisodeRecord, figure: 's' | 'c'): string {
  const final = reports.find(({ mode }) => mode === 'final')
  return final === undefined ? '–' : final[figure].toFixed(2)
}

const FILTERS: readonly (readonly [Kind, string])[] = [
  ['failed', 'did not succeed'],
  ['alarms', 'alarms'],
  ['refusals', 'refusals'],
  ['findings', 'findings of the critic'],
  ['edits', 'edits'],
]

/** Hidden until the script has them do something: without it every episode is shown. */
function filters(records: readonly EpisodeRecord[]): Html {
  return html`<div class="filters" role="group" aria-label="Show only episodes with" hidden>
    <span class="quiet">Show only episodes with</span>
    ${FILTERS.map(([kind, label]) => {
      const count = records.filter((record) => has(record, kind)).length
      return html`<button
        type="button"
        data-filter="${kind}"
        aria-pressed="false"
        ${count === 0 ? html` disabled` : null}
      >
        ${label} <b>${count}</b>
      </button>`
    })}
    <span class="quiet" role="status"></span>
  </div>`
}

/** `10 edits, by the twin: …` in a world, `10 edits because: …` elsewhere; `kept: …` */
function thenText(record: EpisodeRecord): string {
  const { decision, patch, why } = record.update
  const done = { edited: plural(editCount(patch), 'edit'), 'no-edit': 'kept', 'rolled-back': 'rolled back' }[
    decision
  ]
  if (decision !== 'edited') return `${done}: ${whyInWords(record)}`
  return `${done}${why.startsWith('the twin:') ? ' by' : ''} ${whyInWords(record)}`
}
