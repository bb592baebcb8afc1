import { stream } from '#base/random.js'
import { answer, hiddenUnits, standardised, type Classifier } from '#tabletop/sight/enrolled/classifier.js'
import type { Compared } from '#tabletop/sight/enrolled/compare.js'
import { Adam, zeros, type Rows } from './adam.js'
import type { Truth } from './truth.js'

/** Something that was seen, beside all names that come near; it has one of them, or none. */
export type Choice = readonly Name[]

interface Name {
  /** what was compared, view by view */
  readonly rows: readonly (readonly number[])[]
  readonly isOwn: boolean
  /** of each view: it is its own, as it lies or stands here */
  readonly isSame: readonly boolean[]
}

/**
 * All choices of a scene; of a part of a thing, or more than one, nobody knows whether its own name is right.
 * @param counts whether a thing counts, by its name: of others neither what they look like is learned nor their names
 */
export function choicesOf(
  truths: readonly Truth[],
  compared: readonly Compared[],
  counts: (name: string) => boolean,
): Choice[] {
  return truths.flatMap(({ seen, placed, isPure, isWhole }) => {
    if (placed !== undefined && !counts(placed.thing.name)) return []
    const names = compared
      .filter((each) => each.seen === seen && counts(each.thing.name))
      .flatMap(({ thing, rows }): Name[] => {
        const isOwn = placed?.thing.name === thing.name
        if (isOwn && !(isPure && isWhole)) return []
        const isSame = rows.map(({ view }) => isOwn && view.lies === placed.turn.lies)
        return [{ rows: rows.map(({ values }) => values), isOwn, isSame }]
      })
    return names.length === 0 ? [] : [names]
  })
}

/** Hidden units, how strongly weights are held small, and steps: tried on validation scenes, a few of each. */
const UNITS = 16
const DECAY = 4e-3
const STEPS = 400
/** Each step takes one in so many choices. */
const PARTS = 8
const SEEDS = 3

/**
 * Classifiers under which the right names are likely, and no other; they begin from other random numbers each.
 * @param count how many
 * @throws Error where there is nothing to choose from, or numbers grow out of bounds
 */
export function fitClassifiers(choices: readonly Choice[], count = SEEDS): Classifier[] {
  if (choices.length === 0) throw new Error('nothing to fit classifiers on: none of the scenes shows a thing')
  return Array.from({ length: count }, (_, at) => rounded(fitClassifier(choices, at + 1)))
}

/** Of the rows that are its parameters, the one of what hidden units add: it alone has no constant. */
const TO = 1

/** What is learned from: a choice whose numbers have been scaled. */
type Input = readonly (Omit<Name, 'rows'> & { readonly rows: readonly Float64Array[] })[]

/** By Adam, the next part of the choices in each step. */
function fitClassifier(choices: readonly Choice[], seed: number): Classifier {
  const scale = scaleOf(choices.flatMap((names) => names.flatMap(({ rows }) => rows)))
  const parameters = begin(scale.mean.length + 1, seed)
  const [direct, to, ...from] = parameters as [Float64Array, Float64Array, ...Float64Array[]]
  const classifier = { ...scale, direct, to, from }
  const inputs = choices.map((names) =>
    names.map((name) => ({ ...name, rows: name.rows.map((row) => standardised(classifier, row)) })),
  )
  const adam = new Adam(parameters)
  for (let step = 1; step <= STEPS; step++) {
    const slope = zeros(parameters)
    const part = inputs.filter((_, at) => at % PARTS === step % Math.min(PARTS, inputs.length))
    for (const names of part) addSlope(slope, classifier, names)
    holdSmall(slope, parameters, part.length)
    adam.step(slope, 0.02 * (1 - step / STEPS) + 1e-4)
  }
  return classifier
}

