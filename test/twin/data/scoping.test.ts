import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { domainLibrary } from '#worlds/files/domain-nodes.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { planOf } from '#robots/plan/plan-of.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import type { DataDomain } from '#worlds/assemble.js'
import { REPO } from '../../../lab/architecture/source-tree.js'
import { fold } from './worlds.js'

const BUGS = `${REPO}/test/twin/data/bugs`

describe('a name that is bound in one place', () => {
  it('MOD-02: a quantifier in the shared effect leaves the name of each: alone', () => {
    const [world, tree] = ['quantifier-beside-each.yaml', 'quantifier-beside-each.xml'].map((file) =>
      readFileSync(`${BUGS}/${file}`, 'utf8'),
    )
    const domain = must(parseDomainText(world ?? '', 'world.yaml'), 'world')
    const library = domainLibrary(domain.rules)
    const doc = must(parseTree(tree ?? '', { file: 'tree.xml', library }), 'tree')
    const report = checkPlan(planOf(doc, library), domain.initial, domain)
    expect(report.verdict).toBe('passes')
    expect(report.steps.map(({ end }) => end?.get('held(cup)'))).toEqual(['by_handle'])
  })

  it.each([
    ['a quantifier in a formula', 'if exists ?c in way (?c = rim) then noted := true'],
    ['forall that sets', 'forall ?c in way (seen(?c) := true)'],
    ['forall in forall', 'forall ?c in way (forall ?d in way (if ?c != ?d then seen(?d) := true))'],
    ['count', 'if count ?c in way (?c != rim) > 0 then noted := true'],
    ['a quantifier in a definition', 'if any(rim) then noted := true'],
    ['the name of each: itself', 'if exists ?w in way (?w = rim) then noted := true'],
  ])('%s in the shared effect', (_, line) => {
    const { ends } = fold(world([line]), [{ skill: 'Grip', args: {} }])
    expect(ends.map((end) => end.get('held')).toSorted()).toEqual(['body', 'handle', 'rim'])
  })

  it.each([
    ['in when:', { when: 'exists ?c in way (?c = rim) and ?w = handle' }],
    ['in the value', { effect: ['held := ?w', 'noted := exists ?c in way (?c = rim) and ?w = handle'] }],
    [
      'in a line before',
      { effect: ['noted := exists ?c in way (?c = rim)', 'held := ?w'], when: '?w = handle' },
    ],
  ])('a quantifier beside each: %s', (_, outcome) => {
    const { ends } = fold(world([], outcome), [{ skill: 'Grip', args: {} }])
    expect(ends.map((end) => [end.get('held'), end.get('noted')])).toContainEqual([
      'handle',
      expect.any(Boolean),
    ])
    expect(new Set(ends.map((end) => end.get('held'))).size).toBe(ends.length)
  })

  it('a port stays what it is behind quantifiers in checks, expectations and definitions', () => {
    const domain = world([], {
      when: 'exists ?c in way (any(?c) and ?c != ?w) and (?only = none or ?w = ?only)',
    })
    const { ends } = fold(domain, [{ skill: 'Grip', args: { only: 'body' } }])
    expect(ends.map((end) => end.get('held'))).toEqual(['body'])
  })
})

function world(effect: readonly string[], outcome: object = {}): DataDomain {
  const data = {
    domain: 'scopes',
    text: 'Names.',
    types: { way: ['handle', 'body', 'rim'] },
    state: {
      held: { is: 'way | none', start: 'none' },
      'seen(way)': { is: 'bool', start: false },
      noted: { is: 'bool', start: false },
    },
    definitions: { 'any(?c in way)': 'exists ?w in way (?w = ?c) and exists ?d in way (?d != ?c)' },
    skills: {
      Grip: {
        text: 'grip',
        ports: { only: 'way | none' },
        checks: [
          { id: 'free', text: 'free', holds: 'held = none and exists ?c in way (any(?c))' },
          { id: 'new', text: 'new', holds: 'not noted or ?only != none' },
        ],
        effect,
        outcomes: [{ each: '?w in way', effect: ['held := ?w'], ...outcome }],
        expected: ['exists ?c in way (held = ?c)'],
      },
    },
  }
  return must(parseDomainText(JSON.stringify(data), 'world.yaml'), 'world')
}
