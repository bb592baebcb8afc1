import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { must } from '#base/result.js'
import type { Fluents } from '#worlds/value.js'
import { loadDomain } from '#worlds/load-domain.js'

/** Formulas that are compared; `GRAFT_FUZZ=1000000` for a long run. */
const COUNT = Number(process.env['GRAFT_FUZZ'] ?? 5_000)
const A_GOAL = 100

const BOXES = ['a', 'b', 'c']
const SPOTS = ['s', 't']

type Vars = Readonly<Record<string, string>>

/** A formula as text, and what it means by a second opinion that shares no code with the first. */
interface Made<T> {
  readonly text: string
  /** how strongly the text binds: brackets are needed where a weaker one stands inside a stronger one */
  readonly strength: number
  readonly means: (state: Fluents, vars: Vars) => T
}

const IMPLIES = 0
const OR = 1
const AND = 2
const NOT = 3
const COMPARE = 4
const SUM = 5
const ATOM = 6

describe(`${COUNT} formulas against a second opinion`, () => {
  it('are true where it says so, with as few brackets as the order of strengths allows', () => {
    let [yes, no] = [0, 0]
    for (let run = 0; run * A_GOAL < COUNT; run++) {
      const rng = stream('differential', run)
      const made = Array.from({ length: A_GOAL }, () => truth(rng, 4, {}))
      const goal =
        must(
          loadDomain(domain(made.map(({ text }) => text)), () => undefined),
          'domain',
        ).goal ?? []
      expect(goal).toHaveLength(A_GOAL)
      for (let look = 0; look < 4; look++) {
        const state = anyState(rng)
        for (const [index, { text, means }] of made.entries()) {
          const wanted = means(state, {})
          if (goal[index]?.holds(state) !== wanted) {
            expect.fail(`${text} is ${wanted} in ${JSON.stringify(Object.fromEntries(state))}`)
          }
          if (wanted) yes++
          else no++
        }
      }
    }
    expect(Math.min(yes, no)).toBeGreaterThan(COUNT / 2)
  }, 1_200_000)
})

function truth(rng: Rng, depth: number, names: Vars): Made<boolean> {
  const inner = (): Made<boolean> => truth(rng, depth - 1, names)
  switch (depth === 0 ? rng.int(4) : rng.int(12)) {
    case 0:
      return { text: 'flag', strength: ATOM, means: (state) => state.get('flag') === true }
    case 1: {
      const [left, right] = [spot(rng, names), spot(rng, names)]
      const op = rng.pick(['=', '!='])
      const means = (state: Fluents, vars: Vars): boolean =>
        (left.means(state, vars) === right.means(state, vars)) === (op === '=')
      return joined(rng, [left, op, right], COMPARE, means)
    }
    case 2: {
      const [left, right] = [amount(rng, 2, names), amount(rng, 2, names)]
      const op = rng.pick(Object.keys(ORDER))
      const means = (state: Fluents, vars: Vars): boolean =>
        ORDER[op]?.(left.means(state, vars), right.means(state, vars)) === true
      return joined(rng, [left, op, right], COMPARE, means)
    }
    case 3: {
      if (rng.chance(0.3)) {
        const of = amount(rng, 1, names)
        const [low, high] = [rng.int(3), 2 + rng.int(3)]
        const means = (state: Fluents, vars: Vars): boolean =>
          of.means(state, vars) >= low && of.means(state, vars) <= high
        // a number that stands alone may lie outside the range for ever, which is a mistake and not a formula
        if (of.text === 'n' || of.text === 'm') return joined(rng, [of, `in ${low}..${high}`], COMPARE, means)
      }
      const of = spot(rng, names)
      const [set, members] = rng.pick<readonly [string, readonly string[]]>([
        ['spot', SPOTS],
        of.text.startsWith('?') || of.text === 'home(c)' ? ['{s}', ['s']] : ['{none, s}', ['none', 's']],
        ['spot | none', [...SPOTS, 'none']],
      ])
      const not = rng.chance(0.5)
      const means = (state: Fluents, vars: Vars): boolean => members.includes(of.means(state, vars)) !== not
      return joined(rng, [of, not ? `not in ${set}` : `in ${set}`], COMPARE, means)
    }
    case 4:
    case 5: {
      const parts = Array.from({ length: 2 + rng.int(2) }, inner)
      return joined(rng, between(parts, 'and'), AND, (state, vars) =>
        parts.every((part) => part.means(state, vars)),
      )
    }
    case 6:
    case 7: {
      const parts = Array.from({ length: 2 + rng.int(2) }, inner)
      return joined(rng, between(parts, 'or'), OR, (state, vars) =>
        parts.some((part) => part.means(state, vars)),
      )
    }
    case 8: {
      const [left, right] = [inner(), inner()]
      const means = (state: Fluents, vars: Vars): boolean =>
        !left.means(state, vars) || right.means(state, vars)
      return joined(rng, [left, 'implies', right], IMPLIES, means)
    }
    case 9: {
      const of = inner()
      return joined(rng, ['not', of], NOT, (state, vars) => !of.means(state, vars))
    }
    case 10: {
      const name = Object.keys(names).find((known) => names[known] === 'box')
      if (name === undefined) return inner()
      const means = (state: Fluents, vars: Vars): boolean =>
        state.get(`on(${vars[name] ?? ''})`) === state.get('at')
      return { text: `here(?${name})`, strength: ATOM, means }
    }
    default:
      return quantified(rng, depth, names)
  }
}

