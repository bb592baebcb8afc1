import type { Arrow, Architecture } from './read-architecture.js'

/**
 * The rooms as boxes, each above the rooms that it imports, as wide as it has lines. Of the arrows only
 * those are drawn that do not follow from others: who imports `runtime` may be taken to reach `base`.
 */
export function draw({ rooms, arrows }: Architecture): string {
  const ranks = rankOf(
    rooms.map(({ name }) => name),
    arrows,
  )
  const rows = [...new Set(ranks.values())].toSorted((a, b) => b - a)
  const boxes = new Map<string, Box>()
  for (const [y, rank] of rows.entries()) {
    const row = rooms.filter(({ name }) => ranks.get(name) === rank)
    const widths = row.map(({ name, lines }) =>
      Math.max(MIN_WIDTH + Math.round(lines / 120), 16 + 9 * name.length),
    )
    const total = widths.reduce((sum, width) => sum + width + GAP, -GAP)
    let x = Math.round((WIDTH - total) / 2)
    for (const [i, { name, lines }] of row.entries()) {
      const width = widths[i] ?? MIN_WIDTH
      boxes.set(name, { name, lines, x, y: 20 + y * STEP, width })
      x += width + GAP
    }
  }
  const height = 20 + rows.length * STEP
  const lines = reduced(arrows).flatMap(({ from, to }) => {
    const [a, b] = [boxes.get(from), boxes.get(to)]
    return a && b ? [arrow(a, b)] : []
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif">`,
    '<title>The rooms of graft and who imports whom, drawn from the imports</title>',
    '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" ' +
      'orient="auto"><path d="M0 0 8 4 0 8z" fill="#7a869a"/></marker></defs>',
    `<rect width="${WIDTH}" height="${height}" fill="#fbfbfa"/>`,
    ...lines,
    ...[...boxes.values()].map(box),
    '</svg>',
    '',
  ].join('\n')
}

interface Box {
  readonly name: string
  readonly lines: number
  readonly x: number
  readonly y: number
  readonly width: number
}

const WIDTH = 960
const STEP = 72
const BOX_HEIGHT = 40
const MIN_WIDTH = 92
const GAP = 22

/** Longest way down to a room that imports nothing. */
function rankOf(names: readonly string[], arrows: readonly Arrow[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  const rank = (name: string): number => {
    const known = ranks.get(name)
    if (known !== undefined) return known
    const below = arrows.filter(({ from }) => from === name).map(({ to }) => rank(to) + 1)
    const value = Math.max(0, ...below)
    ranks.set(name, value)
    return value
  }
  for (const name of names) rank(name)
  return ranks
}

/** Arrows that no longer way replaces. */
function reduced(arrows: readonly Arrow[]): readonly Arrow[] {
  const next = (name: string): readonly string[] =>
    arrows.filter(({ from }) => from === name).map(({ to }) => to)
  const reaches = (from: string, to: string): boolean =>
    next(from).some((name) => name === to || reaches(name, to))
  return arrows.filter(({ from, to }) => !next(from).some((other) => other !== to && reaches(other, to)))
}

function arrow(a: Box, b: Box): string {
  const [x1, y1] = [a.x + a.width / 2, a.y + BOX_HEIGHT]
  const [x2, y2] = [b.x + b.width / 2, b.y - 2]
  const bend = (y2 - y1) / 2
  return (
    `<path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" fill="none" ` +
    `stroke="#7a869a" stroke-width="1.2" marker-end="url(#head)"/>`
  )
}

const box = ({ name, lines, x, y, width }: Box): string =>
  `<g><rect x="${x}" y="${y}" width="${width}" height="${BOX_HEIGHT}" rx="6" fill="#fff" stroke="#33475b"/>` +
  `<text x="${x + width / 2}" y="${y + 17}" text-anchor="middle" font-size="14" font-weight="600" ` +
  `fill="#1d2b3a">${name}</text>` +
  `<text x="${x + width / 2}" y="${y + 32}" text-anchor="middle" font-size="11" ` +
  `fill="#5b6b7c">${(lines / 1000).toFixed(1)}k lines</text></g>`
