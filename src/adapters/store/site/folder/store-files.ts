import { readdirSync, rmdirSync, rmSync, type Dirent } from 'node:fs'
import { join } from 'node:path'
import type { Layout } from '../layout.js'

/**
 * Names in a store's folder that match graft's own patterns. Only those are ever removed; any other file is left in
 * place.
 */
const PICTURE_FOLDER = /^[0-9a-f]{2}$/
const PICTURE = /^[0-9a-f]{62}\.jpg$/
/** a partial picture, left by a process that died while writing it */
const PARTIAL_PICTURE = /^[0-9a-f]{62}\.jpg[.\w-]*\.tmp$/
const EPISODE_FOLDER = /^\d{2,}$/
const RECORDING = /^(wire\.bin|[\w.-]+\.(mcap|btlog))([.\w-]*\.tmp)?$|^[\w.-]+\.mcap\.repair$/

/** A name that cannot leave its folder. */
export const isPlainName = (name: string): boolean => /^[\w-][\w.-]*$/.test(name)

/** Hashes of all existing pictures, whether or not a row references them. */
export const picturesIn = (layout: Layout): readonly string[] =>
  picturesMatching(layout, PICTURE).map(({ folder, name }) => folder + name.slice(0, -'.jpg'.length))

export function removePartialPictures(layout: Layout): void {
  for (const { folder, name } of picturesMatching(layout, PARTIAL_PICTURE))
    rmSync(join(layout.images, folder, name), { force: true })
}

/** Existing recording files: their run, episode folder and name. */
export const recordingsIn = (
  layout: Layout,
): readonly { readonly run: string; readonly episode: string; readonly name: string }[] =>
  foldersIn(layout.recordings).flatMap((run) =>
    foldersIn(join(layout.recordings, run))
      .filter((episode) => EPISODE_FOLDER.test(episode))
      .flatMap((episode) =>
        filesIn(join(layout.recordings, run, episode))
          .filter((name) => RECORDING.test(name))
          .map((name) => ({ run, episode, name })),
      ),
  )

/** Removes the recordings of one episode, and its folder if it is then empty. */
export function removeRecordings(folder: string): void {
  for (const name of filesIn(folder)) if (RECORDING.test(name)) rmSync(join(folder, name), { force: true })
  removeIfEmpty(folder)
}

/** Removes all recordings of a run. */
export function removeRecordingsOf(layout: Layout, run: string): void {
  if (!isPlainName(run)) return
  const folder = join(layout.recordings, run)
  for (const episode of foldersIn(folder))
    if (EPISODE_FOLDER.test(episode)) removeRecordings(join(folder, episode))
  removeIfEmpty(folder)
}

const picturesMatching = (layout: Layout, form: RegExp) =>
  foldersIn(layout.images)
    .filter((folder) => PICTURE_FOLDER.test(folder))
    .flatMap((folder) =>
      filesIn(join(layout.images, folder))
        .filter((name) => form.test(name))
        .map((name) => ({ folder, name })),
    )

const foldersIn = (path: string): readonly string[] =>
  entriesOf(path).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
const filesIn = (path: string): readonly string[] =>
  entriesOf(path).flatMap((entry) => (entry.isFile() ? [entry.name] : []))

/** Empty when the path is missing, not a folder, or unreadable. */
function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // it is already gone, or contains foreign files
  }
}
