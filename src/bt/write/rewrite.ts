import type { Diagnostic } from '#base/diagnostic.js'
import { err, must, ok, type Result } from '#base/result.js'
import type { TreeDef, TreeDoc } from '../document.js'
import { renamedTrees } from '../edit/diff-documents.js'
import { applyDocumentOp } from '../edit/document-op.js'
import { matchTrees } from '../edit/match/matching.js'
import { sameNode } from '../edit/same.js'
import { treeById } from '../paths.js'
import { attrOf, type XmlElement } from '../xml/element.js'
import { escapeXml } from '../entities.js'
import { nodeLines } from '../xml/write.js'
import { compose, linesText, withChunk, type Part } from './compose.js'
import { modelParts } from './models.js'
import { layoutOf, type Chunk } from './layout.js'
import { NodeWriter } from './nodes.js'
import { readSource, type Source } from './source.js'
import { patchedTag, type AttrChange } from './tag.js'

/**
 * Rewrites the text of a file, changing only what differs between `before`, the document read from it, and `after`.
 * Comments, blank lines, attribute order and quotes, entities, includes and unknown elements stay byte for byte where
 * the tree did not change; loading the result gives `after`. See docs/bt/edits.md for what happens to the comments of
 * nodes that are moved or removed.
 *
 * @returns an error when `before` was not read from this text, or when trees from another file were changed
 */
export function rewrite(text: string, before: TreeDoc, after: TreeDoc): Result<string, Diagnostic> {
  const source = readSource(text, before)
  if (!source.ok) return source
  const changes = compare(source.value, before, after)
  const elsewhere = changes.elsewhere.at(0)
  if (elsewhere !== undefined) return err(notHere(elsewhere))
  const { root } = source.value
  const head = text.slice(0, root.span.start)
  const written = writeRoot({ source: source.value, before, after, changes })
  const out = head + written + text.slice(root.span.end)
  must(readSource(out, after), 'the text that was written')
  return ok(out)
}

interface Changes {
  /** name of each tree of `after` in `before` */
  readonly oldId: ReadonlyMap<string, string>
  /** what would have to be changed in other files */
  readonly elsewhere: readonly string[]
  /** `before` with the names of `after` */
  readonly renamed: TreeDoc
}

/** The inputs of one rewrite. */
interface Rewriting {
  readonly source: Source
  readonly before: TreeDoc
  readonly after: TreeDoc
  readonly changes: Changes
}

function compare(source: Source, before: TreeDoc, after: TreeDoc): Changes {
  const ops = renamedTrees(before, after)
  const renames = new Map(ops.map(({ tree, to }) => [to, tree]))
  const renamed = ops.reduce((doc, op) => must(applyDocumentOp(doc, op), 'a new name'), before)
  const oldId = new Map(after.trees.map(({ id }) => [id, renames.get(id) ?? id]))
  const stays = new Set(oldId.values())
  const others = before.trees.filter(({ id }) => !source.trees.has(id))
  const unchanged = ({ id, root }: TreeDef): boolean => {
    const now = treeById(after, id)
    return now !== undefined && sameNode(root, now.root)
  }
  const removed = (before.models ?? []).filter(
    ({ id }) => !source.models.has(id) && !(after.models ?? []).some((model) => model.id === id),
  )
  const elsewhere = [
    ...others.filter((tree) => !stays.has(tree.id) || !unchanged(tree)).map(({ id }) => `tree ${id}`),
    ...removed.map(({ id }) => `the model of ${id}`),
  ]
  return { oldId, elsewhere, renamed }
}

