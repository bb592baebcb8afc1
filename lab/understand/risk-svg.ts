import { BEARABLE, type Risk } from './risk.js'

/** A reader with its risk at each of its fits, the highest fit first. */
export interface RiskCurve {
  readonly reader: string
  readonly risks: readonly Risk[]
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [920, 440, 64, 210, 44, 52]
/** Okabe and Ito's colours, told apart by colour-blind people too. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#7a7a00', '#444444']
const STEP = 0.1

/**
 * Share of orders that a reader acts on against share on which it acts otherwise than is meant, as it asks below a
 * lower and lower fit. One self-contained SVG; a reader that is always as sure is one point.
 */
export function riskSvg(curves: readonly RiskCurve[], title: string): string {
  const most = Math.max(STEP, ...curves.flatMap(({ risks }) => risks.map(({ otherwise }) => otherwise.share)))
  const top = Math.ceil(most / STEP) * STEP
  const x = (share: number): number => round(LEFT + share * (WIDTH - LEFT - RIGHT))
  const y = (share: number): number => round(TOP + (1 - share / top) * (HEIGHT - TOP - BOTTOM))
  const [left, right] = [x(0), x(1)]
  const middle = (left + right) / 2
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
      `font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    text({ x: LEFT, y: 24, size: 15 }, title),
    ...ticks(top).map(
      (share) =>
        `<line x1="${left}" x2="${right}" y1="${y(share)}" y2="${y(share)}" stroke="#e4e4e4"/>` +
        text({ x: LEFT - 8, y: y(share) + 4, anchor: 'end' }, percent(share)),
    ),
    ...ticks(1).map((share) => text({ x: x(share), y: HEIGHT - 32, anchor: 'middle' }, percent(share))),
    `<line x1="${left}" x2="${right}" y1="${y(BEARABLE)}" y2="${y(BEARABLE)}" stroke="#999999" ` +
      `stroke-dasharray="6 4"/>`,
    text({ x: right, y: y(BEARABLE) - 5, anchor: 'end' }, `at most ${percent(BEARABLE)}`),
    text({ x: middle, y: HEIGHT - 10, anchor: 'middle' }, 'acts on without a question, of all orders'),
    text({ x: LEFT - 8, y: TOP - 8, anchor: 'start' }, 'acts otherwise than is meant, of all orders'),
    ...curves.map((curve, i) => drawn(curve, colourOf(i), { x, y })),
    ...curves.map(({ reader, risks }, i) => {
      const last = risks.at(-1)
      const height = TOP + 12 + 22 * i
      const end = last === undefined ? 'never acts' : `to ${percent(last.acts.share)}`
      return (
        `<line x1="${right + 16}" x2="${right + 40}" y1="${height}" y2="${height}" ` +
        `stroke="${colourOf(i)}" stroke-width="2"/>` +
        text({ x: right + 46, y: height + 4 }, `${reader}, ${end}`)
      )
    }),
    '</svg>\n',
  ].join('\n')
}

interface Scales {
  readonly x: (share: number) => number
  readonly y: (share: number) => number
}

function drawn({ risks }: RiskCurve, colour: string, { x, y }: Scales): string {
  const last = risks.at(-1)
  if (last === undefined) return ''
  const points = risks.map(({ acts, otherwise }) => `${x(acts.share)} ${y(otherwise.share)}`)
  const line =
    points.length === 1
      ? ''
      : `<path d="M${points.join(' L')}" fill="none" stroke="${colour}" stroke-width="2"/>`
  return `${line}<circle cx="${x(last.acts.share)}" cy="${y(last.otherwise.share)}" r="4" fill="${colour}"/>`
}

interface Place {
  readonly x: number
  readonly y: number
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly size?: number
}

const text = ({ x, y, anchor = 'start', size = 13 }: Place, words: string): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}" font-size="${size}" fill="#333333">${escaped(words)}</text>`

const ticks = (top: number): readonly number[] =>
  Array.from({ length: Math.round(top / STEP) + 1 }, (_, i) => i * STEP)

const colourOf = (i: number): string => COLOURS[i % COLOURS.length] ?? '#444444'
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
const round = (value: number): number => Math.round(value * 10) / 10
const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
