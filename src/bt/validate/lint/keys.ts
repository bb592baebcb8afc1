import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { pointerKey, isPortName } from '#bt/attributes.js'
import type { NodeLibrary } from '#bt/library.js'
import { variablesOf } from '#bt/script/variables.js'
import type { Lint } from '../context.js'
import { valueLocation, warning } from '#bt/problem.js'
import { nodesOf, scriptsOf } from './walk.js'

/**
 * Warns of inputs that nothing writes, and of outputs that nothing reads if a typo is likely. Many outputs, such as
 * error codes, are optional to read, and the host may read and write keys too.
 */
export const unusedKeys: Lint = (doc, library) =>
  doc.trees.flatMap((tree) => {
    const uses = keyUses(tree.root, doc, library)
    // with autoremapping, any key may cross the boundary
    if (uses.open) return []
    const given = portsGiven(tree.id, doc)
    const known = [...uses.writes.keys(), ...given]
    const waiting = [...uses.reads.keys()].filter((key) => !uses.writes.has(key) && !given.has(key))
    return [
      ...[...uses.writes].flatMap(([key, place]) => {
        const near = didYouMean(key, waiting)
        const read = uses.reads.has(key) || given.has(key)
        return place === undefined || read || near === undefined ? [] : [unread(key, place, near)]
      }),
      ...[...uses.reads].flatMap(([key, place]) =>
        place === undefined || uses.writes.has(key) || given.has(key) ? [] : [unwritten(key, place, known)],
      ),
    ]
  })

interface At {
  readonly node: NodeDef
  readonly port: string
}

/** keys with the first port that uses them; `undefined` for scripts and SubTrees */
interface Uses {
  readonly reads: Map<string, At | undefined>
  readonly writes: Map<string, At | undefined>
  open: boolean
}

function keyUses(root: NodeDef, doc: TreeDoc, library: NodeLibrary): Uses {
  const uses: Uses = { reads: new Map(), writes: new Map(), open: isAutoremapped(root, doc) }
  for (const node of nodesOf(root)) {
    if (node.attrs['_autoremap'] !== undefined) uses.open = true
    for (const { ast } of scriptsOf(node)) {
      const { reads, writes } = variablesOf(ast)
      for (const name of reads) uses.reads.set(name, undefined)
      for (const name of writes) uses.writes.set(name, undefined)
    }
    for (const [port, text] of Object.entries(node.attrs)) {
      const key = isPortName(port) ? pointerKey(text, port) : undefined
      if (key !== undefined && !key.startsWith('@')) addPort(uses, { node, port }, key, library)
    }
    // these ports may name a key without braces
    if (KEY_PORTS[node.id] !== undefined) {
      const key = node.attrs[KEY_PORTS[node.id] ?? '']?.replace(/^\{(.*)\}$/, '$1')
      if (key !== undefined) for (const side of [uses.reads, uses.writes]) side.set(key, undefined)
    }
  }
  return uses
}

function addPort(uses: Uses, at: At, key: string, library: NodeLibrary): void {
  const direction = library.get(at.node.id)?.ports.find(({ name }) => name === at.port)?.direction
  const both = direction === undefined || direction === 'inout'
  const place = both ? undefined : at
  if (direction !== 'out' && !uses.reads.has(key)) uses.reads.set(key, place)
  if (direction !== 'in' && !uses.writes.has(key)) uses.writes.set(key, place)
}

const isAutoremapped = (root: NodeDef, doc: TreeDoc): boolean => {
  const id = doc.trees.find((tree) => tree.root === root)?.id
  return subtreesOf(id ?? '', doc).some(({ attrs }) => attrs['_autoremap'] !== undefined)
}

/** Ports through which other trees pass values in or out. */
const portsGiven = (id: string, doc: TreeDoc): ReadonlySet<string> =>
  new Set([
    ...subtreesOf(id, doc).flatMap(({ attrs }) => Object.keys(attrs)),
    ...(doc.models?.find((model) => model.id === id)?.ports.map(({ name }) => name) ?? []),
  ])

const subtreesOf = (id: string, doc: TreeDoc): NodeDef[] =>
  doc.trees.flatMap(({ root }) =>
    nodesOf(root).filter(({ kind, attrs }) => kind === 'subtree' && attrs['ID'] === id),
  )

const unread = (key: string, { node, port }: At, near: string): Diagnostic =>
  warning(node, 'bt.unread-output', `nothing in this tree reads {${key}}`, {
    where: valueLocation(node, port),
    hint: `did you mean {${near}}, which is read but never written?`,
  })

function unwritten(key: string, { node, port }: At, known: readonly string[]): Diagnostic {
  const near = didYouMean(key, known)
  const host = 'ignore this if the host writes it'
  return warning(node, 'bt.unwritten-key', `nothing in this tree writes {${key}}`, {
    where: valueLocation(node, port),
    hint: near === undefined ? host : `did you mean {${near}}? ${host}`,
  })
}

const KEY_PORTS: Readonly<Record<string, string>> = {
  SetBlackboard: 'output_key',
  UnsetBlackboard: 'key',
  WasEntryUpdated: 'entry',
  SkipUnlessUpdated: 'entry',
  WaitValueUpdate: 'entry',
}
