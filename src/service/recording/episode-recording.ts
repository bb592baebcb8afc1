import type { TraceEvent } from '#bt/trace.js'
import { McapFile, type Nanoseconds } from '#adapters/mcap/mcap-file.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import type { ShownEpisode } from '../show/shown-episode.js'
import { version } from '#documents/read-text-file.js'
import { diagnostics, logMessage, picture, alarm } from './messages.js'
import { stamp } from './shapes/geometry.js'
import { logLine, type LogLine } from './log-lines.js'
import type { Pose2D } from './field-scene/frames.js'
import { recordedScene, type RecordedScene } from './recorded-scene.js'
import { Timeline, timeOf, type Moment } from './timeline.js'
import { NODE_TOPIC, nodeTopic, TOPICS, type FixedTopic } from './topics.js'
import { RunningNodes } from './running-nodes.js'

export interface EpisodeSubject {
  readonly statusPublisher: StatusView
  readonly picturesPerSecond: number
  /** what the 3D view draws; undefined in a world without a map */
  readonly scene: ShownEpisode['scene']
}

/** between two samples of link, health, score and scene, ns of the recording's time line */
const SAMPLE_INTERVAL = 1_000_000_000n

/** Turns the events of one episode into the messages of one MCAP file. */
export class EpisodeRecording {
  readonly file: McapFile
  readonly #subject: EpisodeSubject
  readonly #timeline: Timeline
  readonly #channels = new Map<string, number>()
  readonly #runningNodes: RunningNodes
  readonly #drawn: RecordedScene | undefined
  #labels: ReadonlyMap<string, string> | undefined
  /** of the newest node event: the running nodes are written when a tick is over */
  #tick: number | undefined
  #sampledAt: Nanoseconds | undefined
  #pictureAt: Nanoseconds | undefined
  #scene: string | undefined
  #unit = ''
  #score: number | undefined

  /** @throws when the file cannot be created */
  constructor(path: string, subject: EpisodeSubject) {
    this.#subject = subject
    this.#drawn = recordedScene(subject.scene)
    const { at, robot } = subject.statusPublisher.status()
    this.#timeline = new Timeline(at, robot.pace)
    this.#runningNodes = new RunningNodes((node) => this.#labelOf(node))
    this.file = new McapFile(path, { library: `graft ${version()}` })
  }

  record(statusEvent: StatusEvent): void {
    const t = timeOf(statusEvent)
    if (this.#tick !== undefined && t !== this.#tick) this.#writeRunning(statusEvent.at)
    const moment = this.#timeline.at(statusEvent.at, t)
    const line = logLine(statusEvent)
    if (line !== undefined) this.#log(moment, line)
    this.#write(statusEvent, moment)
    this.#sample(moment)
  }

  #write(statusEvent: StatusEvent, moment: Moment): void {
    switch (statusEvent.kind) {
      case 'node':
        this.#node(moment, statusEvent.event)
        break
      case 'pose':
        this.#frames(moment, statusEvent)
        break
      case 'picture':
        this.#picture(moment, statusEvent.id)
        break
      case 'mode': {
        const { activity } = this.#subject.statusPublisher.status()
        const { from, to, by } = statusEvent.change
        this.#add('/mode', { mode: to, from, by, activity }, moment)
        break
      }
      case 'activity': {
        const { mode } = this.#subject.statusPublisher.status()
        this.#add('/mode', { mode, from: mode, by: '', activity: statusEvent.activity }, moment)
        break
      }
      case 'alarm':
        this.#add('/alarm', alarm(statusEvent.id, statusEvent.record, ''), moment)
        break
      case 'alarm-acknowledged':
      case 'alarm-changed':
        this.#alarm(statusEvent.alarm, moment)
        break
      case 'episode':
        this.#add('/score', { total: statusEvent.score, episode: statusEvent.episode, final: true }, moment)
        break
      case 'health':
        this.#health(moment)
        break
      case 'link':
        this.#link(moment, statusEvent.text)
        break
      case 'tree':
      case 'log':
      case 'run':
      case 'step':
      case 'refusal':
      case 'edit':
      case 'policy':
      case 'operator':
        break
    }
  }

