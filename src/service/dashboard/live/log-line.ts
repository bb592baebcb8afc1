import type { StepEvent } from '#learning/events.js'
import type { EndReason } from '#learning/episode.js'
import type { HealthRow } from '#runtime/health/health.js'
import type { LogLevel, StatusEvent } from '#runtime/status/status-event.js'
import type { LogLine } from './messages.js'

const LONGEST = 600

/** News in one line for people; undefined for what the page shows elsewhere. */
export function logLine(statusEvent: StatusEvent): LogLine | undefined {
  const said = inWords(statusEvent)
  if (said === undefined) return undefined
  const [level, source, text] = said
  const { seq, at } = statusEvent
  return { seq, at, level, source, text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text }
}

type Said = readonly [LogLevel, source: string, text: string]

function inWords(statusEvent: StatusEvent): Said | undefined {
  switch (statusEvent.kind) {
    case 'log':
      return [statusEvent.level, statusEvent.source, statusEvent.text]
    case 'mode':
      return [
        'info',
        'mode',
        `${statusEvent.change.from} → ${statusEvent.change.to} by ${statusEvent.change.by}`,
      ]
    case 'activity':
      return ['info', 'activity', because(statusEvent.activity, statusEvent.why)]
    case 'run':
      return [
        'info',
        'run',
        because(`${statusEvent.run} on ${statusEvent.field} ${statusEvent.what}`, statusEvent.why),
      ]
    case 'tree':
      return ['info', 'tree', `episode ${statusEvent.episode} runs tree ${statusEvent.hash.slice(0, 12)}`]
    case 'node': {
      const { to, node, path, reason } = statusEvent.event
      return to === 'FAILURE' && reason !== undefined
        ? ['info', 'tree', `${node} at ${path} failed: ${reason}`]
        : undefined
    }
    case 'step':
      return stepInWords(statusEvent.step)
    case 'refusal':
      return [
        'warn',
        'gate',
        `${statusEvent.refusal.command} refused by ${statusEvent.refusal.checkId}: ${statusEvent.refusal.text}`,
      ]
    case 'alarm':
      return [
        'warn',
        'alarm',
        because(`${statusEvent.id} (${statusEvent.record.reasons.join(', ')})`, statusEvent.record.text),
      ]
    case 'alarm-acknowledged': {
      const { id, acknowledged } = statusEvent.alarm
      return [
        'info',
        'alarm',
        because(`${id} acknowledged by ${acknowledged?.by ?? '?'}`, acknowledged?.note ?? ''),
      ]
    }
    case 'episode':
      return [
        'info',
        'episode',
        `${statusEvent.episode} ${ENDED[statusEvent.endReason]}: ${statusEvent.score.toFixed(1)} points`,
      ]
    case 'edit':
      return [
        'info',
        'actor',
        because(
          `after episode ${statusEvent.episode}: ${statusEvent.update.decision}`,
          statusEvent.update.why,
        ),
      ]
    case 'link':
      return statusEvent.level === 'debug' ? undefined : [statusEvent.level, 'link', statusEvent.text]
    case 'health':
      return [
        HEALTH_LEVEL[statusEvent.row.state],
        'health',
        because(`${statusEvent.row.id} ${statusEvent.row.state}`, statusEvent.row.text),
      ]
    case 'policy':
      return [
        'info',
        'policy',
        `${statusEvent.field}: tree ${statusEvent.hash.slice(0, 12)} ${statusEvent.what}`,
      ]
    case 'operator':
      return ['info', 'operator', `${statusEvent.by} (${statusEvent.role}) ${statusEvent.did}`]
    case 'pose':
    case 'picture':
      return undefined
  }
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
    // told by news of their own, or for machines only
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
  'tree-failure': 'ended with a failed tree',
  'home-reached': 'came home',
  'time-limit': 'stopped at the time limit',
  'operator-stop': 'was stopped by the operator',
  'access-lost': 'was stopped because nobody who may stop it could get in',
  estop: 'ended in an emergency stop',
  'link-lost': 'ended with the link lost',
}
