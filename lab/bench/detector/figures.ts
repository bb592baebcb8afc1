import { pairedDifference, wilson, type Estimate } from '../vrl/figures/interval.js'
import { COMBINED, type Combined, type DetectorRow } from './ask-scene.js'
import { calibrationError, type Judged } from './calibration-error.js'

/** Bars of the table, as shares. */
export const BARS = { missed: 0.05, false: 0.03, error: 0.03, hidden: 0.9 } as const

/** A share with its interval of 95 %. */
export interface Share {
  readonly share: number
  readonly part: number
  readonly of: number
  readonly low: number
  readonly high: number
}

export interface DetectorFigures {
  /** of the formulas that hold and have to be seen, those not answered with yes (false negatives) */
  readonly missed: Share
  /** of those, the ones answered with no: the rest is said not to be seen */
  readonly denied: Share
  /** of the formulas that do not hold, hidden or not, those answered with yes (false positives) */
  readonly false: Share
  /** of those that do not hold and have to be seen, the ones not answered with no */
  readonly unrefuted: Share
  /** of the formulas that nobody can see, those answered so */
  readonly hidden: Share
  /** of all answers that are yes or no, those that are wrong */
  readonly wrong: Share
  /** of all that have one right answer */
  readonly right: Share
  /** calibration error of yes and no, by each way to combine confidences: bins of equal width, of equal size */
  readonly error: Readonly<Record<Combined, readonly [width: number, size: number]>>
}

export function figuresOf(rows: readonly DetectorRow[]): DetectorFigures {
  const share = (of: (row: DetectorRow) => boolean, part: (row: DetectorRow) => boolean): Share =>
    sharedBy(rows.filter(of), part)
  const said = rows.filter(({ answer }) => answer !== 'not to be seen')
  const error = (way: Combined): readonly [number, number] => {
    const judged = said.map((row): Judged => ({ confidence: row.confidence[way], isRight: !isWrong(row) }))
    return [calibrationError(judged, 'width'), calibrationError(judged, 'size')]
  }
  return {
    missed: share(
      ({ due }) => due === 'yes',
      ({ answer }) => answer !== 'yes',
    ),
    denied: share(
      ({ due }) => due === 'yes',
      ({ answer }) => answer === 'no',
    ),
    false: share(
      ({ holds }) => holds !== true,
      ({ answer }) => answer === 'yes',
    ),
    unrefuted: share(
      ({ due }) => due === 'no',
      ({ answer }) => answer !== 'no',
    ),
    hidden: share(
      ({ due }) => due === 'not to be seen',
      ({ answer }) => answer === 'not to be seen',
    ),
    wrong: sharedBy(said, isWrong),
    right: share(({ due }) => due !== 'either', isRight),
    error: Object.fromEntries(COMBINED.map((way) => [way, error(way)])) as DetectorFigures['error'],
  }
}

/** By how much more often one reader is right, scene by scene, of the formulas that have one right answer. */
export function rightMore(rows: readonly DetectorRow[], one: string, other: string): Estimate | undefined {
  const scenes = byScene(rows)
  const shares = (reader: string): number[] =>
    scenes.map((all) => {
      const own = all.filter((row) => row.reader === reader && row.due !== 'either')
      return own.filter(isRight).length / Math.max(1, own.length)
    })
  return pairedDifference(shares(one), shares(other))
}

const isRight = ({ due, answer }: DetectorRow): boolean => due === answer

/** Of a yes or no. What is said of a thing that is not there is wrong either way. */
const isWrong = ({ holds, answer }: DetectorRow): boolean =>
  (answer === 'yes') !== holds || holds === undefined

/**
 * Formulas of one scene are right and wrong together: the interval is Wilson's for as many formulas as tell as much,
 * apart, as these do by scenes.
 */
function sharedBy(rows: readonly DetectorRow[], isPart: (row: DetectorRow) => boolean): Share {
  const scenes = byScene(rows)
  const [part, of] = [rows.filter(isPart).length, rows.length]
  const share = part / Math.max(1, of)
  const squares = scenes.reduce((sum, own) => sum + (own.filter(isPart).length - share * own.length) ** 2, 0)
  const correction = scenes.length / Math.max(1, scenes.length - 1)
  const apart = of * share * (1 - share)
  const design = apart === 0 ? 1 : Math.max(1, (correction * squares) / apart)
  const [low, high] = wilson(part / design, of / design)
  return { share, part, of, low, high }
}

function byScene(rows: readonly DetectorRow[]): readonly (readonly DetectorRow[])[] {
  const found = new Map<number, DetectorRow[]>()
  for (const row of rows) {
    const own = found.get(row.scene)
    if (own === undefined) found.set(row.scene, [row])
    else own.push(row)
  }
  return [...found.values()]
}
