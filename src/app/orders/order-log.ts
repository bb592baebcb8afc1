import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, syncDirectory } from '#adapters/files/durable-file.js'
import { openLineLog, readLineLog, type LineLog } from '#adapters/store/line-log.js'
import { lockFolder } from '#adapters/store/run-lock.js'

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
   * Takes the log of a world for this process: that of an order which was cut off goes on where it ended.
   * @throws FolderInUse while another process carries out an order there
   */
  static open<T extends object>(root: string, world: string): OrderLog<T> {
    const folder = orderFolder(root, world)
    makeFolder(folder)
    const unlock = lockFolder(folder)
    try {
      return new OrderLog(folder, openLineLog<T>(join(folder, LINES)), unlock)
    } catch (error) {
      unlock()
      throw error
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

/** The lines of the order of a world, oldest first; none where no order is under way. What was torn is left out. */
export const readOrderLines = (root: string, world: string): readonly unknown[] =>
  readLineLog<unknown>(join(orderFolder(root, world), LINES)).values

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

const ORDERS = 'orders'
const LINES = 'order.jsonl'
