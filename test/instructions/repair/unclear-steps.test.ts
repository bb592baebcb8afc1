import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { attemptOf, type Step } from '#instructions/repair/attempt.js'
import { goOn } from '#instructions/repair/go-on.js'
import { forgetting } from '#instructions/repair/proof.js'
import { inDoubtAfter, stillUnclear, withoutUnclear } from '#instructions/repair/unclear-steps.js'
import { but, smallTask, STORE } from './small-worlds.js'

const SLIPS = "[{ text: it slips, chance: 0.1, effect: ['place(?box) := right'] }]"
const domain = smallTask(STORE.replace('FAILS', SLIPS), ['place(red) = shelf'])
const PICK: Step = { skill: 'Pick', args: { box: 'red' } }
const PUSH: Step = { skill: 'Push', args: { box: 'red', spot: 'right' } }
const unclear = (step: Step, state = domain.initial) => ({
  ...step,
  facts: inDoubtAfter(domain, step, state),
})

describe('a step of which nobody knows what has come of it', () => {
  it('puts in doubt whatever it changes, in each of the ways in which it can end, and nothing else', () => {
    expect(inDoubtAfter(domain, PICK, domain.initial)).toEqual(['place(red)', 'held(red)'])
    expect(inDoubtAfter(domain, { skill: 'Put', args: {} }, domain.initial)).toEqual([])
  })

  it('is unclear until all of that is known', () => {
    const one = unclear(PICK)
    const dark = forgetting(domain.initial, one.facts)
    expect(stillUnclear([one], dark)).toEqual([one])
    expect(stillUnclear([one], but(dark, { 'held(red)': true }))).toEqual([one])
    expect(stillUnclear([one], but(dark, { 'held(red)': true, 'place(red)': 'left' }))).toEqual([])
  })

  it('is not taken again meanwhile, in whatever manner', () => {
    const one = unclear(PICK)
    const dark = forgetting(domain.initial, one.facts)
    const careful = withoutUnclear(domain, [one], dark)
    const picks = careful.steps(1000).filter(({ skill }) => skill === 'Pick')
    expect(picks.map(({ args }) => args.box)).toEqual(['blue'])
    const side = must(domain.intend({ ...PICK, args: { box: 'red', way: 'side' } }, domain.initial), 'a step')
    expect(side.map((command) => domain.judge(domain.initial, command).ok)).toEqual([true])
    expect(side.map((command) => careful.judge(domain.initial, command).ok)).toEqual([false])
    expect(withoutUnclear(domain, [one], domain.initial)).toBe(domain)
  })

  it('is planned around or asked about, never repeated, and is free again once it is seen to be undone', () => {
    fc.assert(
      fc.property(fc.constantFrom(PICK, PUSH), fc.boolean(), (step, isSeen) => {
        const one = unclear(step)
        const belief = isSeen ? domain.initial : forgetting(domain.initial, one.facts)
        const further = goOn(domain, [], belief, { unclear: [one], afresh: true })
        const taken = further.kind === 'plan' ? further.steps : []
        const repeats = taken.some(({ skill, args }) => skill === step.skill && args.box === 'red')
        if (!isSeen && repeats) throw new Error(JSON.stringify(taken))
        return !isSeen || further.kind === 'plan'
      }),
    )
    const seen = goOn(domain, [], domain.initial, { unclear: [unclear(PICK)], afresh: true })
    expect(seen.kind === 'plan' ? seen.steps[0] : undefined).toMatchObject(PICK)
  })

  it('what failed last before a break is remembered, but not what is repaired', () => {
    const sight = { reported: 'failed', seen: domain.initial, reason: 'it is stuck' } as const
    const failed = attemptOf(domain, PICK, domain.initial, sight)
    const repaired = goOn(domain, [failed], domain.initial)
    const afresh = goOn(domain, [failed], domain.initial, { afresh: true })
    expect(repaired.kind === 'plan' && repaired.why).toMatch(/^I try it/)
    expect(afresh.kind === 'plan' && afresh.why).toMatch(/^Things are not as I believed/)
  })
})
