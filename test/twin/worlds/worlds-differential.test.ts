import { stringify } from 'yaml'
import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { loadDomain } from '#worlds/load-domain.js'
import { compareWorld, type Difference } from './compare.js'
import { Seen } from './make/vocabulary.js'
import { makeWorld } from './make/world.js'
import type { Mistake } from './reference/mean.js'

/**
 * The language of worlds against a second evaluator, written from docs/twin/domains.md and nothing else: random worlds,
 * states, formulas, steps with all their outcomes, and plans with branches. `GRAFT_WORLDS=100000` for the whole of it,
 * `GRAFT_WORLDS_FROM=100000` for worlds that nobody has looked at yet.
 */
const WORLDS = Number(process.env['GRAFT_WORLDS'] ?? 1_500)
const FROM = Number(process.env['GRAFT_WORLDS_FROM'] ?? 0)

describe(`${WORLDS} worlds against a second evaluator`, () => {
  it('MOD-01, MOD-02, MOD-10: both say the same of every formula, step, outcome and plan', () => {
    const seen = new Seen()
    const differences: Difference[] = []
    for (let seed = FROM; seed < FROM + WORLDS && differences.length < 3; seed++) {
      const difference = compareWorld(seed, seen)
      if (difference !== undefined) differences.push(difference)
    }
    expect(differences.map(({ seed, what, data }) => `world ${seed}: ${what}\n${stringify(data)}`)).toEqual(
      [],
    )
    // a comparison that no longer makes what it is to compare would pass for ever
    const rare = Object.entries(LEAST).filter(
      ([what, percent]) => (seen.counts.get(what) ?? 0) < (WORLDS * percent) / 100,
    )
    expect(rare.map(([what]) => [what, seen.counts.get(what) ?? 0])).toEqual([])
    expect((seen.counts.get('beyond a bound') ?? 0) / WORLDS).toBeLessThan(0.02)
    expect((seen.counts.get('a plan beyond the limits') ?? 0) / WORLDS).toBeLessThan(0.03)
  }, 3_600_000)

  it.each<Mistake>([
    'a quantifier writes over each',
    'lines see the lines before',
    'the first of two lines counts',
    'was is now',
    'definitions see the names of their callers',
    'when is not asked',
    'each runs through one value',
    'done is not asked',
    'an else is never taken',
    'count counts to one',
    'checks are asked backwards',
    'open ports are judged with one value',
    'a fallback forgives nothing',
    'an unknown check is a false one',
    'unknown or true is unknown',
    'not unknown is true',
    'what is observed stays unknown',
    'what depends on the unknown does nothing',
  ])(`an evaluator that is wrong is noticed within ${ENOUGH} worlds: %s`, (mistake) => {
    const seen = new Seen()
    let found: Difference | undefined
    for (let seed = 0; seed < ENOUGH && found === undefined; seed++) {
      found = compareWorld(seed, seen, mistake)
    }
    expect(found).toBeDefined()
  })

  it('a name that already means something where it is bound is refused, in every kind of place', () => {
    let tried = 0
    for (let seed = 0; seed < 150; seed++) {
      const rng = stream('shadows', seed)
      const data = makeWorld(rng, new Seen())
      const [name, skill] = Object.entries(data.skills)[0] ?? []
      const port = Object.keys(skill?.ports ?? {})[0]
      if (name === undefined || skill === undefined || port === undefined) continue
      const shadow = `exists ?${port} in t0 (?${port} in t0)`
      const changed = rng.pick([
        { checks: [...skill.checks, { id: 'shadow', text: 'shadow', holds: shadow }] },
        { effect: [...(skill.effect ?? []), `if ${shadow} then ${EVER}`] },
        { outcomes: [{ each: `?${port} in t0`, effect: [] }] },
        { outcomes: [{ each: '?free in t0', when: `${shadow} or ?free in t0`, effect: [] }] },
        { outcomes: [{ each: '?free in t0', when: 'exists ?free in t0 (?free in t0)', effect: [] }] },
        { expected: [shadow] },
      ])
      const loaded = loadDomain(
        { ...data, skills: { ...data.skills, [name]: { ...skill, ...changed } } },
        () => undefined,
      )
      tried += 1
      const codes = loaded.ok ? ['loaded'] : loaded.error.map(({ code }) => code)
      expect([seed, codes]).toEqual([seed, expect.arrayContaining(['domain.name-twice'])])
    }
    expect(tried).toBeGreaterThan(80)
  })
})

/** An effect that fits any world, behind a test that is refused before it is looked at. */
const EVER = 's0 := s0'

/** Worlds within which a mistake must be noticed. */
const ENOUGH = 400

/** In how many worlds of a hundred each thing must at least have been. */
const LEAST: Readonly<Record<string, number>> = {
  'a type of types': 40,
  'a fact in a fact': 40,
  constant: 20,
  and: 50,
  or: 50,
  not: 50,
  implies: 50,
  in: 50,
  'not in': 50,
  sum: 50,
  forall: 60,
  exists: 60,
  count: 60,
  was: 40,
  if: 50,
  else: 30,
  'forall in an effect': 40,
  'numbers are compared': 60,
  'a name runs through numbers': 40,
  'a name runs through truths': 40,
  'a name runs through a set': 40,
  'a name can be none': 40,
  'a name is none': 25,
  'a fact is none': 25,
  'known not to be none': 5,
  definition: 40,
  'definition in a quantifier': 30,
  'a definition in a definition': 8,
  'a definition is a number': 8,
  'a definition is an object': 8,
  'a quantifier in a quantifier': 60,
  'a quantifier in an if': 30,
  'an effect beside outcomes': 40,
  each: 50,
  'each is used': 30,
  when: 40,
  'when beside each': 30,
  'a quantifier beside each': 25,
  'a quantifier with the name of each': 8,
  'an open port': 25,
  'a port is left out': 10,
  'bad-argument': 25,
  'nothing-to-do': 10,
  allowed: 50,
  refused: 40,
  'in-range': 5,
  'has-outcome': 5,
  'several outcomes': 15,
  'a goal holds': 40,
  'a goal does not hold': 25,
  'a plan passes': 40,
  'a plan fails': 40,
  'a plan ends in several worlds': 3,
  'a goal is missed': 20,
  product: 20,
  'sum over all': 15,
  min: 15,
  max: 15,
  'unknown at the start': 20,
  known: 10,
  'something is forgotten': 8,
  'something is observed': 20,
  unknown: 10,
}
