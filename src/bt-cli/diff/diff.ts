import type { Diagnostic } from '#base/diagnostic.js'
import type { TreeDoc } from '#bt/document.js'
import { drawDiff, drawMatching } from '#bt-tools/draw/draw.js'
import type { PatchEdit } from '#bt/edit.js'
import { diff, lineNote } from '#bt/edit/diff.js'
import { documentDiff, type DocumentDiff, type DocumentDiffLine } from '#bt/edit/diff-lines.js'
import { sameNode } from '#bt/edit/same.js'
import { treeById } from '#bt/paths.js'
import { modelText } from '#bt/xml/write-model.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor, printable, type Paint } from '#terminal/paint.js'
import { plural } from '#app/command-line/words.js'
import type { Io } from '#terminal/io.js'
import { loadTree } from '../input/load-tree.js'
import { loadPalette, type PaletteOptions } from '../input/palette.js'
import { refuse, writeText } from '../output/refuse.js'
import { Sources } from '../input/sources.js'

export interface DiffOptions extends PaletteOptions {
  /** unchanged lines around a change */
  readonly context: number
  readonly json: boolean
  /** SVG file for the first tree that changed, before and after in one picture */
  readonly svg?: string
}

/**
 * `graft bt diff`: compares the trees of two files, ignoring layout and comments.
 * @returns `ok` when they are equal, `different` when not, as diff(1)
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
  let shown: DocumentDiff | undefined
  if (options.json) io.out.write(patchJson(edits))
  else if (edits.length > 0) {
    shown = documentDiff(from, to, options.context)
    const paint = paintFor(io.out, io.env)
    io.out.write(`${paint.bad(`--- ${printable(a)}`)}\n${paint.good(`+++ ${printable(b)}`)}\n`)
    io.out.write(shown.lines.map((line) => `${lineText(line, paint)}\n`).join(''))
    const words = shown.shifts === '' ? '' : ` (${shown.shifts})`
    io.out.write(`\n${plural(edits.length, 'edit')} from one to the other${words}\n`)
  }
  const failed =
    options.svg === undefined
      ? undefined
      : writePicture(options.svg, { from, to, title: `${a} → ${b}`, shown }, io)
  if (failed !== undefined) return refuse([failed], sources, io)
  return edits.length === 0 ? EXIT.ok : EXIT.no
}

/** A patch in the format of `graft bt edit`: one edit per line. */
function patchJson(edits: readonly PatchEdit[]): string {
  const lines = edits.map((edit) =>
    JSON.stringify(edit.op === 'setModel' ? { ...edit, model: modelText(edit.model) } : edit),
  )
  return lines.length === 0 ? '[]\n' : `[\n${lines.map((line) => `  ${line}`).join(',\n')}\n]\n`
}

function lineText(line: DocumentDiffLine, paint: Paint): string {
  const { kind, text, depth } = line
  const indented = `${'  '.repeat(depth)}${printable(text)}`
  switch (kind) {
    case 'heading':
      return paint.bold(printable(text))
    case 'gap':
      return paint.dim(`  ${'  '.repeat(depth)}… ${text}`)
    case 'same':
      return `  ${indented}`
    case 'removed':
      return paint.bad(`- ${indented}${lineNote(line)}`)
    case 'added':
      return paint.good(`+ ${indented}${lineNote(line)}`)
  }
}

function writePicture(file: string, { from, to, title, shown }: Picture, io: Io): Diagnostic | undefined {
  const changed = from.trees.find(({ id, root }) => {
    const now = treeById(to, id)
    return now !== undefined && !sameNode(root, now.root)
  })
  const old = changed ?? treeById(from, from.main) ?? from.trees[0]
  const now = treeById(to, old?.id ?? '') ?? treeById(to, to.main) ?? to.trees[0]
  if (old === undefined || now === undefined) return undefined
  const matching = shown?.matchings.get(now.id)
  const isOfBoth = matching?.a.node === old.root && matching.b.node === now.root
  const svg = isOfBoth ? drawMatching(matching, { title }) : drawDiff(old.root, now.root, { title })
  return writeText(file, svg, io)
}

interface Picture {
  readonly from: TreeDoc
  readonly to: TreeDoc
  readonly title: string
  /** what the listing was made of; absent with `--json` */
  readonly shown: DocumentDiff | undefined
}
