import { differences } from '#simulation/tabletop/sight/enrolled/name-things.js'
import type { Enrolled } from '#simulation/tabletop/sight/enrolled/enrolment.js'
import type { SeenThing } from '#simulation/tabletop/sight/enrolled/seen-things.js'
import type { Shot } from '../shots/shot.js'

/** Something that was seen beside a thing that was asked for: the differences from each of its views. */
export interface Pair {
  readonly rows: readonly (readonly number[])[]
  /** of each view: it is this thing in this pose, this thing in the other one, or another thing */
  readonly truth: readonly ('same' | 'other pose' | 'other thing')[]
}

/** All pairs of a scene, with what the referee knows. */
export function pairsOf(shot: Shot, seen: readonly SeenThing[], enrolled: readonly Enrolled[]): Pair[] {
  return seen.flatMap((each) => {
    const near = shot.scene.placed
      .map((placed, at) => ({
        placed,
        apart: Math.hypot(placed.position[0] - each.x, placed.position[1] - each.y),
        visible: shot.visible[at] ?? 0,
      }))
      .filter(({ apart, visible }) => apart < NEAR && visible > 0.15)
    return enrolled.map(({ name, views }): Pair => {
      const own = near.find(({ placed }) => placed.thing.name === name)?.placed
      return {
        rows: views.map((view) => [...differences(each, view), 1]),
        truth: views.map(({ lies }) =>
          own === undefined ? 'other thing' : own.turn.lies === lies ? 'same' : 'other pose',
        ),
      }
    })
  })
}

/** Metres. */
const NEAR = 0.03

/**
 * Weights under which the odds of the right names are high and those of others low: logistic regression on the best
 * view of each pair, by Adam with all pairs in each step.
 */
export function fitWeights(pairs: readonly Pair[], steps = 1500): number[] {
  const size = pairs[0]?.rows[0]?.length ?? 0
  let weights = new Array<number>(size).fill(0)
  const [mean, square] = [new Array<number>(size).fill(0), new Array<number>(size).fill(0)]
  for (let step = 1; step <= steps; step++) {
    const slope = slopeAt(pairs, weights)
    weights = weights.map((weight, at) => {
      const own = (slope[at] ?? 0) + DECAY * weight
      mean[at] = 0.9 * (mean[at] ?? 0) + 0.1 * own
      square[at] = 0.99 * (square[at] ?? 0) + 0.01 * own * own
      const rate = 0.05 * (1 - step / steps) + 0.001
      const corrected = (mean[at] ?? 0) / (1 - 0.9 ** step)
      return weight - (rate * corrected) / (Math.sqrt((square[at] ?? 0) / (1 - 0.99 ** step)) + 1e-8)
    })
  }
  return weights.map((weight) => Math.round(1000 * weight) / 1000)
}

const DECAY = 2e-4

function slopeAt(pairs: readonly Pair[], weights: readonly number[]): number[] {
  const slope = new Array<number>(weights.length).fill(0)
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
  weights: readonly number[],
  counts: (at: number) => boolean,
): { readonly row: readonly number[]; readonly odds: number } | undefined {
  let found: { readonly row: readonly number[]; readonly odds: number } | undefined
  rows.forEach((row, at) => {
    const odds = row.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)
    if (counts(at) && odds > (found?.odds ?? -Infinity)) found = { row, odds }
  })
  return found
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
