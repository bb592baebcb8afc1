import { html, type Html } from './html.js'

/**
 * What every chart of scores has: a round scale, its figures and its lines. Down it counts in pixels, across in percent
 * of the chart's width, so that its text stays of one size on every screen.
 */
export const HEIGHT = 320
export const BOTTOM = 40
export const TOP = 18

export interface ScoreScale {
  /** the scores at which a line is drawn */
  readonly grid: readonly number[]
  readonly y: (score: number) => number
}

/** A round grid that covers all values, with room for the figures above the points. */
export function scaleOf(values: readonly number[]): ScoreScale {
  const [min, max] = [Math.min(0, ...values), Math.max(0, ...values)]
  const step = [10, 20, 25, 50, 100, 200, 500].find((candidate) => (max - min) / candidate <= 7) ?? 1000
  const low = Math.floor(min / step) * step
  const high = Math.ceil((max + step / 3) / step) * step
  return {
    grid: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, i) => low + i * step),
    y: (score) => round(TOP + ((high - score) / (high - low)) * (HEIGHT - TOP - BOTTOM)),
  }
}

/** The figures of the grid, beside the chart. */
export const axis = (grid: ScoreScale['grid'], y: ScoreScale['y']): Html =>
  html`<div class="axis" aria-hidden="true">
    ${grid.map((value) => html`<span style="top:${y(value)}px">${String(value).replace('-', '−')}</span>`)}
  </div>`

export const gridLines = (grid: ScoreScale['grid'], y: ScoreScale['y']): readonly Html[] =>
  grid.map((value) => level('grid', y(value)))

export const level = (kind: string, y: number): Html =>
  html`<line class="${kind}" x1="0" x2="100%" y1="${y}" y2="${y}" />`

const round = (value: number): number => Math.round(value * 100) / 100