function quantified(rng: Rng, depth: number, names: Vars): Made<boolean> {
  const name = `v${Object.keys(names).length}`
  const [type, all] = rng.pick<readonly [string, readonly string[]]>([
    ['box', BOXES],
    ['spot', SPOTS],
    ['{a, c}', ['a', 'c']],
  ])
  const body = truth(rng, depth - 1, { ...names, [name]: type === 'spot' ? 'spot' : 'box' })
  const each = (state: Fluents, vars: Vars): boolean[] =>
    all.map((v) => body.means(state, { ...vars, [name]: v }))
  const word = rng.pick(['forall', 'exists', 'count'])
  const text = `${word} ?${name} in ${type} (${body.text})`
  if (word === 'forall')
    return { text, strength: ATOM, means: (state, vars) => !each(state, vars).includes(false) }
  if (word === 'exists')
    return { text, strength: ATOM, means: (state, vars) => each(state, vars).includes(true) }
  const most = rng.int(4)
  const means = (state: Fluents, vars: Vars): boolean => each(state, vars).filter(Boolean).length <= most
  return { text: `${text} <= ${most}`, strength: COMPARE, means }
}

function spot(rng: Rng, names: Vars): Made<string> {
  const boxes = Object.keys(names).filter((name) => names[name] === 'box')
  const spots = Object.keys(names).filter((name) => names[name] === 'spot')
  const [box, bound] = [rng.chance(0.5) ? boxes[0] : undefined, rng.chance(0.5) ? spots[0] : undefined]
  if (bound !== undefined) return { text: `?${bound}`, strength: ATOM, means: (_, vars) => vars[bound] ?? '' }
  if (box !== undefined) {
    return {
      text: `on(?${box})`,
      strength: ATOM,
      means: (state, vars) => String(state.get(`on(${vars[box] ?? ''})`)),
    }
  }
  // an object alone on both sides could never be equal to another, which is a mistake and not a formula
  const text = rng.pick(['at', 'on(a)', 'on(b)', 'home(c)'])
  return { text, strength: ATOM, means: (state) => (text === 'home(c)' ? 't' : String(state.get(text))) }
}

function amount(rng: Rng, depth: number, names: Vars): Made<number> {
  if (depth === 0 || rng.chance(0.4)) {
    const text = rng.pick(['n', 'm', '0', '1', '3'])
    return { text, strength: ATOM, means: (state) => Number(state.get(text) ?? text) }
  }
  const [left, right] = [amount(rng, depth - 1, names), amount(rng, depth - 1, names)]
  const plus = rng.chance(0.5)
  const means = (state: Fluents, vars: Vars): number =>
    left.means(state, vars) + (plus ? 1 : -1) * right.means(state, vars)
  // sums are read from the left: what stands on the right needs brackets
  const inner = right.strength === SUM ? { ...right, text: `(${right.text})`, strength: ATOM } : right
  return joined(rng, [left, plus ? '+' : '-', inner], SUM, means)
}

const ORDER: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

type Part = Made<unknown> | string

/** Brackets where they are needed, and now and then where they are not. */
function joined<T>(rng: Rng, parts: readonly Part[], strength: number, means: Made<T>['means']): Made<T> {
  const text = parts
    .map((part, index) => {
      if (typeof part === 'string') return part
      // `implies` is read from the right; `and`, `or` and sums hold chains; comparisons do not chain
      const last = index === parts.length - 1
      const chains = strength === IMPLIES ? last : strength === NOT || strength === SUM
      const fits = part.strength > strength || (part.strength === strength && chains)
      return !fits || rng.chance(0.1) ? `(${part.text})` : part.text
    })
    .join(' ')
  return { text, strength, means }
}

const between = (parts: readonly Part[], word: string): Part[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [word, part]))

function anyState(rng: Rng): Fluents {
  const where = (): string => rng.pick([...SPOTS, 'none'])
  return new Map<string, string | number | boolean>([
    ['n', rng.int(5)],
    ['m', rng.int(5)],
    ['flag', rng.chance(0.5)],
    ['at', where()],
    ...BOXES.map((box) => [`on(${box})`, where()] as const),
  ])
}

const domain = (goal: readonly string[]): unknown => ({
  domain: 'second_opinion',
  text: 'A world of formulas.',
  types: { box: BOXES, spot: SPOTS },
  constants: { 'home(box)': { is: 'spot', values: { c: 't', else: 's' } } },
  state: {
    n: { is: '0..4', start: 0 },
    m: { is: '0..4', start: 0 },
    flag: { is: 'bool', start: false },
    at: { is: 'spot | none', start: 's' },
    'on(box)': { is: 'spot | none', start: 'none' },
  },
  definitions: { 'here(?x in box)': 'on(?x) = at' },
  skills: {},
  goal,
})
