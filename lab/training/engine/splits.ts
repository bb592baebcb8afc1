import type { Family } from './fields.js'

export type SplitName = 'train' | 'validation' | 'test'

/** What belongs to one part of the data. Nothing that is drawn for one part can be drawn for another. */
export interface Split {
  readonly name: SplitName
  /** layouts of fields; those of `test` are in no other split */
  readonly families: readonly Family[]
  /** seeds from the first to before the end */
  readonly seeds: readonly [first: number, end: number]
  /** which phrasings a critic uses (lab/training/actor/wordings.ts) */
  readonly wording: 'train' | 'test'
}

/**
 * The one place where splits are defined; the manifest quotes it and test/data/splits.test.ts proves that they are
 * disjoint. Validation shares its families and words with training, and no seed: it chooses models, it examines none.
 */
export const SPLITS: Readonly<Record<SplitName, Split>> = {
  train: {
    name: 'train',
    families: ['scatter', 'grid', 'wide', 'cells'],
    seeds: [1_000_000, 2_000_000],
    wording: 'train',
  },
  validation: {
    name: 'validation',
    families: ['scatter', 'grid', 'wide', 'cells'],
    seeds: [2_000_000, 3_000_000],
    wording: 'train',
  },
  test: {
    name: 'test',
    families: ['rows', 'shipped', 'ring', 'aisle', 'lanes', 'rim', 'far'],
    seeds: [3_000_000, 4_000_000],
    wording: 'test',
  },
}

export const isSplitName = (text: string): text is SplitName => Object.hasOwn(SPLITS, text)

/** The n-th seed of a split. @throws RangeError when the split has no such seed */
export function seedOf({ name, seeds: [first, end] }: Split, n: number): number {
  const seed = first + n
  if (!Number.isInteger(n) || n < 0 || seed >= end)
    throw new RangeError(`split ${name} has ${end - first} seeds, not one of number ${n}`)
  return seed
}
