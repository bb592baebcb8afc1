import type { TreeDoc } from '../document.js'
import { mainTree } from '../paths.js'
import { nodeLines, type NodeLine } from '../xml/write.js'

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** levels of indentation */
  readonly depth: number
}

/** beyond this many pairs of lines the middle part is shown as removed and added as a whole */
const MAX_PAIRS = 4_000_000

/** The main trees of `a` and `b` line by line, as Fig. 9 of the VRL paper shows an edit (VRL-34): removed before added. */
export function treeDiffLines(a: TreeDoc, b: TreeDoc): DiffLine[] {
  const [before, after] = [linesOf(a), linesOf(b)]
  const head = commonHead(before, after)
  const tail = commonHead(before.slice(head).reverse(), after.slice(head).reverse())
  const end = (lines: readonly NodeLine[]): number => lines.length - tail
  return [
    ...before.slice(0, head).map(mark('same')),
    ...diffMiddle(before.slice(head, end(before)), after.slice(head, end(after))),
    ...before.slice(end(before)).map(mark('same')),
  ]
}

const linesOf = (doc: TreeDoc): NodeLine[] => {
  const root = mainTree(doc)?.root
  return root === undefined ? [] : nodeLines(root)
}

const mark =
  (kind: DiffLine['kind']) =>
  ({ text, depth }: NodeLine): DiffLine => ({ kind, text, depth })

const sameLine = (a: NodeLine | undefined, b: NodeLine | undefined): boolean =>
  a !== undefined && a.text === b?.text && a.depth === b.depth

function commonHead(a: readonly NodeLine[], b: readonly NodeLine[]): number {
  let length = 0
  while (sameLine(a[length], b[length])) length += 1
  return length
}

/** Longest common subsequence: `common[i][j]` is its length for the lines from i and from j on. */
function diffMiddle(a: readonly NodeLine[], b: readonly NodeLine[]): DiffLine[] {
  if (a.length * b.length > MAX_PAIRS) return [...a.map(mark('removed')), ...b.map(mark('added'))]
  const width = b.length + 1
  const common = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => common[i * width + j] as number
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = sameLine(a[i], b[j])
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: DiffLine[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [old, fresh] = [a[i], b[j]]
    if (old !== undefined && sameLine(old, fresh)) {
      lines.push(mark('same')(old))
      i += 1
      j += 1
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(mark('removed')(old))
      i += 1
    } else if (fresh !== undefined) {
      lines.push(mark('added')(fresh))
      j += 1
    }
  }
  return lines
}
