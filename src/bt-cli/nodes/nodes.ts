import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import type { NodeSpec } from '#bt/document.js'
import { writeNodesModel } from '#bt-tools/export/nodes-xml.js'
import { writeXsd } from '#bt-tools/export/xsd.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { paintFor } from '#terminal/paint.js'
import type { Io } from '#terminal/io.js'
import { loadPalette, type Palette, type PaletteOptions } from '../input/palette.js'
import { refuse } from '../output/refuse.js'
import { Sources } from '../input/sources.js'
import { list } from './list.js'
import { page } from './page.js'

export interface NodesOptions extends PaletteOptions {
  readonly json: boolean
  /** as a palette that Groot2 loads */
  readonly xml: boolean
  /** as an XML Schema for editors */
  readonly xsd: boolean
}

/** `graft bt nodes`: lists the nodes that a tree may use, or describes one of them in full. */
export async function nodes(id: string | undefined, options: NodesOptions, io: Io): Promise<ExitCode> {
  const sources = new Sources()
  const palette = await loadPalette(options, sources)
  if (!palette.ok) return refuse(palette.error, sources, io)
  const { library } = palette.value
  const all = [...library.nodes(), ...library.subtrees()]
  if (options.xsd || options.xml) {
    io.out.write(options.xsd ? writeXsd(library) : writeNodesModel(library))
    return EXIT.ok
  }
  const chosen = id === undefined ? all : all.filter((spec) => spec.id === id)
  if (chosen.length === 0) return refuse([unknownNode(id ?? '', all)], sources, io)
  const paint = paintFor(io.out, io.env)
  if (options.json) io.out.write(chosen.map((spec) => `${JSON.stringify(spec)}\n`).join(''))
  else if (id === undefined) io.out.write(list(palette.value, { paint, columns: io.out.columns || 120 }))
  else io.out.write(chosen.map((spec) => page(spec, originOf(spec, palette.value), paint)).join('\n'))
  return EXIT.ok
}

const originOf = ({ id }: NodeSpec, { origin, library }: Palette): string =>
  library.isBuiltIn(id) ? 'built in' : `of ${origin}`

function unknownNode(id: string, all: readonly NodeSpec[]): Diagnostic {
  const near = didYouMean(
    id,
    all.map((spec) => spec.id),
  )
  const hint = near === undefined ? 'graft bt nodes lists them' : `did you mean ${near}?`
  return { code: 'bt.unknown-node', severity: 'error', message: `there is no node ${id}`, hint }
}
