import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readLine } from './episode-line.js'
import { readLineFile } from './line-file.js'
import { summaryShape } from './line-shape.js'
import { ABOUT, EPISODES, problem } from './picture.js'
import { FORMAT, type DatasetSummary, type StoredEpisode } from './stored-episode.js'

const LONGEST_ABOUT = 1 << 20

/** What `dataset.json` says, without a look at the episodes. */
export async function readAbout(folder: string): Promise<Result<DatasetSummary, Diagnostic>> {
  const file = join(folder, ABOUT)
  const bad = (message: string, more: object = {}): Result<DatasetSummary, Diagnostic> =>
    err(problem(folder, 'dataset.about', message, more))
  const found = await lstat(file).catch(() => undefined)
  if (found?.isFile() !== true || found.size > LONGEST_ABOUT) {
    const hint = 'name the folder of a set that graft data export or npm run data:episodes has finished'
    return bad(`${folder} does not contain a set of episodes`, {
      expected: `a file ${ABOUT} of the format ${FORMAT}`,
      hint,
    })
  }
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    return bad(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = summaryShape.safeParse(json)
  if (!parsed.success) return bad(`${file}: ${z.prettifyError(parsed.error)}`)
  if (parsed.data.format !== FORMAT)
    return bad(`${file} is of another format`, {
      expected: FORMAT,
      got: parsed.data.format.slice(0, 100),
      hint: 'make the set again with this version, or read it with the version that made it',
    })
  return ok(parsed.data as DatasetSummary)
}

/**
 * The episodes of a set, one after the other, however long the set is. A line that is wrong comes as a diagnostic with
 * file and line, and ends the reading; so does, at the end, a file that is not the one that `dataset.json` describes.
 * Pictures are read apart (`readPicture`).
 */
export async function* readEpisodes(folder: string): AsyncGenerator<Result<StoredEpisode, Diagnostic>, void> {
  const about = await readAbout(folder)
  if (!about.ok) {
    yield about
    return
  }
  const { episodes, sha256 } = about.value
  yield* readLineFile(folder, EPISODES, { lines: episodes, sha256 }, readLine)
}
