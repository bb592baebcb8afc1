import { uninterrupted } from '#learning/episode.js'
import { bestEpisode } from '#learning/episode.js'
import { listCauses } from '#app/command-line/words.js'
import { html, type Html } from '../html.js'
import type { RunData } from '../run-data.js'
import { points } from './score-sheet.js'

const WIDTH = 1040
const HEIGHT = 330
const LEFT = 52
const RIGHT = 168
const TOP = 18
const BOTTOM = 40
/** gap between the axis and the first and last point */
const INSET = 26

/** The learning curve: score by episode, with markers, between the field's reference lines. */
export function learningCurve({ episodes: all, manifest, summary }: RunData): Html {
  // a stopped episode counts for nothing; of a run in which nothing else has happened, what there is
  const episodes =
    summary.stopped === 0 ? all : all.filter(({ record }) => uninterrupted([record]).length > 0)
  const { scores } = summary
  const lines = referenceLines(manifest.field.id)
  const { low, high, step } = scaleOf([...scores, ...lines.map(({ score }) => score)])
  const x = (episode: number): number =>
    round(
      LEFT +
        INSET +
        ((episode - 1) / Math.max(1, manifest.episodes - 1)) * (WIDTH - LEFT - RIGHT - 2 * INSET),
    )
  const y = (score: number): number => round(TOP + ((high - score) / (high - low)) * (HEIGHT - TOP - BOTTOM))
  const path = episodes
    .map(({ record }, i) => `${i === 0 ? 'M' : 'L'}${x(record.episode)} ${y(record.score.total)}`)
    .join(' ')
  const grid = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step)
  return html`<figure class="curve">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${describe(scores)}">
      ${grid.map(
        (value) =>
          html`<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" />
            <text class="tick" x="${LEFT - 10}" y="${y(value) + 4}" text-anchor="end"
              >${String(value).replace('-', '−')}</text
            >`,
      )}
      ${spreadLabels(lines, y).map(
        ({ label, score, at }) =>
          html`<line class="reference" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(score)}" y2="${y(score)}" />
            <text class="reference" x="${WIDTH - RIGHT + 10}" y="${at + 4}">${label} ${score}</text>`,
      )}
      ${episodes.map(
        ({ record }) =>
          html`<text class="tick" x="${x(record.episode)}" y="${HEIGHT - 14}" text-anchor="middle"
            >${record.episode}</text
          >`,
      )}
      <path class="line" d="${path}" />
      ${markers(episodes, x, y)}
    </svg>
    <figcaption>
      Score by episode. <span class="key best"></span> best so far &nbsp;
      <span class="key back"></span> rolled back to the best tree &nbsp; <span class="key alarm"></span> a
      human was called
    </figcaption>
  </figure>`
}

function markers(
  episodes: RunData['episodes'],
  x: (episode: number) => number,
  y: (score: number) => number,
): Html[] {
  const records = episodes.map(({ record }) => record)
  return records.map((record, i) => {
    const { episode, score, alarms, update } = record
    const isBest = bestEpisode(records.slice(0, i + 1), (each) => each.score.total) === record
    const [cx, cy] = [x(episode), y(score.total)]
    // above a point that the curve leaves upwards it would be struck through
    const rises = [i - 1, i + 1].some((j) => (records[j]?.score.total ?? -Infinity) > score.total)
    const label = rises && cy + 26 < HEIGHT - BOTTOM ? cy + 26 : cy - 16
    const kind = update.decision === 'rolled-back' ? 'back' : isBest ? 'best' : 'plain'
    return html`<a href="#episode-${episode}">
      ${alarms.length > 0 ? html`<circle class="alarm" cx="${cx}" cy="${cy}" r="11" />` : null}
      <circle class="${kind}" cx="${cx}" cy="${cy}" r="6.5" />
      <text class="value" x="${cx}" y="${label}" text-anchor="middle">${points(score.total)}</text>
      <title>${`Episode ${episode}: ${points(score.total)}. ${listCauses(update.why)}`}</title>
    </a>`
  })
}

interface ReferenceLine {
  readonly label: string
  readonly score: number
}

function referenceLines(field: string): ReferenceLine[] {
  const known = REFERENCES[field]
  return [
    ...(known === undefined
      ? []
      : [
          { label: 'plan by hand', score: known.bestPlan },
          { label: 'initial tree', score: known.initialTree },
        ]),
    { label: 'do nothing', score: known === undefined && field.includes('/') ? 0 : DO_NOTHING },
  ]
}

/** Pushes labels apart, so that two close reference lines do not overprint each other. */
function spreadLabels(
  lines: readonly ReferenceLine[],
  y: (score: number) => number,
): (ReferenceLine & { readonly at: number })[] {
  let above = -Infinity
  return [...lines]
    .sort((a, b) => b.score - a.score)
    .map((line) => {
      above = Math.max(y(line.score), above + 17)
      return { ...line, at: above }
    })
}

/** A round grid that covers all values, with room for the figures above the points. */
function scaleOf(values: readonly number[]): { low: number; high: number; step: number } {
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = [10, 20, 25, 50, 100, 200, 500].find((candidate) => (max - min) / candidate <= 7) ?? 1000
  return { low: Math.floor(min / step) * step, high: Math.ceil((max + step / 3) / step) * step, step }
}

const describe = (scores: readonly number[]): string =>
  `Learning curve: ${scores.map((score, i) => `episode ${i + 1}, ${score.toFixed(1)}`).join('; ')}`
const round = (value: number): number => Math.round(value * 100) / 100

/** Leaving the robot parked costs nothing and, by a literal reading of Table I, earns the final position (AMB-19). */
const DO_NOTHING = 20

/**
 * Scores of the shipped fields without faults, from the table in docs/benchmarks.md. They give the curve its scale;
 * no decision depends on them.
 */
const REFERENCES: Readonly<Record<string, { readonly initialTree: number; readonly bestPlan: number }>> = {
  F1: { initialTree: 37.2, bestPlan: 159.7 },
  F2: { initialTree: -32.8, bestPlan: 153.7 },
  F3: { initialTree: -2.8, bestPlan: 147.7 },
  F4: { initialTree: 12.2, bestPlan: 147.7 },
  F5: { initialTree: -32.8, bestPlan: 147.7 },
}
