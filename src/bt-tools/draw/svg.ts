import { escapeXml } from '#bt/entities.js'
import { CHANGE_PAINT, INK, KIND_PAINT, LINE, QUIET, STATUS_PAINT, type Paint } from './colours.js'
import { subtitleOf, titleOf, type Figure, type FigureLine } from './figure.js'
import { placeBoxes, type Box, type Direction, type Sized } from './place.js'
import { symbolOf } from './symbol.js'

export interface DrawOptions {
  /** side on which children are drawn; `right` (default) suits large trees and long names */
  readonly direction?: Direction
  /** text alternative for screen readers */
  readonly title?: string
}

const [TITLE, SMALL] = [14, 11.5]
const [PAD, LEADING, MARGIN] = [9, 15, 16]
const [MAX_TITLE, MAX_LINE, MAX_LINES] = [40, 44, 5]

/** Renders a figure as an SVG document; deterministic. Sizes in pixels. */
export function toSvg(
  figure: Figure,
  { direction = 'right', title = 'behaviour tree' }: DrawOptions = {},
): string {
  const { boxes, width, height } = placeBoxes(sized(figure), direction)
  const [w, h] = [Math.ceil(width) + 2 * MARGIN, Math.ceil(height) + 2 * MARGIN]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ` +
      `${w} ${h}" role="img" font-family="system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${w}" height="${h}" fill="#ffffff"/>`,
    `<g transform="translate(${MARGIN} ${MARGIN})">`,
    ...edges(boxes, direction),
    ...boxes.map(nodeBox),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

/** Returns where each node of a figure is drawn, parents first. */
export const boxesOf = (figure: Figure, direction: Direction = 'right'): readonly Box<Figure>[] =>
  placeBoxes(sized(figure), direction).boxes

function sized(figure: Figure): Sized<Figure> {
  const symbol = badgeWidth(figure)
  const rows = linesBelowTitle(figure)
  const texts = [
    textWidth(titleText(figure), TITLE, true),
    ...rows.map(({ text, old }) => textWidth(old === undefined ? text : `${old} → ${text}`, SMALL)),
  ]
  const size = {
    width: Math.ceil(symbol + Math.max(...texts) + 2 * PAD),
    height: Math.ceil(TITLE + 2 * PAD + rows.length * LEADING),
  }
  return { item: figure, size, children: figure.children.map(sized) }
}

const titleText = (figure: Figure): string => {
  const sign = figure.change === 'same' ? '' : `${CHANGE_PAINT[figure.change].sign} `
  return sign + shortened(titleOf(figure.node), MAX_TITLE)
}

/** Returns the subtitle, if any, and the ports. */
function linesBelowTitle({ node, lines }: Figure): FigureLine[] {
  const subtitle = subtitleOf(node)
  const ports = smallPrint(lines)
  return subtitle === undefined ? ports : [{ text: shortened(subtitle, MAX_LINE) }, ...ports]
}

function smallPrint(lines: readonly FigureLine[]): FigureLine[] {
  const shown = lines.length > MAX_LINES ? lines.slice(0, MAX_LINES - 1) : lines
  const rest = lines.length - shown.length
  const short = shown.map(({ text, old }) =>
    old === undefined
      ? { text: shortened(text, MAX_LINE) }
      : { text: shortened(text, MAX_LINE / 2), old: shortened(old, MAX_LINE / 2) },
  )
  return rest === 0 ? short : [...short, { text: `and ${rest} more` }]
}

function badgeWidth({ node }: Figure): number {
  const symbol = symbolOf(node)
  return symbol === '' ? 0 : Math.ceil(textWidth(symbol, TITLE, true)) + 2 * PAD
}

function paintOf({ change, status, node }: Figure): Paint {
  if (change !== 'same') return CHANGE_PAINT[change]
  return (status && STATUS_PAINT[status]) ?? { ...KIND_PAINT[node.kind], fill: '#ffffff' }
}

/** Draws the edges: removed first, unchanged last, so that a shared line looks as it does in the new tree. */
function edges(boxes: readonly Box<Figure>[], direction: Direction): string[] {
  const rank = ({ item }: Box<Figure>): number => (isRemoved(item) ? 0 : isAdded(item) ? 1 : 2)
  return [0, 1, 2].flatMap((order) =>
    boxes.flatMap((box) =>
      box.parent === undefined || rank(box) !== order ? [] : [edge(box.parent, box, direction)],
    ),
  )
}

function edge(from: Box<Figure>, to: Box<Figure>, direction: Direction): string {
  const { change } = to.item
  const stroke = change === 'same' || change === 'changed' ? LINE : CHANGE_PAINT[change].stroke
  const dash = isRemoved(to.item) ? ' stroke-dasharray="5 4"' : ''
  const [x1, y1, x2, y2] =
    direction === 'right'
      ? [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2]
      : [from.x + from.width / 2, from.y + from.height, to.x + to.width / 2, to.y]
  const [mx, my] = direction === 'right' ? [to.x - 17, 0] : [0, to.y - 17]
  const bend = direction === 'right' ? `H${mx} V${y2} H${x2}` : `V${my} H${x2} V${y2}`
  return `<path d="M${x1} ${y1} ${bend}" fill="none" stroke="${stroke}" stroke-width="1.5"${dash}/>`
}

function nodeBox(box: Box<Figure>): string {
  const { item: figure, x, y, width, height } = box
  const { node } = figure
  const paint = paintOf(figure)
  const radius = node.kind === 'condition' ? Math.min(17, height / 2) : node.kind === 'action' ? 3 : 7
  const badge = badgeWidth(figure)
  const dash = isRemoved(figure) ? ' stroke-dasharray="5 4"' : ''
  const struck = isRemoved(figure) ? ' text-decoration="line-through"' : ''
  const left = badge + PAD
  return [
    `<g transform="translate(${x} ${y})"><title>${escapeXml(tooltipOf(figure))}</title>`,
    `<rect width="${width}" height="${height}" rx="${radius}" fill="${paint.fill}" ` +
      `stroke="${paint.stroke}" stroke-width="1.5"${dash}/>`,
    ...(badge === 0 ? [] : [badgeOf(figure, badge, radius, height)]),
    `<text x="${left}" y="${PAD + TITLE - 2}" font-size="${TITLE}" font-weight="600" ` +
      `fill="${paint.ink}"${struck}>${escapeXml(titleText(figure))}</text>`,
    ...linesBelowTitle(figure).map((line, row) =>
      smallText(line, left, PAD + TITLE + (row + 1) * LEADING - 3, struck),
    ),
    '</g>',
  ].join('')
}

function badgeOf({ node }: Figure, width: number, radius: number, height: number): string {
  const { fill, ink, stroke } = KIND_PAINT[node.kind]
  const corner = `A${radius} ${radius} 0 0 0`
  const shape =
    `M${width} 0 H${radius} ${corner} 0 ${radius} V${height - radius} ` +
    `${corner} ${radius} ${height} H${width} Z`
  return (
    `<path d="${shape}" fill="${fill}" stroke="${stroke}" stroke-width="1"/>` +
    `<text x="${width / 2}" y="${height / 2 + 5}" font-size="${TITLE}" font-weight="600" ` +
    `text-anchor="middle" fill="${ink}">${escapeXml(symbolOf(node))}</text>`
  )
}

function smallText({ text, old }: FigureLine, x: number, y: number, struck: string): string {
  const body =
    old === undefined
      ? escapeXml(text)
      : `<tspan text-decoration="line-through" ` +
        `fill="${CHANGE_PAINT.removed.ink}">${escapeXml(old)}</tspan> → <tspan font-weight="600" ` +
        `fill="${INK}">${escapeXml(text)}</tspan>`
  return `<text x="${x}" y="${y}" font-size="${SMALL}" fill="${QUIET}"${struck}>${body}</text>`
}

const isAdded = ({ change }: Figure): boolean => change === 'added' || change === 'moved here'
const isRemoved = ({ change }: Figure): boolean => change === 'removed' || change === 'moved away'

function tooltipOf({ node, change, status }: Figure): string {
  const said: string[] = [node.id, ...(change === 'same' ? [] : [change]), ...(status ? [status] : [])]
  return said.join(', ')
}

/** Estimates the width of a text in a common sans-serif font, in pixels; errs on the wide side, since fonts differ. */
export function textWidth(text: string, size: number, bold = false): number {
  let ems = 0
  for (const char of text) ems += emsOf(char)
  return ems * size * (bold ? 1.12 : 1)
}

/** Truncates to `limit` characters, with an ellipsis if needed; line breaks and other controls become blanks. */
export function shortened(text: string, limit: number): string {
  const chars = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')]
  return chars.length <= limit ? chars.join('') : `${chars.slice(0, limit - 1).join('')}…`
}

function emsOf(char: string): number {
  if (/[ijl.,:;'|!()[\]{}tfr ]/.test(char)) return 0.4
  if (/[mwMW@%]/.test(char)) return 0.98
  if (/[A-Z_=<>+~→–…]/.test(char)) return 0.76
  return (char.codePointAt(0) ?? 0) > 0x2e7f ? 1.1 : 0.64
}
