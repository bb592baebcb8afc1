import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { observeFluents, readFluents } from '#worlds/run/observe-fluents.js'
import { fold, reachable, world, WORLDS } from './worlds.js'

const service = world('service')
const see = (data: Readonly<Record<string, unknown>>): ReturnType<typeof readFluents> =>
  readFluents(data, service.sorts)

describe('MOD-14: sensors overwrite what a data domain believes', () => {
  it('a fact that changed by itself is a drift, in words', () => {
    const seen = must(see({ 'location(mug)': 'sofa', at: 'sofa' }), 'facts')
    const { state, drifts } = observeFluents(service.initial, seen)
    expect(drifts).toEqual([
      {
        kind: 'fact-changed',
        fact: 'location(mug)',
        believed: 'cupboard',
        seen: 'sofa',
        text: 'location(mug) was cupboard and is sofa',
      },
    ])
    expect(state.get('location(mug)')).toBe('sofa')
    expect(service.initial.get('location(mug)')).toBe('cupboard')
  })

  it('a dropped glass is a drift, and the next command is judged by the new belief', () => {
    const { ends } = fold(service, [
      { skill: 'MoveTo', args: { place: 'kitchen_table' } },
      { skill: 'Grasp', args: { item: 'water_glass' } },
    ])
    const [holding] = ends
    if (holding === undefined) throw new Error('refused')
    const { state, drifts } = observeFluents(
      holding,
      must(see({ 'location( water_glass )': 'sink' }), 'facts'),
    )
    expect(drifts.map(({ text }) => text)).toEqual(['location(water_glass) was gripper and is sink'])
    const put = { skill: 'PutDown', args: { item: 'water_glass', place: 'kitchen_table' } }
    expect(fold(service, [put], holding).refused).toBeUndefined()
    expect(fold(service, [put], state).refused?.checkId).toBe('holding-item')
  })

  it.each(WORLDS)(
    '%s: belief equals what was seen; nothing seen changes nothing, not even the object',
    (name) => {
      const domain = world(name)
      const states = [...reachable(domain, 3, 400)].map(({ state }) => state)
      for (const [index, state] of states.entries()) {
        const seen = states[(index * 7 + 3) % states.length] ?? state
        const { state: after, drifts } = observeFluents(state, seen)
        expect(domain.fingerprint(after)).toBe(domain.fingerprint(seen))
        expect(drifts.length === 0).toBe(domain.fingerprint(state) === domain.fingerprint(seen))
        expect(observeFluents(state, new Map()).state).toBe(state)
        expect(observeFluents(state, state).state).toBe(state)
      }
    },
  )

  it('what a sensor says is checked against the ranges of the domain', () => {
    expect(see({ 'location(mug)': 'flor', at: 'sofa', hight: 3, 'open(fridge)': 'yes' })).toEqual({
      ok: false,
      error: [
        expect.stringMatching(/^location\(mug\) cannot be "flor": it is one of kitchen_table, /) as unknown,
        expect.stringMatching(/^there is no fact "hight": /) as unknown,
        'open(fridge) cannot be "yes": it is one of false, true',
      ],
    })
  })
})
