import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeOutFolder } from '#adapters/files/write-out.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import { writeLine } from './episode-line.js'
import { createLineFile } from './line-file.js'
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
  const made = makeSetFolder(folder)
  if (made !== undefined) return err(made)
  const file = await createLineFile(folder, EPISODES)
  return ok({
    picture: (bytes) => keepPicture(folder, bytes),
    episode: (episode) => file.append(writeLine(episode)),
    close: async () => {
      const { lines: episodes, sha256: hash } = await file.close()
      const summary = { ...about, episodes, sha256: hash }
      await writeAbout(folder, summary)
      return summary
    },
  })
}

/** Makes the folder of a set, which must be new or empty. @returns why it could not be made */
export function makeSetFolder(folder: string): Diagnostic | undefined {
  if (existsSync(folder) && (!lstatSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
    const hint = 'name a folder that does not exist yet, or empty this one'
    return problem(folder, 'dataset.folder', `${folder} is in use`, {
      expected: 'a new or empty folder',
      hint,
    })
  }
  return makeOutFolder(join(folder, PICTURES))
}

/** Keeps the encoded bytes, each only once. @returns the hash that a line names it by */
export async function keepPicture(folder: string, bytes: Uint8Array): Promise<string> {
  const name = sha256(bytes)
  const path = join(folder, PICTURES, name)
  if (!existsSync(path)) await writeFile(path, bytes)
  return name
}

/** Written last: without it a set is not whole. */
export const writeAbout = (folder: string, about: object): Promise<void> =>
  writeFile(join(folder, ABOUT), `${JSON.stringify(about, null, 2)}\n`)
