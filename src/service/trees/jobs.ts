import { err, ok, type Result } from '#base/result.js'
import { drawTree } from '#bt-tools/draw/draw.js'
import { lineNote, treeDiff, type DiffLine } from '#bt/edit/diff.js'
import type { NodeSpec, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { mainTree } from '#bt/paths.js'
import { validate } from '#bt/validate/validate.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import type { Refusal } from '#console/host.js'
import { refusalOf } from '../refusal.js'
import { parseStored, parseDrivable, type StoredTree } from './read-tree.js'

/** Work whose cost grows with the tree: a client that sends large ones must not be able to hold up the robot. */
export type TreeJob =
  | { readonly kind: 'check'; readonly xml: string; readonly file: string }
  | { readonly kind: 'diff'; readonly from: StoredTree; readonly to: StoredTree }
  | { readonly kind: 'draw'; readonly tree: StoredTree }

/** A job with the skills that its trees may use, as node types. */
export interface TreeRequest {
  readonly job: TreeJob
  readonly skills: readonly NodeSpec[]
  /** that they may refer to */
  readonly subtrees: TreeDoc['trees']
}

/** For `check` the tree as stored, for `diff` its lines, for `draw` an SVG document. */
export type TreeAnswer =
  | { readonly kind: 'check'; readonly tree: StoredTree }
  | { readonly kind: 'diff'; readonly text: string; readonly lines: readonly DiffLine[] }
  | { readonly kind: 'draw'; readonly svg: string }

export function treeJob(
  job: TreeJob,
  library: NodeLibrary,
  include: TreeDoc['trees'],
): Result<TreeAnswer, Refusal> {
  switch (job.kind) {
    case 'check':
      return check(job, library, include)
    case 'diff': {
      const [from, to] = [parseStored(job.from, library), parseStored(job.to, library)]
      if (!from.ok) return from
      if (!to.ok) return to
      const { lines, shifts } = treeDiff(from.value, to.value)
      const text = lines.map(
        (line) => `${MARKERS[line.kind]} ${'  '.repeat(line.depth)}${line.text}${lineNote(line)}`,
      )
      return ok({ kind: 'diff', text: [...text, ...(shifts === '' ? [] : ['', shifts])].join('\n'), lines })
    }
    case 'draw': {
      const doc = parseStored(job.tree, library)
      if (!doc.ok) return doc
      const root = mainTree(doc.value)?.root
      if (root === undefined) return err({ code: 'tree.no-main', message: 'this tree has no main tree' })
      return ok({ kind: 'draw', svg: drawTree(root, { title: `tree ${job.tree.hash}` }) })
    }
  }
}

/** Checks an operator's tree like every other one, and that it is small enough to drive. */
function check(
  { xml, file }: Extract<TreeJob, { readonly kind: 'check' }>,
  library: NodeLibrary,
  include: TreeDoc['trees'],
): Result<TreeAnswer, Refusal> {
  const parsed = parseDrivable(xml, { file, library, include, compat: 'strict' })
  if (!parsed.ok) return parsed
  const wrong = validate(parsed.value, library, { compat: 'strict' }).filter(
    ({ severity }) => severity === 'error',
  )
  if (wrong.length > 0) return err(refusalOf(wrong))
  return ok({ kind: 'check', tree: { hash: treeHash(parsed.value), xml: writeTree(parsed.value) } })
}

const MARKERS = { same: ' ', added: '+', removed: '-' } as const
