import { changeInWords, scored } from '#app/command-line/words.js'
import { END_WORDS } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import { reasonsInWords, type CriticReport } from '#learning/critic/report.js'
import type { LogLevel, EventOf, StatusEvent } from '#runtime/status/status-event.js'

export interface LogLine {
  readonly level: LogLevel
  readonly source: string
  readonly text: string
}

/** An event as a log line for people; none for those that come many times a second. */
export function logLine(event: StatusEvent): LogLine | undefined {
  return (LINES[event.kind] as (event: StatusEvent) => LogLine | undefined)(event)
}

const LINES: { readonly [K in StatusEvent['kind']]: (event: EventOf<K>) => LogLine | undefined } = {
  log: (event) => ({ level: event.level, source: event.source, text: event.text }),
  mode: (event) => line('info', 'mode', `${event.change.from} → ${event.change.to}, by ${event.change.by}`),
  activity: (event) => line('info', 'run', withReason(event.activity, event.why)),
  run: (event) =>
    line('info', 'run', withReason(`run ${event.run} on ${event.field} ${event.what}`, event.why)),
  tree: (event) => line('info', 'tree', `episode ${event.episode} runs tree ${event.hash.slice(0, 8)}`),
  step: (event) => stepLine(event.step),
  refusal: (event) => {
    const { command, nodePath, text, because: why } = event.refusal
    return line('warn', 'twin', withReason(`refused ${command} at ${nodePath}: ${text}`, why ?? ''))
  },
  alarm: (event) => line('error', 'alarm', `${reasonsInWords(event.record.reasons)}: ${event.record.text}`),
  'alarm-acknowledged': (event) =>
    line('info', 'alarm', `${event.alarm.id} acknowledged by ${event.alarm.acknowledged?.by ?? 'somebody'}`),
  'alarm-changed': (event) => {
    const change = changeInWords(event)
    return change && line(change.isBack ? 'error' : 'info', 'alarm', `${event.alarm.id} ${change.text}`)
  },
  episode: (event) =>
    line('info', 'referee', `episode ${event.episode} ${END_WORDS[event.endReason]}: ${scored(event.score)}`),
  edit: (event) => line('info', 'actor', `${event.update.decision}: ${event.update.why}`),
  link: (event) => line(event.level, 'link', event.text),
  health: (event) => {
    const { id, state, text } = event.row
    const level = state === 'ok' || state === 'off' ? 'info' : state === 'warn' ? 'warn' : 'error'
    return line(level, 'health', withReason(`${id} ${state}`, text))
  },
  policy: (event) => line('info', 'policy', `${event.field}: ${event.what}`),
  operator: (event) => line('info', 'operator', `${event.by} (${event.role}): ${event.did}`),
  node: () => undefined,
  pose: () => undefined,
  picture: () => undefined,
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
    // the alarm, the edit and the trace have events of their own
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
const withReason = (what: string, why: string): string => (why === '' ? what : `${what}: ${why}`)
