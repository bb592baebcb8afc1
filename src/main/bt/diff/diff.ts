import type { PatchEdit } from '../../../bt/edit.js'
import { diff } from '../../../bt/edit/diff.js'
import { isDocumentOp } from '../../../bt/edit/document-op.js'
import { EXIT, type ExitCode } from '../../exit-code.js'
import { paintFor, printable, type Paint } from '../../terminal/paint.js'
import { plural } from '../../words.js'
import type { Io } from '../common/io.js'
import { loadTree } from '../common/load-tree.js'
import { loadPalette, type PaletteOptions } from '../common/palette.js'
import { refuse } from '../common/refuse.js'
import { Sources } from '../common/sources.js'
import { nearChanges, treeDiffs, type TreeDiff } from './lines.js'

export interface DiffOptions extends PaletteOptions {
  /** unchanged lines around a change */
  readonly context: number
  readonly json: boolean
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
  return edits.length === 0 ? EXIT.ok : EXIT.different
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
