import { html, type Html } from '../html.js'
import { scaleOf } from '../overview/curve.js'
import { points } from '../sections/score-sheet.js'
import type { Curve, Spot } from './seeds.js'

/** down in pixels; across in percent, so that its text stays of one size on every screen */
const HEIGHT = 320
const TOP = 18
const BOTTOM = 40
const LEFT = 4
const RIGHT = 96
/** figures below the chart that a phone has room for */
const TICKS = 10

/** The learning curves of several runs, their mean, and a band from the least to the most. */
export function bandChart(curves: readonly Curve[], band: readonly Spot[]): Html {
  const last = band.at(-1)?.episode ?? 1
  const { low, high, step } = scaleOf(band.flatMap(({ least, most }) => [least, most]))
  const x = (episode: number): number => LEFT + ((episode - 1) / Math.max(1, last - 1)) * (RIGHT - LEFT)
  const y = (score: number): number => TOP + ((high - score) / (high - low)) * (HEIGHT - TOP - BOTTOM)
  const at = (episode: number, score: number): string => `${x(episode).toFixed(2)},${y(score).toFixed(1)}`
  const grid = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step)
  const every = Math.ceil(band.length / TICKS)
  const edge = [
    ...band.map(({ episode, most }) => at(episode, most)),
    ...band.toReversed().map(({ episode, least }) => at(episode, least)),
  ]
  return html`<figure class="curve band">
    <div class="plot" style="height:${HEIGHT}px">
      <div class="axis" aria-hidden="true">
        ${grid.map(
          (value) =>
            html`<span style="top:${y(value).toFixed(1)}px">${String(value).replace('-', '−')}</span>`,
        )}
      </div>
      <svg role="img" aria-label="${described(band)}">
        ${grid.map((value) => html`<line class="grid" x1="0" x2="100%" y1="${y(value)}" y2="${y(value)}" />`)}
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
