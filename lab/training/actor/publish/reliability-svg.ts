import type { ActorFigures } from '#lab/bench/actor/figures.js'

const SIZE = 320
const EDGE = 44

/** What the actor said of its edits against how often they were the best ones; the area of a dot is its share. */
export function reliabilitySvg({ bins, ece }: ActorFigures['calibration']): string {
  const all = bins.reduce((sum, { count }) => sum + count, 0)
  const span = SIZE - 2 * EDGE
  const x = (c: number): string => (EDGE + span * c).toFixed(1)
  const y = (share: number): string => (SIZE - EDGE - span * share).toFixed(1)
  const dots = bins.flatMap(({ count, meanConfidence, rightShare }) =>
    meanConfidence === null || rightShare === null
      ? []
      : [
          `<circle cx="${x(meanConfidence)}" cy="${y(rightShare)}" r="${(3 + 16 * Math.sqrt(count / all)).toFixed(1)}` +
            '" fill="#1d4ed8" fill-opacity="0.6"/>',
          `<text x="${x(meanConfidence)}" y="${(Number(y(rightShare)) - 10).toFixed(1)}" ` +
            `text-anchor="middle" font-size="9">${count}</text>`,
        ],
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" font-family="sans-serif" font-size="12">`,
    '<title>Reliability of the actor’s confidence</title>',
    `<rect width="${SIZE}" height="${SIZE}" fill="#fff"/>`,
    `<rect x="${EDGE}" y="${EDGE}" width="${span}" height="${span}" fill="none" stroke="#999"/>`,
    `<line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#999" stroke-dasharray="4 4"/>`,
    ...dots,
    `<text x="${SIZE / 2}" y="${SIZE - 12}" text-anchor="middle">confidence</text>`,
    `<text x="14" y="${SIZE / 2}" text-anchor="middle" transform="rotate(-90 ` +
      `14 ${SIZE / 2})">share of best edits</text>`,
    `<text x="${SIZE / 2}" y="24" text-anchor="middle">calibration error ${ece.toFixed(3)}, ${all} cases</text>`,
    '</svg>',
    '',
  ].join('\n')
}
