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

/** All pairs of a scene, with what the referee knows; a group that is only a part of a thing, or more, is left out. */
export function pairsOf(
  { scene }: Pick<Shot, 'scene'>,
  labels: Uint8Array,
  { seen, enrolled }: { readonly seen: readonly SeenThing[]; readonly enrolled: readonly Enrolled[] },
): Pair[] {
  const wholes = new Map<number, number>()
  const points = new Set(seen.flatMap(({ members }) => members))
  for (const { cell } of points) wholes.set(labels[cell] ?? 0, (wholes.get(labels[cell] ?? 0) ?? 0) + 1)
  return seen.flatMap(({ members, ...each }) => {
    const counts = new Map<number, number>()
    for (const { cell } of members) counts.set(labels[cell] ?? 0, (counts.get(labels[cell] ?? 0) ?? 0) + 1)
    const [label = 0, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? []
    const isPure = count >= MOSTLY * members.length
    const isWhole = count >= MOSTLY * (wholes.get(label) ?? 0)
    const placed = scene.placed[label - 1]
    return enrolled.flatMap(({ name, views }): Pair[] => {
      const isOwn = placed?.thing.name === name
      const rows = views.map((view) => [...differences({ ...each, members }, view), 1])
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
    })
  })
}

const MOSTLY = 0.75

/**
 * Weights under which the odds of the right names are high and those of others low: logistic regression on the best
 * view of each pair, by Adam with all pairs in each step.
 */
export function fitWeights(pairs: readonly Pair[], steps = 800): number[] {
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
