import { plural } from '#app/command-line/words.js'
import { html, type Html } from '../html.js'
import { axis, gridLines, HEIGHT, scaleOf } from '../plot.js'
import { points } from '../sections/score-sheet.js'
import { haveRoom, LINE_ENDS, lineEnds, roomFor, type LineEnd } from './line-ends.js'
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
  /** of each run */
  readonly names: readonly string[]
  /** beside its line */
  readonly shortNames: readonly string[]
  readonly band: readonly Spot[]
}

/** The learning curves of several runs; for each condition their mean, and a band from the lowest to the highest. */
export function bandChart(bands: readonly Band[]): Html {
  const last = Math.max(1, ...bands.map(({ band }) => band.at(-1)?.episode ?? 1))
  const { grid, y } = scaleOf(bands.flatMap(({ band }) => band.flatMap(({ least, most }) => [least, most])))
  const x = (episode: number): number => LEFT + ((episode - 1) / Math.max(1, last - 1)) * (RIGHT - LEFT)
  const at: Place = (episode, score) => `${x(episode).toFixed(2)},${y(score)}`
  const ends = endsOf(bands, x, y)
  const isNamed = haveRoom(ends)
  const every = Math.ceil(last / TICKS)
  const ticks = Array.from({ length: Math.ceil(last / every) }, (_, i) => 1 + i * every)
  return html`<figure class="curve band">
    <div class="plot" style="height:${HEIGHT}px;padding-right:${isNamed ? roomFor(ends) : 0}px">
      ${axis(grid, y)}
      <svg role="img" aria-label="${bands.map(described).join(' ')}">
        ${gridLines(grid, y)}
        <svg viewBox="0 0 100 ${HEIGHT}" width="100%" height="${HEIGHT}" preserveAspectRatio="none">
          ${bands.map((one, i) => linesOf(one, i, at))}
        </svg>
        ${isNamed ? lineEnds(ends) : null}
        ${ticks.map(
          (episode) =>
            html`<text class="tick" x="${x(episode).toFixed(2)}%" y="${HEIGHT - 14}" text-anchor="middle"
              >${episode}</text
            >`,
        )}
      </svg>
    </div>
    <figcaption>${legend(bands, isNamed)}</figcaption>
  </figure>`
}

/** Where the runs end; one without an episode of its own has no line. */
function endsOf(
  bands: readonly Band[],
  x: (episode: number) => number,
  y: (score: number) => number,
): readonly LineEnd[] {
  return bands.flatMap(({ curves, shortNames }, i) =>
    curves.flatMap((curve, run): LineEnd[] => {
      const [episode, score] = [...curve].at(-1) ?? []
      if (episode === undefined || score === undefined) return []
      return [{ name: shortNames[run] ?? '', x: x(episode), y: y(score), look: i % LOOKS }]
    }),
  )
}

/** a point of the chart */
type Place = (episode: number, score: number) => string

function linesOf({ curves, names, band }: Band, i: number, at: Place): Html {
  // where a run has ended, the mean of the others would jump although none of them does
  const whole = band.filter(({ runs }) => runs === curves.length)
  const edge = [
    ...whole.map(({ episode, most }) => at(episode, most)),
    ...whole.toReversed().map(({ episode, least }) => at(episode, least)),
  ]
  return html`<g class="look-${i % LOOKS}">
    <polygon class="span" points="${edge.join(' ')}" />
    <polyline class="mean" points="${whole.map(({ episode, mean }) => at(episode, mean)).join(' ')}" />
    ${curves.map(
      (curve, run) =>
        html`<polyline class="run" points="${[...curve].map(([e, s]) => at(e, s)).join(' ')}">
          <title>${names[run]}</title>
        </polyline>`,
    )}
  </g>`
}

const legend = (bands: readonly Band[], isNamed: boolean): Html =>
  html`Score by episode.
  ${
    bands.some(({ curves }) => curves.length > 1)
      ? `Thick line: the mean of all runs, as far as all of them go; band: from the lowest to the highest; thin lines:
        the runs${isNamed ? '' : '; a name appears where the pointer rests on one'}.`
      : null
  }
  ${
    bands.length < 2
      ? null
      : html`<ul class="bands">
          ${bands.map(
            ({ label, curves }, i) =>
              html`<li class="look-${i % LOOKS}">
                <span class="swatch"></span> ${label} (${plural(curves.length, 'run')})
              </li>`,
          )}
        </ul>`
  }`

const described = ({ label, band }: Band): string =>
  `Learning curves${label === '' ? '' : `, ${label}`}: ${band
    .map(
      ({ episode, mean, least, most }) =>
        `episode ${episode}, mean ${points(mean)}, from ${points(least)} to ${points(most)}`,
    )
    .join('; ')}.`

export const BAND = `${LINE_ENDS}.band { margin-bottom: 1.6rem }
.band .plot { grid-template-columns: 2.6rem minmax(0, 1fr) }
.band .span { fill: var(--look); opacity: .16 }
.band polyline { fill: none; stroke: var(--look); vector-effect: non-scaling-stroke; stroke-linejoin: round }
.band .run { stroke-width: 1.5; opacity: .75; pointer-events: stroke }
.band .run:hover { stroke-width: 4; opacity: 1 }
.band .mean { stroke-width: 3; stroke-dasharray: var(--dash) }
.bands { list-style: none; margin: .4rem 0 0; padding: 0 }
.swatch { display: inline-flex; width: 1.6rem; margin-right: .3rem; vertical-align: middle;
  border-top: 3px var(--line) var(--look) }
.look-0 { --look: var(--leaf); --dash: none; --line: solid }
.look-1 { --look: var(--amber); --dash: 8 4; --line: dashed }
.look-2 { --look: var(--rose); --dash: 2 4; --line: dotted }
.look-3 { --look: var(--quiet); --dash: none; --line: double }
`
