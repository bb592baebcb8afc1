import type { Diagnostic } from '../../../base/diagnostic.js'
import type { TreeDoc } from '../../../bt/document.js'
import { drawDiff } from '../../../bt/draw/draw.js'
import type { PatchEdit } from '../../../bt/edit.js'
import { diff } from '../../../bt/edit/diff.js'
import { isDocumentOp } from '../../../bt/edit/document-op.js'
import { treeById } from '../../../bt/paths.js'
import { EXIT, type ExitCode } from '../../exit-code.js'
import { paintFor, printable, type Paint } from '../../terminal/paint.js'
import { plural } from '../../words.js'
import type { Io } from '../common/io.js'
import { loadTree } from '../common/load-tree.js'
import { loadPalette, type PaletteOptions } from '../common/palette.js'
import { refuse } from '../common/refuse.js'
import { Sources } from '../common/sources.js'
import { writeText } from '../common/write-text.js'
import { nearChanges, treeDiffs, type TreeDiff } from './lines.js'

export interface DiffOptions extends PaletteOptions {
  /** unchanged lines around a change */
  readonly context: number
  readonly json: boolean
  /** file for a picture of the first tree that changed, before and after in one */
  readonly svg?: string
}

/**
 * `graft bt diff`: what differs between the trees of two files, whatever their layout and comments.
 * @returns `ok` when nothing does, `different` when something does, as diff(1)
 */
export async function btDiff(a: string, b: string, options: DiffOptions, io: Io): Promise<ExitCode> {
  const sources = new Sources()
  const palette = await loadPalette(options, sources)
  if (!palette.ok) return refuse(palette.error, sources, io)
  const asWritten = { palette: { ...palette.value, include: [] }, sources, lenient: true }
  const [before, after] = [loadTree(a, asWritten), loadTree(b, asWritten)]
  if (!before.ok) return refuse(before.error, sources, io)
  if (!after.ok) return refuse(after.error, sources, io)
  const [from, to] = [before.value.doc, after.value.doc]
  const edits = diff(from, to)
  if (options.json) io.out.write(patchJson(edits))
  else if (edits.length > 0) {
    const paint = paintFor(io.out, io.env)
    const trees = treeDiffs(from, to).map((tree) => section(tree, options.context, paint))
    const others = edits.filter(({ op }) => op !== 'addTree' && op !== 'removeTree').flatMap(inWords)
    io.out.write(`${paint.bad(`--- ${printable(a)}`)}\n${paint.good(`+++ ${printable(b)}`)}\n`)
    io.out.write([...others.map((line) => `${line}\n`), ...trees].join(''))
    io.out.write(`\n${plural(edits.length, 'edit')} from one to the other\n`)
  }
  const failed = options.svg === undefined ? undefined : writePicture(options.svg, { from, to, title: `${a} → ${b}` }, io)
  if (failed !== undefined) return refuse([failed], sources, io)
  return edits.length === 0 ? EXIT.ok : EXIT.different
}

function writePicture(
  file: string,
  { from, to, title }: { readonly from: TreeDoc; readonly to: TreeDoc; readonly title: string },
  io: Io,
): Diagnostic | undefined {
  const changed = treeDiffs(from, to).find(({ change }) => change === 'changed')?.tree ?? to.main
  const [old, now] = [treeById(from, changed) ?? from.trees[0], treeById(to, changed) ?? to.trees[0]]
  return old === undefined || now === undefined ? undefined : writeText(file, drawDiff(old.root, now.root, { title }), io)
}

/** A patch as `graft bt edit` reads it: one edit a line. */
const patchJson = (edits: readonly PatchEdit[]): string =>
  edits.length === 0 ? '[]\n' : `[\n${edits.map((edit) => `  ${JSON.stringify(edit)}`).join(',\n')}\n]\n`

function section({ tree, change, lines }: TreeDiff, context: number, paint: Paint): string {
  const note = change === 'changed' ? '' : ` (${change})`
  const body = nearChanges(lines, context).map((line) => {
    if (line === undefined) return paint.dim('  …')
    const text = `${'  '.repeat(line.depth)}${printable(line.text)}`
    switch (line.kind) {
      case 'same':
        return `  ${text}`
      case 'removed':
        return paint.bad(`- ${text}`)
      case 'added':
        return paint.good(`+ ${text}`)
    }
  })
  return `${paint.bold(`tree ${printable(tree)}${note}`)}\n${body.map((line) => `${line}\n`).join('')}`
}

/** Changes of the document that no listing of a tree shows. */
function inWords(edit: PatchEdit): readonly string[] {
  if (!isDocumentOp(edit)) return []
  switch (edit.op) {
    case 'renameTree':
      return [`tree ${printable(edit.tree)} is called ${printable(edit.to)}`]
    case 'setMain':
      return [`main tree: ${printable(edit.tree)}`]
    case 'setModel':
      return [`ports of SubTree ${printable(edit.model.id)} are described anew`]
    case 'removeModel':
      return [`ports of SubTree ${printable(edit.model)} are no longer described`]
    case 'addTree':
    case 'removeTree':
      return []
  }
}
