import { existsSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
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

/** Opens a log for appending; creates a missing file; truncates a torn tail. */
export function openLineLog<T>(path: string): LineLog<T> {
  const fresh = !existsSync(path)
  const { validBytes, tornBytes } = readLineLog<T>(path)
  const file = openSync(path, 'a+')
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

/** Reads up to the first incomplete or corrupt line. A missing file is an empty log. */
export function readLineLog<T>(path: string): LineLogContent<T> {
  const bytes = existsSync(path) ? readTrustedFile(path) : Buffer.alloc(0)
  const values: T[] = []
  let start = 0
  for (;;) {
    const end = bytes.indexOf(0x0a, start)
    if (end < 0) break
    const value = decodeLine<T>(bytes.subarray(start, end))
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
  const behind = readTrustedFile(path).subarray(validBytes).toString('utf8').split('\n').slice(1, -1)
  const isPromised = (line: string): boolean => {
    const value = decodeLine<T>(Buffer.from(line))
    return value !== undefined && wasPromised(value)
  }
  return behind.some(isPromised) ? values.length + 1 : undefined
}

const CRC_FIELD = /,"crc":"([0-9a-f]{8})"\}$/

function encodeLine(value: unknown): string {
  const json = JSON.stringify(value)
  return `${json.slice(0, -1)},"crc":"${checksum(json)}"}\n`
}

function decodeLine<T>(bytes: Uint8Array): T | undefined {
  const text = Buffer.from(bytes).toString('utf8')
  const match = CRC_FIELD.exec(text)
  if (match === null) return undefined
  const json = `${text.slice(0, match.index)}}`
  if (checksum(json) !== match[1]) return undefined
  return JSON.parse(json) as T
}

const checksum = (text: string): string => crc32c(Buffer.from(text)).toString(16).padStart(8, '0')
