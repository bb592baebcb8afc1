import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { NodeLibrary } from '#bt/library.js'
import { FolderInUse, lockFolder } from '#adapters/store/run-lock.js'
import { episodeFolder, episodeNumbers } from '#adapters/store/run-paths.js'
import { RunStore } from '#adapters/store/run-store.js'
import { standing as standingOf } from '#learning/episode.js'
import type { ModelStamp, RunManifest } from '#learning/manifest.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { TreeDoc } from '#bt/document.js'
import { damaged, isLink, lookAt } from './read/damage.js'
import { findRun } from './read/find-run.js'
import { readTreeOf } from './read/read-episode.js'
import { checkKey, readRunManifest } from './read/read-manifest.js'
import { readRunFolder } from './read/read-run.js'
import { sameModels } from './same-models.js'

interface Restored {
  readonly manifest: RunManifest
  readonly start: TreeDoc
  readonly before: readonly EpisodeRecord[]
  readonly store: RunStore
}

/**
 * Restores an interrupted run at its last episode boundary. It continues only as what it began with: a run that changed
 * its field or its models in the middle would be a valid result for neither.
 */
export function restoreRun(
  root: string,
  run: string,
  models: readonly ModelStamp[],
  library: NodeLibrary,
): Result<Restored, Diagnostic> {
  const found = findRun(root, run)
  if (!found.ok) return found
  const folder = found.value
  const read = readResumable(folder)
  if (!read.ok) return read
  const manifest = read.value
  const same = sameModels(manifest, models)
  if (!same.ok) return same
  return locked(folder, (unlock) => {
    const standing = readStanding(folder, manifest, library)
    if (!standing.ok) {
      unlock()
      return standing
    }
    const { store, records } = RunStore.resume(folder, standingOf)
    return ok({ manifest, start: standing.value, before: records, store })
  })
}

/** What `restoreRun` would refuse whatever the models: known before seconds are spent on loading them. */
export function checkRestorable(folder: string, library: NodeLibrary): Result<RunManifest, Diagnostic> {
  const manifest = readResumable(folder)
  if (!manifest.ok) return manifest
  return locked(folder, (unlock) => {
    const standing = readStanding(folder, manifest.value, library)
    unlock()
    return standing.ok ? manifest : standing
  })
}

/** What another process is still writing is not judged. */
function locked<T>(
  folder: string,
  use: (unlock: () => void) => Result<T, Diagnostic>,
): Result<T, Diagnostic> {
  const lock = lookAt(join(folder, 'lock'), 'file')
  if (!lock.ok) return lock
  try {
    return use(lockFolder(folder))
  } catch (error) {
    if (error instanceof FolderInUse) return err(inUse(error))
    throw error
  }
}

/** Reads what a run was started with, if it can be resumed as that. */
export function readResumable(folder: string): Result<RunManifest, Diagnostic> {
  const manifest = readRunManifest(folder)
  if (!manifest.ok) return manifest
  const fits = checkKey(folder, manifest.value)
  return fits.ok ? manifest : fits
}

/** The tree with which a run goes on, if all that it has written is whole. */
function readStanding(
  folder: string,
  manifest: RunManifest,
  library: NodeLibrary,
): Result<TreeDoc, Diagnostic> {
  const read = readRunFolder(folder)
  if (!read.ok) return read
  for (const [name, kind] of ALSO_WRITTEN) {
    const found = lookAt(join(folder, name), kind)
    if (!found.ok) return found
  }
  const odd = notItsOwn(folder, read.value.records.length)
  if (odd !== undefined) return err(odd)
  const stands = read.value.records.slice(0, standingOf(read.value.records))
  return readTreeOf(folder, stands.at(-1)?.update.nextHash ?? manifest.policy.hash, library)
}

/** What a resumed run would write into must be its own, and every episode with a folder must be known. */
function notItsOwn(folder: string, finished: number): Diagnostic | undefined {
  const link = WRITTEN.map((name) => join(folder, name)).find((path) => isLink(path))
  if (link !== undefined)
    return damaged(`${link} is a link, and a resumed run writes there`, {
      where: { file: link, line: 1, column: 1 },
      expected: 'a file or folder of the run itself',
      got: 'a link',
      hint: 'put in its place what it leads to',
    })
  const unknown = episodeNumbers(folder).find((episode) => episode > finished + 1)
  if (unknown === undefined) return undefined
  return damaged(`${episodeFolder(folder, unknown)} is of an episode that ${folder} does not know of`, {
    where: { file: join(folder, 'episodes.jsonl'), line: 1, column: 1 },
    expected: `folders of at most ${finished + 1} episodes: ${finished} in episodes.jsonl, and the interrupted one`,
    got: `a folder of episode ${unknown}`,
    hint: 'restore episodes.jsonl from a copy of the run folder, or move that folder away; nothing was changed',
  })
}

/** What the reader of run folders does not look at. */
const ALSO_WRITTEN = [
  ['interrupted.jsonl', 'file'],
  ['interrupted', 'folder'],
  ['report.html', 'file'],
] as const

const WRITTEN = [
  'episodes.jsonl',
  'events.jsonl',
  'commands.jsonl',
  'interrupted.jsonl',
  'episodes',
  'trees',
  'interrupted',
]

const inUse = ({ pid, file }: FolderInUse): Diagnostic => ({
  code: 'run.in-use',
  severity: 'error',
  message: `process ${pid} is using this run folder`,
  got: file,
  hint: `wait for it, or end it (kill ${pid}); two processes must not write one log`,
})
