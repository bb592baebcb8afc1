import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import { childPath, mainTree, nodeLabel, runtimeChildren } from '#bt/paths.js'
import { formatStep } from '#twin/domain/domain.js'
import type { PlanReport, StepSeen } from '#twin/plan/report.js'
import type { Paint } from '#terminal/paint.js'
import { printable } from '#terminal/paint.js'

/** Draws the tree with the effect of each step and the beliefs after it, as of its first execution. */
export function drawPlan(doc: TreeDoc, report: PlanReport<string>, paint: Paint, unicode: boolean): string {
  const root = mainTree(doc)?.root
  if (root === undefined) return ''
  const seen = new Map<string, StepSeen<string>[]>()
  for (const step of report.steps) seen.set(step.step.path, [...(seen.get(step.step.path) ?? []), step])
  const failing = new Set(report.failures.map(({ step }) => step.path))
  const rows: string[] = []
  const add = (node: NodeDef, path: NodePath, depth: number): void => {
    if (rows.length >= MOST_ROWS) return
    const steps = seen.get(path) ?? []
    const mark = markOf(node, steps, failing.has(path))
    rows.push(...rowsOf(node, depth, { mark, steps, look: { paint, unicode } }))
    for (const [index, child] of runtimeChildren(doc, node).entries())
      add(child, childPath(path, index), depth + 1)
  }
  add(root, '/', 0)
  if (rows.length >= MOST_ROWS) rows.push('  …')
  return rows.map((row) => `${row}\n`).join('')
}

/** a taller tree is cut here */
const MOST_ROWS = 400

type Mark = 'none' | 'good' | 'bad' | 'made-up-for' | 'never'

function markOf(node: NodeDef, steps: readonly StepSeen<string>[], fails: boolean): Mark {
  if (node.kind !== 'action') return 'none'
  if (fails) return 'bad'
  if (steps.length === 0) return BUILT_IN.test(node.id) ? 'none' : 'never'
  return steps.some(({ refused }) => refused > 0) ? 'made-up-for' : 'good'
}

const BUILT_IN = /^(Always|Script|SetBlackboard|UnsetBlackboard|Sleep|WasEntryUpdated)/

interface RowLook {
  readonly mark: Mark
  readonly steps: readonly StepSeen<string>[]
  readonly look: { readonly paint: Paint; readonly unicode: boolean }
}

function rowsOf(node: NodeDef, depth: number, { mark, steps, look: { paint, unicode } }: RowLook): string[] {
  const ports = Object.entries(node.attrs).filter(([name]) => name !== 'ID' && name !== 'name')
  const said = printable([nodeLabel(node), ...ports.map(([name, text]) => `${name}="${text}"`)].join(' '), 60)
  const [sign, colour] = signOf(mark, paint, unicode)
  const label = `${'  '.repeat(depth + 1)}${colour(sign)} ${said}`
  const width = 2 * (depth + 1) + sign.length + 1 + said.length
  const [first] = steps
  if (first === undefined) return [mark === 'never' ? `${label}  ${paint.dim('(never reached)')}` : label]
  const more = steps.length > 1 ? ` (and ${steps.length - 1} more with other values)` : ''
  const gap = ' '.repeat(Math.max(2, COLUMN - width))
  const after =
    first.end === null || first.end === ''
      ? []
      : [`${' '.repeat(COLUMN)}${paint.dim(printable(first.end, 100))}`]
  return [`${label}${gap}${printable(effectOf(first), 100)}${more}`, ...after]
}

/** What a step does, in words; where its one command is the step itself, what comes true. */
function effectOf({ step, commands, expected, end }: StepSeen<string>): string {
  const isItself = commands.length === 1 && commands[0] === formatStep(step)
  if (isItself && expected.length > 0) return expected.join('; ')
  if (commands.length > 0) return commands.join('; ')
  return end === null ? 'refused' : 'nothing left to do'
}

/** column at which commands start */
const COLUMN = 46

function signOf(mark: Mark, paint: Paint, unicode: boolean): readonly [string, (text: string) => string] {
  switch (mark) {
    case 'none':
      return [unicode ? '·' : '-', paint.dim]
    case 'good':
      return [unicode ? '✓' : 'ok', paint.good]
    case 'bad':
      return [unicode ? '✗' : 'NO', paint.bad]
    case 'made-up-for':
      return [unicode ? '~' : '~', paint.warn]
    case 'never':
      return [unicode ? '·' : '-', paint.dim]
  }
}
