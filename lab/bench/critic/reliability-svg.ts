import type { ReliabilityBin } from '#learning/critic/metrics.js'

/** One curve of a reliability diagram. */
export interface Curve {
  readonly name: string
  readonly bins: readonly ReliabilityBin[]
  readonly ece: number | null
}

const SIZE = 320
const LEFT = 48
const TOP = 28
const PAINTS = ['#888888', '#2467c2', '#ee7a22', '#2e7a45', '#6b4a80']

/**
 * Confidence against the share of reports that were right, one dot a bin, its area by the number of reports. On the
 * diagonal a critic is as right as it says.
 */
export function reliabilitySvg(title: string, curves: readonly Curve[]): string {
  const x = (c: number): number => round(LEFT + c * SIZE)
  const y = (share: number): number => round(TOP + (1 - share) * SIZE)
  const height = TOP + SIZE + 44 + 16 * curves.length
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` +
      `${LEFT + SIZE + 24} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="${LEFT}" y="16" font-size="13">${escaped(title)}</text>`,
    `<rect x="${LEFT}" y="${TOP}" width="${SIZE}" height="${SIZE}" fill="none" stroke="#444"/>`,
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#bbb" stroke-dasharray="4 4"/>`,
    ...[0, 0.5, 1].flatMap((v) => [
      `<text x="${x(v)}" y="${TOP + SIZE + 14}" text-anchor="middle">${v}</text>`,
      `<text x="${LEFT - 6}" y="${y(v) + 4}" text-anchor="end">${v}</text>`,
    ]),
    `<text x="${x(0.5)}" y="${TOP + SIZE + 28}" text-anchor="middle">confidence c</text>`,
    `<text transform="rotate(-90)" x="${-(TOP + SIZE / 2)}" y="12" text-anchor="middle">share of reports ` +
      `that are right</text>`,
    ...curves.flatMap((curve, i) => draw(curve, PAINTS[i % PAINTS.length] ?? '#000', { x, y }, i)),
    '</svg>',
  ]
  return `${parts.join('\n')}\n`
}

function draw(
  { name, bins, ece }: Curve,
  paint: string,
  { x, y }: { readonly x: (c: number) => number; readonly y: (share: number) => number },
  row: number,
): string[] {
  const filled = bins.flatMap(({ count, meanConfidence, rightShare }) =>
    meanConfidence === null || rightShare === null ? [] : [{ count, c: meanConfidence, share: rightShare }],
  )
  const most = Math.max(1, ...filled.map(({ count }) => count))
  const d = filled.map(({ c, share }, i) => `${i === 0 ? 'M' : 'L'}${x(c)} ${y(share)}`).join('')
  const key = TOP + SIZE + 46 + 16 * row
  return [
    `<path d="${d}" fill="none" stroke="${paint}" stroke-width="1.5"/>`,
    ...filled.map(
      ({ count, c, share }) =>
        `<circle cx="${x(c)}" cy="${y(share)}" r="${round(2 + 7 * Math.sqrt(count / most))}` +
        `" fill="${paint}" fill-opacity="0.6"/>`,
    ),
    `<circle cx="${LEFT + 6}" cy="${key - 4}" r="4" fill="${paint}"/>`,
    `<text x="${LEFT + 16}" y="${key}">${escaped(name)}${ece === null ? '' : `, ECE ${ece.toFixed(3)}`}</text>`,
  ]
}

const round = (value: number): number => Math.round(value * 10) / 10
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
