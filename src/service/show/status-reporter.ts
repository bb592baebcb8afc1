import type { RunEvent } from '#runtime/run-event.js'
import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import { treeHash } from '#bt/xml/write.js'
import { bestEpisode, bestOf, type EpisodeRecord, type Update } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import type { RunManifest } from '#learning/manifest.js'
import type { ModeChange } from '#runtime/modes.js'
import { closedLink } from '#runtime/link/link-watch.js'
import type { LinkReport, RunStatus } from '#runtime/status/service-status.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import { TreeView } from '#runtime/status/tree-view.js'
import { causesOfPatch } from '#app/command-line/run-words.js'
import type { LinkProgress } from '#app/connections/await-controller.js'
import { JudgedSteps } from '#app/progress.js'
import type { RunInfo, RunView, UnitProgress } from '#app/view.js'
import type { ShownEpisode } from './shown-episode.js'

/** between two samples of facts, link and blackboard, ms of the wall clock */
const SAMPLE_MS = 200

/**
 * Publishes the status of one run. It only listens: it can never hold up the run, and the score that
 * it shows is for people, never for critic or actor.
 */
export class StatusReporter implements RunView {
  readonly #statusPublisher: StatusPublisher
  readonly #field: string
  readonly #device: string | null
  readonly #now: () => number
  readonly #held: () => boolean
  #run: RunStatus
  /** of the newest episode: what the edits after it answer to */
  #reports: EpisodeRecord['reports'] = []
  #shown: ShownEpisode | undefined
  #tree: TreeView | undefined
  #hash = ''
  #sampledAt = -Infinity
  readonly #judged = new JudgedSteps()
  #linked = false
  #lostAt: number | undefined

