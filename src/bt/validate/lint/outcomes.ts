import type { NodeDef, TreeDoc } from '#bt/document.js'
import { numberOf } from './walk.js'

/** The statuses a node can return: S success, F failure, R running, K skipped. */
export type Outcomes = ReadonlySet<'S' | 'F' | 'R' | 'K'>

/**
 * What each node can return as far as the document reveals; the host's own leaves can return anything but SKIPPED.
 * Conservative: never omits a possible outcome.
 */
export class OutcomeTable {
  readonly #trees: ReadonlyMap<string, NodeDef>
  readonly #known = new Map<NodeDef, Outcomes>()
  readonly #open = new Set<NodeDef>()

  constructor(doc: TreeDoc) {
    this.#trees = new Map(doc.trees.map(({ id, root }) => [id, root]))
  }

  of(node: NodeDef): Outcomes {
    const known = this.#known.get(node)
    if (known !== undefined) return known
    // a recursive tree is reported elsewhere
    if (this.#open.has(node)) return ANY
    this.#open.add(node)
    const own = new Set(this.#tick(node))
    if (node.attrs['_failureIf'] !== undefined) own.add('F')
    if (node.attrs['_successIf'] !== undefined) own.add('S')
    if (node.attrs['_skipIf'] !== undefined || node.attrs['_while'] !== undefined) own.add('K')
    this.#open.delete(node)
    this.#known.set(node, own)
    return own
  }

  #tick(node: NodeDef): Outcomes {
    const children = node.children.map((child) => this.of(child))
    const [first] = children
    switch (node.id) {
      case 'AlwaysSuccess':
      case 'Script':
        return S
      case 'AlwaysFailure':
        return F
      case 'ScriptCondition':
      case 'WasEntryUpdated':
        return SF
      case 'SubTree':
        return this.#inside(node)
      case 'Sequence':
      case 'ReactiveSequence':
      case 'SequenceWithMemory':
        return sequenceOutcomes(children, 'S', 'F')
      case 'Fallback':
      case 'ReactiveFallback':
        return sequenceOutcomes(children, 'F', 'S')
      case 'AsyncSequence':
        return new Set([...sequenceOutcomes(children, 'S', 'F'), 'R'])
      case 'AsyncFallback':
        return new Set([...sequenceOutcomes(children, 'F', 'S'), 'R'])
      case 'Inverter':
        return mapped(first, (o) => (o === 'S' ? 'F' : o === 'F' ? 'S' : o))
      case 'ForceSuccess':
        return mapped(first, (o) => (o === 'F' ? 'S' : o))
      case 'ForceFailure':
        return mapped(first, (o) => (o === 'S' ? 'F' : o))
      case 'KeepRunningUntilFailure':
        return mapped(first, (o) => (o === 'F' ? 'F' : 'R'))
      case 'Repeat':
        return loop(first, numberOf(node, 'num_cycles'), 'S')
      case 'RetryUntilSuccessful':
        return loop(first, numberOf(node, 'num_attempts'), 'F')
      case 'Delay':
      case 'Timeout':
        return new Set([...(first ?? ANY), 'R', 'F'])
      default:
        return node.children.length === 0 ? LEAF : ANY
    }
  }

  #inside(node: NodeDef): Outcomes {
    const root = this.#trees.get(node.attrs['ID'] ?? '')
    return root === undefined ? ANY : this.of(root)
  }
}

/** Whether a control can continue past a child with these outcomes. */
export const continuesAfter = (outcomes: Outcomes, go: 'S' | 'F'): boolean =>
  outcomes.has(go) || outcomes.has('K')

const S: Outcomes = new Set(['S'])
const F: Outcomes = new Set(['F'])
const SF: Outcomes = new Set(['S', 'F'])
/** what the host's actions and conditions can return */
const LEAF: Outcomes = new Set(['S', 'F', 'R'])
const ANY: Outcomes = new Set(['S', 'F', 'R', 'K'])

function sequenceOutcomes(children: readonly Outcomes[], go: 'S' | 'F', stop: 'S' | 'F'): Outcomes {
  const all = new Set<'S' | 'F' | 'R' | 'K'>()
  let wentOn = false
  for (const child of children) {
    if (child.has('R')) all.add('R')
    if (child.has(stop)) all.add(stop)
    wentOn ||= child.has(go)
    if (!continuesAfter(child, go)) return all
  }
  if (children.every((child) => child.has('K'))) all.add('K')
  if (wentOn) all.add(go)
  return all
}

const mapped = (
  child: Outcomes = ANY,
  change: (outcome: 'S' | 'F' | 'R' | 'K') => 'S' | 'F' | 'R' | 'K',
): Outcomes => new Set([...child].map(change))

/** @param again the child's outcome that triggers another round */
function loop(child: Outcomes = ANY, count: number | undefined, again: 'S' | 'F'): Outcomes {
  const all = new Set(child)
  // the yield between two rounds
  if (child.has(again)) all.add('R')
  if (count !== undefined && count < 0) all.delete(again)
  if (count === 0) return again === 'S' ? S : F
  return all
}
