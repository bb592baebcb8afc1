import { lstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createDurably, makeFolder, syncDirectory, writeDurably } from '../files/durable-file.js'
import { readLineLog, writeLines } from './line-log.js'
import { episodeFolder, episodeNumbers, folderName } from './run-paths.js'

interface Line {
  readonly episode: number
}

/**
 * Moves what is left of the episodes that a resumed run repeats to `interrupted/NN`: their folders, and their lines of
 * the logs. It touches only those after the `standing` ones and up to the one that can have begun after the `committed`
 * ones; what else is in `episodes` is not the run's. A link is moved, never followed.
 */
export function putAside(
  folder: string,
  { standing, committed }: { readonly standing: number; readonly committed: number },
): void {
  const places = new Places(folder)
  for (const episode of episodeNumbers(folder))
    if (episode > standing && episode <= committed + 1) places.move(episode)
  // the file that says which episodes are finished is the last one: a kill in between leaves a run that can be resumed
  for (const name of ['commands.jsonl', 'events.jsonl', 'episodes.jsonl']) {
    const path = join(folder, name)
    const lines = readLineLog<Line>(path).values
    const repeated = lines.filter(({ episode }) => episode > standing)
    if (repeated.length === 0) continue
    // finished episodes that are repeated have a log of their own, interrupted.jsonl
    if (name !== 'episodes.jsonl')
      for (const episode of new Set(repeated.map((line) => line.episode)))
        places.keep(
          episode,
          name,
          repeated.filter((line) => line.episode === episode),
        )
    writeDurably(path, writeLines(lines.filter(({ episode }) => episode <= standing)))
  }
}

/** Where the parts of each repeated episode go. */
class Places {
  readonly #folder: string
  readonly #of = new Map<number, string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  move(episode: number): void {
    const from = episodeFolder(this.#folder, episode)
    const to = this.#free(episode)
    const isFolder = lstatSync(from).isDirectory()
    renameSync(from, to)
    syncDirectory(join(this.#folder, 'episodes'))
    syncDirectory(join(this.#folder, INTERRUPTED))
    if (isFolder) this.#of.set(episode, to)
  }

  /** @param name of the log that they are taken from */
  keep(episode: number, name: string, lines: readonly Line[]): void {
    const own = this.#of.get(episode)
    const to = own === undefined || isThere(join(own, name)) ? this.#free(episode) : own
    this.#of.set(episode, to)
    makeFolder(to)
    createDurably(join(to, name), writeLines(lines))
  }

  #free(episode: number): string {
    const root = join(this.#folder, INTERRUPTED)
    makeFolder(root)
    for (let n = 1; ; n++) {
      const path = join(root, n === 1 ? folderName(episode) : `${folderName(episode)}-${n}`)
      if (!isThere(path)) return path
    }
  }
}

/** Also for a link to nothing. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const INTERRUPTED = 'interrupted'
