import type { NodeKind, NodeSpec } from '#bt/document.js'
import type { Palette } from '../input/palette.js'
import { printable, type Paint } from '#terminal/paint.js'
import { KIND_TITLES, portInShort } from './words.js'

export interface ListStyle {
  readonly paint: Paint
  /** width of the terminal; longer descriptions are cut */
  readonly columns: number
}

/** Lists all node types by kind, one per line. */
export function list({ library }: Palette, { paint, columns }: ListStyle): string {
  const all = [...library.nodes(), ...library.subtrees()]
  const widest = Math.max(...all.map(({ id }) => id.length))
  const sections = KINDS.map((kind) => section(kind, all, { widest, paint, columns })).filter(
    (text) => text !== '',
  )
  return `${sections.join('\n')}\n${paint.dim(LEGEND)}\n`
}

const KINDS: readonly NodeKind[] = ['control', 'decorator', 'condition', 'action', 'subtree']

const LEGEND = `ports: [name=default] is optional, >name writes and <>name reads and writes the blackboard
details of a node: graft bt nodes Sequence`

function section(
  kind: NodeKind,
  all: readonly NodeSpec[],
  { widest, paint, columns }: ListStyle & { readonly widest: number },
): string {
  const specs = all.filter((spec) => spec.kind === kind)
  if (specs.length === 0) return ''
  const lines = specs.map((spec) => {
    const ports = spec.ports.map(portInShort).join(' ')
    const head = `  ${spec.id.padEnd(widest)}  ${ports.padEnd(PORTS_WIDTH)}  `
    const room = columns - head.length - 1
    return room < 12 ? `${head.trimEnd()}\n` : `${head}${paint.dim(printable(spec.description, room))}\n`
  })
  return `${paint.bold(KIND_TITLES[kind])}\n${lines.join('')}`
}

const PORTS_WIDTH = 20
