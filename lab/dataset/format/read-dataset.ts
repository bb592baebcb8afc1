import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readLine } from './episode-line.js'
import { summaryShape } from './line-shape.js'
import { ABOUT, EPISODES, problem } from './picture.js'
import { FORMAT, type DatasetSummary, type StoredEpisode } from './stored-episode.js'

/** an episode's line is not longer, bytes: fifty thousand events of a trace */
const LONGEST_LINE = 32 << 20
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
  const path = join(folder, EPISODES)
  const found = await lstat(path).catch(() => undefined)
  if (found?.isFile() !== true) {
    yield err(problem(folder, 'dataset.episodes', `${path} is missing, or no plain file`))
    return
  }
  const hash = createHash('sha256')
  let count = 0
  for await (const line of lines(path, (bytes) => hash.update(bytes))) {
    count++
    const read = line === undefined ? err(`it is longer than ${LONGEST_LINE} bytes`) : readLine(line)
    yield read.ok ? read : err(problem(folder, 'dataset.line', read.error, { line: count }))
    if (!read.ok) return
  }
  const { episodes, sha256: expected } = about.value
  const got = hash.digest('hex')
  if (count === episodes && got === expected) return
  const hint = 'fetch the set again, or make it again'
  yield err(
    problem(folder, 'dataset.changed', `${path} is not the file that ${ABOUT} describes`, {
      expected: `${episodes} episodes, sha256 ${expected}`,
      got: `${count} episodes, sha256 ${got}`,
      hint,
    }),
  )
}

/** Every line without its end; `undefined` in the place of one that is too long, and nothing after it. */
async function* lines(path: string, see: (bytes: Buffer) => void): AsyncGenerator<string | undefined, void> {
  let rest: Buffer[] = []
  let held = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    see(chunk)
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8')
      rest = []
      held = 0
      from = end + 1
    }
    if (from === chunk.length) continue
    rest.push(chunk.subarray(from))
    held += chunk.length - from
    if (held <= LONGEST_LINE) continue
    yield undefined
    return
  }
  if (held > 0) yield Buffer.concat(rest).toString('utf8')
}
