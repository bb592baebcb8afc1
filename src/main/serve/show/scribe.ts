import type { TreeDoc } from '../../../bt/document.js'
import type { TraceEvent } from '../../../bt/trace.js'
import { treeHash } from '../../../bt/xml/write.js'
import type { FieldMap } from '../../../base/field-map.js'
import type { AlarmRecord, EpisodeRecord, RefusalRecord, Update } from '../../../learning/episode.js'
import type { StepEvent } from '../../../learning/events.js'
import type { RunManifest } from '../../../learning/manifest.js'
import type { EpisodeParts } from '../../../runtime/episode.js'
import type { ModeChange } from '../../../runtime/modes.js'
import type { RunStatus, StationAlarm } from '../../../runtime/station/snapshot.js'
import type { Station } from '../../../runtime/station/station.js'
import { linkReport } from '../../../runtime/link/link-report.js'
import type { LinkNews } from '../../serial/await-controller.js'
import type { RunInfo, RunView, UnitProgress } from '../../terminal/view.js'
import { factsOf } from './facts.js'
import { TreeView } from './tree-view.js'

/** facts, link and blackboard are looked at this often, ms of the wall clock */
const LOOK_MS = 200
/** open alarms that are shown; older ones are in the store */
const MOST_ALARMS = 100

/**
 * Writes down for the station what one run does. It only listens: nothing that it does can hold up the run, and what it
 * shows of the score is for people, never for critic or actor.
 */
export class Scribe implements RunView {
  readonly #station: Station
  readonly #map: FieldMap
  readonly #device: string | null
  readonly #now: () => number
  #run: RunStatus
  #parts: EpisodeParts | undefined
  #tree: TreeView | undefined
  #hash = ''
  #looked = -Infinity

  constructor(options: {
    readonly station: Station
    readonly map: FieldMap
    readonly manifest: RunManifest
    readonly device: string | null
    readonly before: readonly EpisodeRecord[]
    /** monotonic milliseconds */
    readonly now: () => number
  }) {
    const { station, map, manifest, device, before, now } = options
    this.#station = station
    this.#map = map
    this.#device = device
    this.#now = now
    this.#run = {
      key: manifest.key,
      field: map.id,
      seed: manifest.seed,
      episode: before.length,
      episodes: manifest.episodes,
      unit: '',
      t: 0,
      scoreSoFar: 0,
      scores: before.map(({ score }) => score.total),
      endReasons: before.map(({ endReason }) => endReason),
    }
    station.set({ run: this.#run })
  }

  // of the run, as a terminal hears it

  start({ manifest }: RunInfo): void {
    this.#station.tell({ kind: 'run', run: manifest.key, field: this.#map.id, what: 'begins', why: '' })
  }

  unit({ label, t, scoreSoFar }: UnitProgress): void {
    this.#set({ unit: label, t, scoreSoFar })
  }

  verdict(): void {
    // comes as a step
  }

  alarm(episode: number, record: AlarmRecord): void {
    const snapshot = this.#station.snapshot()
    const mine = `${this.#run.key}/${episode}/`
    const number = snapshot.alarms.filter(({ id }) => id.startsWith(mine)).length + 1
    const alarm: StationAlarm = {
      id: `${mine}${number}`,
      at: snapshot.at,
      run: this.#run.key,
      episode,
      record,
      acknowledged: null,
    }
    this.#station.set({ alarms: [...snapshot.alarms, alarm].slice(-MOST_ALARMS) })
    this.#station.tell({ kind: 'alarm', id: alarm.id, episode, record })
  }

  episode(record: EpisodeRecord): void {
    // the tree has been halted since
    this.#look()
    this.#set({
      scores: [...this.#run.scores, record.score.total],
      endReasons: [...this.#run.endReasons, record.endReason],
      scoreSoFar: record.score.total,
    })
    const { episode, score, endReason } = record
    this.#station.tell({ kind: 'episode', run: this.#run.key, episode, score: score.total, endReason })
  }

  edit(episode: number, update: Update): void {
    this.#station.tell({ kind: 'edit', run: this.#run.key, episode, update })
  }

  link(news: LinkNews): void {
    if (news.kind === 'waiting') this.#station.set({ activity: 'waiting-for-link' })
    const level = news.kind === 'note' ? news.level : news.kind === 'back' ? 'info' : 'warn'
    this.#station.tell({ kind: 'link', level, text: sayLink(news) })
    if (news.kind === 'note' && level !== 'debug') this.#look()
  }

  end(): void {
    // the run desk tells it, with the reason
  }

  close(): void {
    this.#parts = undefined
  }

  // of the robot, turn by turn

  tree(episode: number, doc: TreeDoc): void {
    this.#hash = treeHash(doc)
    this.#set({ episode, unit: '', t: 0, scoreSoFar: 0 })
    this.#station.tell({ kind: 'tree', run: this.#run.key, episode, hash: this.#hash })
  }

  prepared(parts: EpisodeParts): void {
    this.#parts = parts
    this.#tree = new TreeView(parts.tree, this.#hash)
    this.#station.set({ activity: 'running' })
    this.#look()
  }

  mode(change: ModeChange): void {
    const { to, by } = change
    this.#station.set({
      mode: to,
      armedBy: to === 'ARMED' || to === 'RUNNING' ? (this.#parts?.armedBy ?? by) : null,
    })
    this.#station.tell({ kind: 'mode', change })
    if (to === 'SAFE' || to === 'STOPPED') this.#look()
  }

  node(episode: number, event: TraceEvent): void {
    this.#tree?.changed(event)
    this.#station.tell({ kind: 'node', episode, event })
  }

  refusal(episode: number, refusal: RefusalRecord): void {
    this.#station.tell({ kind: 'refusal', episode, refusal })
  }

  step(episode: number, step: StepEvent, t: number): void {
    if (step.kind === 'F') this.#station.set({ activity: 'learning' })
    this.#station.tell({ kind: 'step', run: this.#run.key, episode, t, step })
  }

  turn(t: number): void {
    const now = this.#now()
    if (now - this.#looked < LOOK_MS) return
    this.#looked = now
    this.#look()
    const pose = this.#parts?.robot.state().robot.pose
    if (pose === undefined || this.#parts === undefined) return
    const { x, y, theta } = pose
    this.#station.tell({ kind: 'pose', episode: this.#parts.episode, t, x, y, theta })
  }

  #look(): void {
    const parts = this.#parts
    if (parts === undefined) return
    const { session, link, robot } = parts
    this.#station.set({
      ...(this.#tree && { tree: this.#tree.status(), blackboard: this.#tree.blackboard() }),
      facts: factsOf(robot.state(), this.#map),
      link: linkReport(session, link, this.#device),
    })
  }

  #set(change: Partial<RunStatus>): void {
    this.#run = { ...this.#run, ...change }
    this.#station.set({ run: this.#run })
  }
}

function sayLink(news: LinkNews): string {
  switch (news.kind) {
    case 'waiting':
      return `the link is lost; waiting for the controller, ${news.secondsLeft} s left`
    case 'back':
      return `the controller is back on ${news.device} after ${(news.afterMs / 1000).toFixed(1)} s`
    case 'gave-up':
      return `the controller did not come back: ${news.why}`
    case 'skipped':
      return `${news.device} is not the controller: ${news.why}`
    case 'note':
    case 'stood':
      return news.text
  }
}
