import { html, type Html } from '../html.js'
import { axis, gridLines, HEIGHT, scaleOf } from '../plot.js'
import { points } from '../sections/score-sheet.js'
import type { Curve, Spot } from './seeds.js'

/** where the first and the last episode stand, percent of the chart's width */
const LEFT = 4
const RIGHT = 96
/** figures below the chart that a phone has room for */
const TICKS = 10

/** colours and strokes that tell conditions apart; further ones begin again */
const LOOKS = 4

/** The curves of runs that were made alike. */
export interface Band {
  readonly label: string
  readonly curves: readonly Curve[]
  readonly band: readonly Spot[]
}

/** The learning curves of several runs; for each condition their mean, and a band from the least to the most. */
export function bandChart(bands: readonly Band[]): Html {
  const last = Math.max(1, ...bands.map(({ band }) => band.at(-1)?.episode ?? 1))
  const { grid, y } = scaleOf(bands.flatMap(({ band }) => band.flatMap(({ least, most }) => [least, most])))
  const x = (episode: number): number => LEFT + ((episode - 1) / Math.max(1, last - 1)) * (RIGHT - LEFT)
  const at = (episode: number, score: number): string => `${x(episode).toFixed(2)},${y(score)}`
  const episodes = Array.from({ length: last }, (_, i) => i + 1)
  const every = Math.ceil(last / TICKS)
  const edge = (band: Band['band']): readonly string[] => [
    ...band.map(({ episode, most }) => at(episode, most)),
    ...band.toReversed().map(({ episode, least }) => at(episode, least)),
  ]
  return html`<figure class="curve band">
    <div class="plot" style="height:${HEIGHT}px">
      ${axis(grid, y)}
      <svg role="img" aria-label="${bands.map(described).join(' ')}">
        ${gridLines(grid, y)}
        <svg viewBox="0 0 100 ${HEIGHT}" width="100%" height="${HEIGHT}" preserveAspectRatio="none">
          ${bands.map(
            ({ curves, band }, i) =>
              html`<g class="look-${i % LOOKS}">
                <polygon class="span" points="${edge(band).join(' ')}" />
                ${curves.map(
                  (curve) =>
                    html`<polyline class="run" points="${[...curve].map(([e, s]) => at(e, s)).join(' ')}" />`,
                )}
                <polyline
                  class="mean"
                  points="${band.map(({ episode, mean }) => at(episode, mean)).join(' ')}"
                />
              </g>`,
          )}
        </svg>
        ${episodes
          .filter((_, i) => i % every === 0)
          .map(
            (episode) =>
              html`<text class="tick" x="${x(episode).toFixed(2)}%" y="${HEIGHT - 14}" text-anchor="middle"
                >${episode}</text
              >`,
          )}
      </svg>
    </div>
    <figcaption>
      Score by episode. Thick line: the mean; thin lines: the runs; band: from the lowest to the highest.
      ${
        bands.length < 2
          ? null
          : html`<ul class="bands">
              ${bands.map(
                ({ label }, i) =>
                  html`<li class="look-${i % LOOKS}"><span class="swatch"></span> ${label}</li>`,
              )}
            </ul>`
      }
    </figcaption>
  </figure>`
}

const described = ({ label, band }: Band): string =>
  `Learning curves${label === '' ? '' : `, ${label}`}: ${band
    .map(
      ({ episode, mean, least, most }) =>
        `episode ${episode}, mean ${points(mean)}, from ${points(least)} to ${points(most)}`,
    )
    .join('; ')}.`

export const BAND = `
.band { margin-bottom: 1.6rem }
.band .plot { grid-template-columns: 2.6rem minmax(0, 1fr) }
.band .span { fill: var(--look); opacity: .16 }
.band polyline { fill: none; stroke: var(--look); vector-effect: non-scaling-stroke; stroke-linejoin: round }
.band .run { stroke-width: 1; opacity: .65 }
.band .mean { stroke-width: 3; stroke-dasharray: var(--dash) }
.bands { list-style: none; margin: .4rem 0 0; padding: 0 }
.swatch { display: inline-block; width: 1.6rem; margin-right: .3rem; vertical-align: middle;
  border-top: 3px var(--line) var(--look) }
.look-0 { --look: var(--leaf); --dash: none; --line: solid }
.look-1 { --look: var(--amber); --dash: 8 4; --line: dashed }
.look-2 { --look: var(--rose); --dash: 2 4; --line: dotted }
.look-3 { --look: var(--quiet); --dash: none; --line: double }
`
