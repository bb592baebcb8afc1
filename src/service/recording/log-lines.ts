import type { StepEvent } from '#learning/events.js'
import type { CriticReport } from '#learning/critic/report.js'
import type { LogLevel, StatusEvent } from '#runtime/status/status-event.js'

export interface LogLine {
  readonly level: LogLevel
  readonly source: string
  readonly text: string
}

/** What a person reads of a piece of news in the log; nothing of those that come many times a second. */
export function logLine(statusEvent: StatusEvent): LogLine | undefined {
  switch (statusEvent.kind) {
    case 'log':
      return { level: statusEvent.level, source: statusEvent.source, text: statusEvent.text }
    case 'mode':
      return line(
        'info',
        'mode',
        `${statusEvent.change.from} → ${statusEvent.change.to}, by ${statusEvent.change.by}`,
      )
    case 'activity':
      return line('info', 'run', because(statusEvent.activity, statusEvent.why))
    case 'run':
      return line(
        'info',
        'run',
        because(`run ${statusEvent.run} on ${statusEvent.field} ${statusEvent.what}`, statusEvent.why),
      )
    case 'tree':
      return line('info', 'tree', `episode ${statusEvent.episode} runs tree ${statusEvent.hash.slice(0, 8)}`)
    case 'step':
      return stepLine(statusEvent.step)
    case 'refusal': {
      const { command, nodePath, text, because: why } = statusEvent.refusal
      return line('warn', 'twin', because(`refused ${command} at ${nodePath}: ${text}`, why ?? ''))
    }
    case 'alarm':
      return line('error', 'alarm', `${statusEvent.record.reasons.join(', ')}: ${statusEvent.record.text}`)
    case 'alarm-acknowledged':
      return line(
        'info',
        'alarm',
        `${statusEvent.alarm.id} acknowledged by ${statusEvent.alarm.acknowledged?.by ?? 'somebody'}`,
      )
    case 'episode':
      return line(
        'info',
        'referee',
        `episode ${statusEvent.episode}: ${statusEvent.score} points, ${statusEvent.endReason}`,
      )
    case 'edit':
      return line('info', 'actor', `${statusEvent.update.decision}: ${statusEvent.update.why}`)
    case 'link':
      return line(statusEvent.level, 'link', statusEvent.text)
    case 'health': {
      const { id, state, text } = statusEvent.row
      const level = state === 'ok' || state === 'off' ? 'info' : state === 'warn' ? 'warn' : 'error'
      return line(level, 'health', because(`${id} ${state}`, text))
    }
    case 'policy':
      return line(
        'info',
        'policy',
        `${statusEvent.field}: ${statusEvent.what} (tree ${statusEvent.hash.slice(0, 8)})`,
      )
    case 'operator':
      return line('info', 'operator', `${statusEvent.by} (${statusEvent.role}): ${statusEvent.did}`)
    case 'node':
    case 'pose':
    case 'picture':
      return undefined
  }
}

function stepLine(step: StepEvent): LogLine | undefined {
  switch (step.kind) {
    case 'I':
      return decision('INITIAL', step.report)
    case 'M':
      return decision(`after step ${step.report.step}`, step.report)
    case 'F':
      return decision(`FINAL, ${step.endReason}`, step.report)
    case 'X':
      return line(step.status === 'SUCCESS' ? 'info' : 'warn', 'tree', `${step.label}: ${step.status}`)
    case 'R':
      return line('info', 'referee', `score ${step.score.total}`)
    case 'A':
    // the alarm, the edit and the trace are told by news of their own
    case 'T':
    case 'U':
    case 'H':
      return undefined
  }
}

const decision = (when: string, { summary, s, c, issues }: CriticReport): LogLine =>
  line(
    s >= 0.5 ? 'warn' : 'info',
    'critic',
    `${when}: ${summary} (s ${s.toFixed(2)}, c ${c.toFixed(2)}, ${issues.length}` +
      ` ${issues.length === 1 ? 'issue' : 'issues'})`,
  )

const line = (level: LogLevel, source: string, text: string): LogLine => ({ level, source, text })
const because = (what: string, why: string): string => (why === '' ? what : `${what}: ${why}`)
