import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeOutFolder } from '#adapters/files/write-out.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import { writeLine } from './episode-line.js'
import { ABOUT, EPISODES, PICTURES, problem } from './picture.js'
import type { DatasetAbout, DatasetSummary, StoredEpisode } from './stored-episode.js'

/** A set that is being written. */
export interface DatasetWriter {
  /** Keeps the encoded bytes, each only once. @returns the hash that a line names it by */
  picture(bytes: Uint8Array): Promise<string>
  /** Appends one episode; its pictures are there already. */
  episode(episode: StoredEpisode): Promise<void>
  /** Writes `dataset.json`: without it a set is not whole. */
  close(): Promise<DatasetSummary>
}

/** Begins a set in a folder that is new or empty: a set is made in one go, or made again. */
export async function createDataset(
  folder: string,
  about: DatasetAbout,
): Promise<Result<DatasetWriter, Diagnostic>> {
  if (existsSync(folder) && (!lstatSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
    const hint = 'name a folder that does not exist yet, or empty this one'
    return err(
      problem(folder, 'dataset.folder', `${folder} is in use`, { expected: 'a new or empty folder', hint }),
    )
  }
  const unmade = makeOutFolder(join(folder, PICTURES))
  if (unmade !== undefined) return err(unmade)
  const file = await open(join(folder, EPISODES), 'wx')
  const hash = createHash('sha256')
  let episodes = 0
  return ok({
    picture: async (bytes) => {
      const name = sha256(bytes)
      const path = join(folder, PICTURES, name)
      if (!existsSync(path)) await writeFile(path, bytes)
      return name
    },
    episode: async (episode) => {
      const line = `${writeLine(episode)}\n`
      hash.update(line)
      episodes++
      await file.appendFile(line)
    },
    close: async () => {
      await file.close()
      const summary = { ...about, episodes, sha256: hash.digest('hex') }
      await writeFile(join(folder, ABOUT), `${JSON.stringify(summary, null, 2)}\n`)
      return summary
    },
  })
}
