import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import { Alarms, alarmsOfRun, needsPerson, raisedIn, type Alarm, type AlarmChange } from '#learning/alarms.js'
import { alarm as reasonsOf } from '#learning/critic/alarm.js'
import { NOWHERE } from '#learning/critic/field-report.js'
import {
  emptyReport,
  unjudged,
  type AlarmReason,
  type CriticReport,
  type Issue,
} from '#learning/critic/report.js'
import type { AlarmRecord } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import { recordOf } from '../store/site/support/record.js'

const issue = (what: string, severity: number): Issue => ({
  ...{ id: what, code: 'drift_from_goal', impact: 'coverage', nodePath: null, ...NOWHERE },
  ...{ explanation: what, suggestedFix: '', severity, evidence: { frames: [], traceSeq: [] } },
  grounded: 'confirmed',
})

const LOOKED = { registered: true, shift: { u: 0, v: 0 }, differ: 0, hue: null, notSeen: [] }

/** A report on these issues, by a critic that looks at a picture. */
function report(
  mode: CriticReport['mode'],
  step: number,
  issues: readonly Issue[],
  change: Partial<CriticReport> = {},
): CriticReport {
  const s = Math.max(0, ...issues.map(({ severity }) => severity))
  const summary = issues.map(({ explanation }) => explanation).join('; ')
  return emptyReport(
    { mode, step, episode: 1 },
    { issues, s, c: 1, summary, model: 'made up', picture: LOOKED, ...change },
  )
}

const call = (reasons: readonly AlarmReason[], of: Partial<AlarmRecord> = {}): AlarmRecord => ({
  ...{ t: ms(0), mode: 'final', step: 0, s: 1, c: 1, text: reasons.join() },
  ...{ reasons, ...of },
})

/** The steps of a report: itself, and its call if it is bad enough. */
function stepsOf(of: CriticReport, t = of.step * 1000): StepEvent[] {
  const { mode, step, s, c, summary: text } = of
  const reasons = of.unavailable === undefined ? reasonsOf(s, c) : (['critic_unavailable'] as const)
  const called: StepEvent[] =
    reasons.length === 0 ? [] : [{ kind: 'A', alarm: { t: ms(t), mode, step, reasons, s, c, text } }]
  return [{ kind: 'M', report: of }, ...called]
}

class Told {
  readonly changes: AlarmChange[] = []
  readonly #alarms: Alarms
  #number = 0

  constructor(lasting: readonly Alarm[] = []) {
    this.#alarms = new Alarms((episode) => `${episode}/${++this.#number}`, lasting)
  }