  constructor(options: {
    readonly statusPublisher: StatusPublisher
    readonly manifest: RunManifest
    readonly device: string | null
    readonly before: readonly EpisodeRecord[]
    /** monotonic milliseconds */
    readonly now: () => number
    /** does an operator hold the robot? */
    readonly held: () => boolean
  }) {
    const { statusPublisher, manifest, device, before, now } = options
    this.#statusPublisher = statusPublisher
    this.#field = manifest.field.id
    this.#device = device
    this.#now = now
    this.#held = options.held
    this.#run = {
      key: manifest.key,
      field: this.#field,
      seed: manifest.seed,
      episode: before.length,
      episodes: manifest.episodes,
      unit: '',
      t: 0,
      scoreSoFar: 0,
      scores: before.map(({ score }) => score.total),
      endReasons: before.map(({ endReason }) => endReason),
      best: bestEpisode(before, ({ score }) => score.total)?.episode ?? null,
    }
    statusPublisher.set({ run: this.#run })
  }

  // events of the run, as for a terminal

  start({ manifest }: RunInfo): void {
    this.#statusPublisher.publish({
      kind: 'run',
      run: manifest.key,
      field: this.#field,
      what: 'begins',
      why: '',
    })
  }

  unit({ label, t, scoreSoFar }: UnitProgress): void {
    this.#set({ unit: label, t, scoreSoFar })
  }

  assessment(): void {
    // arrives as a step
  }

  alarm(): void {
    // the store tells it, under the name that it has there (`shown-alarms.ts`)
  }

  episode(record: EpisodeRecord): void {
    // the tree has been halted in the meantime
    this.#sample()
    this.#reports = record.reports
    const scores = [...this.#run.scores, record.score.total]
    const endReasons = [...this.#run.endReasons, record.endReason]
    this.#set({
      ...{ scores, endReasons },
      best: bestOf(scores, endReasons)?.episode ?? null,
      scoreSoFar: record.score.total,
    })
    const { episode, score, endReason } = record
    this.#statusPublisher.publish({
      kind: 'episode',
      run: this.#run.key,
      episode,
      score: score.total,
      endReason,
    })
  }

  edit(episode: number, update: Update): void {
    const causes = causesOfPatch(update, this.#reports)
    this.#statusPublisher.publish({ kind: 'edit', run: this.#run.key, episode, update, causes })
  }

  link(progress: LinkProgress): void {
    if (progress.kind === 'waiting') this.#statusPublisher.set({ activity: 'waiting-for-link' })
    const level = progress.kind === 'note' ? progress.level : progress.kind === 'back' ? 'info' : 'warn'
    this.#statusPublisher.publish({ kind: 'link', level, text: describeLink(progress) })
    if (progress.kind === 'note' && level !== 'debug') this.#sample()
  }

  end(): void {
    // the run manager reports it, with the reason
  }

  close(): void {
    this.#shown = undefined
  }

  // events of the robot, turn by turn

  listen(event: RunEvent, episode: number): void {
    switch (event.kind) {
      case 'tree':
        return this.#begin(episode, event.doc)
      case 'mode':
        return this.#mode(event.change)
      case 'node':
        return this.#node(episode, event.event)
      case 'refusal':
        return this.#statusPublisher.publish({ kind: 'refusal', episode, refusal: event.refusal })
      case 'step':
        return this.#step(episode, event.step, event.t)
      case 'feedback':
        return this.#judged.note(event.feedback)
      case 'turn':
        return this.#turn(event.t)
      // the others arrive through the run's view, or do not concern viewers
      case 'outcome':
      case 'frame':
      case 'link':
      case 'standing':
      case 'committed':
        return
    }
  }

  prepared(shown: ShownEpisode): void {
    this.#shown = shown
    this.#linked = true
    this.#lostAt = undefined
    this.#tree = new TreeView(shown.parts.tree, this.#hash)
    this.#setRunning()
    this.#sample()
  }

  /** We have closed the link, which is not lost by that: what its session says from now on is nobody's news. */
  unlinked(): void {
    this.#linked = false
    this.#statusPublisher.set({ link: closedLink(this.#statusPublisher.status().link) })
  }

  #setRunning(): void {
    this.#statusPublisher.set({ activity: this.#held() ? 'paused' : 'running' })
  }

  #mode(change: ModeChange): void {
    const { to, by } = change
    this.#statusPublisher.set({
      mode: to,
      armedBy: to === 'ARMED' || to === 'RUNNING' ? (this.#shown?.parts.armedBy ?? by) : null,
    })
    // somebody may have been asked meanwhile whether it may move
    if (to === 'RUNNING') this.#setRunning()
    this.#statusPublisher.publish({ kind: 'mode', change })
    if (to === 'SAFE' || to === 'STOPPED') this.#sample()
  }

  #node(episode: number, event: TraceEvent): void {
    this.#tree?.changed(event)
    this.#statusPublisher.publish({ kind: 'node', episode, event, ...this.#judged.take(event.path) })
  }

  #begin(episode: number, doc: TreeDoc): void {
    this.#hash = treeHash(doc)
    // whoever is asked to arm must not decide by the tree of the episode before; its nodes come with the robot
    this.#tree = undefined
    this.#statusPublisher.set({ tree: { hash: this.#hash, name: doc.main, nodes: [] }, blackboard: [] })
    this.#set({ episode, unit: '', t: 0, scoreSoFar: 0 })
    this.#statusPublisher.publish({ kind: 'tree', run: this.#run.key, episode, hash: this.#hash })
  }

  #step(episode: number, step: StepEvent, t: number): void {
    if (step.kind === 'F') this.#statusPublisher.set({ activity: 'learning' })
    this.#statusPublisher.publish({ kind: 'step', run: this.#run.key, episode, t, step })
  }

  #turn(t: number): void {
    const now = this.#now()
    if (now - this.#sampledAt < SAMPLE_MS) return
    this.#sampledAt = now
    this.#sample()
    const pose = this.#shown?.pose()
    if (pose === undefined || this.#shown === undefined) return
    this.#statusPublisher.publish({ kind: 'pose', episode: this.#shown.parts.episode, t, ...pose })
  }

  #sample(): void {
    const shown = this.#shown
    if (shown === undefined) return
    this.#statusPublisher.set({
      ...(this.#tree && { tree: this.#tree.status(), blackboard: this.#tree.blackboard() }),
      facts: shown.facts(),
      ...(this.#linked && { link: this.#link(shown) }),
    })
  }

  #link(shown: ShownEpisode): LinkReport {
    const link = shown.link(this.#device)
    if (link.status !== 'lost') return link
    this.#lostAt ??= this.#statusPublisher.status().at
    return { ...link, lostAt: this.#lostAt }
  }

  #set(change: Partial<RunStatus>): void {
    this.#run = { ...this.#run, ...change }
    this.#statusPublisher.set({ run: this.#run })
  }
}

function describeLink(progress: LinkProgress): string {
  switch (progress.kind) {
    case 'waiting':
      return `the link is lost; waiting for the controller, ${progress.secondsLeft} s left`
    case 'back':
      return `the controller is back on ${progress.device} after ${(progress.afterMs / 1000).toFixed(1)} s`
    case 'gave-up':
      return `the controller did not come back: ${progress.why}`
    case 'skipped':
      return `${progress.device} is not the controller: ${progress.why}`
    case 'note':
    case 'stood':
      return progress.text
  }
}
