import { dot } from '#tabletop/sight/enrolled/classifier.js'
import { differences } from '#tabletop/sight/enrolled/differences.js'
import type { Enrolled } from '#tabletop/sight/enrolled/enrolment.js'
import { Adam } from './adam.js'
import type { Truth } from './truth.js'

/** Something that was seen beside a thing that was asked for: the differences from each of its views. */
export interface Pair {
  readonly rows: readonly (readonly number[])[]
  /** of each view: it is this thing in this pose, this thing in the other one, or another thing */
  readonly truth: readonly ('same' | 'other pose' | 'other thing')[]
}

/** All pairs of a scene, with what the referee knows; a group that is only a part of a thing, or more, is left out. */
export function pairsOf(truths: readonly Truth[], enrolled: readonly Enrolled[]): Pair[] {
  return truths.flatMap(({ seen, placed, isPure, isWhole }) =>
    enrolled.flatMap(({ name, views }): Pair[] => {
      const isOwn = placed?.thing.name === name
      const rows = views.map((view) => [...differences(seen, view), 1])
      // nor what nobody takes for it
      const isFar = rows.every(([like = 0, tone = 0]) => like < 0.1 && tone > 1)
      if (isOwn ? !(isPure && isWhole) : isFar) return []
      return [
        {
          rows,
          truth: views.map(({ lies }) =>
            !isOwn ? 'other thing' : placed.turn.lies === lies ? 'same' : 'other pose',
          ),
        },
      ]
    }),
  )
}

/**
 * Weights under which the odds of the right names are high and those of others low: logistic regression on the best
 * view of each pair, by Adam with all pairs in each step.
 */
export function fitWeights(pairs: readonly Pair[], steps = 800): number[] {
  const size = pairs[0]?.rows[0]?.length ?? 0
  const weights = new Float64Array(size)
  const adam = new Adam([weights])
  for (let step = 1; step <= steps; step++) {
    const slope = slopeAt(pairs, weights).map((value, at) => value + DECAY * (weights[at] ?? 0))
    adam.step([slope], 0.05 * (1 - step / steps) + 0.001)
  }
  return Array.from(weights, (weight) => Math.round(1000 * weight) / 1000)
}

const DECAY = 2e-4

function slopeAt(pairs: readonly Pair[], weights: Float64Array): Float64Array {
  const slope = new Float64Array(weights.length)
  const push = (row: readonly number[] | undefined, by: number): void => {
    row?.forEach((value, at) => (slope[at] = (slope[at] ?? 0) + (by * value) / pairs.length))
  }
  for (const { rows, truth } of pairs) {
    const right = best(rows, weights, (at) => truth[at] === 'same')
    const wrong = best(rows, weights, (at) => truth[at] !== 'same')
    if (right !== undefined) push(right.row, -sigmoid(-right.odds))
    else if (wrong !== undefined && truth.every((each) => each === 'other thing'))
      push(wrong.row, sigmoid(wrong.odds))
    if (right === undefined || wrong === undefined) continue
    // of its two poses the right one has to be the likelier
    const by = 0.5 * sigmoid(wrong.odds - right.odds)
    push(right.row, -by)
    push(wrong.row, by)
  }
  return slope
}

function best(
  rows: Pair['rows'],
  weights: Float64Array,
  counts: (at: number) => boolean,
): { readonly row: readonly number[]; readonly odds: number } | undefined {
  let found: { readonly row: readonly number[]; readonly odds: number } | undefined
  rows.forEach((row, at) => {
    const odds = dot(row, weights)
    if (counts(at) && odds > (found?.odds ?? -Infinity)) found = { row, odds }
  })
  return found
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
