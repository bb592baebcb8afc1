import { join } from 'node:path'
import type { z } from 'zod'
import { episodeFolder, treeFile } from '#adapters/store/run-paths.js'
import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash } from '#bt/xml/write.js'
import { readJson } from '#documents/json-text.js'
import { readTrustedText } from '#documents/read-regular.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { MomentChange, MomentsHead } from '#runtime/moments/moment-recorder.js'
import { checkShape, damaged, lookAt } from './damage.js'
import { momentShape, momentsShape, traceShape } from './log-shapes.js'

/** A log of an episode whose lines have no checksums of their own. */
interface StoredLines {
  readonly path: string
  /** its bytes are not those whose hash is in the episode's line */
  readonly changed: boolean
}

/** The trace of an episode. */
export interface StoredTrace extends StoredLines {
  readonly events: readonly TraceEvent[]
}

/** What changed from moment to moment in an episode. */
export interface StoredMoments extends StoredLines, Pick<MomentsHead, 'nodes'> {
  readonly changes: readonly MomentChange[]
}

/** Reads the trace of an episode; `undefined` when there is none. Runs of earlier versions have no hash of it. */
export function readTrace(
  folder: string,
  { episode, traceHash }: Pick<EpisodeRecord, 'episode' | 'traceHash'>,
): Result<StoredTrace | undefined, Diagnostic> {
  const file = join(episodeFolder(folder, episode), 'trace.jsonl')
  const read = readLines<TraceEvent>(file, traceHash, () => traceShape)
  if (!read.ok) return read
  return ok(read.value && { path: file, changed: read.value.changed, events: read.value.lines })
}

/** Reads the moments of an episode; `undefined` when there are none, as in runs of earlier versions. */
export function readMoments(
  folder: string,
  { episode, momentsHash }: Pick<EpisodeRecord, 'episode' | 'momentsHash'>,
): Result<StoredMoments | undefined, Diagnostic> {
  const file = join(episodeFolder(folder, episode), 'moments.jsonl')
  const read = readLines<MomentsHead | MomentChange>(file, momentsHash, (line) =>
    line === 0 ? momentsShape : momentShape,
  )
  if (!read.ok) return read
  const [head, ...changes] = (read.value?.lines ?? []) as readonly [MomentsHead?, ...MomentChange[]]
  return ok(head && { path: file, changed: read.value?.changed === true, nodes: head.nodes, changes })
}

/** @param hash of the file, where it is known @param shapeOf shape of a line, counted from 0 */
function readLines<T>(
  file: string,
  hash: string | undefined,
  shapeOf: (line: number) => z.ZodType,
): Result<{ readonly lines: readonly T[]; readonly changed: boolean } | undefined, Diagnostic> {
  const found = lookAt(file, 'file')
  if (!found.ok) return found
  if (found.value === 'missing') return ok(undefined)
  const text = readTrustedText(file)
  const read: T[] = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line === '') continue
    const json = readJson(line, { file, line: i + 1 })
    if (!json.ok) return err(damaged(`line ${i + 1} of ${file} is not what graft wrote`, json.error))
    const checked = checkShape(shapeOf(i), json.value)
    if (!checked.ok) return checked
    read.push(json.value.value as T)
  }
  return ok({ lines: read, changed: hash !== undefined && sha256(text) !== hash })
}

/** The refusal of a log that is readable but not the one that was written. */
export const changedLines = ({ path }: StoredLines): Diagnostic =>
  damaged(`${path} has changed on the disk`, {
    where: { file: path, line: 1, column: 1 },
    expected: 'the bytes whose SHA-256 is in its line of episodes.jsonl',
    got: 'other bytes',
  })

/** Reads the tree that a run stored under its hash; a missing or different tree is refused. */
export function readTreeOf(folder: string, hash: string, library: NodeLibrary): Result<TreeDoc, Diagnostic> {
  const file = treeFile(folder, hash)
  const text = readTreeText(folder, hash)
  if (!text.ok) return text
  const parsed = parseTree(text.value, { file, library })
  if (!parsed.ok) {
    const [{ message, where } = { message: '' }] = parsed.error
    return err(otherTree(file, hash, `text that is not a tree: ${message}`, where))
  }
  const is = treeHash(parsed.value)
  return is === hash ? ok(parsed.value) : err(otherTree(file, hash, `a tree with the hash ${is}`))
}

/** Reads the text of a tree as it was stored. */
export function readTreeText(folder: string, hash: string): Result<string, Diagnostic> {
  const file = treeFile(folder, hash)
  const found = lookAt(file, 'file')
  if (!found.ok) return found
  return found.value === 'missing' ? err(otherTree(file, hash, 'no file')) : ok(readTrustedText(file))
}

const otherTree = (file: string, hash: string, got: string, where?: SourceRef): Diagnostic => ({
  ...(where && { where }),
  code: 'run.tree',
  severity: 'error',
  message: `${file} is not the tree that the run stored`,
  expected: `a tree with the hash ${hash}`,
  got,
  hint: 'restore the file from a copy of the run folder, or start a new run',
})