/** The mean of a slope over some choices, and what holds weights small; a constant is as large as it needs to be. */
function holdSmall(slope: Rows, parameters: Rows, choices: number): void {
  slope.forEach((row, at) => {
    const own = parameters[at]
    row.forEach((value, i) => {
      const isConstant = at !== TO && i === row.length - 1
      row[i] = value / choices + (isConstant ? 0 : DECAY * (own?.[i] ?? 0))
    })
  })
}

/** Adds what one choice says: its own name should be likelier than others and than none, and so the right pose. */
function addSlope(slope: Rows, classifier: Classifier, names: Input): void {
  const judged = names.map(({ rows, isOwn, isSame }) => {
    const odds = rows.map((input) => answer(classifier, input, hiddenUnits(classifier, input)))
    const [same, other] = [likeliest(odds, (at) => isSame[at] === true), likeliest(odds, (at) => !isSame[at])]
    const best = isOwn && same >= 0 ? same : likeliest(odds, () => true)
    return { rows, odds, isOwn, same, other, best }
  })
  // that it has no name has odds of 0
  const most = Math.max(0, ...judged.map(({ odds, best }) => odds[best] ?? 0))
  const total = judged.reduce(
    (sum, { odds, best }) => sum + Math.exp((odds[best] ?? 0) - most),
    Math.exp(-most),
  )
  for (const { rows, odds, isOwn, same, other, best } of judged) {
    push(slope, classifier, rows[best], Math.exp((odds[best] ?? 0) - most) / total - (isOwn ? 1 : 0))
    if (!isOwn || same < 0 || other < 0) continue
    const by = 0.5 / (1 + Math.exp((odds[same] ?? 0) - (odds[other] ?? 0)))
    push(slope, classifier, rows[same], -by)
    push(slope, classifier, rows[other], by)
  }
}

/** The number of the likeliest of some, -1 where there is none. */
const likeliest = (odds: readonly number[], counts: (at: number) => boolean): number =>
  odds.reduce((best, value, at) => (counts(at) && value > (odds[best] ?? -Infinity) ? at : best), -1)

function push(
  [direct, to, ...from]: Rows,
  classifier: Classifier,
  input: Float64Array | undefined,
  by: number,
): void {
  if (input === undefined || direct === undefined || to === undefined) return
  add(direct, by, input)
  const units = hiddenUnits(classifier, input)
  add(to, by, units)
  from.forEach((row, at) => {
    const unit = units[at] ?? 0
    add(row, by * (classifier.to[at] ?? 0) * (1 - unit * unit), input)
  })
}

function add(to: Float64Array, by: number, what: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + by * (what[i] ?? 0)
}

type Scale = Pick<Classifier, 'mean' | 'spread'>

function scaleOf(rows: readonly (readonly number[])[]): Scale {
  const mean = (rows[0] ?? []).map((_, i) => rows.reduce((sum, row) => sum + (row[i] ?? 0), 0) / rows.length)
  const spread = mean.map(
    (middle, i) =>
      Math.sqrt(rows.reduce((sum, row) => sum + ((row[i] ?? 0) - middle) ** 2, 0) / rows.length) || 1,
  )
  return { mean, spread }
}

function begin(inputs: number, seed: number): Float64Array[] {
  const rng = stream(`sight/classifier/${seed}`, 'begin')
  const row = (size: number, reach: number): Float64Array =>
    Float64Array.from({ length: size }, () => reach * (2 * rng.next() - 1))
  const from = Array.from({ length: UNITS }, () => row(inputs, 1 / Math.sqrt(inputs)))
  return [row(inputs, 0), row(UNITS, 0.25), ...from]
}

function rounded({ mean, spread, direct, from, to }: Classifier): Classifier {
  const four = (row: ArrayLike<number>): number[] =>
    Array.from(row, (value) => {
      if (!Number.isFinite(value)) throw new Error('the fit of a classifier has grown out of bounds')
      return Number(value.toPrecision(4))
    })
  return { mean: four(mean), spread: four(spread), direct: four(direct), from: from.map(four), to: four(to) }
}
