import { describe, expect, it } from 'vitest'
import { InvariantError } from '#base/result.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import { expectedScore, playFast } from '#forecast/index.js'
import { FAULT_PROFILES, type FaultKind } from '#simulation/field/world/faults.js'
import { treeOf } from '../robots/support/rig.js'
import { planOf, shippedField } from './support/plans.js'

const { nominal, none } = FAULT_PROFILES
const setup = shippedField('F4')
const plan = planOf('reference', setup)

/** The plan with one more step at the end of its mission. */
function followedBy(doc: TreeDoc, step: NodeDef): TreeDoc {
  const trees = doc.trees.map((tree) =>
    tree.id === doc.main
      ? {
          ...tree,
          root: {
            ...tree.root,
            children: [...tree.root.children.slice(0, -1), step, ...tree.root.children.slice(-1)],
          },
        }
      : tree,
  )
  return { ...doc, trees }
}

describe('expectedScore', () => {
  it('is the mean of single episodes, each played by a tree of its own', () => {
    const totals = Array.from(
      { length: 12 },
      (_, i) => playFast(setup, plan, { seed: 3, episode: i + 1, faults: nominal }).total,
    )
    const mean = totals.reduce((sum, total) => sum + total, 0) / 12
    const { mean: expected, sd, runs } = expectedScore(setup, plan, { faults: nominal, runs: 12, seed: 3 })
    expect(runs).toBe(12)
    expect(expected).toBeCloseTo(mean, 9)
    expect(sd).toBeCloseTo(Math.sqrt(totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / 11), 9)
  })

  it('forgets one episode before the next, also on the blackboard', () => {
    const doc = treeOf(
      '<Sequence><ReadFaces zone="5" faces="{faces}"/><MoveToZone zone="5"/><LoadBlocks/><MoveToZone zone="2"/>' +
        '<RotateBlocks mask="{faces}"/><UnloadBlocks/><MoveToHome/></Sequence>',
    )
    const options = { faults: nominal, runs: 12, seed: 1 }
    const alone = Array.from(
      { length: 12 },
      (_, i) => playFast(setup, doc, { seed: 1, episode: i + 1, faults: nominal }).total,
    )
    expect(expectedScore(setup, doc, options).mean).toBeCloseTo(alone.reduce((a, b) => a + b, 0) / 12, 9)
  })

  it('says the same for the same seed, and something else for another', () => {
    const of = (seed: number): number => expectedScore(setup, plan, { faults: nominal, runs: 8, seed }).mean
    expect(of(5)).toBe(of(5))
    expect(of(5)).not.toBe(of(6))
  })

  it('is exact in one run where nothing can go wrong', () => {
    const one = expectedScore(setup, plan, { faults: none, runs: 1, seed: 1 })
    expect(one).toEqual({
      mean: playFast(setup, plan, { seed: 9, episode: 9, faults: none }).total,
      sd: 0,
      runs: 1,
    })
  })

  it('gives doing nothing 0, and staying at home too', () => {
    for (const body of [
      '<AlwaysSuccess/>',
      '<Sequence><CustomDelay duration="7"/><MoveToHome/></Sequence>',
    ]) {
      expect(expectedScore(setup, treeOf(body), { faults: nominal, runs: 5, seed: 1 }).mean).toBe(0)
    }
  })

  it.each([0.5, 2, 7])('charges %d points for a delay of as many seconds', (duration) => {
    const options = { faults: none, runs: 1, seed: 1 }
    const delay: NodeDef = {
      id: 'CustomDelay',
      kind: 'action',
      attrs: { duration: `${duration}` },
      children: [],
    }
    const before = expectedScore(setup, plan, options).mean
    expect(before - expectedScore(setup, followedBy(plan, delay), options).mean).toBeCloseTo(duration, 3)
  })

  it.each(['navigation', 'grip', 'drop', 'rotation', 'placement', 'cursor'] satisfies FaultKind[])(
    'never rises with the chance of %s faults',
    (kind) => {
      const means = [0, 0.05, 0.2, 0.6].map(
        (chance) =>
          expectedScore(setup, plan, { faults: { ...none, [kind]: chance }, runs: 60, seed: 2 }).mean,
      )
      expect([...means].sort((a, b) => b - a)).toEqual(means)
      expect(means[0]).toBeGreaterThan(means[3] as number)
    },
  )

  it('refuses a tree that the robot cannot load, and a number of runs that is none', () => {
    const stranger: TreeDoc = {
      main: 'Main',
      trees: [{ id: 'Main', root: { id: 'Juggle', kind: 'action', attrs: {}, children: [] } }],
    }
    const options = { faults: none, runs: 1, seed: 1 }
    expect(() => expectedScore(setup, stranger, options)).toThrow(InvariantError)
    expect(() => expectedScore(setup, plan, { ...options, runs: 0 })).toThrow(RangeError)
    expect(() => expectedScore(setup, plan, { ...options, runs: 1.5 })).toThrow(RangeError)
  })
})
