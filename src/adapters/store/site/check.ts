import type { StoreView } from './view-store.js'

/** What a look at every byte of a store has found. */
export interface StoreCheck {
  readonly runs: number
  readonly episodes: number
  readonly trees: number
  readonly pictures: number
  /** in words, one a finding; none when all is well */
  readonly problems: readonly string[]
}

/** Reads everything: database pages, records against their CRC, trees and pictures against their hashes. */
export function checkStore(store: StoreView): StoreCheck {
  const problems = store.damage().map((text) => `database: ${text}`)
  const pictures = new Set<string>()
  const trees = new Set<string>()
  let episodes = 0
  const runs = store.runs(Number.MAX_SAFE_INTEGER)
  for (const { key } of runs) {
    for (const { episode, tree } of store.episodes(key)) {
      episodes++
      trees.add(tree)
      const record = store.episode(key, episode)
      if (!record.ok) problems.push(record.error.message)
      for (const { image } of store.frames(key, episode)) pictures.add(image)
    }
  }
  for (const hash of trees) {
    const tree = store.tree(hash)
    if (!tree.ok) problems.push(tree.error.message)
  }
  for (const hash of pictures)
    if (store.image(hash) === undefined)
      problems.push(`picture ${hash} is missing, or has changed on the disk`)
  return { runs: runs.length, episodes, trees: trees.size, pictures: pictures.size, problems }
}
