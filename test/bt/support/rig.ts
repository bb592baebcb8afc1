import { VirtualClock } from '#base/clock.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import type { NodeSpec, TreeDoc } from '#bt/document.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import { parseTree } from '#bt/xml/parse.js'
import { scripted, type Tape, type Token } from './scripted.js'

const leafSpec = (id: string): NodeSpec => ({ id, kind: 'action', description: 'test', ports: [] })

export interface Rig {
  readonly tree: Tree
  readonly clock: VirtualClock
  readonly events: TraceEvent[]
  /** calls of each leaf, by id */
  readonly calls: Readonly<Record<string, readonly string[]>>
  /** a tick's status as one letter */
  tick(): string
}

/**
 * A tree of built-in nodes around scripted leaves: `rig('<Sequence><A/><B/></Sequence>', { A: 'RS', B: 'F' })`.
 * @param others further BehaviorTree elements
 */
export function rig(body: string, tapes: Readonly<Record<string, string>>, others = ''): Rig {
  const library = new NodeLibrary(Object.keys(tapes).map(leafSpec))
  const registry = new NodeRegistry(library)
  const leaves = new Map<string, Tape>()
  for (const [id, tape] of Object.entries(tapes)) {
    const leaf = scripted(...([...tape] as Token[]))
    leaves.set(id, leaf)
    registry.node(id, leaf.build)
  }
  const doc = load(`<BehaviorTree ID="Main">${body}</BehaviorTree>${others}`, library)
  const clock = new VirtualClock()
  const events: TraceEvent[] = []
  const made = createTree(doc, registry, { clock, onTransition: (event) => events.push(event) })
  if (!made.ok) throw new Error(made.error.map(formatDiagnostic).join('\n'))
  const tree = made.value
  return {
    tree,
    clock,
    events,
    calls: Object.fromEntries([...leaves].map(([id, leaf]) => [id, leaf.calls])),
    tick: () => LETTERS[tree.tick()],
  }
}

/** Parses trees that must be right. */
export function load(trees: string, library: NodeLibrary): TreeDoc {
  const text = `<root BTCPP_format="4" main_tree_to_execute="Main">${trees}</root>`
  const parsed = parseTree(text, { file: 'test.xml', library })
  if (!parsed.ok) throw new Error(parsed.error.map(formatDiagnostic).join('\n'))
  return parsed.value
}

const LETTERS = { RUNNING: 'R', SUCCESS: 'S', FAILURE: 'F', SKIPPED: 'K' } as const
