import type { EventStream } from '#adapters/http/event-stream.js'
import { reasonsInWords } from '#learning/critic/report.js'
import type { StatusEvent, StatusEventKind } from '#runtime/status/status-event.js'
import {
  raisedAt,
  stateOf,
  urgency,
  type ServiceStatus,
  type StatusAlarm,
} from '#runtime/status/service-status.js'
import type { StatusView } from '#runtime/status/status-publisher.js'
import { logLine } from './log-line.js'
import type { Change, Hello, LogLine, PageAlarm, PageStatus } from './messages.js'
import { StatusDiffer } from './status-patch.js'
import type { Trends } from './trends.js'

/** between two messages to the pages, ms */
const INTERVAL_MS = 100
/** lines in one message, and in the first one: older ones are dropped */
const [MAX_LINES, MAX_FIRST_LINES] = [100, 300]
const MAX_VALUE_LENGTH = 300

/** what the feed needs of a stream */
export type Sink = Pick<EventStream, 'waiting' | 'send' | 'end'>

interface Reader {
  readonly stream: Sink
  /** it missed a message, and gets a full snapshot once it has drained its backlog */
  behind: boolean
}

/**
 * Sends the service's status to all open pages. Each change is serialised once, however many pages are open.
 * Nothing is buffered for a slow page: it loses messages and then restarts from a full snapshot.
 */
export class LiveFeed {
  readonly #statusPublisher: StatusView
  readonly #trends: Pick<Trends, 'since' | 'taken'>
  readonly #readers = new Set<Reader>()
  #differ = new StatusDiffer()
  #timer: NodeJS.Timeout | undefined
  #seq = 0
  #samplesSent = 0

  constructor(statusPublisher: StatusView, trends: Pick<Trends, 'since' | 'taken'>) {
    this.#statusPublisher = statusPublisher
    this.#trends = trends
  }

  get readers(): number {
    return this.#readers.size
  }

  /** @returns a function that ends it */
  open(stream: Sink): () => void {
    const reader: Reader = { stream, behind: false }
    this.#readers.add(reader)
    if (this.#timer === undefined) this.#begin()
    stream.send('hello', JSON.stringify(this.hello()))
    return () => {
      this.#readers.delete(reader)
      if (this.#readers.size === 0) this.close()
    }
  }

  /** The initial state of a page. */
  hello(): Hello {
    const serviceStatus = trimmed(this.#statusPublisher.status())
    const { events: statusEvents } = this.#statusPublisher.since(0)
    return {
      snapshot: serviceStatus,
      log: linesOf(statusEvents).slice(-MAX_FIRST_LINES),
      pose: latest(statusEvents, 'pose') ?? null,
      picture: latest(statusEvents, 'picture') ?? null,
      samples: this.#trends.since(0),
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    for (const { stream } of this.#readers) stream.end()
    this.#readers.clear()
  }

  #begin(): void {
    this.#differ = new StatusDiffer()
    const serviceStatus = this.#statusPublisher.status()
    this.#seq = serviceStatus.seq
    this.#samplesSent = this.#trends.taken
    this.#differ.next(trimmed(serviceStatus))
    this.#timer = setInterval(() => this.#send(), INTERVAL_MS).unref()
  }

  #send(): void {
    const change = this.#change()
    if (change === undefined) return
    const text = JSON.stringify(change)
    let hello: string | undefined
    for (const reader of this.#readers) {
      if (!reader.behind) reader.behind = !reader.stream.send('change', text)
      else if (reader.stream.waiting === 0) {
        hello ??= JSON.stringify(this.hello())
        reader.behind = !reader.stream.send('hello', hello)
      }
    }
  }

  #change(): Change | undefined {
    const serviceStatus = this.#statusPublisher.status()
    const { events: statusEvents } = this.#statusPublisher.since(this.#seq)
    this.#seq = serviceStatus.seq
    const log = linesOf(statusEvents).slice(-MAX_LINES)
    const pose = latest(statusEvents, 'pose')
    const picture = latest(statusEvents, 'picture')
    const episodes = statusEvents.some(({ kind }) => kind === 'episode')
    const patch = this.#differ.next(trimmed(serviceStatus))
    const samples = this.#trends.since(this.#samplesSent)
    this.#samplesSent = this.#trends.taken
    if (patch === undefined && statusEvents.length + samples.length === 0) return undefined
    const { at, uptimeMs, seq } = serviceStatus
    return {
      patch: patch ?? { at, uptimeMs, seq },
      ...(log.length === 0 ? {} : { log }),
      ...(pose === undefined ? {} : { pose }),
      ...(picture === undefined ? {} : { picture }),
      ...(samples.length === 0 ? {} : { samples }),
      ...(episodes ? { episodes } : {}),
    }
  }
}

const linesOf = (statusEvents: readonly StatusEvent[]): LogLine[] =>
  statusEvents.map(logLine).filter((line): line is LogLine => line !== undefined)

const latest = <K extends StatusEventKind>(
  statusEvents: readonly StatusEvent[],
  kind: K,
): Extract<StatusEvent, { kind: K }> | undefined =>
  statusEvents.findLast((item): item is Extract<StatusEvent, { kind: K }> => item.kind === kind)

/** A blackboard value can be a whole report: the page shows its beginning. */
const trimmed = (serviceStatus: ServiceStatus): PageStatus => {
  const { blackboard } = serviceStatus
  return {
    ...serviceStatus,
    alarms: pageAlarms(serviceStatus.alarms),
    blackboard: blackboard.some(({ value }) => value.length > MAX_VALUE_LENGTH)
      ? blackboard.map(({ key, value }) => ({
          key,
          value: value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value,
        }))
      : blackboard,
  }
}

/** The alarms as the page shows them; the same list for the same alarms, so that it is not sent again. */
function pageAlarms(alarms: readonly StatusAlarm[]): readonly PageAlarm[] {
  const known = shown.get(alarms)
  if (known !== undefined) return known
  const all = alarms.map((alarm): PageAlarm => {
    return {
      ...alarm,
      state: stateOf(alarm),
      urgency: urgency(alarm),
      why: reasonsInWords(alarm.record.reasons),
      first: raisedAt(alarm),
    }
  })
  shown.set(alarms, all)
  return all
}

const shown = new WeakMap<readonly StatusAlarm[], readonly PageAlarm[]>()
