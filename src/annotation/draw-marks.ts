import { drawn, markupOf, type Drawn } from '#worlds/map/draw/drawing.js'
import type { Mark } from './place-marks.js'

/** A number that a model is to read has to be at least so high, pixels (PRAG-12). */
const LEAST_TEXT = 18

/** So large a mark is that its number can be read. */
export const MARK_RADIUS = 14

/**
 * Draws numbered marks as a transparent picture to be laid over a photograph: dark discs with a light rim, which stand
 * out from any ground, and a line to the point where the mark stands beside it.
 */
export function marksAsSvg(
  marks: readonly Mark[],
  { width, height, radius }: { readonly width: number; readonly height: number; readonly radius: number },
): string {
  const lines = marks.flatMap((mark) => leader(mark))
  const discs = marks.flatMap((mark) => disc(mark, radius))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}">${markupOf([...lines, ...discs])}</svg>`
  )
}

function leader({ x, y, of }: Mark): readonly Drawn[] {
  const path = { d: `M${x} ${y}L${of.x} ${of.y}`, fill: 'none' }
  const end = { cx: of.x, cy: of.y, r: 3, fill: INK, stroke: PAPER, 'stroke-width': 1 }
  return x === of.x && y === of.y
    ? []
    : [
        drawn('path', { ...path, stroke: PAPER, 'stroke-width': 4 }),
        drawn('path', { ...path, stroke: INK, 'stroke-width': 2 }),
        drawn('circle', end),
      ]
}

function disc({ x, y, number }: Mark, radius: number): readonly Drawn[] {
  const size = Math.max(LEAST_TEXT, Math.round(1.2 * radius))
  return [
    drawn('circle', { cx: x, cy: y, r: radius - 1, fill: INK, stroke: PAPER, 'stroke-width': 2 }),
    drawn(
      'text',
      {
        ...{ x, y: y + 0.35 * size, 'text-anchor': 'middle', fill: PAPER },
        ...{ 'font-family': 'sans-serif', 'font-weight': 'bold', 'font-size': size },
      },
      String(number),
    ),
  ]
}

const INK = '#111111'
const PAPER = '#ffffff'
