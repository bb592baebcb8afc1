import { describe, expect, it } from 'vitest'
import type { Mask, Zone, ZoneId } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { NodeDef } from '#bt/document.js'
import { validate } from '#bt/validate/validate.js'
import { bestPlan, expectedScore } from '#forecast/index.js'
import { routesOf } from '#forecast/plan/route.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { library } from '../robots/support/rig.js'
import { FIELD_NAMES, planOf, shippedField, subtrees } from './support/plans.js'

const { nominal, none } = FAULT_PROFILES
const exact = { faults: none, runs: 1, seed: 1 }

type Spot = readonly [id: ZoneId, kind: Zone['kind'], x: number, y: number, needsShelf?: boolean]

function field(spots: readonly Spot[], orange: Readonly<Record<number, Mask>> = {}, width = 3): FieldSetup {
  const home = { x: m(0.3), y: m(1.75) }
  const zones = spots.map(([id, kind, x, y, needsShelf = false]): Zone => ({
    id,
    kind,
    at: { x: m(x), y: m(y) },
    size: { x: m(0.3), y: m(0.25) },
    needsShelf,
  }))
  return {
    map: {
      id: 'made up',
      size: { x: m(width), y: m(2) },
      zones,
      home: { at: home, radius: m(0.12) },
      shelf: {
        at: { x: m(0.7), y: m(0.2) },
        target: { x: m(0.38), y: m(0.2) },
        size: { x: m(0.3), y: m(0.15) },
      },
    },
    orange: new Map(Object.entries(orange).map(([id, mask]) => [Number(id), mask])),
    start: { ...home, theta: rad(0) },
  }
}

const ids = (node: NodeDef): string[] => [node.id, ...node.children.flatMap(ids)]
const stepsOf = (setup: FieldSetup): string[] => {
  const { doc } = bestPlan(setup, { faults: nominal, seed: 1, runs: 15 })
  return doc.trees.flatMap(({ root }) => ids(root))
}
const count = (steps: readonly string[], id: string): number => steps.filter((step) => step === id).length

describe('bestPlan', () => {
  it.each(FIELD_NAMES)(
    'is on %s a valid tree, and better than the reference plan with and without faults',
    (name) => {
      const setup = shippedField(name)
      const { doc, expectation } = bestPlan(setup, { faults: nominal, seed: 1, runs: 40, subtrees })
      expect(validate(doc, library).filter(({ severity }) => severity === 'error')).toEqual([])
      const reference = planOf('reference', setup)
      expect(expectedScore(setup, doc, exact).mean).toBeGreaterThan(
        expectedScore(setup, reference, exact).mean,
      )
      const fresh = { faults: nominal, runs: 100, seed: 4711 }
      expect(expectedScore(setup, doc, fresh).mean).toBeGreaterThan(
        expectedScore(setup, reference, fresh).mean,
      )
      expect(expectation).toEqual(expectedScore(setup, doc, { faults: nominal, runs: 40, seed: 1 }))
    },
  )

  it('turns what lies wrong and nothing else, and uses the subtrees that it is given', () => {
    const { doc } = bestPlan(shippedField('F2'), { faults: nominal, seed: 1, runs: 20, subtrees })
    const [main] = doc.trees
    const steps = main === undefined ? [] : ids(main.root)
    expect(count(steps, 'RotateBlocks')).toBe(2)
    expect(count(steps, 'SubTree')).toBe(9)
    expect(doc.trees.map(({ id }) => id)).toEqual(['Main', ...subtrees.map(({ id }) => id)])
  })

  it('leaves the shelf alone where there is room without it', () => {
    const open: Spot[] = [
      [1, 'load', 0.45, 0.6],
      [2, 'load', 1.15, 0.6],
      [3, 'unload', 0.45, 1.2],
      [4, 'unload', 1.15, 1.2],
      [5, 'unload', 0.8, 0.9, true],
    ]
    const steps = stepsOf(field(open, { 1: '0100' }))
    expect([count(steps, 'LoadBlocks'), count(steps, 'MoveCursor')]).toEqual([2, 0])
    const needed = stepsOf(field(open.filter(([id]) => id !== 4)))
    expect([count(needed, 'LoadBlocks'), count(needed, 'MoveCursor')]).toEqual([2, 1])
  })

  it('leaves out a trip that cannot pay', () => {
    const far: Spot[] = [
      [1, 'load', 0.45, 0.6],
      [2, 'unload', 0.45, 1.2],
      [3, 'load', 28, 0.6],
      [4, 'unload', 1.2, 1.2],
    ]
    const steps = stepsOf(field(far, {}, 30))
    expect([count(steps, 'LoadBlocks'), count(steps, 'MoveToHome')]).toEqual([1, 1])
  })

  it('does nothing where nothing can be done', () => {
    const setup = field([[1, 'load', 0.45, 0.6]])
    const { doc, expectation } = bestPlan(setup, { faults: nominal, seed: 1, runs: 5 })
    expect(doc.trees.flatMap(({ root }) => ids(root))).toEqual(['AlwaysSuccess'])
    expect(expectation.mean).toBe(0)
  })
})

describe('routes', () => {
  it('know their score to half a point, the shipped fields over', () => {
    for (const name of FIELD_NAMES) {
      const setup = shippedField(name)
      const [route] = routesOf(setup)
      const { doc } = bestPlan(setup, { faults: none, seed: 1, runs: 1 })
      expect(Math.abs((route?.score ?? 0) - expectedScore(setup, doc, exact).mean)).toBeLessThan(0.5)
    }
  })
})
