import type { FieldMap } from '../base/field-map.js'
import type { Result } from '../base/result.js'
import type { NodeDef, NodePath, TreeDoc } from '../bt/document.js'
import { childPath, mainTree, treeById } from '../bt/paths.js'
import type { PlannedStep } from '../twin/domain/domain.js'
import { rehearse, type Rehearsed, type RehearsalFailure } from '../twin/rehearse.js'
import type { WorldState } from '../twin/world.js'

/** A repeat is unrolled at most this often: enough to meet what the second round finds. */
const MAX_REPEATS = 8

/**
 * The nominal branch of a tree as a plan: every step goes well, so sequences run through, fallbacks end at their first
 * child that succeeds, a retry tries once, and subtrees stand in line with their ports filled in.
 */
export function planOf(doc: TreeDoc): PlannedStep[] {
  const root = mainTree(doc)?.root
  return root === undefined ? [] : walk(root, '/', { doc, ports: new Map(), open: [doc.main] }).steps
}

/** Runs the nominal branch in the twin without moving anything (MOD-02): what an actor's edit is checked with. */
export function rehearseTree(
  doc: TreeDoc,
  start: WorldState,
  map: FieldMap,
): Result<Rehearsed, RehearsalFailure> {
  return rehearse(planOf(doc), start, map)
}

interface Scope {
  readonly doc: TreeDoc
  /** blackboard entries whose text is known: the literals that a SubTree node hands in */
  readonly ports: ReadonlyMap<string, string>
  /** trees being inlined */
  readonly open: readonly string[]
}

/** The steps of a node, and whether it then succeeds. */
interface Branch {
  readonly steps: PlannedStep[]
  readonly succeeds: boolean
}

function walk(node: NodeDef, path: NodePath, scope: Scope): Branch {
  const child = (index: number): Branch => {
    const def = node.children[index]
    return def === undefined ? NOTHING : walk(def, childPath(path, index), scope)
  }
  switch (node.id) {
    case 'Fallback':
    case 'ReactiveFallback':
      return until(node.children.length, child, (branch) => branch.succeeds)
    case 'Parallel':
      return until(node.children.length, child, () => false)
    case 'Inverter':
      return { steps: child(0).steps, succeeds: !child(0).succeeds }
    case 'ForceFailure':
    case 'KeepRunningUntilFailure':
      return { steps: child(0).steps, succeeds: false }
    case 'ForceSuccess':
      return { steps: child(0).steps, succeeds: true }
    case 'Repeat':
      return until(
        rounds(node, scope),
        () => child(0),
        (branch) => !branch.succeeds,
      )
    case 'AlwaysFailure':
      return { steps: [], succeeds: false }
    case 'AlwaysSuccess':
      return NOTHING
  }
  if (node.kind === 'subtree') return inlined(node, path, scope)
  if (node.kind === 'control' || node.kind === 'decorator') {
    return until(node.children.length, child, (branch) => !branch.succeeds)
  }
  return { steps: [{ skill: node.id, args: resolved(node, scope), path }], succeeds: true }
}

function until(count: number, branch: (index: number) => Branch, ends: (branch: Branch) => boolean): Branch {
  const steps: PlannedStep[] = []
  let last = NOTHING
  for (let index = 0; index < count; index++) {
    last = branch(index)
    steps.push(...last.steps)
    if (ends(last)) break
  }
  return { steps, succeeds: last.succeeds }
}

function inlined(node: NodeDef, path: NodePath, scope: Scope): Branch {
  const id = node.attrs['ID'] ?? ''
  const tree = treeById(scope.doc, id)
  if (tree === undefined || scope.open.includes(id)) return NOTHING
  const ports = new Map(
    Object.entries(resolved(node, scope)).filter(([, text]) => pointer(text) === undefined),
  )
  return walk(tree.root, childPath(path, 0), { doc: scope.doc, ports, open: [...scope.open, id] })
}

function resolved({ attrs }: NodeDef, { ports }: Scope): Record<string, string> {
  const entries = Object.entries(attrs).filter(
    ([name]) => name !== 'name' && name !== 'ID' && !name.startsWith('_'),
  )
  return Object.fromEntries(entries.map(([name, text]) => [name, ports.get(pointer(text) ?? '') ?? text]))
}

function rounds(node: NodeDef, scope: Scope): number {
  const cycles = Number(resolved(node, scope)['num_cycles'] ?? 1)
  return Number.isInteger(cycles) && cycles >= 0 ? Math.min(cycles, MAX_REPEATS) : 1
}

const pointer = (text: string): string | undefined => /^\{([^{}]+)\}$/.exec(text)?.[1]
const NOTHING: Branch = { steps: [], succeeds: true }
