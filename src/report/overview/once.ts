import { plural } from '#app/command-line/words.js'
import type { TriedStep } from '#learning/episode.js'
import { sayJudgement, type StepJudgement } from '#worlds/run/judgement.js'
import { html, type Html } from '../html.js'
import type { RunData } from '../run-data.js'
import { END_REASONS } from './episode.js'

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

export function stepTable({ episodes }: RunData): Html {
  const tried = episodes.flatMap(({ record }) => record.tried ?? [])
  const failed = tried.filter(isNotDone).length
  return html`<div class="scroll">
    <table class="episodes">
      <caption>
        ${plural(tried.length, 'step')} tried, ${failed === 0 ? 'all of them done' : `${failed} not done`}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="number">at, s</th>
          <th scope="col">step</th>
          <th scope="col" class="number">seconds</th>
          <th scope="col">what came of it</th>
          <th scope="col">judged by</th>
        </tr>
      </thead>
      <tbody>
        ${tried.map(stepRow)}
      </tbody>
    </table>
  </div>`
}

const isNotDone = ({ result }: TriedStep): boolean => result !== 'done'

const stepRow = ({ t, skill, args, seconds, result, text = '', judged }: TriedStep): Html =>
  html`<tr>
    <td class="number">${(t / 1000).toFixed(1)}</td>
    <th scope="row">${[skill, ...Object.values(args)].join(' ')}</th>
    <td class="number">${seconds.toFixed(1)}</td>
    <td class="why">${RESULTS[result]}${text === '' ? '' : `: ${text}`}</td>
    <td>${judged === undefined ? '–' : judgedBy(judged)}</td>
  </tr>`

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

const tile = (label: string, value: string): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`
