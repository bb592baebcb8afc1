import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { planOf } from '#robots/plan/plan-of.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { PlanReport } from '#twin/plan/report.js'
import type { DataDomain } from '#worlds/assemble.js'
import { checkConditions } from '#worlds/condition/tree-conditions.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import type { Fluents } from '#worlds/value.js'
import { world, worldText } from './worlds.js'

const service = world('service')
const hidden = must(
  parseDomainText(worldText('service').replace('mug: cupboard', 'mug: unknown'), 'service.yaml'),
  'the world with a hidden mug',
)

const xml = (inside: string, more = ''): string =>
  `<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    ${inside}
  </BehaviorTree>
  ${more}</root>`

interface Setting {
  readonly domain?: DataDomain
  readonly start?: Fluents
  readonly more?: string
}

function check(inside: string, { domain = service, start, more = '' }: Setting = {}): PlanReport<Fluents> {
  const library = domainLibrary(domain.rules)
  const doc = must(parseTree(xml(inside, more), { file: 'plan.xml', library }), 'the tree')
  expect(checkConditions(doc, domain).map(formatDiagnostic)).toEqual([])
  return checkPlan(planOf(doc, library), start ?? domain.initial, domain)
}

describe('<Holds formula="…"/>', () => {
  it('takes the one way that the facts decide', () => {
    const tree = `<Fallback><Holds formula="at = sofa and not open(fridge)"/><Grasp item="milk"/></Fallback>`
    expect(check(tree)).toMatchObject({ verdict: 'passes', steps: [], ends: { success: 1, failure: 0 } })
    const away = new Map([...service.initial, ['at', 'sink']])
    expect(check(tree, { start: away }).verdict).toBe('fails')
  })

  it('is asked in the world that the steps before it have made', () => {
    const tree = `<Sequence><MoveTo place="fridge"/><Open container="fridge"/><Holds formula="open(fridge)"/></Sequence>`
    expect(check(tree)).toMatchObject({ verdict: 'passes', ends: { success: 1, failure: 0 } })
  })

  it('branches over what an unknown fact can be, and knows the fact on each branch', () => {
    const tree = `<Fallback>
      <Inverter><Holds formula="location(mug) = sink"/></Inverter>
      <Sequence><MoveTo place="sink"/><Grasp item="mug"/></Sequence></Fallback>`
    const report = check(tree, { domain: hidden })
    expect(report).toMatchObject({ verdict: 'passes', complete: true })
    // the mug in each of the other nine places or the gripper, at the sink and taken, and still unknown
    expect(report.ends.success).toBe(11)
    const asked = hidden.ask?.({ formula: 'location(mug) = sink', args: {} }, hidden.initial) ?? []
    expect(asked.map(({ holds }) => holds).filter(Boolean)).toHaveLength(1)
    expect(asked.at(-1)?.label).toBe('while location(mug) = sink is unknown')
    expect(asked.find(({ holds }) => holds)?.label).toBe('when location(mug) is sink')
  })

  it('takes the ports of skills for names with a ?, also from a SubTree', () => {
    const more = `<BehaviorTree ID="Have"><Fallback>
      <Holds formula="location(?item) = gripper" item="{item}"/>
      <Sequence><MoveTo place="coffee_table"/><Grasp item="{item}"/></Sequence></Fallback></BehaviorTree>`
    const once = '<SubTree ID="Have" item="book"/>'
    expect(check(`<Sequence>${once}${once}</Sequence>`, { more })).toMatchObject({ verdict: 'passes' })
    expect(check(`<Sequence>${once}</Sequence>`, { more }).steps).toHaveLength(2)
  })

  it('goes both ways where only the run knows', () => {
    const report = check(`<ForceSuccess><Holds formula="{what}"/></ForceSuccess>`)
    expect(report).toMatchObject({ verdict: 'passes', ends: { success: 1 } })
    const both = check(`<Fallback><Holds formula="{what}"/><Grasp item="milk"/></Fallback>`)
    expect(both.failures[0]?.branch).toEqual(['when {what} does not hold'])
  })

  it('at run time: true, false or unknown', () => {
    const holds = (formula: string, args = {}): unknown =>
      hidden.conditions.holds({ formula, args }, hidden.initial)
    expect(holds('at = sofa')).toBe(true)
    expect(holds('at = sink')).toBe(false)
    expect(holds('location(mug) = sink')).toBe('unknown')
    expect(holds('known(location(?item))', { item: 'mug' })).toBe(false)
    expect(holds('at = nowhere')).toBeUndefined()
    expect(holds('at = ?place', { place: 'moon' })).toBeUndefined()
  })

  it('every mistake is told at its place in the tree', () => {
    const library = domainLibrary(service.rules)
    const problems = (formula: string): readonly string[] => {
      const doc = must(
        parseTree(xml(`<Holds formula="${formula}"/>`), { file: 'plan.xml', library }),
        'the tree',
      )
      return checkConditions(doc, service).map((problem) => formatDiagnostic(problem).split('\n')[0] ?? '')
    }
    expect(problems('open(frige)')).toEqual([
      'plan.xml:3:26: error condition.unknown-name: nothing is called "frige"',
    ])
    expect(problems('at = sink and')).toEqual([
      'plan.xml:3:34: error condition.formula-syntax: the formula cannot be read from here on',
    ])
    expect(problems('at = sink and ?item = mug')).toEqual([
      'plan.xml:3:35: error condition.unknown-name: nothing here is called ?item',
    ])
    expect(problems('exists ?item in item (held(?item))')).toEqual([])
    expect(problems('at')).toEqual([
      'plan.xml:3:21: error condition.not-a-formula: at is a value, where something true or false must stand',
    ])
  })

  it('a skill of the world called Holds stays a skill', () => {
    const own = must(
      parseDomainText(worldText('service').replace('  Close:', '  Holds:'), 'w.yaml'),
      'the world',
    )
    expect(domainLibrary(own.rules).get('Holds')?.kind).toBe('action')
  })
})
