import { NodeRegistry } from './registry.js'
import { createTree, type Tree, type TreeOptions } from './tree.js'
import type { NodeLibrary } from '../library.js'
import type { IncludeLoader } from '../xml/includes.js'
import { parseTree, type ParseResult } from '../xml/parse.js'
import type { NodeDefinition } from '../custom/declare/definition.js'
import { registerAll } from './register-all.js'

export interface LoadOptions extends TreeOptions {
  /** the nodes that the tree uses in addition to the built-in ones */
  readonly nodes: readonly NodeDefinition[]
  /** nodes described by a palette; their code must be in `nodes` */
  readonly palette?: NodeLibrary
  /** name of the text in messages */
  readonly file?: string
  /** returns the text of an included file */
  readonly load?: IncludeLoader
}

/**
 * Turns XML into a tree that can be ticked, in one step: registers the nodes, validates the document, creates the tree.
 */
export function loadTree(xml: string, options: LoadOptions): ParseResult<Tree> {
  const { nodes, palette, file = 'tree.xml', load, compat } = options
  const registered = registerAll(new NodeRegistry(palette), nodes, 'nodes')
  if (!registered.ok) return { ...registered, warnings: [] }
  const registry = registered.value
  const parsed = parseTree(xml, {
    file,
    library: registry.library,
    ...(load === undefined ? {} : { load }),
    ...(compat === undefined ? {} : { compat }),
  })
  if (!parsed.ok) return parsed
  return { ...createTree(parsed.value, registry, options), warnings: parsed.warnings }
}
