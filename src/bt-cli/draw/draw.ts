import { drawTree } from '#bt-tools/draw/draw.js'
import { mainTree } from '#bt/paths.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { Io } from '#terminal/io.js'
import { loadTree } from '../input/load-tree.js'
import { loadPalette, type PaletteOptions } from '../input/palette.js'
import { refuse, writeText } from '../output/refuse.js'
import { Sources } from '../input/sources.js'

export interface DrawCommandOptions extends PaletteOptions {
  readonly tree?: string
  readonly direction: 'right' | 'down'
  /** SVG file; default stdout */
  readonly output?: string
}

/** `graft bt draw`: draws one tree of a file. Each SubTree is drawn as a single node. */
export async function draw(file: string, options: DrawCommandOptions, io: Io): Promise<ExitCode> {
  const sources = new Sources()
  const palette = await loadPalette(options, sources)
  if (!palette.ok) return refuse(palette.error, sources, io)
  const loaded = loadTree(file, { palette: palette.value, sources, tree: options.tree, lenient: true })
  if (!loaded.ok) return refuse(loaded.error, sources, io)
  const { doc } = loaded.value
  const tree = mainTree(doc) ?? doc.trees[0]
  if (tree === undefined) {
    return refuse(
      [{ code: 'bt.no-tree', severity: 'error', message: `there is no tree in ${file}` }],
      sources,
      io,
    )
  }
  const svg = drawTree(tree.root, { direction: options.direction, title: `${tree.id} of ${file}` })
  const written = writeText(options.output, svg, io)
  return written === undefined ? EXIT.ok : refuse([written], sources, io)
}
