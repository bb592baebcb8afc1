import type { LogLevel, News } from '../../../runtime/station/news.js'
import type { Snapshot, TreeNodeStatus } from '../../../runtime/station/snapshot.js'
import type { LogLine } from '../show/log.js'
import { LEVELS } from '../show/words.js'
import { newsLines } from '../show/news.js'
import { BARE } from '../text/look.js'

/** Everything the watch shows at one moment. */
export interface Watched {
  readonly snapshot: Snapshot | undefined
  /** ms for which the service has not answered; 0 when it does */
  readonly silentMs: number
  /** newest last */
  readonly log: readonly LogLine[]
  /** rows of half blocks, ready to print; empty without a picture */
  readonly picture: readonly string[]
  readonly conditions: boolean
  readonly level: LogLevel
  /** first line of the tree that is shown; undefined: where it runs */
  readonly top: number | undefined
}

export const START: Watched = {
  snapshot: undefined,
  silentMs: 0,
  log: [],
  picture: [],
  conditions: true,
  level: 'info',
  top: undefined,
}

/** A whole look at the service; what news have told before is in it. */
export const looked = (watched: Watched, snapshot: Snapshot | undefined, silentMs: number): Watched => ({
  ...watched,
  snapshot: snapshot ?? watched.snapshot,
  silentMs,
})

/** Between two looks, news keep the picture fresh. News must have been disarmed. */
export function heard(watched: Watched, news: News): Watched {
  const line = logOf(news)
  const log = line === undefined ? watched.log : [...watched.log, line].slice(-MOST_LINES)
  const { snapshot } = watched
  return { ...watched, log, snapshot: snapshot === undefined ? undefined : patch(snapshot, news) }
}

/** What keys do to what is shown. */
export function pressed(watched: Watched, key: string): Watched {
  const { top, snapshot } = watched
  const most = Math.max(0, (snapshot?.tree?.nodes.length ?? 1) - 1)
  const scroll = (by: number): Watched => ({ ...watched, top: Math.max(0, Math.min(most, (top ?? 0) + by)) })
  switch (key) {
    case 'c':
      return { ...watched, conditions: !watched.conditions }
    case 'l':
      return {
        ...watched,
        level: LEVELS[(LEVELS.indexOf(watched.level) + 1) % (LEVELS.length - 1)] ?? 'info',
      }
    case 'f':
      return { ...watched, top: undefined }
    case 'j':
    case '\u001B[B':
      return scroll(1)
    case 'k':
    case '\u001B[A':
      return scroll(-1)
    case ' ':
    case '\u001B[6~':
      return scroll(10)
    case '\u001B[5~':
      return scroll(-10)
    default:
      return watched
  }
}

const MOST_LINES = 200

function patch(snapshot: Snapshot, news: News): Snapshot {
  // the look that comes every second has it already
  if (news.seq <= snapshot.seq) return snapshot
  const { tree, run } = snapshot
  switch (news.kind) {
    case 'node': {
      const { path, to } = news.event
      if (tree === null) return snapshot
      const nodes = tree.nodes.map((node): TreeNodeStatus =>
        node.path === path ? { ...node, status: to } : node,
      )
      return { ...snapshot, tree: { ...tree, nodes } }
    }
    case 'mode':
      return { ...snapshot, mode: news.change.to }
    case 'activity':
      return { ...snapshot, activity: news.activity }
    case 'health':
      return {
        ...snapshot,
        health: snapshot.health.map((row) => (row.id === news.row.id ? news.row : row)),
      }
    case 'episode':
      return run === null ? snapshot : { ...snapshot, run: { ...run, scoreSoFar: news.score } }
    case 'log':
    case 'run':
    case 'tree':
    case 'step':
    case 'refusal':
    case 'alarm':
    case 'alarm-acknowledged':
    case 'edit':
    case 'pose':
    case 'picture':
    case 'link':
    case 'policy':
    case 'operator':
      return snapshot
  }
}

/** News other than log lines stand in the log too, without their times: the log has its own. */
function logOf(news: News): LogLine | undefined {
  if (news.kind === 'log') return news
  if (news.kind === 'link') return { at: news.at, level: news.level, source: 'link', text: news.text }
  if (news.kind === 'node') return undefined
  const [first] = newsLines(news, { ...BARE, columns: 1000 })
  if (first === undefined) return undefined
  const level = news.kind === 'alarm' || news.kind === 'refusal' ? 'warn' : 'info'
  return { at: news.at, level, source: news.kind, text: first.replace(/^\d\d:\d\d:\d\d /, '').trim() }
}
