import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alarm, alarmOf } from '#learning/critic/alarm.js'
import { isCorrectness, lageaCode } from '#learning/critic/codes.js'
import { IMPACTS } from '#learning/critic/report.js'
import { level, rubricText } from '#learning/critic/rubric.js'

describe('the severity rubric', () => {
  test.each([
    [0, 'clean'],
    [0.05, 'minor'],
    [0.1, 'minor'],
    [0.3, 'minor'],
    [0.3001, 'borderline'],
    [0.4999, 'borderline'],
    [0.5, 'actionable'],
    [0.7, 'actionable'],
    [0.7001, 'severe'],
    [1, 'severe'],
  ])('VRL-11: initial s = %f is %s', (s, expected) => {
    expect(level(s, 'initial')).toBe(expected)
  })

  test('VRL-12: the modes agree from 0.5 on, and intermediate and final forgive more below', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 1, noNaN: true }), (s) => {
        expect(level(s, 'intermediate')).toBe(level(s, 'initial'))
        expect(level(s, 'final')).toBe(level(s, 'initial'))
      }),
    )
    const names = ['clean', 'minor', 'borderline', 'actionable', 'severe']
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (s) => {
        expect(names.indexOf(level(s, 'final'))).toBeLessThanOrEqual(names.indexOf(level(s, 'initial')))
      }),
    )
    expect(level(0.35, 'final')).toBe('minor')
    expect(level(0.05, 'final')).toBe('clean')
  })

  test('VRL-11: the text has one line a level and names both thresholds', () => {
    const text = rubricText('final')
    expect(text.split('\n')).toHaveLength(5)
    expect(text).toContain('[0.5, 0.7]: actionable')
    expect(text).toContain('(0.7, 1]: severe')
  })

  test('a score outside [0, 1] has no level', () => {
    for (const s of [-0.1, 1.1, Number.NaN]) expect(() => level(s, 'final')).toThrow(RangeError)
  })
})

describe('the alarm', () => {
  test.each([
    [0.5, 1, ['severity']],
    [0.4999, 0.3, []],
    [0, 0.2999, ['low_confidence']],
    [0.8, 0.1, ['severity', 'low_confidence']],
    [Number.NaN, 1, ['critic_unavailable']],
    [0, Number.NaN, ['critic_unavailable']],
    [1.01, 1, ['critic_unavailable']],
    [0, -0.01, ['critic_unavailable']],
    [undefined, 1, ['critic_unavailable']],
    [0, undefined, ['critic_unavailable']],
  ])('VRL-13, AMB-02: ALARM(%s, %s) = %j', (s, c, reasons) => {
    expect(alarm(s, c)).toEqual(reasons)
  })

  test('AMB-03: no report, or a critic that could not judge, alarms', () => {
    expect(alarmOf(undefined)).toEqual(['critic_unavailable'])
    expect(alarmOf({ s: 0, c: 1, unavailable: 'timed out' })).toEqual(['critic_unavailable'])
    expect(alarmOf({ s: 0, c: 1 })).toEqual([])
  })
})

test('AMB-20, LAGEA-03: every impact has exactly one error code', () => {
  expect(IMPACTS).toHaveLength(12)
  const codes = new Set(IMPACTS.map(lageaCode))
  expect([...codes].sort()).toEqual([
    'bad_approach_direction',
    'drift_from_goal',
    'failed_grasp',
    'insufficient_force',
    'wrong_object',
  ])
  expect(IMPACTS.filter((impact) => !isCorrectness(impact))).toEqual(['safety', 'style'])
})
