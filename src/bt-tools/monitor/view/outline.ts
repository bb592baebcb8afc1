import { err, ok, type Result } from '#base/result.js'
import { MAX_NODES } from '../memory.js'

/** One row of a tree, with SubTrees expanded. */
export interface OutlineRow {
  readonly uid: number
  /** 0 for the root */
  readonly depth: number
  /** registration id; for a SubTree, the id of its tree */
  readonly id: string
  readonly name: string
  readonly subtree: boolean
  /** full path of the enclosing SubTree; empty in the main tree */
  readonly instance: string
}

/**
 * Reads the reply to a full-tree request, from graft or from BehaviorTree.CPP, into rows from top to bottom. It does
 * not use the document reader: the text is machine-written, repeats tree ids, and may exceed the document size limit.
 * @returns the rows, or in words why the tree cannot be shown
 */
export function readOutline(xml: string): Result<readonly OutlineRow[], string> {
  const trees = readTrees(xml)
  const [main] = trees
  if (main === undefined) return err('the answer describes no tree')
  const rows: OutlineRow[] = []
  const used = new Set<ListedTree>()
  // a stack instead of recursion: the peer decides how deep the trees are
  const stack: { readonly tree: ListedTree; next: number; readonly depth: number }[] = []
  const enter = (tree: ListedTree | undefined, depth: number): void => {
    if (tree === undefined || used.has(tree)) return
    used.add(tree)
    stack.push({ tree, next: 0, depth })
  }
  enter(main, 0)
  const byPath = new Map(trees.map((tree) => [tree.path, tree]))
  for (let at = stack.at(-1); at !== undefined; at = stack.at(-1)) {
    const node = at.tree.nodes[at.next++]
    if (node === undefined) {
      stack.pop()
      continue
    }
    const depth = at.depth + node.depth
    const { uid, id, name, subtreePath } = node
    rows.push({ uid, depth, id, name, subtree: subtreePath !== undefined, instance: at.tree.path })
    if (subtreePath !== undefined) enter(byPath.get(subtreePath), depth + 1)
  }
  return rows.length === 0 ? err('the tree has no nodes') : ok(rows)
}

interface ListedTree {
  readonly path: string
  readonly nodes: {
    readonly uid: number
    readonly depth: number
    readonly id: string
    readonly name: string
    /** full path of the tree behind a SubTree node */
    readonly subtreePath: string | undefined
  }[]
}

function readTrees(xml: string): ListedTree[] {
  const trees: ListedTree[] = []
  let current: ListedTree | undefined
  let depth = 0
  let count = 0
  for (const [, closing, tag = '', written = '', empty] of xml.matchAll(TAGS)) {
    if (tag === 'BehaviorTree') {
      const attrs = attributes(written)
      current = closing === '' ? { path: attrs.get('_fullpath') ?? '', nodes: [] } : undefined
      if (current !== undefined) trees.push(current)
      if (empty !== '') current = undefined
      depth = 0
    } else if (current !== undefined && closing !== '') depth -= 1
    else if (current !== undefined) {
      const attrs = attributes(written)
      const uid = Number(attrs.get('_uid'))
      if (Number.isInteger(uid) && uid >= 0 && uid <= MAX_NODES && ++count <= MAX_NODES) {
        current.nodes.push(nodeOf(tag, uid, depth, attrs))
      }
      if (empty === '') depth += 1
    }
  }
  return trees
}

function nodeOf(
  tag: string,
  uid: number,
  depth: number,
  attrs: ReadonlyMap<string, string>,
): ListedTree['nodes'][number] {
  const id = attrs.get('ID') ?? tag
  const subtreePath = tag === 'SubTree' ? attrs.get('_fullpath') : undefined
  return { uid, depth, id, name: attrs.get('name') ?? subtreePath ?? id, subtreePath }
}

const TAGS = /<(\/?)([^\s<>/="']+)((?:\s+[^\s<>/="']+="[^"]*")*)\s*(\/?)>/g
const ATTRIBUTES = /([^\s<>/="']+)="([^"]*)"/g

const attributes = (written: string): ReadonlyMap<string, string> =>
  new Map([...written.matchAll(ATTRIBUTES)].map(([, key = '', value = '']) => [key, unescape(value)]))

const unescape = (text: string): string =>
  text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g, (match, name, dec, hex) => {
    if (typeof name === 'string') return NAMED[name] ?? match
    const code = typeof dec === 'string' ? Number(dec) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : match
  })

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
