import type { StepEvent } from '#learning/events.js'
import { changeInWords, scored } from '#app/command-line/words.js'
import { reasonsInWords } from '#learning/critic/report.js'
import { END_WORDS } from '#learning/episode.js'
import type { HealthRow } from '#runtime/health/health.js'
import type { LogLevel, EventOf, StatusEvent } from '#runtime/status/status-event.js'
import type { LogLine } from './messages.js'

const MAX_LENGTH = 600

/** An event as one line for people; undefined for what the page shows elsewhere. */
export function logLine(statusEvent: StatusEvent): LogLine | undefined {
  const described = describeEvent(statusEvent)
  if (described === undefined) return undefined
  const [level, source, text] = described
  const { seq, at } = statusEvent
  return {
    ...{ seq, at, level, source },
    text: text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text,
    ...(statusEvent.kind === 'alarm' && { alarm: statusEvent.id }),
  }
}

type LogText = readonly [LogLevel, source: string, text: string]

const describeEvent = (event: StatusEvent): LogText | undefined =>
  (DESCRIPTIONS[event.kind] as (event: StatusEvent) => LogText | undefined)(event)

const DESCRIPTIONS: { readonly [K in StatusEvent['kind']]: (event: EventOf<K>) => LogText | undefined } = {
  log: (event) => [event.level, event.source, event.text],
  mode: (event) => ['info', 'mode', `${event.change.from} → ${event.change.to} by ${event.change.by}`],
  activity: (event) => ['info', 'activity', withReason(event.activity, event.why)],
  run: (event) => ['info', 'run', withReason(`${event.run} on ${event.field} ${event.what}`, event.why)],
  tree: (event) => ['info', 'tree', `episode ${event.episode} runs tree ${event.hash.slice(0, 12)}`],
  node: (event) => {
    const { to, node, path, reason } = event.event
    return to === 'FAILURE' && reason !== undefined
      ? ['info', 'tree', `${node} at ${path} failed: ${reason}`]
      : undefined
  },
  step: (event) => describeStep(event.step),
  refusal: (event) => [
    'warn',
    'gate',
    `${event.refusal.command} refused by ${event.refusal.checkId}: ${event.refusal.text}`,
  ],
  alarm: (event) => [
    'warn',
    'alarm',
    withReason(`${event.id} (${reasonsInWords(event.record.reasons)})`, event.record.text),
  ],
  'alarm-acknowledged': (event) => {
    const { id, acknowledged } = event.alarm
    return [
      'info',
      'alarm',
      withReason(`${id} acknowledged by ${acknowledged?.by ?? '?'}`, acknowledged?.note ?? ''),
    ]
  },
  'alarm-changed': (event) => {
    const change = changeInWords(event)
    return change && [change.isBack ? 'warn' : 'info', 'alarm', `${event.alarm.id} ${change.text}`]
  },
  episode: (event) => [
    'info',
    'run',
    `episode ${event.episode} ${END_WORDS[event.endReason]}: ${scored(event.score)}`,
  ],
  edit: (event) => [
    'info',
    'actor',
    withReason(`after episode ${event.episode}: ${event.update.decision}`, event.update.why),
  ],
  link: (event) => (event.level === 'debug' ? undefined : [event.level, 'link', event.text]),
  health: (event) => [
    HEALTH_LEVEL[event.row.state],
    'health',
    withReason(`${event.row.id} ${event.row.state}`, event.row.text),
  ],
  policy: (event) => ['info', 'policy', `${event.field}: ${event.what}`],
  operator: (event) => ['info', 'operator', `${event.by} (${event.role}) ${event.did}`],
  pose: () => undefined,
  picture: () => undefined,
}

function describeStep(step: StepEvent): LogText | undefined {
  switch (step.kind) {
    case 'I':
    case 'M':
    case 'F': {
      const { mode, s, c, summary } = step.report
      return ['info', 'critic', withReason(`${mode}: s ${s.toFixed(2)}, c ${c.toFixed(2)}`, summary)]
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

const withReason = (what: string, why: string): string => (why === '' ? what : `${what}: ${why}`)

const HEALTH_LEVEL: Readonly<Record<HealthRow['state'], LogLevel>> = {
  ok: 'info',
  off: 'info',
  warn: 'warn',
  late: 'error',
  failed: 'error',
}
