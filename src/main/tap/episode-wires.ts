import type { RunLog } from '../../runtime/run-log.js'
import type { WireTap } from '../../link/tapped-stream.js'
import type { BodySource } from '../run/bodies.js'
import { WireRecorder } from './wire-recorder.js'

/** Records the wire of each episode in the run folder, when that was asked for. */
export class EpisodeWires {
  readonly #store: Pick<RunLog, 'wirePath'>
  readonly #wanted: boolean
  readonly #bodies: BodySource
  #recorder: WireRecorder | undefined

  constructor(
    store: Pick<RunLog, 'wirePath'>,
    job: { readonly wire?: boolean; readonly bodies: BodySource },
  ) {
    this.#store = store
    this.#wanted = job.wire === true
    this.#bodies = job.bodies
  }

  /** Ends the wire of the episode before. @returns `undefined` when no wire is wanted */
  async tapFor(episode: number): Promise<WireTap | undefined> {
    await this.close()
    if (!this.#wanted) return undefined
    this.#recorder = new WireRecorder(
      this.#store.wirePath(episode),
      this.#bodies.virtual ? 'virtual' : 'monotonic',
    )
    return this.#recorder.tap
  }

  /** A disk that was full cost the wire, and only the wire: the run goes on without it. */
  async close(): Promise<void> {
    const recorder = this.#recorder
    this.#recorder = undefined
    const problem = await recorder?.close()
    if (problem !== undefined)
      process.stderr.write(`the wire is not recorded to its end: ${problem.message}\n`)
  }
}
