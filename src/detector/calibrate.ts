/**
 * How often a reading is right, by what was measured beside it: a logistic curve, fitted on readings whose truth was
 * known (Platt). What a network calls likely is no share of anything before that.
 */
export interface Calibration {
  /** of each number, and a constant before them */
  readonly weights: readonly number[]
}

/** A reading whose truth is known. */
export interface Example {
  readonly numbers: readonly number[]
  readonly isRight: boolean
}

/** @param numbers what was measured beside the reading: as many as it was fitted with */
export const confidenceOf = ({ weights }: Calibration, numbers: readonly number[]): number =>
  logistic([1, ...numbers].reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0))

/**
 * Fits the curve by Newton's steps. A pull on the weights keeps them finite where all examples are right, and one
 * reading of each kind is added to them, so that few examples never make certain.
 */
export function fitCalibration(examples: readonly Example[], size: number): Calibration {
  const mean = Array.from({ length: size }, (_, at) =>
    average(examples.map(({ numbers }) => numbers[at] ?? 0)),
  )
  const more = [true, false].map((isRight): Example => ({ numbers: mean, isRight }))
  let weights: readonly number[] = Array.from({ length: size + 1 }, () => 0)
  for (let step = 0; step < STEPS; step++) weights = newtonStep([...examples, ...more], weights)
  return { weights }
}

const STEPS = 40
/** A pull towards 0 of all weights but the constant. */
const PULL = 0.5

function newtonStep(examples: readonly Example[], weights: readonly number[]): readonly number[] {
  const size = weights.length
  const slope = weights.map((weight, at) => (at === 0 ? 0 : PULL * weight))
  const bend = weights.map((_, row) =>
    weights.map((__, at): number => (row !== at ? 0 : row === 0 ? 1e-9 : PULL)),
  )
  for (const { numbers, isRight } of examples) {
    const input = [1, ...numbers]
    const share = confidenceOf({ weights }, numbers)
    const spread = Math.max(1e-6, share * (1 - share))
    for (let row = 0; row < size; row++) {
      slope[row] = (slope[row] ?? 0) + (share - Number(isRight)) * (input[row] ?? 0)
      const own = bend[row] ?? []
      for (let at = 0; at < size; at++)
        own[at] = (own[at] ?? 0) + spread * (input[row] ?? 0) * (input[at] ?? 0)
    }
  }
  const step = solve(bend, slope)
  // far from the end a whole step can overshoot
  const longest = Math.max(1, ...step.map((value) => Math.abs(value)))
  return weights.map((weight, at) => weight - (step[at] ?? 0) / longest)
}

/** Gauss and Jordan, with the largest pivot. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  const size = rows.length
  for (let at = 0; at < size; at++) {
    const best = rows.reduce(
      (found, row, index) =>
        index >= at && Math.abs(row[at] ?? 0) > Math.abs(rows[found]?.[at] ?? 0) ? index : found,
      at,
    )
    const [pivot = [], other = []] = [rows[best], rows[at]]
    rows[best] = other
    rows[at] = pivot
    const scale = pivot[at] ?? 1
    rows.forEach((row, index) => {
      if (index === at) return
      const share = (row[at] ?? 0) / scale
      for (let column = at; column <= size; column++)
        row[column] = (row[column] ?? 0) - share * (pivot[column] ?? 0)
    })
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}

const logistic = (value: number): number => 1 / (1 + Math.exp(-value))
const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
