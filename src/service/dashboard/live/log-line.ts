import type { StepEvent } from '#learning/events.js'
import type { EndReason } from '#learning/episode.js'
import type { HealthRow } from '#runtime/health/health.js'
import type { LogLevel, EventOf, StatusEvent } from '#runtime/status/status-event.js'
import type { LogLine } from './messages.js'

const LONGEST = 600

/** An event as one line for people; undefined for what the page shows elsewhere. */
export function logLine(statusEvent: StatusEvent): LogLine | undefined {
  const said = inWords(statusEvent)
  if (said === undefined) return undefined
  const [level, source, text] = said
  const { seq, at } = statusEvent
  return { seq, at, level, source, text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text }
}

type Said = readonly [LogLevel, source: string, text: string]

const inWords = (event: StatusEvent): Said | undefined =>
  (WORDS[event.kind] as (event: StatusEvent) => Said | undefined)(event)

const WORDS: { readonly [K in StatusEvent['kind']]: (event: EventOf<K>) => Said | undefined } = {
  log: (event) => [event.level, event.source, event.text],
  mode: (event) => ['info', 'mode', `${event.change.from} → ${event.change.to} by ${event.change.by}`],
  activity: (event) => ['info', 'activity', because(event.activity, event.why)],
  run: (event) => ['info', 'run', because(`${event.run} on ${event.field} ${event.what}`, event.why)],
  tree: (event) => ['info', 'tree', `episode ${event.episode} runs tree ${event.hash.slice(0, 12)}`],
  node: (event) => {
    const { to, node, path, reason } = event.event
    return to === 'FAILURE' && reason !== undefined
      ? ['info', 'tree', `${node} at ${path} failed: ${reason}`]
      : undefined
  },
  step: (event) => stepInWords(event.step),
  refusal: (event) => [
    'warn',
    'gate',
    `${event.refusal.command} refused by ${event.refusal.checkId}: ${event.refusal.text}`,
  ],
  alarm: (event) => [
    'warn',
    'alarm',
    because(`${event.id} (${event.record.reasons.join(', ')})`, event.record.text),
  ],
  'alarm-acknowledged': (event) => {
    const { id, acknowledged } = event.alarm
    return [
      'info',
      'alarm',
      because(`${id} acknowledged by ${acknowledged?.by ?? '?'}`, acknowledged?.note ?? ''),
    ]
  },
  episode: (event) => [
    'info',
    'episode',
    `${event.episode} ${ENDED[event.endReason]}: ${event.score.toFixed(1)} points`,
  ],
  edit: (event) => [
    'info',
    'actor',
    because(`after episode ${event.episode}: ${event.update.decision}`, event.update.why),
  ],
  link: (event) => (event.level === 'debug' ? undefined : [event.level, 'link', event.text]),
  health: (event) => [
    HEALTH_LEVEL[event.row.state],
    'health',
    because(`${event.row.id} ${event.row.state}`, event.row.text),
  ],
  policy: (event) => ['info', 'policy', `${event.field}: tree ${event.hash.slice(0, 12)} ${event.what}`],
  operator: (event) => ['info', 'operator', `${event.by} (${event.role}) ${event.did}`],
  pose: () => undefined,
  picture: () => undefined,
}

function stepInWords(step: StepEvent): Said | undefined {
  switch (step.kind) {
    case 'I':
    case 'M':
    case 'F': {
      const { mode, s, c, summary } = step.report
      return ['info', 'critic', because(`${mode}: s ${s.toFixed(2)}, c ${c.toFixed(2)}`, summary)]
    }
    case 'X':
      return ['info', 'tree', `${step.label} ${step.status === 'SUCCESS' ? 'succeeded' : 'failed'}`]
    // reported by events of their own, or for machines only
    case 'A':
    case 'U':
    case 'T':
    case 'R':
    case 'H':
      return undefined
  }
}

const because = (what: string, why: string): string => (why === '' ? what : `${what}: ${why}`)

const HEALTH_LEVEL: Readonly<Record<HealthRow['state'], LogLevel>> = {
  ok: 'info',
  off: 'info',
  warn: 'warn',
  late: 'error',
  failed: 'error',
}

const ENDED: Readonly<Record<EndReason, string>> = {
  'tree-success': 'ended with success',
  'tree-failure': 'ended because the tree failed',
  'home-reached': 'came home',
  'time-limit': 'stopped at the time limit',
  'operator-stop': 'was stopped by the operator',
  'access-lost': 'was stopped because nobody with a key that may stop it could connect',
  estop: 'ended in an emergency stop',
  'link-lost': 'ended because the link was lost',
}
