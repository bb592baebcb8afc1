import { tenths } from '#app/command-line/words.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { isFieldOutcome } from '#learning/field-score.js'
import { html, type Html } from '../html.js'

/** The score of this episode by the rules of its task, and its source. */
export function scoreSheet({ score, facts: outcome }: EpisodeRecord): Html {
  const lines = score.lines.filter(({ count, points }) => count !== 0 || points !== 0)
  return html`<table class="sheet">
    <caption>
      Score by ${isFieldOutcome(outcome) ? 'Table I of the VRL paper' : 'the rules of the task'}, from
      ${outcome.source === 'ground-truth' ? 'the simulator’s referee' : 'sensors and operator'}
    </caption>
    <thead>
      <tr>
        <th scope="col">rule</th>
        <th scope="col" class="number">count</th>
        <th scope="col" class="number">points</th>
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        ({ label, count, points: earned }) =>
          html`<tr>
            <td>${label}</td>
            <td class="number">${rounded(count)}</td>
            <td class="number ${earned < 0 ? 'minus' : 'plus'}">${signed(earned)}</td>
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">total</th>
        <td></td>
        <td class="number">${points(score.total)}</td>
      </tr>
    </tfoot>
  </table>`
}

/** What the gate refused: these commands never left the computer. */
export function refusalList({ refusals: refused }: EpisodeRecord): Html {
  if (refused.length === 0)
    return html`<p class="quiet">The twin permitted every command that was requested.</p>`
  return html`<ul class="failures">
    ${refused.map(
      ({ t, nodePath, command, checkId, text, because = '' }) =>
        html`<li>
          <span class="mark warn">${checkId}</span> <code>${command}</code>
          <span class="quiet">at ${(t / 1000).toFixed(1)} s, node ${nodePath}</span><br />${text}
          ${because === '' ? null : html`<br /><span class="quiet">${because}</span>`}
        </li>`,
    )}
  </ul>`
}

/** Formats a score for people: one decimal, and a minus as wide as a plus. */
export const points = (value: number): string => tenths(value).replace('-', '−')

export const signed = (value: number): string => {
  const text = points(value)
  return text === '0.0' ? '±0.0' : text.replace(/^(?!−)/, '+')
}
const rounded = (value: number): string => String(Math.round(value * 10) / 10)
