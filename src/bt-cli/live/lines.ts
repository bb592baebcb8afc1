import type { ShownStatus } from '#bt-tools/monitor/view/shown-status.js'
import { printable, type Paint } from '#terminal/paint.js'
import type { WatchedRow } from './model.js'

export interface Look {
  readonly paint: Paint
  readonly unicode: boolean
}

/** One line of the tree: symbol, name, type and the node's status, also as text. */
export function rowLine(
  { row, status, changedAt }: WatchedRow,
  now: number,
  { paint, unicode }: Look,
): string {
  // a very deep node shows its depth as a number, or its line would run off the screen
  const indent =
    '  '.repeat(Math.min(row.depth, DEEPEST_INDENT)) + (row.depth > DEEPEST_INDENT ? `(${row.depth}) ` : '')
  const symbol = colour(status, paint)((unicode ? SYMBOLS : ASCII)[status])
  const name = printable(row.name, LONGEST_NAME)
  const marked = now - changedAt < FRESH_MS ? paint.bold(name) : name
  const type = row.name === row.id ? '' : ` ${paint.dim(printable(row.id, LONGEST_NAME))}`
  const word = WORDS[status]
  return `${indent}${symbol} ${marked}${type}${word === '' ? '' : `  ${colour(status, paint)(word)}`}`
}

/** One status change as a line of text: `  12.345  Grasp/open  idle -> running`. */
export function changeLine(
  at: {
    readonly seconds: number
    readonly path: string
    readonly from: ShownStatus
    readonly to: ShownStatus
  },
  paint: Paint,
): string {
  const time = at.seconds.toFixed(3).padStart(9)
  return `${time}  ${printable(at.path)}  ${at.from} -> ${colour(at.to, paint)(at.to)}`
}

/** A node's name in a line, prefixed with the SubTree's path. */
export const pathOf = ({ instance, name }: WatchedRow['row']): string =>
  instance === '' || name === instance || name.startsWith(`${instance}/`) ? name : `${instance}/${name}`

function colour(status: ShownStatus, paint: Paint): (text: string) => string {
  switch (status) {
    case 'running':
      return paint.warn
    case 'success':
      return paint.good
    case 'failure':
      return paint.bad
    case 'idle':
    case 'skipped':
    case 'was-running':
    case 'was-success':
    case 'was-failure':
      return paint.dim
  }
}

const FRESH_MS = 1000
const DEEPEST_INDENT = 14
const LONGEST_NAME = 60

const WORDS: Readonly<Record<ShownStatus, string>> = {
  idle: '',
  running: 'RUNNING',
  success: 'SUCCESS',
  failure: 'FAILURE',
  skipped: 'SKIPPED',
  'was-running': 'halted',
  'was-success': 'succeeded',
  'was-failure': 'failed',
}

const SYMBOLS: Readonly<Record<ShownStatus, string>> = {
  idle: '·',
  running: '▶',
  success: '✔',
  failure: '✘',
  skipped: '↷',
  'was-running': '■',
  'was-success': '✔',
  'was-failure': '✘',
}

const ASCII: Readonly<Record<ShownStatus, string>> = {
  idle: '.',
  running: '>',
  success: '+',
  failure: 'x',
  skipped: '~',
  'was-running': '#',
  'was-success': '+',
  'was-failure': 'x',
}
