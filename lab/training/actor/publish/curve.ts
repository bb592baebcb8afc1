/**
 * Draws the training's log as SVG: `tsx lab/training/actor/publish/curve.ts LOG.jsonl OUT.svg`. Share of answers on
 * validation trees that greedy decoding writes exactly, and the training loss, by step.
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface Look {
  readonly step: number
  readonly loss: number
  readonly exact: number
}

const WIDTH = 720
const HEIGHT = 320
const LEFT = 56
const RIGHT = 56
const TOP = 36
const BOTTOM = 44

const [log, out] = process.argv.slice(2)
if (log === undefined || out === undefined) throw new Error('usage: curve.ts LOG.jsonl OUT.svg')
const looks = readFileSync(log, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Look)
writeFileSync(out, svg(looks))

function svg(all: readonly Look[]): string {
  const steps = Math.max(...all.map(({ step }) => step))
  const worst = Math.ceil(Math.max(...all.map(({ loss }) => loss)))
  const x = (step: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * step) / steps
  const y = (share: number): number => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share
  const line = (of: (look: Look) => number): string =>
    all.map((look) => `${x(look.step).toFixed(1)},${y(of(look)).toFixed(1)}`).join(' ')
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<line x1="${LEFT}" y1="${y(share)}" x2="${WIDTH - RIGHT}" y2="${y(share)}" stroke="#ddd"/>` +
      `<text x="${LEFT - 8}" y="${y(share) + 4}" text-anchor="end">${100 * share} %</text>` +
      `<text x="${WIDTH - RIGHT + 8}" y="${y(share) + 4}" fill="#b45309">${(worst * share).toFixed(1)}</text>`,
  )
  const ticks = all
    .filter((_, i) => i % Math.ceil(all.length / 8) === 0)
    .map(({ step }) => `<text x="${x(step)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${step}</text>`)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    '<title>Learning curve of the actor</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...grid,
    ...ticks,
    `<text x="${WIDTH / 2}" y="${HEIGHT - 8}" text-anchor="middle">training steps of 48 answers</text>`,
    `<text x="${LEFT}" y="20" fill="#1d4ed8">validation answers written exactly</text>`,
    `<text x="${WIDTH - RIGHT}" y="20" text-anchor="end" fill="#b45309">training loss, nats a token</text>`,
    `<polyline points="${line(({ loss }) => loss / worst)}" fill="none" stroke="#b45309" stroke-width="1.5"/>`,
    `<polyline points="${line(({ exact }) => exact)}" fill="none" stroke="#1d4ed8" stroke-width="2.5"/>`,
    '</svg>',
    '',
  ].join('\n')
}
