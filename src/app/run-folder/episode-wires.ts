import type { RunLog } from '#runtime/run-log.js'
import type { WireListener } from '#link/tapped-stream.js'
import type { RobotProvider } from '../connections/robot-provider.js'
import { WireRecorder } from './wire-recorder.js'

/** Whether the wire of a run may be recorded, and whom to notify when it is not. */
export interface WireRecording {
  /** called before each episode and for every chunk of the wire: must be fast */
  mayRecord(): boolean
  warn(text: string): void
}

/**
 * Records the wire of each episode if requested and if there is room for it: the wire is the first thing to go when
 * the disk fills up.
 */
export class EpisodeWires {
  readonly #store: Pick<RunLog, 'wirePath'>
  readonly #requested: WireRecording | undefined
  readonly #connections: Pick<RobotProvider, 'virtual'>
  #recorder: WireRecorder | undefined
  /** whether the lack of room has been reported; reset when there is room again */
  #reported = false

  constructor(
    store: Pick<RunLog, 'wirePath'>,
    job: { readonly wire?: WireRecording; readonly connections: Pick<RobotProvider, 'virtual'> },
  ) {
    this.#store = store
    this.#requested = job.wire
    this.#connections = job.connections
  }

  /** Closes the previous episode's wire first. @returns `undefined` when no wire is wanted, or none can be kept */
  async listenerFor(episode: number): Promise<WireListener | undefined> {
    await this.close()
    const request = this.#requested
    if (request === undefined || !this.#hasRoom(request)) return undefined
    this.#reported = false
    const recorder = this.#open(episode, request)
    this.#recorder = recorder
    return recorder && this.#whileRoom(recorder, request)
  }

  /** A full disk costs the wire, and only the wire: the run continues without it. */
  async close(): Promise<void> {
    const recorder = this.#recorder
    this.#recorder = undefined
    const problem = await recorder?.close()
    if (problem !== undefined)
      this.#requested?.warn(`the recording of the wire is incomplete: ${problem.message}`)
  }

  #open(episode: number, request: WireRecording): WireRecorder | undefined {
    try {
      return new WireRecorder(
        this.#store.wirePath(episode),
        this.#connections.virtual ? 'virtual' : 'monotonic',
      )
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      request.warn(`the wire is not recorded: ${error.message}`)
      return undefined
    }
  }

  #whileRoom(recorder: WireRecorder, request: WireRecording): WireListener {
    return (direction, bytes, at) => {
      if (recorder.ended) return
      if (this.#hasRoom(request)) recorder.listener(direction, bytes, at)
      else recorder.end()
    }
  }

  #hasRoom(request: WireRecording): boolean {
    if (request.mayRecord()) return true
    if (!this.#reported) request.warn('the wire is no longer recorded: the disk is low; the run continues')
    this.#reported = true
    return false
  }
}

/** For a run in a terminal: the wire is kept for as long as the disk has room. */
export const recordWire: WireRecording = {
  mayRecord: () => true,
  warn: (text) => void process.stderr.write(`${text}\n`),
}
