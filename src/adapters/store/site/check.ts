import { picturesIn } from './folder/store-files.js'
import type { StoreView } from './view-store.js'

/** The result of checking every byte of a store. */
export interface StoreCheck {
  readonly runs: number
  readonly episodes: number
  readonly trees: number
  readonly pictures: number
  readonly recordings: number
  /** recordings without a checksum: their episode is running or has just ended */
  readonly unsealed: number
  /** pictures referenced by no row: from an interrupted episode or a lost database. They are kept */
  readonly unnamed: number
  /** one text per problem; empty when all is well */
  readonly problems: readonly string[]
}

/**
 * Verifies everything: pages and log against their checksums, records against their CRC, trees, pictures and recordings
 * against their hashes. It reports every problem, never throws and writes nothing.
 */
export function checkStore(store: StoreView): StoreCheck {
  const problems: string[] = []
  const tried = <T>(what: string, read: () => T, otherwise: T): T => {
    try {
      return read()
    } catch (error) {
      problems.push(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      return otherwise
    }
  }
  problems.push(...tried('the database', () => store.damage(), []).map((text) => `database: ${text}`))
  const pictures = new Set<string>()
  const trees = new Set<string>()
  let episodes = 0
  const runs = tried('the list of runs', () => store.runs(Number.MAX_SAFE_INTEGER), [])
  for (const { key } of runs) {
    tried(`the journal of run ${key}`, () => store.journal(key), [])
    for (const { episode, tree } of tried(`run ${key}`, () => store.episodes(key), [])) {
      const what = `episode ${episode} of run ${key}`
      episodes++
      trees.add(tree)
      const record = tried(what, () => store.episode(key, episode), undefined)
      if (record?.ok === false) problems.push(record.error.message)
      tried(`steps of ${what}`, () => store.steps(key, episode), [])
      for (const kind of ['trace', 'moments'] as const)
        tried(`${kind} of ${what}`, () => store.lines(key, episode, kind), [])
      for (const { image } of tried(what, () => store.frames(key, episode), [])) pictures.add(image)
    }
  }
  for (const hash of trees) {
    const tree = tried(`tree ${hash}`, () => store.tree(hash), undefined)
    if (tree?.ok === false) problems.push(tree.error.message)
  }
  for (const hash of pictures)
    if (store.image(hash) === undefined)
      problems.push(`picture ${hash} is missing, or has changed on the disk`)
  const recordings = tried('recordings', () => store.checkRecordings(), { sealed: 0, open: 0, problems: [] })
  problems.push(...recordings.problems)
  const unnamed = picturesIn(store.layout).filter((hash) => !pictures.has(hash)).length
  return {
    ...{ runs: runs.length, episodes, trees: trees.size, pictures: pictures.size },
    ...{ recordings: recordings.sealed, unsealed: recordings.open, unnamed, problems },
  }
}
