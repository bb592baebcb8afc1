import { closeSync, fsync, write } from 'node:fs'

type Done = (failure: Error | null) => void

interface Waiting {
  readonly bytes: Uint8Array
  readonly done: Done | undefined
}

/**
 * Appends to a file on another thread, in order. Everything that queues up while the disk is busy is written as one
 * batch; the batch is synced only if a caller passed `done`.
 */
export class AppendQueue {
  readonly #file: number
  #waiting: Waiting[] = []
  #underWay = false
  #broken: Error | undefined
  #closed = false

  /** @param file a descriptor opened for appending */
  constructor(file: number) {
    this.#file = file
  }

  /**
   * @param done called once, never from within this call
   * @throws Error of an earlier write that failed, when there is no `done` to report it to: nothing is written
   * after a torn record
   */
  append(bytes: Uint8Array, done?: Done): void {
    if (this.#closed) throw new Error('it is closed')
    if (this.#broken !== undefined && done === undefined) throw this.#broken
    this.#waiting.push({ bytes, done })
    if (!this.#underWay) this.#next()
  }

  /** Closes the file once the queue has been written. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    if (!this.#underWay) closeSync(this.#file)
  }

  #next(): void {
    const batch = this.#waiting.splice(0)
    if (batch.length === 0) {
      if (this.#closed) closeSync(this.#file)
      return
    }
    this.#underWay = true
    const over = (failure: Error | null): void => {
      this.#broken ??= failure ?? undefined
      this.#underWay = false
      for (const { done } of batch) done?.(this.#broken ?? null)
      if (!this.#underWay) this.#next()
    }
    if (this.#broken !== undefined) return void setImmediate(over, this.#broken)
    const asked = batch.some(({ done }) => done !== undefined)
    this.#write(Buffer.concat(batch.map(({ bytes }) => bytes)), (failure) => {
      if (failure !== null || !asked) over(failure)
      else fsync(this.#file, over)
    })
  }

  /** Writes all bytes: write(2) may accept fewer than it was given. */
  #write(bytes: Uint8Array, then: Done): void {
    write(this.#file, bytes, 0, bytes.length, null, (cause, written) => {
      if (cause !== null || written === bytes.length) return then(cause)
      this.#write(bytes.subarray(written), then)
    })
  }
}
