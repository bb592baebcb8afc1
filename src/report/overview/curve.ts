import type { RunManifest } from '#learning/manifest.js'
import { bestEpisode, uninterrupted, type EpisodeRecord } from '#learning/episode.js'
import { whyInWords } from '#app/command-line/run-words.js'
import { html, type Html } from '../html.js'
import type { RunData } from '../run-data.js'
import { axis, BOTTOM, gridLines, HEIGHT, level, scaleOf } from '../plot.js'
import { points } from '../sections/score-sheet.js'

/** where the first and the last episode stand, percent of the chart's width */
const LEFT = 6
const RIGHT = 94

/** as many figures as can stand side by side on a wide and on a narrow screen */
const ROOM = { wide: 25, narrow: 10 }

interface Scale {
  readonly x: (episode: number) => string
  readonly y: (score: number) => number
}

/** The learning curve: score by episode, with markers, between the field's reference lines. */
export function learningCurve({ episodes: all, manifest, summary }: RunData): Html {
  // a stopped episode counts for nothing; of a run in which nothing else has happened, what there is
  const episodes =
    summary.stopped === 0 ? all : all.filter(({ record }) => uninterrupted([record]).length > 0)
  const records = episodes.map(({ record }) => record)
  const lines = referenceLines(manifest)
  const { grid, y } = scaleOf([...summary.scores, ...lines.map(({ score }) => score)])
  const part = (episode: number): number => (episode - 1) / Math.max(1, manifest.episodes - 1)
  const x = (episode: number): string => `${round(LEFT + part(episode) * (RIGHT - LEFT))}%`
  return html`<figure class="curve">
    <div class="plot" style="height:${HEIGHT}px">
      ${axis(grid, y)}
      <svg role="group" aria-label="${describe(records)}">
        ${gridLines(grid, y)} ${lines.map(({ score }) => level('reference', y(score)))}
        ${episodeTicks(records, x)} ${segments(records, { x, y })} ${markers(records, { x, y })}
      </svg>
      <div class="references">
        ${spreadLabels(lines, y).map(
          ({ label, score, at }) => html`<span style="top:${at}px">${label} ${points(score)}</span> `,
        )}
      </div>
    </div>
    <figcaption>
      Score by episode.
      ${[
        ['best', 'best so far'],
        ['back', 'rolled back to the best tree'],
        ['alarm', 'an alarm was raised'],
      ].map(([kind, text]) => html`<span class="key"><span class="${kind}"></span> ${text}</span> `)}
    </figcaption>
  </figure>`
}

function episodeTicks(records: readonly EpisodeRecord[], x: Scale['x']): Html[] {
  const [wide, narrow] = [ROOM.wide, ROOM.narrow].map((room) => Math.ceil(records.length / room)) as [
    number,
    number,
  ]
  return records
    .filter((_, i) => i % wide === 0)
    .map(
      ({ episode }, i) =>
        html`<text
          class="tick${(i * wide) % narrow === 0 ? '' : ' minor'}"
          x="${x(episode)}"
          y="${HEIGHT - 14}"
          text-anchor="middle"
          >${episode}</text
        >`,
    )
}

const segments = (records: readonly EpisodeRecord[], { x, y }: Scale): Html[] =>
  records.slice(1).map((record, i) => {
    const before = records[i] ?? record
    return html`<line
      class="line"
      x1="${x(before.episode)}"
      y1="${y(before.score.total)}"
      x2="${x(record.episode)}"
      y2="${y(record.score.total)}"
    />`
  })

/** A point of the curve, which leads to its episode. */
function markers(records: readonly EpisodeRecord[], { x, y }: Scale): Html[] {
  const top = bestEpisode(records, (each) => each.score.total)
  return records.map((record, i) => {
    const { episode, score, alarms, update } = record
    const isBest = bestEpisode(records.slice(0, i + 1), (each) => each.score.total) === record
    const [cx, cy] = [x(episode), y(score.total)]
    // above a point that the curve leaves upwards it would be struck through
    const rises = [i - 1, i + 1].some((j) => (records[j]?.score.total ?? -Infinity) > score.total)
    const label = rises && cy + 26 < HEIGHT - BOTTOM ? cy + 26 : cy - 16
    const kind = update.decision === 'rolled-back' ? 'back' : isBest ? 'best' : 'plain'
    const named = record === top || i === 0 || i === records.length - 1
    return html`<a href="#episode-${episode}">
      <title>${`Episode ${episode}: ${points(score.total)} points. ${whyInWords(record)}`}</title>
      ${alarms.length > 0 ? html`<circle class="alarm" cx="${cx}" cy="${cy}" r="11" />` : null}
      <circle class="${kind}" cx="${cx}" cy="${cy}" r="6.5" />
      ${
        named || records.length <= ROOM.wide
          ? html`<text class="value${named ? '' : ' minor'}" x="${cx}" y="${label}" text-anchor="middle"
              >${points(score.total)}</text
            >`
          : null
      }
    </a>`
  })
}

interface ReferenceLine {
  readonly label: string
  readonly score: number
}

function referenceLines({ field: { id: field }, ground }: RunManifest): ReferenceLine[] {
  // measured where no wheel slips
  const known = ground === undefined ? REFERENCES[field] : undefined
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

const describe = (records: readonly EpisodeRecord[]): string =>
  `Learning curve: ${records.map(({ episode, score }) => `episode ${episode}, ${points(score.total)}`).join('; ')}`
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
