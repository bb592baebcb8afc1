import type { Diagnostic } from '../../../base/diagnostic.js'
import { err, ok, type Result } from '../../../base/result.js'
import type { NodeSpec, TreeDef } from '../../../bt/document.js'
import { NodeLibrary } from '../../../bt/library.js'
import { readNodesModel } from '../../../bt/xml/read-model.js'
import { readLibrary, robotSubtrees } from '../../run/policy.js'
import { readText } from './read-text.js'
import type { Sources } from './sources.js'

/** The nodes that trees may use, and the trees that they may name without including them. */
export interface Palette {
  readonly library: NodeLibrary
  readonly include: readonly TreeDef[]
  /** where the nodes beside the built-in ones come from, in words */
  readonly origin: string
  readonly isRobot: boolean
}

/** @param files palettes given with `--nodes`; none means the nodes and subtrees of graft's own robot */
export function loadPalette(
  files: readonly string[] | undefined,
  sources: Sources,
): Result<Palette, readonly Diagnostic[]> {
  if (files === undefined || files.length === 0) {
    const library = readLibrary()
    return ok({ library, include: robotSubtrees(library), origin: "graft's robot", isRobot: true })
  }
  const builtIn = new NodeLibrary()
  const known = new Map<string, { readonly spec: NodeSpec; readonly file: string }>()
  const found: Diagnostic[] = []
  for (const file of files) {
    const text = readText(file, 'a <TreeNodesModel>')
    if (!text.ok) {
      found.push(text.error)
      continue
    }
    sources.add(file, text.value)
    const specs = readNodesModel(text.value, file)
    if (!specs.ok) found.push(...specs.error)
    for (const spec of specs.ok ? specs.value : []) {
      const other = known.get(spec.id)
      // palettes that BehaviorTree.CPP writes describe the built-in nodes too
      if (builtIn.get(spec.id) !== undefined || spec.id === 'SubTree') continue
      if (other === undefined) known.set(spec.id, { spec, file })
      else if (!sameNode(other.spec, spec)) found.push(conflict(spec.id, other.file, file))
    }
  }
  if (found.some(({ severity }) => severity === 'error')) return err(found)
  const library = new NodeLibrary([...known.values()].map(({ spec }) => spec))
  return ok({ library, include: [], origin: files.join(', '), isRobot: false })
}

const sameNode = (a: NodeSpec, b: NodeSpec): boolean =>
  JSON.stringify([a.kind, a.ports]) === JSON.stringify([b.kind, b.ports])

const conflict = (id: string, first: string, second: string): Diagnostic => ({
  code: 'bt.model',
  severity: 'error',
  message: `${first} and ${second} describe ${id} in different ways`,
  hint: 'give one palette, or rename one of the nodes',
})
