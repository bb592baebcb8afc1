import type { Status } from '#bt/status.js'
import { html, type Fragment, type Html } from '../html.js'
import type { EpisodeData } from '../run-data.js'
import { leavesOf, type Span } from './spans.js'

/** One unit of the tree: a direct child of its first control node. */
export interface Row {
  readonly label: string
  readonly path: string
  readonly spans: readonly Span[]
  readonly leaves: readonly Span[]
}

/** The units in the order in which they first ended. */
export function unitRows(episode: EpisodeData, spans: readonly Span[]): Row[] {
  const leaves = leavesOf(spans)
  const seen = new Map<string, string>()
  for (const step of episode.steps) {
    if (step.kind === 'X' && !seen.has(step.unit)) seen.set(step.unit, step.label)
  }
  return [...seen].map(([path, label]) => ({
    path,
    label,
    spans: spans.filter((span) => span.path === path),
    leaves: leaves.filter((leaf) => leaf.path === path || leaf.path.startsWith(`${path}/`)),
  }))
}

const LABELS = 250
const CHART = 750
const ROW = 34

/** An event that a reader looks for: a human was called, a command was refused. */
export interface Moment {
  readonly t: number
  readonly kind: 'alarm' | 'refused'
  readonly text: string
}

/**
 * The chart: one row per unit with its leaves inside, over virtual time up to `end` milliseconds; moments cross all
 * rows.
 */
export function gantt(rows: readonly Row[], end: number, moments: readonly Moment[] = []): Html {
  const height = rows.length * ROW + 26
  const x = (t: number): number => round(LABELS + (t / end) * CHART)
  const ticks = ticksUpTo(end / 1000)
  const tips = apart(
    moments.map(({ t }) => x(Math.min(t, end))),
    LABELS + CHART + 6,
  )
  return html`<svg
    class="gantt"
    viewBox="0 0 ${LABELS + CHART + 12} ${height}"
    role="img"
    aria-label="Timeline: ${rows.length} units in ${seconds(end)} seconds of virtual time"
  >
    ${ticks.map(
      (tick) =>
        html`<line
            class="grid"
            x1="${x(tick * 1000)}"
            x2="${x(tick * 1000)}"
            y1="0"
            y2="${height - 20}"
          /><text class="tick" x="${x(tick * 1000)}" y="${height - 6}" text-anchor="middle">${tick} s</text>`,
    )}
    ${rows.map((row, i) => unitRow(row, i * ROW, x))}
    ${moments.map(({ t, kind, text }, i) =>
      moment({ x: x(Math.min(t, end)), sign: tips[i] ?? 0, height: height - 20 }, kind, text),
    )}
    <line class="scrub-now" data-axis="${LABELS} ${CHART}" y1="0" y2="${height - 20}" />
  </svg>`
}

/** A line with a sign on top; the sign distinguishes the kinds, not colour alone. */
const moment = (
  { x, sign, height }: { readonly x: number; readonly sign: number; readonly height: number },
  kind: Moment['kind'],
  text: string,
): Html =>
  html`<g class="moment ${kind}"
    ><line x1="${x}" x2="${x}" y1="2" y2="${height}" />${
      kind === 'alarm'
        ? html`<path d="M${sign - 5} 10 L${sign} 1 L${sign + 5} 10 Z" />`
        : html`<path d="M${sign - 4.5} 1 l9 9 m0 -9 l-9 9" />`
    }<title>${text}</title></g
  >`

/** Where the signs of these moments stand, so that each can be seen: side by side, none beyond `most`. */
export function apart(at: readonly number[], most: number): number[] {
  const order = at.map((_, i) => i).sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0))
  const placed = [...at]
  let least = -Infinity
  for (const i of order) least = (placed[i] = Math.max(at[i] ?? 0, least)) + SIGN
  let limit = most
  for (const i of order.reverse()) limit = (placed[i] = Math.min(placed[i] ?? 0, limit)) - SIGN
  return placed.map(round)
}

/** width of a sign, with a little air */
const SIGN = 12

function unitRow(row: Row, y: number, x: (t: number) => number): Fragment {
  const bar = (span: Span, top: number, height: number, kind: string): Html =>
    html`<rect
      class="${kind} ${STATUS_CLASS[span.status]}"
      x="${x(span.from)}"
      y="${top}"
      width="${round(Math.max(1.5, x(span.to) - x(span.from)))}"
      height="${height}"
      rx="3"
      ><title>${`${span.label}: ${span.status}, ${seconds(span.from)}–${seconds(span.to)} s`}</title></rect
    >`
  return html`<g>
    <text class="unit" x="${LABELS - 10}" y="${y + 20}" text-anchor="end"
      >${shorten(row.label, 32)}<title>${`${row.label} (node ${row.path})`}</title></text
    >
    ${row.spans.map((span) => bar(span, y + 3, ROW - 8, 'frame-bar'))}
    ${row.leaves.map((span) => [bar(span, y + 7, ROW - 16, 'leaf-bar'), nameInside(span, y, x)])}
  </g>`
}

/** The leaf's name, where its bar is wide enough. */
function nameInside(span: Span, y: number, x: (t: number) => number): Html | null {
  const name = span.label.replace(/ \S+=(\S+).*/, ' $1')
  const room = x(span.to) - x(span.from)
  if (room < name.length * 6.4 + 8) return null
  return html`<text class="name" x="${round(x(span.from) + room / 2)}" y="${y + 20}" text-anchor="middle"
    >${name}</text
  >`
}

export const STATUS_CLASS: Readonly<Record<Status, string>> = {
  SUCCESS: 'success',
  FAILURE: 'failure',
  RUNNING: 'running',
  IDLE: 'halted',
  SKIPPED: 'halted',
}

function ticksUpTo(end: number): number[] {
  const step = [1, 2, 5, 10, 20, 30, 60].find((candidate) => end / candidate <= 10) ?? 120
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step)
}

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`
export const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const round = (value: number): number => Math.round(value * 100) / 100