  #alarm({ id, record, acknowledged }: StatusAlarm, moment: Moment): void {
    this.#add('/alarm', alarm(id, record, acknowledged?.by ?? ''), moment)
  }

  #node(moment: Moment, event: TraceEvent): void {
    const { path, node, to, attempt, reason = '' } = event
    const label = this.#labelOf(path) ?? node
    this.#add(nodeTopic(path, label), { status: to, label, path, attempt, reason }, moment)
    this.#runningNodes.changed(event)
    this.#tick = event.t
  }

  /** @param text why the recording ends here, if not with its episode */
  async close(text?: string): Promise<Error | undefined> {
    const { at } = this.#subject.statusPublisher.status()
    if (this.#tick !== undefined) this.#writeRunning(at)
    const { picture, pose, word } = this.file.dropped
    const moment = this.#timeline.at(at)
    if (text !== undefined) this.#log(moment, { level: 'warn', source: 'recorder', text })
    if (picture + pose + word > 0) {
      const left = `the disk was too slow: ${picture} pictures, ${pose} poses and ${word} messages are missing`
      this.#log(moment, { level: 'warn', source: 'recorder', text: left })
    }
    return this.file.close()
  }

  #writeRunning(at: number): void {
    const moment = this.#timeline.at(at, this.#tick)
    this.#tick = undefined
    const running = this.#runningNodes.takeChange()
    if (running !== undefined) this.#add('/bt/running', running, moment)
  }

  /** Samples what has no events of its own, once a second or on change. */
  #sample(moment: Moment): void {
    const { run, tree, link, timing } = this.#subject.statusPublisher.status()
    if (run !== null && run.unit !== this.#unit) {
      this.#unit = run.unit
      this.#add('/bt/unit', { unit: run.unit, hash: tree?.hash ?? '' }, moment)
    }
    if (run !== null && run.scoreSoFar !== this.#score) {
      this.#score = run.scoreSoFar
      this.#add('/score', { total: run.scoreSoFar, episode: run.episode, final: false }, moment)
    }
    if (
      this.#sampledAt !== undefined &&
      moment.log >= this.#sampledAt &&
      moment.log - this.#sampledAt < SAMPLE_INTERVAL
    )
      return
    const first = this.#sampledAt === undefined
    this.#sampledAt = moment.log
    if (first) this.#begin(moment)
    this.#link(moment, link.status)
    this.#health(moment)
    if (timing !== null) this.#add('/timing', timing, moment)
    const key = this.#drawn?.key()
    if (this.#drawn === undefined || key === this.#scene) return
    this.#scene = key
    this.#add('/scene', this.#drawn.update(stamp(moment.log)), moment)
  }

  #begin(moment: Moment): void {
    const { mode, activity } = this.#subject.statusPublisher.status()
    this.#add('/mode', { mode, from: mode, by: '', activity }, moment)
    if (this.#drawn?.start === undefined) return
    this.#frames(moment, this.#drawn.start)
    this.#add('/camera/calibration', this.#drawn.calibration(stamp(moment.log)), moment)
  }

  #frames(moment: Moment, pose: Pose2D): void {
    // before it is armed, the controller has not been told its pose
    if (this.#drawn?.start === undefined || !Number.isFinite(pose.x + pose.y + pose.theta)) return
    this.#add('/tf', this.#drawn.frames(stamp(moment.log), pose), moment)
  }

  #picture(moment: Moment, id: string): void {
    const { picturesPerSecond, statusPublisher } = this.#subject
    if (picturesPerSecond <= 0) return
    const since = this.#pictureAt === undefined ? undefined : moment.log - this.#pictureAt
    // a picture slightly early is still in time
    if (since !== undefined && since >= 0n && since < BigInt(Math.round(0.9e9 / picturesPerSecond))) return
    const taken = statusPublisher.picture()
    if (taken?.id !== id) return
    this.#pictureAt = moment.log
    this.#add('/camera', picture(stamp(moment.log), taken.jpeg), moment)
  }

  #link(moment: Moment, text: string): void {
    const { status, silentMs, counters, controller, degraded } = this.#subject.statusPublisher.status().link
    this.#add('/link', { status, silentMs, text, counters, controller, degraded }, moment)
  }

  #health(moment: Moment): void {
    const { health } = this.#subject.statusPublisher.status()
    this.#add('/health', diagnostics(stamp(moment.log), health), moment)
  }

  #log(moment: Moment, line: LogLine): void {
    this.#add('/log', logMessage(stamp(moment.log), line), moment)
  }

  #labelOf(path: string): string | undefined {
    if (this.#labels === undefined) {
      const tree = this.#subject.statusPublisher.status().tree
      if (tree === null) return undefined
      this.#labels = new Map(tree.nodes.map((node) => [node.path, node.label]))
    }
    return this.#labels.get(path)
  }

  #add(topic: FixedTopic | `/bt/${string}`, message: object, moment: Moment): void {
    const spec = isFixed(topic) ? TOPICS[topic] : NODE_TOPIC
    let channel = this.#channels.get(topic)
    if (channel === undefined) {
      channel = this.file.channel({ topic, schemaName: spec.name, schema: spec.schema })
      this.#channels.set(topic, channel)
    }
    this.file.add(channel, message, spec.worth, moment)
  }
}

const isFixed = (topic: string): topic is FixedTopic => Object.hasOwn(TOPICS, topic)
