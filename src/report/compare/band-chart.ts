import { html, type Html } from '../html.js'
import { axis, gridLines, HEIGHT, scaleOf } from '../plot.js'
import { points } from '../sections/score-sheet.js'
import type { Curve, Spot } from './seeds.js'

/** where the first and the last episode stand, percent of the chart's width */
const LEFT = 4
const RIGHT = 96
/** figures below the chart that a phone has room for */
const TICKS = 10

/** The learning curves of several runs, their mean, and a band from the least to the most. */
export function bandChart(curves: readonly Curve[], band: readonly Spot[]): Html {
  const last = band.at(-1)?.episode ?? 1
  const { grid, y } = scaleOf(band.flatMap(({ least, most }) => [least, most]))
  const x = (episode: number): number => LEFT + ((episode - 1) / Math.max(1, last - 1)) * (RIGHT - LEFT)
  const at = (episode: number, score: number): string => `${x(episode).toFixed(2)},${y(score)}`
  const every = Math.ceil(band.length / TICKS)
  const edge = [
    ...band.map(({ episode, most }) => at(episode, most)),
    ...band.toReversed().map(({ episode, least }) => at(episode, least)),
  ]
  return html`<figure class="curve band">
    <div class="plot" style="height:${HEIGHT}px">
      ${axis(grid, y)}
      <svg role="img" aria-label="${described(band)}">
        ${gridLines(grid, y)}
        <svg viewBox="0 0 100 ${HEIGHT}" width="100%" height="${HEIGHT}" preserveAspectRatio="none">
          <polygon class="span" points="${edge.join(' ')}" />
          ${curves.map(
            (curve) =>
              html`<polyline class="run" points="${[...curve].map(([e, s]) => at(e, s)).join(' ')}" />`,
          )}
          <polyline class="mean" points="${band.map(({ episode, mean }) => at(episode, mean)).join(' ')}" />
        </svg>
        ${band
          .filter((_, i) => i % every === 0)
          .map(
            ({ episode }) =>
              html`<text class="tick" x="${x(episode).toFixed(2)}%" y="${HEIGHT - 14}" text-anchor="middle"
                >${episode}</text
              >`,
          )}
      </svg>
    </div>
    <figcaption>
      Score by episode: thick, the mean; thin, each run; between them, from the least to the most.
    </figcaption>
  </figure>`
}

const described = (band: readonly Spot[]): string =>
  `Learning curves: ${band
    .map(
      ({ episode, mean, least, most }) =>
        `episode ${episode}, mean ${points(mean)}, from ${points(least)} to ${points(most)}`,
    )
    .join('; ')}`

export const BAND = `
.band { margin-bottom: 1.6rem }
.band .plot { grid-template-columns: 2.6rem minmax(0, 1fr) }
.band .span { fill: var(--leaf-soft) }
.band polyline { fill: none; vector-effect: non-scaling-stroke; stroke-linejoin: round }
.band .run { stroke: var(--leaf); stroke-width: 1; opacity: .65 }
.band .mean { stroke: var(--leaf); stroke-width: 3 }
`
