import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Where the files of a run folder are (docs/run-folder.md). */

export const WIRE_FILE = 'wire.bin'

export const treeFile = (folder: string, hash: string): string => join(folder, 'trees', `${hash}.xml`)

export const episodeFolder = (folder: string, episode: number): string =>
  join(folder, 'episodes', folderName(episode))

export const framesFolder = (folder: string, episode: number): string =>
  join(episodeFolder(folder, episode), 'frames')

export const frameFile = (folder: string, episode: number, id: string): string =>
  join(framesFolder(folder, episode), `${id}.jpg`)

/** The name of an episode's folder. */
export const folderName = (episode: number): string => String(episode).padStart(2, '0')

/** Lists the episodes that have a folder, in order; whatever else lies next to them is not graft's. */
export function episodeNumbers(folder: string): readonly number[] {
  const episodes = join(folder, 'episodes')
  return (existsSync(episodes) ? readdirSync(episodes) : [])
    .filter((name) => Number(name) >= 1 && name === folderName(Number(name)))
    .map(Number)
    .sort((a, b) => a - b)
}

/** What was said with the robot of an episode: bytes of a serial line, or the session with a driver. */
export const TRANSCRIPT_FILE = 'transcript.ndjson'

/** Lists the existing recordings of what was said with the robot of a run, ordered by episode. */
export const wireFiles = (folder: string): readonly { readonly episode: number; readonly path: string }[] =>
  episodeNumbers(folder)
    .flatMap((episode) =>
      [WIRE_FILE, TRANSCRIPT_FILE].map((name) => ({
        episode,
        path: join(episodeFolder(folder, episode), name),
      })),
    )
    .filter(({ path }) => existsSync(path))
