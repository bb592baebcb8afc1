import { html, type Html } from '../html.js'
import { BOTTOM, HEIGHT, TOP } from '../plot.js'

/** The last point of a run's curve, and what it is called beside it. */
export interface LineEnd {
  readonly name: string
  /** percent of the chart's width */
  readonly x: number
  readonly y: number
  /** which of the colours the line has */
  readonly look: number
}

/** from one name to the next, so that none stands on another however wide the screen is */
const APART = 14
/** as many names as stand below each other */
const MOST = Math.floor((HEIGHT - TOP - BOTTOM) / APART)
/** of a letter, px; wide enough for figures and small letters of this size */
const LETTER = 7
/** from the end of a line to its name, px */
const LEADER = 16
const LONGEST = 16

/**
 * A name for each run that is short enough to stand beside its line: its seed or, where two have the same, its seed
 * and the end of its key. A long one is cut in its middle: begin and end tell runs apart.
 */
export function shortNames(runs: readonly { readonly key: string; readonly seed: number }[]): string[] {
  const areApart = new Set(runs.map(({ seed }) => seed)).size === runs.length
  return runs.map(({ key, seed }) => {
    const name = areApart ? `seed ${seed}` : `s${seed}-${key.split('-').at(-1) ?? ''}`
    return name.length <= LONGEST ? name : `${name.slice(0, LONGEST / 2 - 1)}…${name.slice(-LONGEST / 2)}`
  })
}

/** Whether there is room for the names of all; a few names among many lines would mislead. */
export const haveRoom = (ends: readonly unknown[]): boolean => ends.length <= MOST

/** The room right of the chart that the longest name needs, px. */
export const roomFor = (ends: readonly LineEnd[]): number =>
  LEADER + LETTER * Math.max(0, ...ends.map(({ name }) => name.length))

/** Names at the ends of the lines, nudged apart, each with a line that leads to it. */
export const lineEnds = (ends: readonly LineEnd[]): Html[] =>
  spread(ends).map(
    ({ name, x, y, look, at }) =>
      html`<svg class="end look-${look}" x="${x.toFixed(2)}%" overflow="visible">
        <line x1="2" y1="${y}" x2="${LEADER - 3}" y2="${at}" />
        <text x="${LEADER}" y="${at + 4}">${name}</text>
      </svg>`,
  )

/** Down from the top, then up again from the bottom: each as near to its line as the others let it. */
export function spread(ends: readonly LineEnd[]): (LineEnd & { readonly at: number })[] {
  const sorted = [...ends].sort((a, b) => a.y - b.y || a.x - b.x)
  let above = TOP - APART
  const down = sorted.map(({ y }) => (above = Math.max(y, above + APART)))
  let below = HEIGHT - BOTTOM + APART
  const up = down.toReversed().map((at) => (below = Math.min(at, below - APART)))
  return sorted.map((end, i) => ({ ...end, at: up[up.length - 1 - i] ?? end.y }))
}

export const LINE_ENDS = `
.band .end line { stroke: var(--look); stroke-width: 1.2 }
.band .end text { fill: var(--ink); font-size: 12px; font-variant-numeric: tabular-nums; paint-order: stroke;
  stroke: var(--card); stroke-width: 3px }
`
