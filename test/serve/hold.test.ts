import { describe, expect, test } from 'vitest'
import { warningsOf, mustHold, type Hold } from '#service/motion/service-operator.js'
import type { CriticReport } from '#learning/critic/report.js'

const MODES = ['initial', 'intermediate', 'final'] as const
const HOLDS: readonly Hold[] = ['none', 'severe', 'all']
/** severity and confidence, and the lightest setting that holds at it */
const LEVELS = [
  { name: 'fine', s: 0, c: 0.95 },
  { name: 'a remark', s: 0.4, c: 0.9 },
  { name: 'unsure', s: 0.1, c: 0.2 },
  { name: 'an alarm', s: 0.55, c: 0.9 },
  { name: 'at the edge of severe', s: 0.7, c: 0.9 },
  { name: 'severe', s: 0.71, c: 0.9 },
] as const

const report = (mode: CriticReport['mode'], s: number, c: number): CriticReport => ({
  mode,
  episode: 1,
  step: 0,
  outcome: 'unknown',
  issues: [],
  s,
  c,
  summary: '',
  raw: '',
  model: 'test',
  frames: [],
})

describe('AMB-01: hold × mode × level', () => {
  const cases = HOLDS.flatMap((hold) =>
    MODES.flatMap((mode) =>
      LEVELS.map((level) => ({ hold, mode, level, name: `${hold}, ${mode}, ${level.name}` })),
    ),
  )
  test('all 54 cells', () => {
    expect(cases).toHaveLength(54)
    const held = cases.filter(({ hold, mode, level }) => mustHold(report(mode, level.s, level.c), hold))
    expect(held.map(({ name }) => name)).toEqual([
      'severe, initial, severe',
      'all, initial, unsure',
      'all, initial, an alarm',
      'all, initial, at the edge of severe',
      'all, initial, severe',
    ])
  })
})

test('a first picture that is not as it should be holds where every alarm does, and says what it is', () => {
  const picture = {
    registered: true,
    shift: { u: 0, v: 0 },
    differ: 0,
    hue: null,
    notSeen: [{ place: 3, mask: '1100', why: 'covered' }],
  } as const
  const seen = (mode: CriticReport['mode']): CriticReport => ({ ...report(mode, 0, 0.95), picture })
  expect(HOLDS.map((hold) => mustHold(seen('initial'), hold))).toEqual([false, false, true])
  expect(mustHold(seen('final'), 'all')).toBe(false)
  expect(warningsOf(seen('initial'))).toContain('zone 3 slots 1100 is not seen: something stands before it.')
})
