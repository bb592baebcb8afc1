import type { Diagnostic } from '#base/diagnostic.js'
import { err, must, ok, type Result } from '#base/result.js'
import { registerAll } from '#bt/engine/register-all.js'
import type { NodeSpec, TreeDef } from '#bt/document.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { NodeLibrary } from '#bt/library.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import { loadPlugin, type Plugin } from './plugin.js'
import { readText } from './read-text.js'
import type { Sources } from './sources.js'

export interface PaletteOptions {
  /** files with a TreeNodesModel; if empty, the nodes and subtrees of graft's own robot */
  readonly nodes?: readonly string[]
  /** modules with node types implemented in code */
  readonly plugin?: readonly string[]
}

/** The nodes that trees may use, and the trees that they may reference without including them. */
export interface Palette {
  readonly library: NodeLibrary
  readonly include: readonly TreeDef[]
  /** where the nodes other than the built-in ones come from, as text */
  readonly origin: string
  readonly isRobot: boolean
  /** A registry that includes the plugins' code; `more` are node types that only one document declares. */
  registry(more?: readonly NodeSpec[]): NodeRegistry
}

export async function loadPalette(
  { nodes = [], plugin = [] }: PaletteOptions,
  sources: Sources,
): Promise<Result<Palette, readonly Diagnostic[]>> {
  const isRobot = nodes.length === 0
  const specs = isRobot ? ok(robotNodes()) : readPalettes(nodes, sources)
  if (!specs.ok) return specs
  const plugins: Plugin[] = []
  for (const file of plugin) {
    const loaded = await loadPlugin(file)
    if (!loaded.ok) return err([loaded.error])
    plugins.push(loaded.value)
  }
  const registry = (more: readonly NodeSpec[] = []): Result<NodeRegistry, readonly Diagnostic[]> =>
    register(new NodeRegistry(new NodeLibrary([...specs.value, ...more])), plugins)
  const first = registry()
  if (!first.ok) return first
  return ok({
    library: first.value.library,
    include: isRobot ? robotSubtrees(readLibrary()) : [],
    origin: [isRobot ? "graft's robot" : nodes.join(', '), ...plugin].join(', '),
    isRobot,
    registry: (more) => must(registry(more), 'plugins that were registered before'),
  })
}

/**
 * The node types that a document declares in its own TreeNodesModel, as Groot2 saves them, and that the palette
 * lacks. Empty when that model is invalid: the document's own problems then report it.
 */
export function ownNodes(text: string, file: string, { library }: Palette): readonly NodeSpec[] {
  if (!/<TreeNodesModel[\s>]/.test(text)) return []
  const specs = readNodesModel(text, file)
  if (!specs.ok) return []
  return specs.value.filter(
    ({ id, kind }) => kind !== 'subtree' && !library.isBuiltIn(id) && library.get(id) === undefined,
  )
}

function robotNodes(): readonly NodeSpec[] {
  const library = readLibrary()
  return [...library.skills(), ...library.subtrees()]
}

function register(
  registry: NodeRegistry,
  plugins: readonly Plugin[],
): Result<NodeRegistry, readonly Diagnostic[]> {
  const problems = plugins.flatMap(({ file, exported }) => {
    const registered = registerAll(registry, exported, file)
    return registered.ok ? [] : registered.error
  })
  return problems.length > 0 ? err(problems) : ok(registry)
}

function readPalettes(
  files: readonly string[],
  sources: Sources,
): Result<readonly NodeSpec[], readonly Diagnostic[]> {
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
      if (other === undefined) known.set(spec.id, { spec, file })
      else if (!sameNode(other.spec, spec)) found.push(conflict(spec.id, other.file, file))
    }
  }
  const errors = found.filter(({ severity }) => severity === 'error')
  return errors.length > 0 ? err(errors) : ok([...known.values()].map(({ spec }) => spec))
}

const sameNode = (a: NodeSpec, b: NodeSpec): boolean =>
  JSON.stringify([a.kind, a.ports]) === JSON.stringify([b.kind, b.ports])

const conflict = (id: string, first: string, second: string): Diagnostic => ({
  code: 'bt.model',
  severity: 'error',
  message: `${first} and ${second} describe ${id} in different ways`,
  hint: 'give one palette, or rename one of the nodes',
})
