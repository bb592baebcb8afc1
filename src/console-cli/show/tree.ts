import type { TreeNodeStatus, TreeStatus } from '#runtime/status/service-status.js'
import type { Look } from '../text/look.js'
import { cut } from '#terminal/fit.js'
import { known, NODE_SYMBOL, NODE_TONE } from './words.js'

export function nodeLine(
  { depth, label, status }: TreeNodeStatus,
  { paint, unicode, columns }: Look,
): string {
  const tone = paint[known(NODE_TONE, status) ?? 'dim']
  const symbol = (known(NODE_SYMBOL, status) ?? ['?', '?'])[unicode ? 0 : 1]
  const running = status === 'RUNNING'
  const deep = depth > DEEPEST ? `(${depth}) ` : ''
  const word = status === 'IDLE' ? '' : `  ${tone(status)}`
  const name = running ? paint.bold(label) : label
  return cut(`${'  '.repeat(Math.min(depth, DEEPEST))}${tone(symbol)} ${deep}${name}${word}`, columns)
}

/** The leaves that are running, which is what matters first. */
export function runningLine({ nodes }: TreeStatus): string {
  const leaves = nodes.filter(({ status }, i) => status === 'RUNNING' && !runsBelow(nodes, i))
  return leaves.length === 0 ? 'nothing' : leaves.map(({ label }) => label).join(', ')
}

function runsBelow(nodes: readonly TreeNodeStatus[], at: number): boolean {
  const depth = nodes[at]?.depth ?? 0
  for (let i = at + 1; i < nodes.length && (nodes[i]?.depth ?? 0) > depth; i++) {
    if (nodes[i]?.status === 'RUNNING') return true
  }
  return false
}

export const isNoise = ({ kind, status }: TreeNodeStatus): boolean =>
  status === 'SKIPPED' || (kind === 'condition' && status !== 'FAILURE')

const DEEPEST = 16
