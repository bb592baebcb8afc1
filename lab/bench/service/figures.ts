import { chanceInterval } from '#worlds/run/chance.js'
import { estimate, pairedDifference, type Estimate } from '../vrl/figures/interval.js'
import type { TrialCounts } from './variants.js'

/** One task in one wording by one variant. */
export interface ServiceRun extends TrialCounts {
  readonly variant: string
  readonly seed: number
  readonly task: number
  readonly wording: number
  /** the reader of orders understands the wording as it is meant */
  readonly isRead: boolean
  /** steps of the plan; 0 where none was found */
  readonly planned: number
  /** steps that the robot was asked for */
  readonly steps: number
  /** among them those that the rules of the world forbid */
  readonly forbidden: number
  readonly success: boolean
}

export interface VariantFigures {
  readonly variant: string
  readonly runs: number
  readonly successes: number
  /** of the share of successes, with 95 % confidence */
  readonly interval: readonly [number, number]
  readonly steps: Estimate | undefined
  readonly repairs: Estimate | undefined
  readonly replans: Estimate | undefined
  readonly forbidden: number
  readonly refused: number
}

export interface ServiceFigures {
  readonly variants: readonly VariantFigures[]
  /** success of the last variant minus that of each other, paired by task and wording */
  readonly against: readonly { readonly variant: string; readonly other: string; readonly gain: Estimate }[]
  /** orders, and how many of them are understood as they are meant; by wording */
  readonly read: readonly { readonly orders: number; readonly understood: number }[]
  readonly unplanned: number
}

export function serviceFigures(names: readonly string[], runs: readonly ServiceRun[]): ServiceFigures {
  const of = (name: string): readonly ServiceRun[] => runs.filter(({ variant }) => variant === name)
  const last = names.at(-1) ?? ''
  const once = of(last)
  const wordings = [...new Set(once.map(({ wording }) => wording))].sort((a, b) => a - b)
  return {
    variants: names.map((name) => variantFigures(name, of(name))),
    against: names.slice(0, -1).flatMap((other) => {
      const gain = pairedDifference(of(last).map(successOf), of(other).map(successOf))
      return gain === undefined ? [] : [{ variant: last, other, gain }]
    }),
    read: wordings.map((one) => {
      const orders = once.filter(({ wording }) => wording === one)
      return { orders: orders.length, understood: orders.filter(({ isRead }) => isRead).length }
    }),
    unplanned: once.filter(({ planned, wording }) => planned === 0 && wording === wordings[0]).length,
  }
}

const successOf = ({ success }: ServiceRun): number => Number(success)

function variantFigures(variant: string, runs: readonly ServiceRun[]): VariantFigures {
  const successes = runs.filter(({ success }) => success).length
  const sum = (of: (run: ServiceRun) => number): number => runs.reduce((total, run) => total + of(run), 0)
  return {
    variant,
    runs: runs.length,
    successes,
    interval: chanceInterval({ tries: runs.length, seen: successes }),
    steps: estimate(runs.map(({ steps }) => steps)),
    repairs: estimate(runs.map(({ repairs }) => repairs)),
    replans: estimate(runs.map(({ replans }) => replans)),
    forbidden: sum((run) => run.forbidden),
    refused: sum((run) => run.refused),
  }
}
