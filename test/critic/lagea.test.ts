import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lageaSchema, lageaView } from '#learning/field/critic/lagea/lagea.js'
import { readLooseJson } from '#learning/field/critic/lagea/loose-json.js'
import { selectFrames } from '#learning/field/critic/lagea/frames.js'
import { digestAttempts } from '#learning/critic/attempts.js'
import type { CriticReport, Issue, LageaFeedback as Lagea } from '#learning/critic/report.js'

const success: Lagea = {
  task: 'sort the blocks',
  outcome: 'success',
  primary_error: { code: 'good_grasp', explanation: 'Nothing was found wrong.' },
  secondary_factors: [],
  key_frame_indices: [0, 4, 9],
  suggested_fix: '(n/a)',
  confidence: 0.9,
  summary: 'Nothing is wrong.',
}
const failure: Lagea = {
  ...success,
  outcome: 'failure',
  primary_error: { code: 'failed_grasp', explanation: 'A block stayed behind.' },
  secondary_factors: ['drift_from_goal'],
  suggested_fix: 'wrap LoadBlocks in RetryUntilSuccessful',
}

describe('LAGEA-01, LAGEA-04: the feedback schema', () => {
  test('both examples are valid', () => {
    expect(lageaSchema.safeParse(success).success).toBe(true)
    expect(lageaSchema.safeParse(failure).success).toBe(true)
  })

  test.each<[string, Partial<Lagea>, Lagea]>([
    ['success with an error code', { primary_error: failure.primary_error }, success],
    ['success with secondary factors', { secondary_factors: ['failed_grasp'] }, success],
    ['success with a fix', { suggested_fix: 'try harder' }, success],
    ['failure with the success code', { primary_error: success.primary_error }, failure],
    ['failure that repeats its primary error', { secondary_factors: ['failed_grasp'] }, failure],
    ['frames out of order', { key_frame_indices: [4, 4] }, failure],
    ['confidence above 1', { confidence: 1.01 }, failure],
  ])('%s is refused', (_, change, base) => {
    expect(lageaSchema.safeParse({ ...base, ...change }).success).toBe(false)
  })
})

describe('AMB-27: the view of a report', () => {
  const issue = (id: string, code: Issue['code'], severity: number, grounded: Issue['grounded']): Issue => ({
    id,
    code,
    impact: 'grasp',
    nodePath: null,
    zone: null,
    mask: null,
    explanation: `about ${id}`,
    suggestedFix: `fix ${id}`,
    severity,
    evidence: { frames: [], traceSeq: [] },
    grounded,
  })
  const report = (outcome: CriticReport['outcome'], issues: Issue[]): CriticReport => ({
    mode: 'final',
    episode: 1,
    step: 0,
    outcome,
    issues,
    s: 0.5,
    c: 0.8,
    summary: 'Something.',
    raw: '',
    model: 'm',
    frames: [],
  })

  test('is valid for every mixture of issues and outcomes; a refuted issue is never the primary error', () => {
    const issues = fc.array(
      fc.record({
        code: fc.constantFrom<Issue['code']>('failed_grasp', 'drift_from_goal', 'wrong_object'),
        severity: fc.constantFrom(0.2, 0.5, 0.8),
        grounded: fc.constantFrom<Issue['grounded']>('confirmed', 'refuted', 'unverified'),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(
        issues,
        fc.constantFrom<CriticReport['outcome']>('success', 'failure', 'unknown'),
        (drawn, outcome) => {
          const all = drawn.map(({ code, severity, grounded }, i) => issue(`i${i}`, code, severity, grounded))
          const view = lageaView(report(outcome, all), 'task', [0, 3])
          expect(lageaSchema.safeParse(view).error).toBeUndefined()
          expect(view.outcome === 'success').toBe(outcome === 'success')
          const refuted = all.filter(({ grounded }) => grounded === 'refuted').map(({ id }) => `about ${id}`)
          expect(refuted).not.toContain(view.primary_error.explanation)
        },
      ),
    )
  })
})

describe('LAGEA-01: loose replies are mended by name, or refused', () => {
  const text = JSON.stringify(failure)
  test.each<[string, string, string[]]>([
    ['as it is', text, []],
    ['fenced', `\`\`\`json\n${text}\n\`\`\``, ['text before the object', 'text after the object']],
    ['names without quotes', text.replaceAll(/"(\w+)":/g, '$1:'), ['name without quotes']],
    [
      'a wrapped string',
      text.replace('stayed behind', 'stayed\n  behind').replace('  behind', 'behind'),
      ['line break in a string'],
    ],
    ['a missing last brace', text.slice(0, -1), ['missing bracket at the end']],
  ])('%s', (_, reply, repairs) => {
    const read = readLooseJson(reply)
    expect(read).toEqual({ ok: true, value: { value: failure, repairs } })
  })

  test('cut inside a string, no object, rubbish: refused', () => {
    expect(readLooseJson(text.slice(0, 60)).ok).toBe(false)
    expect(readLooseJson('I could not see anything.')).toEqual({ ok: false, error: { kind: 'no-object' } })
    expect(readLooseJson('{a b}').ok).toBe(false)
  })

  test('no cut of a reply crashes, and what is read was said', () => {
    let compared = 0
    for (let at = 0; at <= text.length; at++) {
      const read = readLooseJson(text.slice(0, at))
      if (!read.ok) continue
      for (const [name, value] of Object.entries(read.value.value as object)) {
        const said = (failure as unknown as Record<string, unknown>)[name]
        if (typeof value !== 'string') continue
        compared++
        expect(value).toBe(said)
      }
    }
    expect(compared).toBeGreaterThan(10)
  })
})

test('LAGEA-05: the digest of ten attempts depends on their order in the last fix only', () => {
  const attempts = Array.from({ length: 10 }, (_, i) => ({
    success: i % 3 === 0,
    impacts: i % 2 === 0 ? ['grasp'] : ['grasp', 'shelf'],
    fix: `fix ${i}`,
  }))
  const digest = digestAttempts(attempts)
  expect(digest).toEqual({ successes: 4, failures: 6, top: ['grasp', 'shelf'], lastFix: 'fix 9' })
  const { lastFix, ...rest } = digestAttempts([...attempts].reverse())
  expect(lastFix).toBe('fix 0')
  expect({ ...digest, lastFix: '' }).toEqual({ ...rest, lastFix: '' })
  expect(digestAttempts([...attempts, ...attempts]).successes).toBe(4)
})

test('LAGEA-06: endpoints, then key frames, then even ones; strictly increasing, never above the budget', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: -3, max: 70 }), { maxLength: 8 }),
      fc.integer({ min: 2, max: 12 }),
      (length, keys, budget) => {
        const chosen = selectFrames(length, keys, budget)
        expect(chosen).toHaveLength(Math.min(length, budget))
        expect([chosen[0], chosen.at(-1)]).toEqual([0, length - 1])
        chosen.slice(1).forEach((index, i) => expect(index).toBeGreaterThan(chosen[i] ?? -1))
        const inside = [...new Set(keys)].filter((key) => key > 0 && key < length - 1)
        for (const key of inside.slice(0, budget - 2)) expect(chosen).toContain(key)
      },
    ),
  )
  expect(selectFrames(9, [], 3)).toEqual([0, 4, 8])
})
