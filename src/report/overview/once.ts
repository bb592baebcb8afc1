import { plural } from '#app/command-line/words.js'
import type { TriedStep } from '#learning/episode.js'
import { sayJudgement, type StepJudgement } from '#worlds/run/judgement.js'
import { html, type Html } from '../html.js'
import type { RunData } from '../run-data.js'
import { END_REASONS } from '../sections/episode.js'
import { table } from '../table.js'

/** A run in which nothing is learned: its tree was made for it, and nobody edits it. */
export const learnsNothing = ({ manifest }: Pick<RunData, 'manifest'>): boolean => manifest.actor === 'none'

/** In the place of the learning curve and its figures: how it ended, and every step that was tried. */
export function onceTiles({ episodes, summary }: RunData): Html {
  const records = episodes.map(({ record }) => record)
  const last = records.at(-1)
  const tried = records.flatMap((record) => record.tried ?? [])
  return html`<dl class="tiles">
    ${tile('ended', last === undefined ? '–' : END_REASONS[last.endReason])}
    ${tile('seconds', records.reduce((sum, { facts }) => sum + facts.operatingSeconds, 0).toFixed(1))}
    ${tile('steps', String(tried.length))} ${tile('of them not done', String(tried.filter(isNotDone).length))}
    ${tile('refused', String(summary.refusals))} ${tile('alarms', String(summary.alarms))}
  </dl>`
}

/** Every step that was tried, those that were not done first. */
export function stepTable({ episodes }: RunData): Html {
  const tried = episodes.flatMap(({ record }) => record.tried ?? [])
  const failed = tried.filter(isNotDone)
  const count = failed.length
  const grouped = count > 0 && count < tried.length
  return table<TriedStep>({
    caption: `${plural(tried.length, 'step')} tried, ${count === 0 ? 'all of them done' : `${count} not done`}`,
    kind: 'episodes',
    columns: [
      { head: 'step', kind: 'name', cell: ({ skill, args }) => [skill, ...Object.values(args)].join(' ') },
      { head: 'at, s', kind: 'number', cell: ({ t }) => (t / 1000).toFixed(1) },
      { head: 'seconds', kind: 'number', cell: ({ seconds }) => seconds.toFixed(1) },
      {
        head: 'what came of it',
        kind: 'why',
        cell: ({ result, text = '' }) => `${RESULTS[result]}${text === '' ? '' : `: ${text}`}`,
      },
      { head: 'judged by', cell: ({ judged }) => (judged === undefined ? '–' : judgedBy(judged)) },
    ],
    groups: [
      { rows: failed, ...(grouped && { heading: 'Not done' }) },
      { rows: tried.filter((step) => !isNotDone(step)), ...(grouped && { heading: 'Done' }) },
    ],
  })
}

const isNotDone = ({ result }: TriedStep): boolean => result !== 'done'

/** By what was seen after the step, and before it where that was less than all. */
function judgedBy({ before, after }: StepJudgement): string {
  const words = after.what === '' ? sayJudgement(after) : `${SEEN[after.answer]} ${after.what}`
  const by = after.answer === 'no' ? ` (${sayJudgement(after)})` : ''
  const needed = before.answer === 'no' ? `; before it was seen not to be possible: ${before.what}` : ''
  return `${words === '' ? '–' : words}${by}${needed}`
}

const SEEN: Readonly<Record<StepJudgement['after']['answer'], string>> = {
  yes: '',
  no: 'seen not to be so:',
  'not to be seen': 'nobody has seen whether',
}

const RESULTS: Readonly<Record<TriedStep['result'], string>> = {
  done: 'done',
  twin_reject: 'refused by the twin, so nothing moved',
  exec_fail: 'failed',
  eo_fail: 'not seen to be done',
}

export const tile = (label: string, value: string): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`
