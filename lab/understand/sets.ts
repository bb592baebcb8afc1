import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { projectFile } from '#documents/read-text-file.js'

/**
 * What orders are for: rules were written with those of `dev`, models are trained on those of `train`, the fit below
 * which a person is asked is chosen on those of `choose`, and those of `heldout` measure. README.md says who wrote
 * them.
 */
export const SPLITS = ['dev', 'train', 'choose', 'heldout'] as const
export type Split = (typeof SPLITS)[number]

const FOLDER = 'lab/understand/orders'
/** Neither rules nor models have been made with it: a fit chosen with what they were made with is too low. */
const CHOOSING: readonly string[] = ['k', 's']
/** Files of one letter are by the writers of the corpus for training, a letter each. */
const CORPUS = /^[a-z]$/

/** The name of a set of orders is that of its file. */
export const setOf = (file: string): string => basename(file, '.jsonl')

/** Orders are told apart by the name of their file; those of anybody else are as good as ours to look at. */
export function splitOf(file: string): Split {
  const set = setOf(file)
  if (set.startsWith('heldout')) return 'heldout'
  if (CHOOSING.includes(set)) return 'choose'
  return CORPUS.test(set) ? 'train' : 'dev'
}

/** The files of orders of the repository, of some splits or of all. */
export const orderFiles = (splits: readonly Split[] = SPLITS): readonly string[] =>
  readdirSync(projectFile(FOLDER))
    .filter((name) => name.endsWith('.jsonl') && splits.includes(splitOf(name)))
    .sort()
    .map((name) => projectFile(`${FOLDER}/${name}`))
