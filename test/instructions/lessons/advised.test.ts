import { describe, expect, it } from 'vitest'
import type { NodeDef } from '#bt/document.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import { advised } from '#instructions/lessons/use/advised.js'
import { orderTree } from '#app/orders/write-order.js'
import { decide } from '#instructions/decide.js'
import { tryStep } from '#twin/plan/try-step.js'
import { must } from '#base/result.js'
import { goalsIn, readyOf, tabletop } from './support/lessons.js'

const SIDE = readyOf({
  for: { item: 'cube' },
  prefer: 'Pick item=?item approach=from_side',
  over: 'Pick item=?item approach=from_above',
})
const DOOR = readyOf({
  for: { button: 'button' },
  when: 'not open(door)',
  first: 'Open closure=door',
  before: 'Press button=?button',
})
const TWICE = readyOf({
  for: { closure: 'closure' },
  first: 'Open closure=?closure',
  before: 'Open closure=?closure',
})

/** An order that means one formula, decided with lessons. */
function planned(formula: string, lessons: readonly ReadyLesson[], never: readonly string[] = []) {
  const texts = (all: readonly string[]) => all.map((one) => ({ formula: one, text: one }))
  const reading = {
    goals: texts([formula]),
    never: texts(never),
    order: [],
    assumes: [],
    fit: 1,
    left: [],
    isUnsafe: false,
  }
  const decision = decide(
    { readings: [reading], unclear: undefined },
    { order: 'an order', domain: tabletop, state: tabletop.initial, lessons },
  )
  if (decision.kind !== 'plan') throw new Error(decision.kind)
  return decision.found
}

const leaves = (node: NodeDef): readonly string[] =>
  node.children.length > 0
    ? node.children.flatMap(leaves)
    : node.kind === 'action'
      ? [[node.id, ...Object.values(node.attrs)].join(' ')]
      : []

const nodesIn = (node: NodeDef): readonly NodeDef[] => [node, ...node.children.flatMap(nodesIn)]

function treeOf(formula: string, lessons: readonly ReadyLesson[], never?: readonly string[]): NodeDef {
  const tree = orderTree(planned(formula, lessons, never), lessons)
  const root = tree?.trees[0]?.root
  if (root === undefined) throw new Error('no tree')
  return root
}

describe('PRAG-09: a lesson is followed by the tree that runs, not by the plan alone', () => {
  it('in the manner of a step', () => {
    expect(leaves(treeOf('location(red_cube) = left_tray', []))).toContain('Pick red_cube')
    expect(leaves(treeOf('location(red_cube) = left_tray', [SIDE]))).toContain('Pick red_cube from_side')
  })

  it('in a step before another that no check asks for', () => {
    expect(leaves(treeOf('pressed(red_button)', []))).toEqual(['Press red_button'])
    expect(leaves(treeOf('pressed(red_button)', [DOOR]))).toEqual(['Open door', 'Press red_button'])
  })

  it('in a second try', () => {
    const retries = (root: NodeDef) => nodesIn(root).filter(({ attrs }) => attrs.num_attempts === '2').length
    expect(retries(treeOf('open(drawer)', []))).toBe(0)
    expect(retries(treeOf('open(drawer)', [TWICE]))).toBe(1)
  })
})

it('a tree looks only at conditions that can be looked at', () => {
  const conditions = nodesIn(treeOf('location(red_cube) = mat', [])).filter(({ id }) => id === 'Holds')
  const asked = conditions.map(({ attrs: { formula = '' } }) =>
    tabletop.conditions.holds({ formula, args: {} }, tabletop.initial),
  )
  expect(asked.length).toBeGreaterThan(4)
  expect(asked).not.toContain(undefined)
})

describe('a lesson overrides nothing', () => {
  it('where a constraint forbids what it advises', () => {
    const { plan, advice } = planned('pressed(red_button)', [DOOR], ['open(door)'])
    expect(plan.steps.map(({ skill }) => skill)).toEqual(['Press'])
    expect(advice?.followed).toEqual([])
    expect(leaves(treeOf('pressed(red_button)', [DOOR], ['open(door)']))).toEqual(['Press red_button'])
  })

  it.each([
    ['pressed(red_button)', [DOOR]],
    ['location(red_cube) = left_tray', [SIDE, DOOR, TWICE]],
    ['open(drawer)', [TWICE]],
  ])('every step for %s is one that the twin permits without it', (formula, lessons) => {
    const { plan, domain } = planned(formula, lessons)
    let state = domain.initial
    for (const step of plan.steps) state = must(tryStep(step, state, domain), step.skill).ends[0] ?? state
    expect(domain.goal?.every((goal) => goal.holds(state))).toBe(true)
  })

  it('and a plan that ends with a look stays as it is', () => {
    const domain = goalsIn(tabletop, ['pressed(red_button)'])
    const plan = { steps: [], points: 0, waitsFor: ['open(door)'] }
    expect(advised(domain, plan, [DOOR])).toEqual({ plan, followed: [], tries: new Map() })
  })
})
