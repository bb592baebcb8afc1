import type { TreeDoc } from '#bt/document.js'
import { writeTree } from '#bt/xml/write.js'
import type { SiteRun } from '#adapters/store/site/site-run.js'
import type { EpisodeParts } from '#runtime/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import type { RunHost } from '#app/learn-run.js'
import type { RunEvent, RunListener } from '#runtime/run-event.js'
import type { Parts } from '../parts.js'
import type { JobControl } from '../motion/run-manager.js'
import { StatusReporter } from '../show/status-reporter.js'
import type { RunMonitor, ShownEpisode } from '../show/shown-episode.js'
import type { PreparedRun } from '../world/site-world.js'
import { mayRecord } from '../recording/recorder.js'

/** between two pictures of a virtual robot's camera for viewers, ms */
const PICTURE_MS = 1000

/**
 * Follows the episodes of one run and informs everything that needs to know: status, recorder, policy, health,
 * Groot2.
 */
export class EpisodeMonitor implements RunMonitor {
  readonly statusReporter: StatusReporter
  readonly #parts: Parts
  readonly #control: JobControl
  readonly #log: SiteRun
  readonly #manifest: RunManifest
  readonly #hasPolicy: boolean
  #shown: ShownEpisode | undefined
  #doc: TreeDoc | undefined
  #takePicture = (): void => undefined

  constructor(
    parts: Parts,
    run: Pick<PreparedRun, 'task' | 'manifest' | 'before' | 'log'>,
    control: JobControl,
  ) {
    const { statusPublisher, config, now } = parts
    this.#parts = parts
    this.#control = control
    this.#log = run.log
    this.#manifest = run.manifest
    this.#hasPolicy = run.task.isOrder !== true
    parts.inProgress.task = run.task
    parts.inProgress.map = run.task.shownAtStart
    parts.inProgress.field = run.task.map
    const manifest = { ...run.manifest, key: run.log.key }
    const device = config.robot.body === 'virtual' ? 'virtual' : null
    this.statusReporter = new StatusReporter({
      statusPublisher,
      manifest,
      device,
      before: run.before,
      now,
      held: () => control.held(),
    })
    this.statusReporter.start({ manifest, finished: run.before })
  }

  /** What a run asks of its host. @param shown how the service shows an episode of this world */
  host<P extends EpisodeParts>(shown: (parts: P) => ShownEpisode): RunHost<P> {
    return {
      listen: this.listen,
      prepared: (parts) => this.#prepared(shown(parts)),
      notes: (episode) => this.#notes(episode),
      held: () => this.#control.held(),
      estopRequested: () => this.#control.estopRequested(),
    }
  }

  /** Called once per turn of the reflex loop, in every phase. */
  beat(): void {
    const { healthReporter } = this.#parts
    const shown = this.#shown
    if (shown === undefined) return healthReporter.beat('reflex')
    // where time stands still while a model thinks, nothing can be late
    if (shown.parts.body.virtual) return this.#stopHeartbeats('virtual time')
    healthReporter.beat('reflex')
    const { status } = shown.parts.line
    if (status === 'lost' || status === 'refused') healthReporter.off('link', `declared ${status}`)
    else if ((shown.silentMs() ?? 0) < FRESH_MS) healthReporter.beat('link', status)
  }

  /** No robot is in use: no heartbeats are due until the next one. */
  idle(): void {
    this.#stopHeartbeats('')
    this.statusReporter.unlinked()
  }

  readonly listen: RunListener = (event, episode) => {
    this.statusReporter.listen(event, episode)
    this.#forward(event)
  }

  async #prepared(shown: ShownEpisode): Promise<void> {
    const { parts } = shown
    this.#shown = shown
    this.#parts.inProgress.episode = shown
    const { body } = this.#parts.config.robot
    // where time stands still, a picture is taken when somebody asks for one
    this.#takePicture =
      body === 'virtual' && !parts.body.virtual
        ? this.#parts.pictures.every(PICTURE_MS, shown.camera, this.#parts.now)
        : () => undefined
    if (shown.scene !== undefined && 'map' in shown.scene) this.#parts.inProgress.map = shown.scene
    const { inProgress, policies, recorder, groot, world, statusPublisher } = this.#parts
    this.statusReporter.prepared(shown)
    groot?.show(parts.tree, world.library)
    // counted before it runs: a tree that kills the service has used up a start
    if (this.#hasPolicy) await policies.countStart(this.#manifest.field.id, parts.doc)
    // a run that is resumed records into a folder that may still be under repair, which would replace its new file
    await inProgress.repair
    if (!mayRecord(statusPublisher)) return
    recorder?.beginEpisode(this.#log.key, parts.episode, {
      folder: this.#log.recordingFolder(parts.episode),
      treeXml: writeTree(parts.doc),
      ...(shown.scene !== undefined && { scene: shown.scene }),
      manifest: this.#manifest,
    })
  }

  #forward(event: RunEvent): void {
    const { pictures, policies } = this.#parts
    if (event.kind === 'tree') this.#doc = event.doc
    else if (event.kind === 'frame') pictures.offer(event.frame)
    else if (event.kind === 'turn') this.#takePicture()
    else if (event.kind === 'standing') this.#control.onRest()
    else if (event.kind === 'committed' && this.#doc !== undefined && this.#hasPolicy)
      policies.recordEpisode(this.#manifest.field.id, this.#doc, event.record, event.next)
  }

  #notes(episode: number): readonly string[] {
    return this.#parts.store
      .notesOf({ run: this.#log.key })
      .filter((note) => note.episode === episode)
      .map(({ text, by }) => `${text} (${by})`)
  }

  #stopHeartbeats(why: string): void {
    this.#parts.healthReporter.off('reflex', why)
    this.#parts.healthReporter.off('link', why)
  }

  async close(): Promise<void> {
    this.#shown = undefined
    this.#takePicture = () => undefined
    this.#parts.inProgress.episode = undefined
    await this.#parts.recorder?.endEpisode()
    await this.#parts.policies.idle()
  }
}

/** ms; telemetry arrives every 20 ms */
const FRESH_MS = 500