  hear(episode: number, ...steps: readonly StepEvent[]): string[] {
    const changes = steps.flatMap((step) => this.#alarms.step(episode, step))
    this.changes.push(...changes)
    return changes.map(({ what, alarm: { id, count } }) => `${what} ${id} ${count}`)
  }

  get now(): readonly Alarm[] {
    return [...new Map(this.changes.map(({ alarm }) => [alarm.id, alarm])).values()]
  }
}

describe('one alarm a cause', () => {
  const lost = issue('a block is lost', 0.6)

  it('is counted while reports repeat it, closed by the one that does not, and reopened in the same episode', () => {
    const told = new Told()
    expect(told.hear(1, ...stepsOf(report('intermediate', 1, [lost])))).toEqual(['raised 1/1 1'])
    expect(told.hear(1, ...stepsOf(report('intermediate', 2, [lost])))).toEqual(['repeated 1/1 2'])
    expect(told.hear(1, ...stepsOf(report('intermediate', 3, [])))).toEqual(['closed 1/1 2'])
    expect(told.now[0]?.closed).toBe('not there after unit 3 of episode 1')
    expect(told.hear(1, ...stepsOf(report('final', 0, [lost])))).toEqual(['reopened 1/1 3'])
    expect(told.now).toMatchObject([{ closed: null, record: { mode: 'final' } }])
  })

  it('calls for what is new alone, and for all of that once', () => {
    const told = new Told()
    told.hear(1, ...stepsOf(report('intermediate', 1, [lost])))
    const both = report('intermediate', 2, [
      lost,
      issue('the lamp is out', 0.8),
      issue('a door is open', 0.5),
    ])
    expect(told.hear(1, ...stepsOf(both))).toEqual(['repeated 1/1 2', 'raised 1/2 1'])
    expect(told.now.map(({ record: { s, text } }) => [s, text])).toEqual([
      [0.6, 'a block is lost'],
      [0.8, 'the lamp is out; a door is open'],
    ])
  })

  it('that is repeated or raised alone has the reasons of its own causes, not those of the whole call', () => {
    const told = new Told()
    told.hear(1, ...stepsOf(report('intermediate', 1, [lost])))
    const unsure = report('intermediate', 2, [lost], { c: 0.1 })
    expect(told.hear(1, ...stepsOf(unsure))).toEqual(['repeated 1/1 2', 'raised 1/2 1'])
    expect(told.now.map(({ record: { reasons } }) => reasons)).toEqual([['severity'], ['low_confidence']])
  })

  it('lasts while its issue is still reported, though no longer bad enough to call', () => {
    const told = new Told()
    told.hear(1, ...stepsOf(report('intermediate', 1, [lost])))
    expect(told.hear(1, ...stepsOf(report('intermediate', 2, [issue('a block is lost', 0.2)])))).toEqual([])
  })

  it('is not closed by who has not looked: a critic that failed, or one that tells of its own unit only', () => {
    const told = new Told()
    told.hear(1, ...stepsOf(report('intermediate', 1, [lost])))
    const { picture: _, ...traceOnly } = report('intermediate', 2, [])
    expect(told.hear(1, ...stepsOf(traceOnly))).toEqual([])
    const blind = unjudged(
      { mode: 'intermediate', episode: 1, step: 3 },
      { model: 'x', unavailable: 'it hangs' },
    )
    expect(told.hear(1, ...stepsOf(blind))).toEqual(['raised 1/2 1'])
    expect(told.hear(1, ...stepsOf(traceOnly))).toEqual(['closed 1/2 1'])
    expect(told.hear(1, ...stepsOf({ ...traceOnly, mode: 'final', step: 0 }))).toEqual(['closed 1/1 1'])
  })

  it('outlives its episode, until the first look of the next one; there the same is another alarm', () => {
    const told = new Told()
    told.hear(1, ...stepsOf(report('final', 0, [lost])))
    expect(told.hear(2, ...stepsOf(report('initial', 0, [])))).toEqual(['closed 1/1 1'])
    expect(told.hear(2, ...stepsOf(report('final', 0, [lost])))).toEqual(['raised 2/2 1'])
    const next = new Told(told.now.filter(({ closed }) => closed === null))
    expect(next.hear(1, ...stepsOf(report('initial', 0, [])))).toEqual(['closed 2/2 1'])
  })

  it('of a tree that the twin refuses lasts as long as that tree is tried', () => {
    const told = new Told()
    const refused = call(['twin_refuses'], { mode: 'initial', text: 'Pick before Open' })
    const first = stepsOf(report('initial', 0, []))
    expect(told.hear(1, { kind: 'A', alarm: refused }, ...first)).toEqual(['raised 1/1 1'])
    expect(told.hear(2, { kind: 'A', alarm: refused }, ...first)).toEqual(['repeated 1/1 2'])
    expect(told.hear(3, ...first)).toEqual(['closed 1/1 2'])
  })

  it('of a run without progress is closed by an edit or by points, never by a report', () => {
    const stuck = { kind: 'A', alarm: call(['no_progress']) } as const
    const score = (total: number): StepEvent => ({ kind: 'R', score: { lines: [], total }, refusals: [] })
    const told = new Told()
    told.hear(2, stuck)
    expect(told.hear(3, ...stepsOf(report('final', 0, [])), score(0))).toEqual([])
    expect(told.hear(4, score(12))).toEqual(['closed 2/1 1'])
  })

  it('is worse only by a step of severity, which it may take in several', () => {
    const told = new Told()
    const lostBy = (step: number, s: number): string[] =>
      told.hear(1, ...stepsOf(report('intermediate', step, [issue('a block is lost', s)])))
    expect(lostBy(1, 0.5)).toEqual(['raised 1/1 1'])
    expect(lostBy(2, 0.501)).toEqual(['repeated 1/1 2'])
    expect(lostBy(3, 0.55)).toEqual(['repeated 1/1 3'])
    expect(told.now[0]).toMatchObject({ worst: 0.5, record: { s: 0.55 } })
    expect(lostBy(4, 0.6)).toEqual(['worsened 1/1 4'])
    expect(lostBy(5, 0.69)).toEqual(['repeated 1/1 5'])
    // 0.7 - 0.6 is a little less than 0.1
    expect(lostBy(6, 0.7)).toEqual(['worsened 1/1 6'])
    expect(told.now[0]?.worst).toBe(0.7)
  })

  it('is worse where a report gives it more than any before, and never for another reason than its severity', () => {
    const told = new Told()
    const lostTwo = issue('a block is lost', 0.7)
    expect(told.hear(1, ...stepsOf(report('intermediate', 1, [lost])))).toEqual(['raised 1/1 1'])
    expect(told.hear(1, ...stepsOf(report('intermediate', 2, [lostTwo])))).toEqual(['worsened 1/1 2'])
    expect(told.hear(1, ...stepsOf(report('intermediate', 3, [lost])))).toEqual(['repeated 1/1 3'])
    expect(told.hear(1, ...stepsOf(report('intermediate', 4, [])))).toEqual(['closed 1/1 3'])
    expect(told.hear(1, ...stepsOf(report('intermediate', 5, [lostTwo])))).toEqual(['reopened 1/1 4'])
    const next = new Told(told.now)
    expect(next.hear(1, ...stepsOf(report('intermediate', 1, [lostTwo])))).toEqual(['repeated 1/1 5'])
    const unsure = (step: number, s: number) => report('intermediate', step, [issue('x', s)], { c: 0.1 })
    const other = new Told()
    expect(other.hear(1, ...stepsOf(unsure(1, 0.1)))).toEqual(['raised 1/1 1'])
    expect(other.hear(1, ...stepsOf(unsure(2, 0.4)))).toEqual(['repeated 1/1 2'])
  })

  it('is as bad as its own causes: what else a report shows makes it neither worse nor better', () => {
    const told = new Told()
    const [here, there] = ['a block is lost', 'a lamp is out']
    const mild = issue('a door is open', 0.3)
    // the report counts what is wrong together, so its own score is above that of each
    const first = report('intermediate', 1, [issue(here, 0.6), mild], { s: 0.7 })
    expect(told.hear(1, ...stepsOf(first))).toEqual(['raised 1/1 1'])
    expect(told.now[0]?.worst).toBe(0.6)
    const second = report('intermediate', 2, [issue(here, 0.7), issue(there, 0.6)], { s: 0.8 })
    expect(told.hear(1, ...stepsOf(second))).toEqual(['worsened 1/1 2', 'raised 1/2 1'])
    // the lamp is mended; the block is what it was, beside two things that do not call
    const third = report('intermediate', 3, [issue(here, 0.7), mild, issue('x', 0.2)], { s: 0.9 })
    expect(told.hear(1, ...stepsOf(third))).toEqual(['closed 1/2 1', 'repeated 1/1 3'])
  })

  it('that only a person can judge is never merged, closed or reopened', () => {
    const told = new Told()
    const doubt = { kind: 'A', alarm: call(['robot_in_doubt']) } as const
    expect(told.hear(1, doubt, doubt)).toEqual(['raised 1/1 1', 'raised 1/2 1'])
    const quiet = [...stepsOf(report('final', 0, [])), ...stepsOf(report('initial', 0, []))]
    expect([...told.hear(1, ...quiet), ...told.hear(2, ...quiet)]).toEqual([])
    const next = new Told(told.now)
    expect(next.hear(1, ...quiet, doubt)).toEqual(['raised 1/1 1'])
  })

  it('holds for any episode: no call is lost, no cause is in two alarms, the record tells the same as the steps', () => {
    const someIssue = fc.record({
      what: fc.constantFrom('a', 'b', 'c'),
      severity: fc.constantFrom(0.2, 0.5, 0.8),
    })
    const someReport = fc.record({
      issues: fc.uniqueArray(someIssue, { selector: ({ what }) => what }),
      c: fc.constantFrom(0.1, 1),
      looked: fc.boolean(),
    })
    let merged = 0
    fc.assert(
      fc.property(fc.array(someReport, { minLength: 1, maxLength: 8 }), fc.boolean(), (drawn, doubt) => {
        const reports = drawn.map(({ issues, c, looked }, i) => {
          const mode = i === drawn.length - 1 ? 'final' : 'intermediate'
          const all = issues.map(({ what, severity }) => issue(what, severity))
          const whole = report(mode, mode === 'final' ? 0 : i + 1, all, { c })
          const { picture: _, ...blind } = whole
          return looked ? whole : blind
        })
        const steps: StepEvent[] = [
          ...reports.flatMap((each) => stepsOf(each)),
          ...(doubt ? [{ kind: 'A' as const, alarm: call(['robot_in_doubt']) }] : []),
        ]
        const told = new Told()
        told.hear(1, ...steps)
        const calls = steps.flatMap((step) => (step.kind === 'A' ? [step.alarm] : []))
        const alarms = told.now
        expect(alarms.length).toBeLessThanOrEqual(calls.length)
        merged += calls.length - alarms.length
        const causes = alarms.flatMap((each) => each.causes)
        expect(new Set(causes).size).toBe(causes.length)
        // every call has raised or repeated something
        const heard = told.changes.filter(({ what }) => what !== 'closed').map(({ alarm }) => alarm.record)
        expect(calls.every(({ mode, step }) => heard.some((r) => r.mode === mode && r.step === step))).toBe(
          true,
        )
        expect(alarms.filter(({ record }) => needsPerson(record))).toHaveLength(doubt ? 1 : 0)
        const record = { ...recordOf(1, { alarms: calls }), reports }
        expect(alarmsOfRun([record])[0]?.map(({ alarm }) => alarm)).toEqual(alarms)
      }),
      { seed: 19, numRuns: 400 },
    )
    expect(merged).toBeGreaterThan(100)
  })
})

describe('the alarms of a run, by episode', () => {
  const absent = (episode: number) => {
    const blind = { ...unjudged({ mode: 'final', episode, step: 0 }, { model: 'x', unavailable: 'absent' }) }
    return { ...recordOf(episode, { alarms: [call(['critic_unavailable'])] }), reports: [blind] }
  }

  it('are each new in one of them: a critic that is absent over ten episodes is one alarm', () => {
    const shares = alarmsOfRun(Array.from({ length: 10 }, (_, i) => absent(i + 1)))
    expect(shares.map((share) => share.map(({ calls }) => calls.length))).toEqual(Array(10).fill([1]))
    expect(shares.map(raisedIn)).toEqual([1, ...Array<number>(9).fill(0)])
    expect(shares.at(-1)?.[0]?.alarm.count).toBe(10)
    expect(shares.at(-1)?.[0]?.alarm.id).toBe(shares[0]?.[0]?.alarm.id)
  })

  it('tell where one is closed that an earlier episode has raised', () => {
    const [, back] = alarmsOfRun([absent(1), recordOf(2)])
    expect(back).toMatchObject([
      { isNew: false, calls: [], alarm: { closed: 'not there at the end of episode 2', count: 1 } },
    ])
  })

  it('know from the records what score and update have closed', () => {
    const stuck = recordOf(1, { score: 0, alarms: [call(['no_progress'])] })
    const [raised, still, closed] = alarmsOfRun([stuck, recordOf(2, { score: 0 }), recordOf(3, { score: 9 })])
    expect(raised).toMatchObject([{ isNew: true, alarm: { closed: null } }])
    expect(still).toEqual([])
    expect(closed).toMatchObject([{ isNew: false, alarm: { closed: 'episode 3 has made points' } }])
    const edited = { ...stuck, update: { ...stuck.update, decision: 'edited' as const } }
    expect(alarmsOfRun([edited])[0]).toMatchObject([{ isNew: true, alarm: { closed: null } }])
  })
})
