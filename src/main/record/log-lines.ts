import type { StepEvent } from '../../learning/events.js'
import type { CriticReport } from '../../mind/critic/report.js'
import type { LogLevel, News } from '../../runtime/station/news.js'

export interface LogLine {
  readonly level: LogLevel
  readonly source: string
  readonly text: string
}

/** What a person reads of a piece of news in the log; nothing of those that come many times a second. */
export function logLine(news: News): LogLine | undefined {
  switch (news.kind) {
    case 'log':
      return { level: news.level, source: news.source, text: news.text }
    case 'mode':
      return line('info', 'mode', `${news.change.from} → ${news.change.to}, by ${news.change.by}`)
    case 'activity':
      return line('info', 'run', because(news.activity, news.why))
    case 'run':
      return line('info', 'run', because(`run ${news.run} on ${news.field} ${news.what}`, news.why))
    case 'tree':
      return line('info', 'tree', `episode ${news.episode} runs tree ${news.hash.slice(0, 8)}`)
    case 'step':
      return stepLine(news.step)
    case 'refusal': {
      const { command, nodePath, text, because: why } = news.refusal
      return line('warn', 'twin', because(`refused ${command} at ${nodePath}: ${text}`, why ?? ''))
    }
    case 'alarm':
      return line('error', 'alarm', `${news.record.reasons.join(', ')}: ${news.record.text}`)
    case 'alarm-acknowledged':
      return line(
        'info',
        'alarm',
        `${news.alarm.id} acknowledged by ${news.alarm.acknowledged?.by ?? 'somebody'}`,
      )
    case 'episode':
      return line('info', 'referee', `episode ${news.episode}: ${news.score} points, ${news.endReason}`)
    case 'edit':
      return line('info', 'actor', `${news.update.decision}: ${news.update.why}`)
    case 'link':
      return line(news.level, 'link', news.text)
    case 'health': {
      const { id, state, text } = news.row
      const level = state === 'ok' || state === 'off' ? 'info' : state === 'warn' ? 'warn' : 'error'
      return line(level, 'health', because(`${id} ${state}`, text))
    }
    case 'policy':
      return line('info', 'policy', `${news.field}: ${news.what} (tree ${news.hash.slice(0, 8)})`)
    case 'operator':
      return line('info', 'operator', `${news.by} (${news.role}): ${news.did}`)
    case 'node':
    case 'pose':
    case 'picture':
      return undefined
  }
}

function stepLine(step: StepEvent): LogLine | undefined {
  switch (step.kind) {
    case 'I':
      return verdict('INITIAL', step.report)
    case 'M':
      return verdict(`after step ${step.report.step}`, step.report)
    case 'F':
      return verdict(`FINAL, ${step.endReason}`, step.report)
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

const verdict = (when: string, { summary, s, c, issues }: CriticReport): LogLine =>
  line(
    s >= 0.5 ? 'warn' : 'info',
    'critic',
    `${when}: ${summary} (s ${s.toFixed(2)}, c ${c.toFixed(2)}, ${issues.length} ${issues.length === 1 ? 'issue' : 'issues'})`,
  )

const line = (level: LogLevel, source: string, text: string): LogLine => ({ level, source, text })
const because = (what: string, why: string): string => (why === '' ? what : `${what}: ${why}`)
