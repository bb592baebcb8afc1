import { describe, expect, it } from 'vitest'
import { logLine } from '#service/dashboard/live/log-line.js'
import { eventLines } from '#console-cli/show/events.js'
import type { Look } from '#console-cli/text/look.js'
import { logLine as journalLine } from '#service/recording/log-lines.js'
import type { StatusAlarm } from '#runtime/status/service-status.js'
import { NO_PAINT } from '#terminal/paint.js'
import type { StatusEventBody } from '#runtime/status/status-event.js'
import { fixtureRecords } from '../report/fixture.js'

const [record] = fixtureRecords()
const report = record?.reports[0] as NonNullable<typeof record>['reports'][number]
const alarm = {
  t: 0 as never,
  mode: 'final',
  step: 0,
  reasons: ['severity'],
  s: 0.8,
  c: 0.9,
  text: 'look',
} as const
const step = (of: object): StatusEventBody =>
  ({ kind: 'step', run: 'R', episode: 1, t: 0, step: of }) as unknown as StatusEventBody

/** each kind of news once or more, with the line that stands for it */
const LINES: readonly (readonly [StatusEventBody, string | undefined])[] = [
  [{ kind: 'log', level: 'error', source: 'store', text: 'disk full' }, 'error store disk full'],
  [{ kind: 'mode', change: { from: 'SAFE', to: 'ARMED', by: 'ada' } }, 'info mode SAFE → ARMED by ada'],
  [{ kind: 'activity', activity: 'paused', why: 'ada' }, 'info activity paused: ada'],
  [{ kind: 'run', run: 'R', field: 'F1', what: 'begins', why: '' }, 'info run R on F1 begins'],
  [
    { kind: 'tree', run: 'R', episode: 2, hash: 'a'.repeat(64) },
    'info tree episode 2 runs tree aaaaaaaaaaaa',
  ],
  [nodeNews('FAILURE', 'no vacuum'), 'info tree LoadBlocks at /1 failed: no vacuum'],
  [nodeNews('SUCCESS'), undefined],
  [step({ kind: 'I', report }), `info critic initial: s 0.00, c 0.94: ${report.summary}`],
  [step({ kind: 'X', unit: '/0', label: 'Retry', status: 'FAILURE' }), 'info tree Retry failed'],
  [step({ kind: 'T', fromSeq: 0, toSeq: 1 }), undefined],
  [refusalNews(), 'warn gate rotate refused by rotate.holds-block: nothing is held'],
  [{ kind: 'alarm', id: 'R/1/1', episode: 1, record: alarm }, 'warn alarm R/1/1 (severe): look'],
  [
    {
      kind: 'alarm-acknowledged',
      alarm: {
        id: 'R/1/1',
        at: 0,
        run: 'R',
        episode: 1,
        record: alarm,
        acknowledged: { by: 'ada', at: 0, note: 'seen' },
      },
    },
    'info alarm R/1/1 acknowledged by ada: seen',
  ],
  [{ kind: 'alarm-changed', what: 'repeated', alarm: status() }, undefined],
  [
    { kind: 'alarm-changed', what: 'reopened', alarm: status() },
    'warn alarm R/1/1 raised again: severe: look',
  ],
  [
    { kind: 'alarm-changed', what: 'closed', alarm: status({ closed: { at: 0, why: 'not there' } }) },
    'info alarm R/1/1 closed: not there',
  ],
  [
    { kind: 'episode', run: 'R', episode: 1, score: 37.25, endReason: 'home-reached' },
    'info run episode 1 came home: 37.3 points',
  ],
  [
    { kind: 'edit', run: 'R', episode: 1, update: (record as NonNullable<typeof record>).update },
    `info actor after episode 1: edited: ${record?.update.why ?? ''}`,
  ],
  [{ kind: 'pose', episode: 1, t: 0, x: 0, y: 0, theta: 0 }, undefined],
  [{ kind: 'picture', id: 'a', t: 0, width: 1, height: 1 }, undefined],
  [{ kind: 'link', level: 'info', text: 'up' }, 'info link up'],
  [healthNews('late', true), 'error health reflex late: no turn'],
  [healthNews('warn', false), 'warn health reflex warn: no turn'],
  [
    { kind: 'policy', field: 'F1', hash: 'b'.repeat(64), what: 'episode 3 has ended' },
    'info policy F1: episode 3 has ended',
  ],
  [{ kind: 'operator', by: 'ada', role: 'operator', did: 'arm' }, 'info operator ada (operator) arm'],
]

describe('dashboard: news in words', () => {
  it('has a line for every kind that is not shown elsewhere', () => {
    expect(new Set(LINES.map(([{ kind }]) => kind)).size).toBe(19)
    const said = LINES.map(([body]) => {
      const line = logLine({ ...body, seq: 1, at: 0 })
      return line === undefined ? undefined : `${line.level} ${line.source} ${line.text}`
    })
    expect(said).toEqual(LINES.map(([, line]) => line))
    const ids = LINES.map(([body]) => logLine({ ...body, seq: 1, at: 0 })?.alarm)
    expect(ids.filter((id) => id !== undefined)).toEqual(['R/1/1'])
  })

  it('tells in the journal and in the console, too, that an alarm is back', () => {
    const back = { kind: 'alarm-changed', what: 'reopened', alarm: status(), seq: 1, at: 0 } as const
    const again = { ...back, what: 'repeated' } as const
    const look = { columns: 100, paint: NO_PAINT } as unknown as Look
    expect(journalLine(back)).toEqual({
      level: 'error',
      source: 'alarm',
      text: 'R/1/1 raised again: severe: look',
    })
    expect(eventLines(back, look).join()).toContain('ALARM R/1/1 raised again: severe: look')
    expect([journalLine(again), ...eventLines(again, look)]).toEqual([undefined])
  })

  it('cuts what is too long for a line', () => {
    const line = logLine({ kind: 'log', level: 'info', source: 'x', text: 'y'.repeat(70_000), seq: 1, at: 0 })
    expect(line?.text.length).toBe(601)
  })
})

function status(change: Partial<StatusAlarm> = {}): StatusAlarm {
  return { id: 'R/1/1', at: 0, run: 'R', episode: 1, record: alarm, acknowledged: null, ...change }
}

function nodeNews(to: 'SUCCESS' | 'FAILURE', reason?: string): StatusEventBody {
  const event = {
    seq: 1,
    t: 0 as never,
    path: '/1',
    node: 'LoadBlocks',
    args: {},
    from: 'RUNNING',
    to,
    attempt: 1,
  } as const
  return { kind: 'node', episode: 1, event: reason === undefined ? event : { ...event, reason } }
}

function refusalNews(): StatusEventBody {
  const refusal = {
    t: 0 as never,
    nodePath: '/4',
    command: 'rotate',
    checkId: 'rotate.holds-block',
    text: 'nothing is held',
  }
  return { kind: 'refusal', episode: 1, refusal }
}

function healthNews(state: 'late' | 'warn', critical: boolean): StatusEventBody {
  return { kind: 'health', row: { id: 'reflex', state, critical, ageMs: 1, deadlineMs: 1, text: 'no turn' } }
}
