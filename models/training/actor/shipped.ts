import { readFileSync } from 'node:fs'
import { must } from '#base/result.js'
import { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import type { Shipped } from './samples.js'

/** The node library and the subtrees that the product ships: the model learns exactly these. */
export function readShipped(): Shipped {
  const file = (name: string): string => new URL(`../../../bt/${name}`, import.meta.url).pathname
  const text = (name: string): string => readFileSync(file(name), 'utf8')
  const library = new NodeLibrary(must(readNodesModel(text('nodes.xml'), 'bt/nodes.xml'), 'bt/nodes.xml'))
  const load = (): string => text('subtrees.xml')
  const doc = must(
    parseTree(text('initial.xml'), { file: 'bt/initial.xml', library, load }),
    'bt/initial.xml',
  )
  return { library, subtrees: doc.trees.filter((tree) => tree.id !== doc.main) }
}
