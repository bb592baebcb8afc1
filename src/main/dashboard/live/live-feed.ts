import type { EventStream } from '../../../adapters/http/event-stream.js'
import type { News, NewsKind } from '../../../runtime/station/news.js'
import type { Snapshot } from '../../../runtime/station/snapshot.js'
import type { StationView } from '../../../runtime/station/station.js'
import { logLine } from './log-line.js'
import type { Change, Hello, LogLine } from './messages.js'
import { SnapshotDiffer } from './snapshot-patch.js'

/** between two messages to the pages, ms */
const EVERY_MS = 100
/** lines in one message, and in the first one: older ones are left out */
const [MOST_LINES, FIRST_LINES] = [100, 300]
const LONGEST_VALUE = 300

/** what it needs of a stream */
export type Sink = Pick<EventStream, 'waiting' | 'send' | 'end'>

interface Reader {
  readonly stream: Sink
  /** it missed a message, and gets a whole snapshot when it has taken what it was sent */
  behind: boolean
}

/**
 * Sends what the station says to all pages that look on. Each change is put into words once, however many look; nothing is
 * kept for a slow one, which loses messages and then begins again with a whole snapshot.
 */
export class LiveFeed {
  readonly #station: StationView
  readonly #readers = new Set<Reader>()
  #differ = new SnapshotDiffer()
  #timer: NodeJS.Timeout | undefined
  #seq = 0

  constructor(station: StationView) {
    this.#station = station
  }

  get readers(): number {
    return this.#readers.size
  }

  /** @returns ends it */
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

  /** Everything that a page needs to begin with. */
  hello(): Hello {
    const snapshot = trimmed(this.#station.snapshot())
    const { news } = this.#station.since(0)
    return {
      snapshot,
      log: linesOf(news).slice(-FIRST_LINES),
      pose: latest(news, 'pose') ?? null,
      picture: latest(news, 'picture') ?? null,
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    for (const { stream } of this.#readers) stream.end()
    this.#readers.clear()
  }

  #begin(): void {
    this.#differ = new SnapshotDiffer()
    const snapshot = this.#station.snapshot()
    this.#seq = snapshot.seq
    this.#differ.next(trimmed(snapshot))
    this.#timer = setInterval(() => this.#send(), EVERY_MS).unref()
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
    const snapshot = this.#station.snapshot()
    const { news } = this.#station.since(this.#seq)
    this.#seq = snapshot.seq
    const log = linesOf(news).slice(-MOST_LINES)
    const pose = latest(news, 'pose')
    const picture = latest(news, 'picture')
    const episodes = news.some(({ kind }) => kind === 'episode')
    const patch = this.#differ.next(trimmed(snapshot))
    if (patch === undefined && news.length === 0) return undefined
    const { at, uptimeMs, seq } = snapshot
    return {
      patch: patch ?? { at, uptimeMs, seq },
      ...(log.length === 0 ? {} : { log }),
      ...(pose === undefined ? {} : { pose }),
      ...(picture === undefined ? {} : { picture }),
      ...(episodes ? { episodes } : {}),
    }
  }
}

const linesOf = (news: readonly News[]): LogLine[] =>
  news.map(logLine).filter((line): line is LogLine => line !== undefined)

const latest = <K extends NewsKind>(news: readonly News[], kind: K): Extract<News, { kind: K }> | undefined =>
  news.findLast((item): item is Extract<News, { kind: K }> => item.kind === kind)

/** A value on the blackboard can be a whole report: the page shows its beginning. */
const trimmed = (snapshot: Snapshot): Snapshot =>
  snapshot.blackboard.some(({ value }) => value.length > LONGEST_VALUE)
    ? {
        ...snapshot,
        blackboard: snapshot.blackboard.map(({ key, value }) => ({
          key,
          value: value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value,
        })),
      }
    : snapshot
