import { AppendFile } from '#adapters/store/append-file.js'
import type { WireRecording } from './episode-wires.js'
import { encodeEntry, TRANSCRIPT_HEADER, type TranscriptEntry } from '#drivers/transcript/transcript.js'

/** The largest transcript of one episode: about three hours of a talkative driver. */
const MAX_BYTES = 64 * 1024 * 1024

/** Who hears every message of an episode's driver; `undefined` when nobody does. */
export type DriverRecording = (episode: number) => ((entry: TranscriptEntry) => void) | undefined

/**
 * Keeps what graft and the driver of a robot said to each other, a file for each episode (docs/DRIVER.md), for
 * `graft tap`. It costs the reflex loop one line of text a message. What cannot be kept ends the file there: the judge
 * would take a gap for a breach, and what stands in the file is true.
 */
export class EpisodeTranscripts {
  readonly #pathOf: (episode: number) => string
  readonly #request: WireRecording
  #file: AppendFile | undefined
  #closing: Promise<void> = Promise.resolve()

  constructor(pathOf: (episode: number) => string, request: WireRecording) {
    this.#pathOf = pathOf
    this.#request = request
  }

  /** Ends the previous episode's file. */
  readonly record: DriverRecording = (episode) => {
    void this.close()
    const file = this.#request.mayRecord() ? this.#open(episode) : undefined
    this.#file = file
    if (file === undefined) return undefined
    let bytes = 0
    let isWhole = true
    const append = (line: string): void => {
      const next = Buffer.from(`${line}\n`)
      bytes += next.length
      if (!isWhole || (bytes <= MAX_BYTES && this.#request.mayRecord() && file.append(next))) return
      isWhole = false
      this.#request.warn(
        `the transcript of episode ${episode} ends early: the disk is too slow or full, or it is too long`,
      )
    }
    append(TRANSCRIPT_HEADER)
    return (entry) => append(encodeEntry(entry))
  }

  /** Resolves when what was recorded is handed to the disk. */
  close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    this.#closing = this.#closing.then(async () => {
      const problem = await file?.close()
      if (problem !== undefined) this.#request.warn(`a transcript is incomplete: ${problem.message}`)
    })
    return this.#closing
  }

  /** A full disk costs the transcript, and only that. */
  #open(episode: number): AppendFile | undefined {
    try {
      return new AppendFile(this.#pathOf(episode))
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      this.#request.warn(`the transcript is not recorded: ${error.message}`)
      return undefined
    }
  }
}
