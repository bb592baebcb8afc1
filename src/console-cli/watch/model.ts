import type { LogLevel, StatusEvent } from '#runtime/status/status-event.js'
import type { ServiceStatus, TreeNodeStatus } from '#runtime/status/service-status.js'
import { type LogLine, eventLines } from '../show/events.js'
import { LEVELS } from '../show/words.js'
import { BARE } from '../text/look.js'

/** Everything the watch shows at one time. */
export interface Watched {
  readonly status: ServiceStatus | undefined
  /** ms for which the service has not answered; 0 while it answers */
  readonly silentMs: number
  /** newest last */
  readonly log: readonly LogLine[]
  /** rows of half blocks, ready to print; empty if there is no picture */
  readonly picture: readonly string[]
  readonly conditions: boolean
  readonly level: LogLevel
  /** first visible line of the tree; undefined: follow the running node */
  readonly top: number | undefined
}

export const START: Watched = {
  status: undefined,
  silentMs: 0,
  log: [],
  picture: [],
  conditions: true,
  level: 'info',
  top: undefined,
}

/** Applies a full status snapshot, which includes all earlier events. */
export const looked = (
  watched: Watched,
  serviceStatus: ServiceStatus | undefined,
  silentMs: number,
): Watched => ({
  ...watched,
  status: serviceStatus ?? watched.status,
  silentMs,
})

/** Applies an event between two snapshots. The event must already be sanitised. */
export function heard(watched: Watched, statusEvent: StatusEvent): Watched {
  const line = logOf(statusEvent)
  const log = line === undefined ? watched.log : [...watched.log, line].slice(-MOST_LINES)
  const { status: serviceStatus } = watched
  return {
    ...watched,
    log,
    status: serviceStatus === undefined ? undefined : patch(serviceStatus, statusEvent),
  }
}

/** Applies a key press to the view. */
export function pressed(watched: Watched, key: string): Watched {
  const { top, status: serviceStatus } = watched
  const most = Math.max(0, (serviceStatus?.tree?.nodes.length ?? 1) - 1)
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
const WELL: ReadonlySet<string> = new Set(['ok', 'off'])

function patch(serviceStatus: ServiceStatus, statusEvent: StatusEvent): ServiceStatus {
  // the last snapshot already includes it
  if (statusEvent.seq <= serviceStatus.seq) return serviceStatus
  const { tree, run } = serviceStatus
  switch (statusEvent.kind) {
    case 'node': {
      const { path, to } = statusEvent.event
      if (tree === null) return serviceStatus
      const nodes = tree.nodes.map((node): TreeNodeStatus =>
        node.path === path ? { ...node, status: to } : node,
      )
      return { ...serviceStatus, tree: { ...tree, nodes } }
    }
    case 'mode':
      return { ...serviceStatus, mode: statusEvent.change.to }
    case 'activity':
      return { ...serviceStatus, activity: statusEvent.activity }
    case 'health':
      return {
        ...serviceStatus,
        health: serviceStatus.health.map((row) => (row.id === statusEvent.row.id ? statusEvent.row : row)),
      }
    case 'episode':
      return run === null
        ? serviceStatus
        : { ...serviceStatus, run: { ...run, scoreSoFar: statusEvent.score } }
    case 'log':
    case 'run':
    case 'tree':
    case 'step':
    case 'refusal':
    case 'alarm':
    case 'alarm-acknowledged':
    case 'alarm-changed':
    case 'edit':
    case 'pose':
    case 'picture':
    case 'link':
    case 'policy':
    case 'operator':
      return serviceStatus
  }
}

/** Events other than log lines are logged too, without their own times, since the log adds one. */
function logOf(statusEvent: StatusEvent): LogLine | undefined {
  if (statusEvent.kind === 'log') return statusEvent
  if (statusEvent.kind === 'link')
    return { at: statusEvent.at, level: statusEvent.level, source: 'link', text: statusEvent.text }
  if (statusEvent.kind === 'node') return undefined
  // in a few rows what is well would drive out an alarm
  if (statusEvent.kind === 'health' && WELL.has(statusEvent.row.state)) return undefined
  const [first] = eventLines(statusEvent, { ...BARE, columns: 1000 })
  if (first === undefined) return undefined
  const level = statusEvent.kind === 'alarm' || statusEvent.kind === 'refusal' ? 'warn' : 'info'
  return {
    at: statusEvent.at,
    level,
    source: statusEvent.kind,
    text: first.replace(/^\d\d:\d\d:\d\d /, '').trim(),
  }
}
