import { closedLink } from '#runtime/link/link-watch.js'
import type { TreeDoc } from '#bt/document.js'
import { writeTree } from '#bt/xml/write.js'
import type { SiteRun } from '#adapters/store/site/site-run.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import type { FieldEpisode } from '#runtime/field/prepare.js'
import type { FieldSetup } from '#simulation/field-setup.js'
import type { RunHost } from '#app/learn-run.js'
import type { RunEvent, RunListener } from '#runtime/run-event.js'
import type { Parts } from '../parts.js'
import type { JobControl } from '../motion/run-manager.js'
import { StatusReporter } from '../show/status-reporter.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { WireRecording } from '#app/run-folder/episode-wires.js'

/** between two pictures of a virtual robot's camera for viewers, ms */
const PICTURE_MS = 1000

/**
 * Follows the episodes of one run and informs everything that needs to know: status, recorder, policy, health,
 * Groot2.
 */
export class EpisodeMonitor implements RunHost<FieldEpisode> {
  readonly statusReporter: StatusReporter
  readonly #parts: Parts
  readonly #control: JobControl
  readonly #log: SiteRun
  readonly #manifest: RunManifest
  #episode: FieldEpisode | undefined
  #doc: TreeDoc | undefined
  #pictureAt = -Infinity

  constructor(
    parts: Parts,
    run: {
      readonly manifest: RunManifest
      readonly setup: FieldSetup
      readonly before: readonly EpisodeRecord[]
      readonly log: SiteRun
    },
    control: JobControl,
  ) {
    const { statusPublisher, config, now } = parts
    this.#parts = parts
    this.#control = control
    this.#log = run.log
    this.#manifest = run.manifest
    parts.inProgress.field = run.setup.map
    const manifest = { ...run.manifest, key: run.log.key }
    const device = config.robot.body === 'virtual' ? 'virtual' : null
    this.statusReporter = new StatusReporter({
      statusPublisher,
      map: run.setup.map,
      manifest,
      device,
      before: run.before,
      now,
      held: () => control.held(),
    })
    this.statusReporter.start({ manifest, finished: run.before })
  }

  /** Called once per turn of the reflex loop, in every phase. */
  beat(): void {
    const { healthReporter } = this.#parts
    const { session, body } = this.#episode ?? {}
    if (session === undefined) return healthReporter.beat('reflex')
    // where time stands still while a model thinks, nothing can be late
    if (body?.virtual === true) return this.#stopHeartbeats('virtual time')
    healthReporter.beat('reflex')
    if (session.status === 'lost' || session.status === 'refused')
      healthReporter.off('link', `declared ${session.status}`)
    else if ((session.silentMs ?? 0) < FRESH_MS) healthReporter.beat('link', session.status)
  }

  /** No robot is in use: no heartbeats are due until the next one. */
  idle(): void {
    this.#stopHeartbeats('')
    const { statusPublisher } = this.#parts
    statusPublisher.set({ link: closedLink(statusPublisher.status().link) })
  }

  readonly listen: RunListener = (event, episode) => {
    this.statusReporter.listen(event, episode)
    this.#forward(event)
  }

  async prepared(parts: FieldEpisode): Promise<void> {
    this.#episode = parts
    this.#parts.inProgress.episode = parts
    const { inProgress, policies, recorder, groot, library, statusPublisher } = this.#parts
    this.statusReporter.prepared(parts)
    groot?.show(parts.tree, library)
    // counted before it runs: a tree that kills the service has used up a start
    await policies.countStart(this.#manifest.field.id, parts.doc)
    // a run that is resumed records into a folder that may still be under repair, which would replace its new file
    await inProgress.repair
    if (!mayRecord(statusPublisher)) return
    recorder?.beginEpisode(this.#log.key, parts.episode, {
      ...(inProgress.field !== undefined && { field: inProgress.field }),
      folder: this.#log.recordingFolder(parts.episode),
      treeXml: writeTree(parts.doc),
      belief: () => parts.robot.state(),
      manifest: this.#manifest,
    })
  }

  #forward(event: RunEvent): void {
    const { pictures, policies } = this.#parts
    if (event.kind === 'tree') this.#doc = event.doc
    else if (event.kind === 'frame') pictures.offer(event.frame)
    else if (event.kind === 'turn') this.#capturePicture()
    else if (event.kind === 'standing') this.#control.onRest()
    else if (event.kind === 'committed' && this.#doc !== undefined)
      policies.recordEpisode(this.#manifest.field.id, this.#doc, event.record, event.next)
  }

  /** Captures a picture from a virtual robot's camera now and then, for viewers. */
  #capturePicture(): void {
    const body = this.#episode?.body
    const { config, pictures, now } = this.#parts
    if (body === undefined || body.virtual || config.robot.body !== 'virtual') return
    if (now() - this.#pictureAt < PICTURE_MS) return
    this.#pictureAt = now()
    pictures.take(body.camera)
  }

  notes(episode: number): readonly string[] {
    return this.#parts.store
      .notesOf({ run: this.#log.key })
      .filter((note) => note.episode === episode)
      .map(({ text, by }) => `${text} (${by})`)
  }

  held(): boolean {
    return this.#control.held()
  }

  estopRequested(): boolean {
    return this.#control.estopRequested()
  }

  #stopHeartbeats(why: string): void {
    this.#parts.healthReporter.off('reflex', why)
    this.#parts.healthReporter.off('link', why)
  }

  async close(): Promise<void> {
    this.#episode = undefined
    this.#parts.inProgress.episode = undefined
    await this.#parts.recorder?.endEpisode()
    await this.#parts.policies.idle()
  }
}

/** ms; telemetry arrives every 20 ms */
const FRESH_MS = 500

/** Is there room for recordings? They stop before driving does, at a low disk as at a full one. */
function mayRecord(statusPublisher: StatusPublisher): boolean {
  const { disk } = statusPublisher.status()
  return disk === null || disk.state === 'ok'
}

/** Records the wire while there is room, and logs when recording ends. */
export const wireRecording = (statusPublisher: StatusPublisher): WireRecording => ({
  mayRecord: () => mayRecord(statusPublisher),
  warn: (text) => statusPublisher.publish({ kind: 'log', level: 'warn', source: 'wire', text }),
})
