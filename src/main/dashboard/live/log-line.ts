import type { StepEvent } from '../../../learning/events.js'
import type { EndReason } from '../../../learning/episode.js'
import type { HealthRow } from '../../../runtime/health/health.js'
import type { LogLevel, News } from '../../../runtime/station/news.js'
import type { LogLine } from './messages.js'

const LONGEST = 600

/** News in one line for people; undefined for what the page shows elsewhere. */
export function logLine(news: News): LogLine | undefined {
  const said = inWords(news)
  if (said === undefined) return undefined
  const [level, source, text] = said
  const { seq, at } = news
  return { seq, at, level, source, text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text }
}

type Said = readonly [LogLevel, source: string, text: string]

function inWords(news: News): Said | undefined {
  switch (news.kind) {
    case 'log':
      return [news.level, news.source, news.text]
    case 'mode':
      return ['info', 'mode', `${news.change.from} → ${news.change.to} by ${news.change.by}`]
    case 'activity':
      return ['info', 'activity', because(news.activity, news.why)]
    case 'run':
      return ['info', 'run', because(`${news.run} on ${news.field} ${news.what}`, news.why)]
    case 'tree':
      return ['info', 'tree', `episode ${news.episode} runs tree ${news.hash.slice(0, 12)}`]
    case 'node': {
      const { to, node, path, reason } = news.event
      return to === 'FAILURE' && reason !== undefined
        ? ['info', 'tree', `${node} at ${path} failed: ${reason}`]
        : undefined
    }
    case 'step':
      return stepInWords(news.step)
    case 'refusal':
      return [
        'warn',
        'gate',
        `${news.refusal.command} refused by ${news.refusal.checkId}: ${news.refusal.text}`,
      ]
    case 'alarm':
      return ['warn', 'alarm', because(`${news.id} (${news.record.reasons.join(', ')})`, news.record.text)]
    case 'alarm-acknowledged': {
      const { id, acknowledged } = news.alarm
      return [
        'info',
        'alarm',
        because(`${id} acknowledged by ${acknowledged?.by ?? '?'}`, acknowledged?.note ?? ''),
      ]
    }
    case 'episode':
      return ['info', 'episode', `${news.episode} ${ENDED[news.endReason]}: ${news.score.toFixed(1)} points`]
    case 'edit':
      return [
        'info',
        'actor',
        because(`after episode ${news.episode}: ${news.update.decision}`, news.update.why),
      ]
    case 'link':
      return news.level === 'debug' ? undefined : [news.level, 'link', news.text]
    case 'health':
      return [
        HEALTH_LEVEL[news.row.state],
        'health',
        because(`${news.row.id} ${news.row.state}`, news.row.text),
      ]
    case 'policy':
      return ['info', 'policy', `${news.field}: tree ${news.hash.slice(0, 12)} ${news.what}`]
    case 'operator':
      return ['info', 'operator', `${news.by} (${news.role}) ${news.did}`]
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
  estop: 'ended in an emergency stop',
  'link-lost': 'ended with the link lost',
}
