import { chanceInterval } from '#worlds/run/chance.js'
import { estimate, pairedDifference, type Estimate } from '../vrl/figures/interval.js'
import type { TrialCounts } from './variants.js'

/** One task in one wording by one variant. */
export interface TrialRun extends TrialCounts {
  readonly variant: string
  readonly seed: number
  readonly task: number
  readonly wording: number
  /** steps of the plan; 0 where none was found */
  readonly planned: number
  /** steps that the robot was asked for */
  readonly steps: number
  /** among them those that the rules of the world forbid */
  readonly forbidden: number
  readonly success: boolean
}

export interface ServiceRun extends TrialRun {
  /** the reader of orders understands the wording as it is meant */
  readonly isRead: boolean
  /** it would ask before it does anything */
  readonly asks: boolean
}

export interface VariantFigures {
  readonly variant: string
  readonly runs: number
  readonly successes: number
  /** of the share of successes, with 95 % confidence */
  readonly interval: readonly [number, number]
  readonly calls: Estimate | undefined
  readonly steps: Estimate | undefined
  readonly repairs: Estimate | undefined
  readonly replans: Estimate | undefined
  readonly forbidden: number
  readonly refused: number
}

export interface TrialFigures {
  readonly variants: readonly VariantFigures[]
  /** success of a variant minus that of another, paired by task and wording */
  readonly against: readonly { readonly variant: string; readonly other: string; readonly gain: Estimate }[]
  readonly unplanned: number
}

export interface ServiceFigures extends TrialFigures {
  /** orders, and how many of them are understood as they are meant; by wording */
  readonly read: readonly { readonly orders: number; readonly understood: number; readonly asked: number }[]
}

/** Pairs of variants, the one first that is to be the worse. */
export type Compared = readonly (readonly [string, string])[]

export function trialFigures(
  names: readonly string[],
  compared: Compared,
  runs: readonly TrialRun[],
): TrialFigures {
  const of = (name: string): readonly TrialRun[] => runs.filter(({ variant }) => variant === name)
  const once = of(names.at(-1) ?? '')
  return {
    variants: names.map((name) => variantFigures(name, of(name))),
    against: compared.flatMap(([other, variant]) => {
      const gain = pairedDifference(of(variant).map(successOf), of(other).map(successOf))
      return gain === undefined ? [] : [{ variant, other, gain }]
    }),
    unplanned: once.filter(({ planned, wording }) => planned === 0 && wording === once[0]?.wording).length,
  }
}

export function serviceFigures(
  names: readonly string[],
  compared: Compared,
  runs: readonly ServiceRun[],
): ServiceFigures {
  const once = runs.filter(({ variant }) => variant === names.at(-1))
  const wordings = [...new Set(once.map(({ wording }) => wording))].sort((a, b) => a - b)
  return {
    ...trialFigures(names, compared, runs),
    read: wordings.map((one) => {
      const orders = once.filter(({ wording }) => wording === one)
      const [understood, asked] = [orders.filter(({ isRead }) => isRead), orders.filter(({ asks }) => asks)]
      return { orders: orders.length, understood: understood.length, asked: asked.length }
    }),
  }
}

const successOf = ({ success }: TrialRun): number => Number(success)

function variantFigures(variant: string, runs: readonly TrialRun[]): VariantFigures {
  const successes = runs.filter(({ success }) => success).length
  const sum = (of: (run: TrialRun) => number): number => runs.reduce((total, run) => total + of(run), 0)
  return {
    variant,
    runs: runs.length,
    successes,
    interval: chanceInterval({ tries: runs.length, seen: successes }),
    calls: estimate(runs.map(({ calls }) => calls)),
    steps: estimate(runs.map(({ steps }) => steps)),
    repairs: estimate(runs.map(({ repairs }) => repairs)),
    replans: estimate(runs.map(({ replans }) => replans)),
    forbidden: sum((run) => run.forbidden),
    refused: sum((run) => run.refused),
  }
}
