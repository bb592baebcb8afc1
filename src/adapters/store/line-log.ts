import { constants, existsSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { readTrustedFile } from '#documents/read-regular.js'
import { crc32c } from '#base/crc32c.js'
import { AppendQueue } from './append-queue.js'
import { syncDirectory, writeAll } from '../files/durable-file.js'

/**
 * An append-only log of non-empty JSON objects, one per line, each with a CRC-32C. A line is either complete or absent:
 * a torn tail left by a kill or a power cut is truncated BEFORE the next append, so that it cannot corrupt the new
 * line.
 */
export interface LineLog<T> {
  /** appends; with `durable`, returns only once the line is on disk */
  append(value: T, durable: boolean): void
  /**
   * Appends without blocking, not even in write(2), which can block on a busy disk. With `done`, the line is synced to
   * disk and `done` is called afterwards.
   * @throws Error of an earlier line that could not be written
   */
  appendAsync(value: T, done?: (failure: Error | null) => void): void
  /** Resolves when everything passed to `appendAsync` is on disk. */
  flushed(): Promise<void>
  /** returns once every line passed to `append` is on disk; does not cover `appendAsync` */
  sync(): void
  /** closes the log; lines passed to `appendAsync` are still written */
  close(): void
}

/** The contents of a log, and how many bytes of a torn tail were ignored. */
export interface LineLogContent<T> {
  readonly values: readonly T[]
  readonly validBytes: number
  readonly tornBytes: number
}

/** Opens a log for appending; creates a missing file; truncates a torn tail. A link at the path is not followed. */
export function openLineLog<T>(path: string): LineLog<T> {
  const fresh = !existsSync(path)
  const { validBytes, tornBytes } = readLineLog<T>(path)
  const file = openSync(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW)
  if (tornBytes > 0) {
    ftruncateSync(file, validBytes)
    fsyncSync(file)
  }
  if (fresh) syncDirectory(dirname(path))
  const queue = new AppendQueue(file)
  return {
    append: (value, durable) => {
      writeAll(file, Buffer.from(encodeLine(value)))
      if (durable) fsyncSync(file)
    },
    appendAsync: (value, done) => queue.append(Buffer.from(encodeLine(value)), done),
    flushed: () =>
      new Promise((resolve, reject) =>
        queue.append(Buffer.alloc(0), (failure) => (failure === null ? resolve() : reject(failure))),
      ),
    sync: () => fsyncSync(file),
    close: () => queue.close(),
  }
}

/** The text of a log with these lines. */
export const writeLines = (values: readonly object[]): string =>
  values.map((value) => encodeLine(value)).join('')

/** Turns the JSON of an intact line into a value; `undefined` for one that counts as corrupt. */
export type DecodeLine<T> = (json: string, line: number) => T | undefined

/** Reads up to the first incomplete or corrupt line. A missing file is an empty log. */
export function readLineLog<T>(path: string, decode: DecodeLine<T> = decodeJson): LineLogContent<T> {
  const bytes = existsSync(path) ? readTrustedFile(path) : Buffer.alloc(0)
  const values: T[] = []
  let start = 0
  for (;;) {
    const end = bytes.indexOf(NEWLINE, start)
    if (end < 0) break
    const json = intactJson(bytes.subarray(start, end))
    const value = json === undefined ? undefined : decode(json, values.length + 1)
    if (value === undefined) break
    values.push(value)
    start = end + 1
  }
  return { values, validBytes: start, tornBytes: bytes.length - start }
}

/**
 * Returns the number, from 1, of the corrupt line that ends the log although a later intact line had been promised to
 * be durable; `undefined` when there is none. Lines without that promise may have gaps after a power cut, because the
 * disk writes in any order.
 */
export function damagedLine<T>(
  path: string,
  wasPromised: (value: T) => boolean = () => true,
): number | undefined {
  const { values, validBytes, tornBytes } = readLineLog<T>(path)
  if (tornBytes === 0) return undefined
  const isPromised = (line: Uint8Array): boolean => {
    const json = intactJson(line)
    const value = json === undefined ? undefined : decodeJson<T>(json)
    return value !== undefined && wasPromised(value)
  }
  // line by line: as one text, what was torn may be longer than a text can be
  const bytes = readTrustedFile(path)
  for (let start = bytes.indexOf(NEWLINE, validBytes) + 1; start > 0;) {
    const end = bytes.indexOf(NEWLINE, start)
    if (end < 0) return undefined
    if (isPromised(bytes.subarray(start, end))) return values.length + 1
    start = end + 1
  }
  return undefined
}

const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW } = constants

const NEWLINE = 0x0a
const CRC_FIELD = /,"crc":"([0-9a-f]{8})"\}$/

function encodeLine(value: unknown): string {
  const json = JSON.stringify(value)
  return `${json.slice(0, -1)},"crc":"${checksum(json)}"}\n`
}

/** The JSON of a line without its checksum; `undefined` when that is missing or wrong. */
function intactJson(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes).toString('utf8')
  const match = CRC_FIELD.exec(text)
  if (match === null) return undefined
  const json = `${text.slice(0, match.index)}}`
  return checksum(json) === match[1] ? json : undefined
}

/** A checksum that fits proves nothing about a line that graft did not write. */
function decodeJson<T>(json: string): T | undefined {
  try {
    return JSON.parse(json) as T
  } catch {
    return undefined
  }
}

const checksum = (text: string): string => crc32c(Buffer.from(text)).toString(16).padStart(8, '0')