function writeRoot(rewriting: Rewriting): string {
  const { source, before, after, changes } = rewriting
  const { text, root } = source
  const chunks = layoutOf(text, root).chunks
  const chunkOf = new Map(chunks.map((chunk) => [chunk.element, chunk]))
  const trees = new Map<XmlElement, Part>()
  const added: Part[] = []
  for (const tree of after.trees) {
    const old = changes.oldId.get(tree.id) ?? tree.id
    const element = source.trees.get(old)
    if (element !== undefined) trees.set(element, treePart(rewriting, tree, element, chunkOf))
    else if (treeById(before, old) === undefined)
      added.push({ write: (indent) => newTree(tree, indent, source) })
  }
  const models = modelParts(source, before, after, chunkOf)
  const parts = root.children.flatMap((element): Part[] => {
    if (element.name === 'BehaviorTree') {
      const part = trees.get(element) ?? overridden(source, after, element, chunkOf)
      return part === undefined ? [] : [part]
    }
    const model = models.get(element)
    if (model !== undefined) return model === null ? [] : [model]
    return [{ ...withChunk(chunkOf, element), write: () => text.slice(element.span.start, element.span.end) }]
  })
  const lastTree = root.children.findLastIndex(({ name }) => name === 'BehaviorTree')
  const at = root.children
    .slice(0, lastTree + 1)
    .filter((each) => each.name !== 'BehaviorTree' || trees.has(each)).length
  const newModel = models.get(undefined)
  const tag = patchedTag(text, root, mainChange(rewriting, trees.size + added.length))
  const all = [...parts.toSpliced(at, 0, ...added), ...(newModel ? [newModel] : [])]
  return compose(source, root, tag, all)
}

/** Keeps a definition that a later one of the same name overrides, as long as the later one stays. */
function overridden(
  source: Source,
  after: TreeDoc,
  element: XmlElement,
  chunkOf: ReadonlyMap<XmlElement, Chunk>,
): Part | undefined {
  const id = attrOf(element, 'ID')?.value ?? ''
  const isLast = [...source.trees.values()].includes(element)
  if (isLast || treeById(after, id) === undefined) return undefined
  return {
    ...withChunk(chunkOf, element),
    write: () => source.text.slice(element.span.start, element.span.end),
  }
}

function treePart(
  { source, before, after, changes }: Rewriting,
  tree: TreeDef,
  element: XmlElement,
  chunkOf: ReadonlyMap<XmlElement, Chunk>,
): Part {
  const { text } = source
  const oldId = changes.oldId.get(tree.id) ?? tree.id
  const same = treeById(before, oldId)
  const written = attrOf(element, 'ID')
  const old = treeById(changes.renamed, tree.id)?.root
  const mustName = written === undefined && after.trees.length > 1
  if (
    old === undefined ||
    (!mustName && same !== undefined && sameNode(same.root, tree.root) && oldId === tree.id)
  ) {
    return { ...withChunk(chunkOf, element), write: () => text.slice(element.span.start, element.span.end) }
  }
  const matching = matchTrees(old, tree.root)
  const writer = new NodeWriter(source, matching, element)
  const rename: AttrChange[] = oldId === tree.id && !mustName ? [] : [['ID', tree.id]]
  const tag = patchedTag(text, element, rename)
  return {
    ...withChunk(chunkOf, element),
    write: () => compose(source, element, tag, [writer.part(matching.b)]),
  }
}

const newTree = (tree: TreeDef, indent: string | undefined, source: Source): string =>
  linesText(
    [
      { text: `<BehaviorTree ID="${escapeXml(tree.id)}">`, depth: 0 },
      ...nodeLines(tree.root, 1),
      { text: '</BehaviorTree>', depth: 0 },
    ],
    indent,
    source.style,
  )

/** Names the main tree when it changes, or when it can no longer be inferred. */
function mainChange({ source, before, after, changes }: Rewriting, ownTrees: number): AttrChange[] {
  const named = attrOf(source.root, 'main_tree_to_execute') !== undefined
  const same = before.main === after.main && (named || ownTrees === source.trees.size)
  const own = changes.oldId.get(after.main)
  const guessed =
    !named && ownTrees === 1 && own !== undefined && source.trees.size === 1 && source.trees.has(own)
  return same || guessed ? [] : [['main_tree_to_execute', after.main]]
}

const notHere = (what: string): Diagnostic => ({
  code: 'write.other-file',
  severity: 'error',
  message: `${what} was changed, but is not in this file`,
  hint: 'rewrite the file that it is included from',
})
