import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Draws what train.py logged: `npx tsx lab/training/critic/exam/curve.ts <out folder>`. */
interface Row {
  readonly lesson: string
  readonly step?: number
  readonly loss?: number
  readonly exact?: number
}

const out = process.argv[2] ?? 'lab/training/out/critic'
const rows = readFileSync(join(out, 'log.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
const [WIDTH, HEIGHT, LEFT, TOP] = [520, 240, 50, 24]
const CURVES = [
  { name: 'loss, faces', lesson: 'patches', of: (row: Row) => row.loss, paint: '#2e7a45' },
  { name: 'loss, strays', lesson: 'overview', of: (row: Row) => row.loss, paint: '#6b4a80' },
  { name: 'loss, answers', lesson: 'answers', of: (row: Row) => row.loss, paint: '#2467c2' },
  {
    name: 'whole answers right (validation)',
    lesson: 'answers',
    of: (row: Row) => row.exact,
    paint: '#ee7a22',
  },
] as const

const last = Math.max(...rows.map(({ step }) => step ?? 0))
const x = (step: number): number => Math.round(LEFT + (WIDTH * step) / last)
/** losses on a scale of logarithms from 0.001 to 10, shares from 0 to 1 */
const y = (value: number, share: boolean): number => {
  const height = share ? value : (Math.log10(Math.min(10, Math.max(0.001, value))) + 3) / 4
  return Math.round(TOP + (1 - height) * HEIGHT)
}
const lines = CURVES.map(({ lesson, of, paint, name }, i) => {
  const points = rows.flatMap((row) => {
    const value = row.lesson === lesson && row.step !== undefined ? of(row) : undefined
    return value === undefined ? [] : [`${x(row.step ?? 0)},${y(value, name.startsWith('whole'))}`]
  })
  const key = TOP + HEIGHT + 40 + 16 * i
  return (
    `<polyline points="${points.join(' ')}" fill="none" stroke="${paint}" stroke-width="1.5"/><text ` +
    `x="${LEFT}" y="${key}" fill="${paint}">${name}</text>`
  )
})
const marks = [0.001, 0.01, 0.1, 1, 10].map(
  (v) => `<text x="${LEFT - 6}" y="${y(v, false) + 4}" text-anchor="end">${v}</text>`,
)
mkdirSync('docs/images/models', { recursive: true })
writeFileSync(
  'docs/images/models/critic-training.svg',
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 40} ` +
      `${TOP + HEIGHT + 110}" font-family="sans-serif" font-size="11">`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    `<text x="${LEFT}" y="15" font-size="13">Training of graft-critic: loss by ` +
      'step (left), share of right answers (right)</text>',
    `<rect x="${LEFT}" y="${TOP}" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#444"/>`,
    ...marks,
    ...[0, 0.5, 1].map((v) => `<text x="${LEFT + WIDTH + 6}" y="${y(v, true) + 4}">${v}</text>`),
    `<text x="${LEFT}" y="${TOP + HEIGHT + 16}">0</text><text x="${LEFT + WIDTH}" y="` +
      `${TOP + HEIGHT + 16}" text-anchor="end">${last} steps</text>`,
    ...lines,
    '</svg>',
    '',
  ].join('\n'),
)
