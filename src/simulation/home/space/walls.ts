import type { Flat, HomeScene, Opening } from '../scene.js'
import { boxAround, type Box } from './boxes.js'

/** thickness of a wall, m */
export const WALL = 0.1

/** All gaps in the walls: doors and archways. */
export const openings = (scene: HomeScene): readonly Opening[] => [
  ...Object.values(scene.doors),
  ...scene.archways,
]

/** The walls around the rooms as boxes, without their gaps. */
export function wallsOf(scene: HomeScene): Box[] {
  const edges = Object.values(scene.rooms).flatMap(({ from, to }): Edge[] => [
    { along: 'x', at: from.y, from: from.x, to: to.x },
    { along: 'x', at: to.y, from: from.x, to: to.x },
    { along: 'y', at: from.x, from: from.y, to: to.y },
    { along: 'y', at: to.x, from: from.y, to: to.y },
  ])
  const lines = new Set(edges.map(lineOf))
  return [...lines].flatMap((line) =>
    merged(edges.filter((edge) => lineOf(edge) === line))
      .flatMap((edge) => cut(edge, openings(scene)))
      .map(wallBox),
  )
}

interface Edge {
  readonly along: 'x' | 'y'
  /** the other coordinate */
  readonly at: number
  readonly from: number
  readonly to: number
}

const lineOf = ({ along, at }: Edge): string => `${along} ${at}`

/** Edges of neighbouring rooms lie on the same line and become one wall. */
function merged(line: readonly Edge[]): Edge[] {
  const out: Edge[] = []
  for (const edge of line.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1)
    if (last === undefined || edge.from > last.to) out.push(edge)
    else out[out.length - 1] = { ...last, to: Math.max(last.to, edge.to) }
  }
  return out
}

function cut(edge: Edge, gaps: readonly Opening[]): Edge[] {
  const across: keyof Flat = edge.along === 'x' ? 'y' : 'x'
  let pieces = [edge]
  for (const { at, width } of gaps) {
    if (Math.abs(at[across] - edge.at) > 1e-6) continue
    const [low, high] = [at[edge.along] - width / 2, at[edge.along] + width / 2]
    pieces = pieces.flatMap((piece) =>
      high <= piece.from || low >= piece.to
        ? [piece]
        : [
            { ...piece, to: low },
            { ...piece, from: high },
          ].filter(({ from, to }) => to - from > 1e-6),
    )
  }
  return pieces
}

function wallBox({ along, at, from, to }: Edge): Box {
  const [middle, length] = [(from + to) / 2, to - from + WALL]
  return along === 'x'
    ? boxAround({ x: middle, y: at }, { x: length - WALL, y: WALL })
    : boxAround({ x: at, y: middle }, { x: WALL, y: length })
}
