import type { BenchFigures } from '../figures/bench-figures.js'
import type { RowFigures } from '../figures/row-figures.js'
import { ATTAINABLE } from '../settings/configuration.js'

const WIDTH = 920
const HEIGHT = 480
const LEFT = 56
const RIGHT = 236
const TOP = 44
const BOTTOM = 46

/** Okabe and Ito's colours, told apart by colour-blind people too; beyond them the curves repeat. */
const COLOURS = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#7a7a00',
  '#5b3a8e',
  '#444444',
]

/** Mean score by episode of each configuration, with 95 % intervals; scripted ones dashed. One self-contained SVG. */
export function curveSvg({ rows }: BenchFigures, title: string): string {
  const drawn = rows.filter(({ curve }) => curve.length > 0)
  const episodes = Math.max(1, ...drawn.map(({ curve }) => curve.length))
  const ends = drawn.flatMap(({ curve }) =>
    curve.flatMap(({ mean, half }) => [mean - (half ?? 0), mean + (half ?? 0)]),
  )
  const { low, high, step } = scale(ends)
  const x = (episode: number): number =>
    round(LEFT + 14 + ((episode - 1) / Math.max(1, episodes - 1)) * (WIDTH - LEFT - RIGHT - 28))
  const y = (score: number): number => round(TOP + ((high - score) / (high - low)) * (HEIGHT - TOP - BOTTOM))
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step)
  const right = WIDTH - RIGHT
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, ` +
      `sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="24" font-size="15" fill="#222222">${escaped(title)}</text>`,
    ...ticks.map(
      (value) =>
        `<line x1="${LEFT}" x2="${right}" y1="${y(value)}" y2="${y(value)}" ` +
        `stroke="${value === 0 ? '#999999' : '#e4e4e4'}"/>` +
        `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end" ` +
        `fill="#555555">${String(value).replace('-', '−')}</text>`,
    ),
    ...Array.from(
      { length: episodes },
      (_, i) =>
        `<text x="${x(i + 1)}" y="${HEIGHT - 24}" text-anchor="middle" fill="#555555">${i + 1}</text>`,
    ),
    `<text x="${(LEFT + right) / 2}" y="${HEIGHT - 6}" text-anchor="middle" fill="#555555">episode; score ` +
      `in points (mean and 95 % interval)</text>`,
    ...drawn.map((row, i) => curveOf(row, i, x, y)),
    ...labels(drawn, y),
    '</svg>\n',
  ].join('\n')
}

function curveOf(
  row: RowFigures,
  i: number,
  x: (episode: number) => number,
  y: (score: number) => number,
): string {
  const colour = colourOf(i)
  const path = row.curve.map(({ mean }, k) => `${k === 0 ? 'M' : 'L'}${x(k + 1)} ${y(mean)}`).join(' ')
  const upper = row.curve.map(({ mean, half }, k) => `${x(k + 1)} ${y(mean + (half ?? 0))}`)
  const lower = row.curve.map(({ mean, half }, k) => `${x(k + 1)} ${y(mean - (half ?? 0))}`).reverse()
  const band = row.curve.some(({ half }) => half !== null)
    ? `<path d="M${[...upper, ...lower].join(' L')} Z" fill="${colour}" opacity="0.1"/>`
    : ''
  return `<g>${band}<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"${dash(row)}/></g>`
}

/** Each name beside the end of its curve, moved apart where they would cover each other. */
function labels(rows: readonly RowFigures[], y: (score: number) => number): string[] {
  const at = rows.map((row, i) => ({ row, i, y: y(row.curve.at(-1)?.mean ?? 0) })).sort((a, b) => a.y - b.y)
  const gap = Math.min(19, (HEIGHT - TOP - BOTTOM) / Math.max(1, at.length - 1))
  let last = TOP - gap
  const placed = at.map((label) => ({ ...label, y: (last = Math.max(label.y, last + gap)) }))
  const over = Math.max(0, last - (HEIGHT - BOTTOM))
  const right = WIDTH - RIGHT
  return placed.map(({ row, i, y: wanted }, k) => {
    const top =
      Math.min(wanted, TOP + (k + 1) * gap + (HEIGHT - BOTTOM - TOP)) -
      over * (k / Math.max(1, at.length - 1))
    const text = `${row.configuration.name}  ${(row.curve.at(-1)?.mean ?? 0).toFixed(0).replace('-', '−')}`
    return (
      `<line x1="${right + 6}" x2="${right + 30}" y1="${round(top)}" y2="${round(top)}" ` +
      `stroke="${colourOf(i)}" stroke-width="2"${dash(row)}/>` +
      `<text x="${right + 36}" y="${round(top + 4)}" fill="#222222">${escaped(text)}</text>`
    )
  })
}

function dash({ configuration }: RowFigures): string {
  if (configuration.name === ATTAINABLE.name) return ' stroke-dasharray="2 3"'
  return configuration.actor === 'scripted' || configuration.critic.kind === 'scripted'
    ? ' stroke-dasharray="7 4"'
    : ''
}

const colourOf = (i: number): string => COLOURS[i % COLOURS.length] as string

function scale(values: readonly number[]): {
  readonly low: number
  readonly high: number
  readonly step: number
} {
  const [min, max] = [Math.min(0, ...values), Math.max(1, ...values)]
  const step = [5, 10, 20, 25, 50, 100, 200].find((size) => (max - min) / size <= 9) ?? 500
  return { low: Math.floor(min / step) * step, high: Math.ceil(max / step) * step, step }
}

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
