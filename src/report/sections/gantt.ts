import type { Status } from '#bt/status.js'
import { html, type Fragment, type Html } from '../html.js'
import type { EpisodeData } from '../run-data.js'
import { failedLast, leavesOf, type Span } from './spans.js'

/** One unit of the tree: a direct child of its first control node. */
export interface Row {
  readonly label: string
  readonly path: string
  readonly spans: readonly Span[]
  readonly leaves: readonly Span[]
}

/** The units in the order in which they first ended, then what was under way and never came to its end. */
export function unitRows(episode: EpisodeData, spans: readonly Span[]): Row[] {
  const leaves = leavesOf(spans)
  const seen = new Map<string, string>()
  for (const step of episode.steps) {
    if (step.kind === 'X' && !seen.has(step.unit)) seen.set(step.unit, step.label)
  }
  for (const { path } of leaves) {
    if ([...seen.keys()].some((unit) => isWithin(path, unit))) continue
    const open = spans.filter(
      (span) => isWithin(path, span.path) && ![...seen.keys()].some((unit) => isWithin(unit, span.path)),
    )
    const [top] = open.toSorted((a, b) => a.path.length - b.path.length)
    if (top !== undefined) seen.set(top.path, top.label)
  }
  return [...seen].map(([path, label]) => ({
    path,
    label,
    spans: spans.filter((span) => span.path === path),
    leaves: leaves.filter((leaf) => isWithin(leaf.path, path)),
  }))
}

const isWithin = (path: string, unit: string): boolean =>
  path === unit || unit === '/' || path.startsWith(`${unit}/`)

/** in pixels; across it counts in percent of the chart's width, so that its text stays of one size on every screen */
const ROW = 44
const AXIS = 26
/** where time begins and how far it goes, in percent */
const [START, SPAN] = [1, 98]
/** the width that signs are kept apart for, and that of a phone's, which decides what has room in a bar */
const WIDE = 1000
const NARROW = 290

/** An event that a reader looks for: an alarm was raised, a command was refused. */
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
  const height = rows.length * ROW + AXIS
  const at = (t: number): number => round(START + (Math.min(t, end) / end) * SPAN)
  const wide = moments.map(({ t }) => (at(t) / 100) * WIDE)
  const placed = apart(wide, WIDE - 6)
  return html`<svg
    class="gantt"
    style="height:${height}px"
    role="img"
    aria-label="Timeline: ${rows.length} units in ${seconds(end)} seconds of virtual time"
  >
    ${ticksUpTo(end / 1000).map((tick) => tickLine(tick, at(tick * 1000), height))}
    ${rows.map((row, i) => unitRow(row, i * ROW, at))}
    ${moments.map((moment, i) =>
      momentMark({ x: at(moment.t), sign: (placed[i] ?? 0) - (wide[i] ?? 0), height: height - 20 }, moment),
    )}
    <line class="scrub-now" data-axis="${START} ${SPAN}" y1="0" y2="${height - 20}" />
  </svg>`
}

function tickLine(tick: number, x: number, height: number): Html {
  const anchor = tick === 0 ? 'start' : x > 95 ? 'end' : 'middle'
  return html`<line class="grid" x1="${x}%" x2="${x}%" y1="0" y2="${height - 20}" /><text
      class="tick"
      x="${x}%"
      y="${height - 6}"
      text-anchor="${anchor}"
      >${tick} s</text
    >`
}

/** A line with a sign on top, `sign` pixels beside it; the sign distinguishes the kinds, not colour alone. */
const momentMark = (
  { x, sign, height }: { readonly x: number; readonly sign: number; readonly height: number },
  { kind, text }: Moment,
): Html =>
  html`<g class="moment ${kind}" style="transform:translateX(${x}%)"
    ><line x1="0" x2="0" y1="2" y2="${height}" />${
      kind === 'alarm'
        ? html`<path d="M${round(sign - 5)} 10 l5 -9 l5 9 Z" />`
        : html`<path d="M${round(sign - 4.5)} 1 l9 9 m0 -9 l-9 9" />`
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

/** percent that a bar has at least where it failed: a step that was refused took no time, and is looked for */
const FAILED = 0.8

/** The unit's name, and its bar below. */
function unitRow(row: Row, y: number, at: (t: number) => number): Fragment {
  const bar = (span: Span, top: number, height: number, kind: string): Html =>
    html`<rect
      class="${kind} ${STATUS_CLASS[span.status]}"
      x="${at(span.from)}%"
      y="${top}"
      width="${Math.max(span.status === 'FAILURE' ? FAILED : 0.2, round(at(span.to) - at(span.from)))}%"
      height="${height}"
      rx="3"
      ><title>${`${span.label}: ${span.status}, ${seconds(span.from)}–${seconds(span.to)} s`}</title></rect
    >`
  return html`<g>
    <text class="unit" x="${START}%" y="${y + 13}"
      >${shorten(row.label, 38)}<title>${`${row.label} (node ${row.path})`}</title></text
    >
    ${row.spans.map((span) => bar(span, y + 17, 20, 'frame-bar'))}
    ${failedLast(row.leaves).map((span) => [bar(span, y + 19, 16, 'leaf-bar'), nameInside(span, y, at)])}
  </g>`
}

/** The leaf's name, where its bar is wide enough for it on the screen. */
function nameInside(span: Span, y: number, at: (t: number) => number): Html | null {
  const name = span.label.replace(/ \S+=(\S+).*/, ' $1')
  const share = (at(span.to) - at(span.from)) / 100
  const needed = name.length * 6.4 + 8
  if (share * WIDE < needed * 1.5) return null
  const roomy = share * NARROW < needed ? ' roomy' : ''
  return html`<text
    class="name${roomy}"
    x="${round((at(span.from) + at(span.to)) / 2)}%"
    y="${y + 31}"
    text-anchor="middle"
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
  const step = [1, 2, 5, 10, 20, 30, 60, 120, 300].find((candidate) => end / candidate <= 6) ?? 600
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, i) => i * step)
}

const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`
export const seconds = (ms: number): string => (ms / 1000).toFixed(1)
const round = (value: number): number => Math.round(value * 100) / 100
