import { average, pairedDifference, type Estimate } from '../vrl/figures/interval.js'
import type { Repair, RepairKey } from './play-repair.js'

export type RepairRun = RepairKey & Repair

/** A tree counts as mended when it is worth so much of the right one. */
export const MENDED = 0.95

/** One kind of faulty tree under one pair of critic and actor; means over fields and seeds. */
export interface RepairRow {
  readonly mind: string
  readonly fault: string
  readonly runs: number
  readonly right: number
  /** worth of the tree of each episode */
  readonly worth: readonly number[]
  /** runs whose last episode ran a mended tree */
  readonly mended: number
  /** the mistake costs nothing: the first tree counts as mended already */
  readonly harmless: boolean
  readonly edits: number
  readonly undoings: number
}

export interface MindFigures {
  readonly mind: string
  readonly rows: readonly RepairRow[]
  readonly runs: number
  readonly mended: number
  /** kinds of which every run was mended */
  readonly kinds: number
  readonly undoings: number
}

export interface RepairFigures {
  readonly minds: readonly MindFigures[]
  /** worth of the last tree, paired by fault, field and seed: the first pair of minds minus each other one */
  readonly against: readonly { readonly mind: string; readonly other: string; readonly gain: Estimate }[]
}

const isMended = (worth: number, right: number): boolean => worth >= MENDED * right

export function repairFigures(
  minds: readonly string[],
  faults: readonly string[],
  runs: readonly RepairRun[],
): RepairFigures {
  const of = (mind: string): readonly RepairRun[] =>
    runs.filter((run) => run.mind === mind).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const [first = '', ...others] = minds
  return {
    minds: minds.map((mind) => mindFigures(mind, faults, of(mind))),
    against: others.flatMap((other) => {
      const gain = pairedDifference(of(first).map(lastWorth), of(other).map(lastWorth))
      return gain === undefined ? [] : [{ mind: first, other, gain }]
    }),
  }
}

const keyOf = ({ fault, field, seed }: RepairRun): string => `${fault} ${field} ${seed}`
const lastWorth = ({ episodes }: RepairRun): number => episodes.at(-1)?.worth ?? 0

function mindFigures(mind: string, faults: readonly string[], runs: readonly RepairRun[]): MindFigures {
  const rows = faults.flatMap((fault) => {
    const own = runs.filter((run) => run.fault === fault)
    return own.length === 0 ? [] : [rowOf(mind, fault, own)]
  })
  return {
    mind,
    rows,
    runs: runs.length,
    mended: sum(rows, (row) => row.mended),
    kinds: rows.filter((row) => row.mended === row.runs).length,
    undoings: sum(rows, (row) => row.undoings),
  }
}

function rowOf(mind: string, fault: string, runs: readonly RepairRun[]): RepairRow {
  const episodes = runs[0]?.episodes.length ?? 0
  return {
    mind,
    fault,
    runs: runs.length,
    right: average(runs.map(({ right }) => right)),
    worth: Array.from({ length: episodes }, (_, i) =>
      average(runs.map((run) => run.episodes[i]?.worth ?? 0)),
    ),
    mended: runs.filter((run) => isMended(lastWorth(run), run.right)).length,
    harmless: runs.every((run) => isMended(run.episodes[0]?.worth ?? 0, run.right)),
    edits: average(runs.map((run) => sum(run.episodes, ({ edits }) => edits))),
    undoings: sum(runs, (run) => sum(run.episodes, ({ undoings }) => undoings)),
  }
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)
