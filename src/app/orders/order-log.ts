import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, syncDirectory } from '#adapters/files/durable-file.js'
import { damagedLine, openLineLog, readLineLog, type LineLog } from '#adapters/store/line-log.js'
import { FolderInUse, lockFolder } from '#adapters/store/run-lock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readTrustedFile } from '#documents/read-regular.js'

/** What the log of an order has. */
export interface KeptLines {
  /** oldest first, up to the first that is torn or damaged; none where no order is under way */
  readonly lines: readonly unknown[]
  /** the number, from 1, of a line that is damaged: unlike a torn one, no crash leaves it so */
  readonly damaged: number | undefined
}

/**
 * What becomes of a log that somebody takes. It is decided under the lock, and before anything is changed: what was
 * read earlier may be out of date.
 */
export type Taking = (found: KeptLines) => 'go-on' | 'afresh' | Diagnostic

/**
 * The log of the order that is being carried out in a world (docs/instructions.md): a line is on the disk before what
 * it announces moves anything. It is there for as long as the order is not over, so that whoever finds one that nobody
 * holds has found an order that was cut off.
 */
export class OrderLog<T extends object> {
  readonly #folder: string
  readonly #lines: LineLog<T>
  readonly #unlock: () => void

  private constructor(folder: string, lines: LineLog<T>, unlock: () => void) {
    this.#folder = folder
    this.#lines = lines
    this.#unlock = unlock
  }

  /**
   * Takes the log of a world for this process.
   * @returns the problem where another process carries out an order there, or with what is found there
   */
  static open<T extends object>(
    root: string,
    world: string,
    taking: Taking,
  ): Result<OrderLog<T>, Diagnostic> {
    const folder = orderFolder(root, world)
    makeFolder(folder)
    const unlock = lockedOr(folder)
    if (!unlock.ok) return unlock
    let opened: OrderLog<T> | undefined
    try {
      const decided = taking(readOrderLines(root, world))
      if (typeof decided === 'object') return err(decided)
      if (decided === 'afresh') rmSync(join(folder, LINES), { force: true })
      opened = new OrderLog(folder, openLineLog<T>(join(folder, LINES)), unlock.value)
      return ok(opened)
    } finally {
      if (opened === undefined) unlock.value()
    }
  }

  /** It is on the disk when this returns. */
  append(line: T): void {
    this.#lines.append(line, true)
  }

  /** As `append`, for a loop that cannot wait for the disk. @param done called once it is on the disk */
  appendAsync(line: T, done?: (failure: Error | null) => void): void {
    this.#lines.appendAsync(line, done)
  }

  /** Resolves when everything passed to `appendAsync` is on disk. */
  flushed(): Promise<void> {
    return this.#lines.flushed()
  }

  /** The order is over, or nobody wants it any more. */
  remove(): void {
    rmSync(join(this.#folder, LINES), { force: true })
    syncDirectory(this.#folder)
    this.close()
  }

  /** Leaves it to whoever goes on with the order. */
  close(): void {
    this.#lines.close()
    this.#unlock()
  }
}

export function readOrderLines(root: string, world: string): KeptLines {
  const file = join(orderFolder(root, world), LINES)
  const { values, tornBytes } = readLineLog<unknown>(file)
  // a first line that is torn has no end; nothing has moved before it is whole
  const isForeign = values.length === 0 && tornBytes > 0 && readTrustedFile(file).includes('\n')
  return { lines: values, damaged: isForeign ? 1 : damagedLine(file) }
}

/** The worlds in which an order is under way, or was cut off. */
export function worldsWithOrders(root: string): readonly string[] {
  const folder = join(root, ORDERS)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((world) => existsSync(join(folder, world, LINES)))
    .sort()
}

/** Where the order of a world is kept: below the runs, whose commands it belongs to. */
export const orderFolder = (root: string, world: string): string =>
  join(root, ORDERS, world.replace(/[^A-Za-z0-9_-]/g, '-'))

function lockedOr(folder: string): Result<() => void, Diagnostic> {
  try {
    return ok(lockFolder(folder))
  } catch (error) {
    if (error instanceof FolderInUse) return err(inUse(error))
    throw error
  }
}

const inUse = ({ pid, file }: FolderInUse): Diagnostic => ({
  code: 'do.in-progress',
  severity: 'error',
  message: `process ${pid} is carrying out an order in this world`,
  expected: 'one order at a time',
  got: file,
  hint: 'wait until it is done, or stop it with Ctrl-C; a simulated world can be had twice with another --out',
})

const ORDERS = 'orders'
const LINES = 'order.jsonl'
