import { existsSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { readOwn } from '#documents/read-regular.js'
import { crc32c } from '#base/crc32c.js'
import { AppendQueue } from './append-queue.js'
import { syncDirectory, writeAll } from '../files/durable-file.js'

/**
 * An append-only log of JSON objects that are not empty, one a line, each with a CRC-32C. A line is there
 * whole or not at all: what a kill or a power cut left half-written at the end is cut off BEFORE the next
 * append, so that it cannot swallow it.
 */
export interface LineLog<T> {
  /** appends and, with `durable`, returns only when the line is on the disk */
  append(value: T, durable: boolean): void
  /**
   * Appends without waiting for a disk, not even for write(2), which takes as long as a disk that is busy.
   * With `done` the line is brought to the disk, and that is called then.
   * @throws Error why an earlier line could not be written
   */
  appendBeside(value: T, done?: (failure: Error | null) => void): void
  /** Resolves when all that was appended beside is on the disk. */
  flushed(): Promise<void>
  /** returns when all that was appended is on the disk, but for what was appended beside */
  sync(): void
  /** what was appended beside is still written */
  close(): void
}

/** What a log holds, and how many bytes of a torn tail were ignored. */
export interface LineLogContent<T> {
  readonly values: readonly T[]
  readonly validBytes: number
  readonly tornBytes: number
}

/** Opens for appending; creates the file if there is none; cuts a torn tail off. */
export function openLineLog<T>(path: string): LineLog<T> {
  const fresh = !existsSync(path)
  const { validBytes, tornBytes } = readLineLog<T>(path)
  const file = openSync(path, 'a+')
  if (tornBytes > 0) {
    ftruncateSync(file, validBytes)
    fsyncSync(file)
  }
  if (fresh) syncDirectory(dirname(path))
  const beside = new AppendQueue(file)
  return {
    append: (value, durable) => {
      writeAll(file, Buffer.from(encodeLine(value)))
      if (durable) fsyncSync(file)
    },
    appendBeside: (value, done) => beside.append(Buffer.from(encodeLine(value)), done),
    flushed: () =>
      new Promise((resolve, reject) =>
        beside.append(Buffer.alloc(0), (failure) => (failure === null ? resolve() : reject(failure))),
      ),
    sync: () => fsyncSync(file),
    close: () => beside.close(),
  }
}

/** Reads up to the first line that is not whole. A missing file is an empty log. */
export function readLineLog<T>(path: string): LineLogContent<T> {
  const bytes = existsSync(path) ? readOwn(path) : Buffer.alloc(0)
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
 * Number, from 1, of a line that is not whole although a whole one follows that had been promised;
 * `undefined` when there is none. What was appended without a promise may be there with gaps after a power
 * cut: the disk writes in no order.
 */
export function damagedLine<T>(
  path: string,
  wasPromised: (value: T) => boolean = () => true,
): number | undefined {
  const { values, validBytes, tornBytes } = readLineLog<T>(path)
  if (tornBytes === 0) return undefined
  const behind = readOwn(path).subarray(validBytes).toString('utf8').split('\n').slice(1, -1)
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
