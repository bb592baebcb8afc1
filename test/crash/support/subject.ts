import type { Ack } from './acks.js'

/** A store under test: what is done to it in the child, and how the next start finds it. */
export interface Subject {
  readonly name: string
  /** its last write is torn at every byte when it is not longer than this: lines are, pages of a database are not */
  readonly everyByte: number
  /** In the child: a run from its beginning to its end. */
  run(folder: string, wasm: Uint8Array, say: (ack: Ack) => void): Promise<void>
  /** Opens what a dead process left behind, as the next start does. @throws only for a bug of the store */
  recover(folder: string): Promise<Recovered>
}

/** What the next start finds. */
export interface Recovered {
  /** why it cannot start; `undefined` when it can */
  readonly refused: string | undefined
  /** hashes of the finished episodes' records, in order, of the run; none without a run */
  readonly episodes: readonly string[]
  readonly run: string | undefined
  /** commands journalled as issued, as they were on the disk before anything was mended */
  readonly issued: readonly {
    readonly episode: number
    readonly session: number | string
    readonly id: number
  }[]
  /** trees that are there with the text of their hash */
  readonly trees: ReadonlySet<string>
  /** `EPISODE/ID` → hash of the picture's bytes */
  readonly frames: ReadonlyMap<string, string>
  /** trees → how many of their starts were counted; a store without policy slots counts none */
  readonly trials: ReadonlyMap<string, number>
  /** hash of the tree that runs next */
  readonly boots: string | undefined
  /** what was broken, in words */
  readonly corrupt: readonly string[]
  /** Goes on to the end of the run. @returns what was sent to the robot, and how many episodes there are then */
  goOn(wasm: Uint8Array): Promise<{
    readonly sent: readonly {
      readonly episode: number
      readonly session: number | string
      readonly id: number
    }[]
    readonly episodes: number
  }>
  close(): void | Promise<void>
}
