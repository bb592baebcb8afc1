import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { ABOUT, problem } from './picture.js'

/** What `dataset.json` says of a file of lines: one that was cut short or changed is noticed before it is used. */
export interface LineFileSum {
  readonly lines: number
  readonly sha256: string
}

/** A file of lines that is being written. */
export interface LineFile {
  append(line: string): Promise<void>
  close(): Promise<LineFileSum>
}

/** @throws when there is such a file */
export async function createLineFile(folder: string, name: string): Promise<LineFile> {
  const file = await open(join(folder, name), 'wx')
  const hash = createHash('sha256')
  let count = 0
  return {
    append: async (line) => {
      hash.update(`${line}\n`)
      count++
      await file.appendFile(`${line}\n`)
    },
    close: async () => {
      await file.close()
      return { lines: count, sha256: hash.digest('hex') }
    },
  }
}

/** a line is not longer, bytes: fifty thousand events of a trace */
const LONGEST_LINE = 32 << 20

/**
 * The lines of a file of a set, one after the other, however long it is. A line that is wrong comes as a diagnostic
 * with file and line, and ends the reading; so does, at the end, a file that is not the one that `dataset.json`
 * describes.
 * @param parse reads one line, or says what is wrong with it
 */
export async function* readLineFile<T>(
  folder: string,
  name: string,
  expected: LineFileSum,
  parse: (line: string) => Result<T, string>,
): AsyncGenerator<Result<T, Diagnostic>, void> {
  const path = join(folder, name)
  const found = await lstat(path).catch(() => undefined)
  if (found?.isFile() !== true) {
    yield err(problem(folder, 'dataset.episodes', `${path} is missing, or no plain file`))
    return
  }
  const hash = createHash('sha256')
  let count = 0
  for await (const line of lines(path, (bytes) => hash.update(bytes))) {
    count++
    const read = line === undefined ? err(`it is longer than ${LONGEST_LINE} bytes`) : parse(line)
    yield read.ok ? read : err(problem(folder, 'dataset.line', read.error, { file: name, line: count }))
    if (!read.ok) return
  }
  const got = hash.digest('hex')
  if (count === expected.lines && got === expected.sha256) return
  const what = name.replace(/\.jsonl$/, '')
  yield err(
    problem(folder, 'dataset.changed', `${path} is not the file that ${ABOUT} describes`, {
      expected: `${expected.lines} ${what}, sha256 ${expected.sha256}`,
      got: `${count} ${what}, sha256 ${got}`,
      hint: 'fetch the set again, or make it again',
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
