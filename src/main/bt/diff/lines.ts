import type { TreeDoc } from '../../../bt/document.js'
import { treeDiffLines, type DiffLine } from '../../../bt/edit/diff.js'
import { nodeLines } from '../../../bt/xml/write.js'
import { canonicalTrees, treeById } from '../../../bt/paths.js'

/** What became of one tree of a document. */
export interface TreeDiff {
  readonly tree: string
  readonly change: 'added' | 'removed' | 'changed'
  readonly lines: readonly DiffLine[]
}

/** Every tree that is not the same in both documents: those of `a` first, then those that only `b` has. */
export function treeDiffs(a: TreeDoc, b: TreeDoc): readonly TreeDiff[] {
  const ids = new Set([...canonicalTrees(a), ...canonicalTrees(b)].map(({ id }) => id))
  return [...ids].flatMap((tree): readonly TreeDiff[] => {
    const [old, now] = [treeById(a, tree), treeById(b, tree)]
    if (old === undefined) return now === undefined ? [] : [{ tree, change: 'added', lines: whole(now.root, 'added') }]
    if (now === undefined) return [{ tree, change: 'removed', lines: whole(old.root, 'removed') }]
    const lines = treeDiffLines({ ...a, main: tree }, { ...b, main: tree })
    return lines.every(({ kind }) => kind === 'same') ? [] : [{ tree, change: 'changed', lines }]
  })
}

/** Only the lines near a change; `undefined` stands for those that were left out. */
export function nearChanges(lines: readonly DiffLine[], context: number): readonly (DiffLine | undefined)[] {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, index) => {
    if (near[index] === true) return [line]
    return near[index - 1] === true || index === 0 ? [undefined] : []
  })
}

const whole = (root: TreeDoc['trees'][number]['root'], kind: DiffLine['kind']): DiffLine[] =>
  nodeLines(root).map(({ text, depth }) => ({ kind, text, depth }))
