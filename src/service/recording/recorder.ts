import { join } from 'node:path'
import { makeFolders } from '#adapters/files/make-folders.js'
import type { StatusPublisher, StatusView } from '#runtime/status/status-publisher.js'
import type { WireRecording } from '#app/run-folder/episode-wires.js'
import type { ShownEpisode } from '../show/shown-episode.js'
import type { NodeLibrary } from '#bt/library.js'
import { version } from '#documents/read-text-file.js'
import { BtLogFile } from './btlog-file.js'
import { EpisodeRecording } from './episode-recording.js'

export interface RecorderOptions {
  readonly statusPublisher: StatusView
  /** folder of the recordings; created when missing */
  readonly dir: string
  /** of the trees that run */
  readonly library: NodeLibrary
  /** 0: none */
  readonly picturesPerSecond: number
  /** which files to write; both by default */
  readonly mcap?: boolean
  readonly btlog?: boolean
  /** receives what people should know about the recorder: a file that could not be created, a full disk */
  readonly log?: (level: 'info' | 'warn' | 'error', text: string) => void
}

/** Details of an episode, in addition to the service's events. */
interface EpisodeDetails {
  /** where its files go, if not into the recorder's folder */
  readonly folder?: string
  /** the tree that runs, as `writeTree` gives it: attached, and needed for the .btlog */
  readonly treeXml?: string
  /** what the 3D view draws; without it there is none */
  readonly scene?: ShownEpisode['scene']
  /** the run's manifest: attached */
  readonly manifest?: object
}

type RecorderStatus =
  | { readonly kind: 'idle' }
  | { readonly kind: 'recording'; readonly path: string; readonly bytes: number; readonly leftOut: number }
  | { readonly kind: 'paused'; readonly why: string }
  /** the disk refused a write: the rest of this episode is not recorded */
  | { readonly kind: 'broken'; readonly text: string }

/** `F1-s1-1a2b3c4d`, 3 → `F1-s1-1a2b3c4d-03` */
export const recordingName = (run: string, episode: number): string =>
  `${run.replace(/[^A-Za-z0-9._-]/g, '_')}-${String(episode).padStart(2, '0')}`

interface Open {
  readonly mcap: EpisodeRecording | undefined
  readonly btlog: BtLogFile | undefined
}

/** Writes the service's events to one file per episode (docs/recording.md). */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #unsubscribe: () => void
  #open: Open | undefined
  #paused: string | undefined
  #failed: string | undefined
  /** files that are being closed */
  #closing: Promise<void> = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#unsubscribe = options.statusPublisher.listen((statusEvent) => {
      const open = this.#open
      if (open === undefined) return
      open.mcap?.record(statusEvent)
      if (statusEvent.kind === 'node') open.btlog?.changed(statusEvent.event)
    })
  }

  /** for the health table and for people */
  get status(): RecorderStatus {
    if (this.#paused !== undefined) return { kind: 'paused', why: this.#paused }
    const file = this.#open?.mcap?.file
    const text = file?.broken?.message ?? this.#failed
    if (text !== undefined) return { kind: 'broken', text }
    if (file === undefined) return { kind: 'idle' }
    const { picture, pose, word } = file.dropped
    return { kind: 'recording', path: file.path, bytes: file.bytes, leftOut: picture + pose + word }
  }

  /**
   * Begins `RUN-EE.mcap` and `RUN-EE.btlog`, closing any open ones. Never throws: a robot that cannot record still
   * drives.
   */
  beginEpisode(run: string, episode: number, details: EpisodeDetails = {}): void {
    this.#finish()
    this.#failed = undefined
    if (this.#paused !== undefined) return
    const { statusPublisher, dir, library, picturesPerSecond } = this.#options
    const { folder = dir } = details
    const base = join(folder, recordingName(run, episode))
    try {
      if (details.folder === undefined) makeFolders(dir)
      const { at } = statusPublisher.status()
      if (this.#options.mcap !== false) {
        const mcap = new EpisodeRecording(`${base}.mcap`, {
          statusPublisher,
          picturesPerSecond,
          scene: details.scene,
        })
        this.#open = { mcap, btlog: undefined }
        describe(mcap, { run, episode }, details, at)
      }
      const { treeXml } = details
      if (this.#options.btlog !== false && treeXml !== undefined)
        this.#open = { mcap: this.#open?.mcap, btlog: BtLogFile.open(`${base}.btlog`, treeXml, library, at) }
    } catch (cause) {
      this.#failed = cause instanceof Error ? cause.message : String(cause)
      this.#log('error', `episode ${episode} is not recorded in full: ${this.#failed}`)
    }
  }

  /** Ends the files. @returns when they are complete and on disk */
  async endEpisode(): Promise<void> {
    this.#finish()
    await this.#closing
  }

  /** Ends the files here and records nothing until `resume`: the disk is low. */
  pause(why: string): void {
    if (this.#paused !== undefined) return
    this.#finish(`recording paused: ${why}`)
    this.#paused = why
    this.#log('warn', `recording paused: ${why}`)
  }

  resume(): void {
    if (this.#paused === undefined) return
    this.#paused = undefined
    this.#log('info', 'recording resumes with the next episode')
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    await this.endEpisode()
  }

  #finish(text?: string): void {
    const open = this.#open
    this.#open = undefined
    if (open === undefined) return
    const { picture, pose, word } = open.mcap?.file.dropped ?? { picture: 0, pose: 0, word: 0 }
    if (picture + pose + word > 0)
      this.#log('warn', `the disk was too slow for ${picture} pictures, ${pose} poses and ${word} messages`)
    const action = this.#closing
    this.#closing = (async () => {
      await action
      const problems = [await open.mcap?.close(text), await open.btlog?.close()]
      for (const problem of problems)
        if (problem !== undefined) this.#log('error', `a recording is incomplete: ${problem.message}`)
    })()
  }

  #log(level: 'info' | 'warn' | 'error', text: string): void {
    this.#options.log?.(level, text)
  }
}

function describe(
  { file }: EpisodeRecording,
  { run, episode }: { readonly run: string; readonly episode: number },
  { treeXml, manifest }: EpisodeDetails,
  atMs: number,
): void {
  const at = BigInt(Math.round(atMs)) * 1_000_000n
  file.metadata('graft', { run, episode: String(episode), version: version() })
  if (treeXml !== undefined) file.attach('tree.xml', 'application/xml', Buffer.from(treeXml), at)
  if (manifest !== undefined)
    file.attach('run.json', 'application/json', Buffer.from(JSON.stringify(manifest, null, 2)), at)
}

/** Is there room for recordings? They stop before driving does, at a low disk as at a full one. */
export function mayRecord(statusPublisher: StatusView): boolean {
  const { disk } = statusPublisher.status()
  return disk === null || disk.state === 'ok'
}

/** Records the wire while there is room, and logs when recording ends. */
export const wireRecording = (statusPublisher: StatusPublisher): WireRecording => ({
  mayRecord: () => mayRecord(statusPublisher),
  warn: (text) => statusPublisher.publish({ kind: 'log', level: 'warn', source: 'wire', text }),
})
