import type { RunLog } from '#runtime/run-log.js'
import type { WireListener } from '#link/tapped-stream.js'
import type { RobotProvider } from '../connections/robot-provider.js'
import { WireRecorder } from './wire-recorder.js'

/** Whether the wire of a run is kept, and who is told when it is not. */
export interface WireRecording {
  /** asked before each episode and with every piece of the wire: must be quick */
  mayRecord(): boolean
  tell(text: string): void
}

/**
 * Records the wire of each episode, when that was asked for and there is room for it: the first thing that a
 * disk gets rid of.
 */
export class EpisodeWires {
  readonly #store: Pick<RunLog, 'wirePath'>
  readonly #requested: WireRecording | undefined
  readonly #connections: Pick<RobotProvider, 'virtual'>
  #recorder: WireRecorder | undefined
  /** it was told that there is no room, and none has come since */
  #reported = false

  constructor(
    store: Pick<RunLog, 'wirePath'>,
    job: { readonly wire?: WireRecording; readonly connections: Pick<RobotProvider, 'virtual'> },
  ) {
    this.#store = store
    this.#requested = job.wire
    this.#connections = job.connections
  }

  /** Ends the wire of the episode before. @returns `undefined` when no wire is wanted, or none can be kept */
  async listenerFor(episode: number): Promise<WireListener | undefined> {
    await this.close()
    const request = this.#requested
    if (request === undefined || !this.#hasRoom(request)) return undefined
    this.#reported = false
    const recorder = this.#open(episode, request)
    this.#recorder = recorder
    return recorder && this.#whileRoom(recorder, request)
  }

  /** A disk that was full cost the wire, and only the wire: the run goes on without it. */
  async close(): Promise<void> {
    const recorder = this.#recorder
    this.#recorder = undefined
    const problem = await recorder?.close()
    if (problem !== undefined)
      this.#requested?.tell(`the wire is not recorded to its end: ${problem.message}`)
  }

  #open(episode: number, request: WireRecording): WireRecorder | undefined {
    try {
      return new WireRecorder(
        this.#store.wirePath(episode),
        this.#connections.virtual ? 'virtual' : 'monotonic',
      )
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      request.tell(`the wire is not recorded: ${error.message}`)
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
    if (!this.#reported)
      request.tell('the wire is not recorded any further: the disk runs low; the run goes on')
    this.#reported = true
    return false
  }
}

/** For a run in a terminal: the wire is kept as long as the disk takes it. */
export const keepWire: WireRecording = {
  mayRecord: () => true,
  tell: (text) => void process.stderr.write(`${text}\n`),
}
