import type { RunLog } from '../../runtime/run-log.js'
import type { WireTap } from '../../link/tapped-stream.js'
import type { BodySource } from '../run/bodies.js'
import { WireRecorder } from './wire-recorder.js'

/** Whether the wire of a run is kept, and who is told when it is not. */
export interface WireWish {
  /** asked before each episode and with every piece of the wire: must be quick */
  mayRecord(): boolean
  tell(text: string): void
}

/** Records the wire of each episode, when that was asked for and there is room for it: the first thing that a disk gets rid of. */
export class EpisodeWires {
  readonly #store: Pick<RunLog, 'wirePath'>
  readonly #wish: WireWish | undefined
  readonly #bodies: Pick<BodySource, 'virtual'>
  #recorder: WireRecorder | undefined
  /** it was told that there is no room, and none has come since */
  #told = false

  constructor(
    store: Pick<RunLog, 'wirePath'>,
    job: { readonly wire?: WireWish; readonly bodies: Pick<BodySource, 'virtual'> },
  ) {
    this.#store = store
    this.#wish = job.wire
    this.#bodies = job.bodies
  }

  /** Ends the wire of the episode before. @returns `undefined` when no wire is wanted, or none can be kept */
  async tapFor(episode: number): Promise<WireTap | undefined> {
    await this.close()
    const wish = this.#wish
    if (wish === undefined || !this.#hasRoom(wish)) return undefined
    this.#told = false
    const recorder = this.#open(episode, wish)
    this.#recorder = recorder
    return recorder && this.#whileRoom(recorder, wish)
  }

  /** A disk that was full cost the wire, and only the wire: the run goes on without it. */
  async close(): Promise<void> {
    const recorder = this.#recorder
    this.#recorder = undefined
    const problem = await recorder?.close()
    if (problem !== undefined) this.#wish?.tell(`the wire is not recorded to its end: ${problem.message}`)
  }

  #open(episode: number, wish: WireWish): WireRecorder | undefined {
    try {
      return new WireRecorder(this.#store.wirePath(episode), this.#bodies.virtual ? 'virtual' : 'monotonic')
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      wish.tell(`the wire is not recorded: ${error.message}`)
      return undefined
    }
  }

  #whileRoom(recorder: WireRecorder, wish: WireWish): WireTap {
    return (direction, bytes, at) => {
      if (recorder.ended) return
      if (this.#hasRoom(wish)) recorder.tap(direction, bytes, at)
      else recorder.end()
    }
  }

  #hasRoom(wish: WireWish): boolean {
    if (wish.mayRecord()) return true
    if (!this.#told) wish.tell('the wire is not recorded any further: the disk runs low; the run goes on')
    this.#told = true
    return false
  }
}

/** For a run in a terminal: the wire is kept as long as the disk takes it. */
export const keepWire: WireWish = {
  mayRecord: () => true,
  tell: (text) => void process.stderr.write(`${text}\n`),
}
