import { describe, expect, it } from 'vitest'
import { judge, RULES } from '#twin/field/judge.js'
import { CASES, robot } from './cases.js'
import { grip, map, start } from './field.js'

const ALL = Object.values(RULES).flatMap((rule) => rule.checks.map((check) => `${rule.kind} ${check.id}`))

describe('MOD-10: the checks of every skill', () => {
  it('has one passing and one failing case for every check: 100 % of the ids', () => {
    expect(Object.keys(CASES).sort()).toEqual([...ALL].sort())
    expect(new Set(ALL).size).toBe(ALL.length)
  })

  it('names two checks or more for every command, beyond the ones that all share', () => {
    for (const rule of Object.values(RULES))
      expect(rule.checks.length - 3, rule.kind).toBeGreaterThanOrEqual(2)
  })

  it.each(Object.entries(CASES))('%s: passes, fails, and tells what to do', (key, { good, bad, says }) => {
    const id = key.split(' ')[1]
    expect(judge(...good, map).ok).toBe(true)
    const verdict = judge(...bad, map)
    const failed = verdict.ok ? [] : verdict.error.failed
    expect(failed.map(({ checkId }) => checkId)).toContain(id)
    expect(failed.find(({ checkId }) => checkId === id)?.text).toMatch(says)
  })

  it('names the first failed check of a refusal and keeps the others', () => {
    const verdict = judge(robot({ linkUp: false, estop: true }, start), grip(1), map)
    expect(verdict).toMatchObject({
      ok: false,
      error: { checkId: 'link-up', failed: [{}, { checkId: 'estop-clear' }, { checkId: 'at-load-zone' }] },
    })
  })
})
