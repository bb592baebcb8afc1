import { isSaidBy, isTruth, rolesOf, truthOf, type Frame, type StateFrame } from '../frames.js'
import type { Goal } from '../read/meaning.js'
import { filledIn, type Slot } from '../read/slots.js'
import { spoken, type SpokenWorld } from '../spoken-world.js'
import { sayState } from '../wording.js'
import type { Token } from '../words/tokens.js'
import { isLikeOneOf } from '../words/verbs.js'

/** Something that can be so in a world, and that an order can ask for, forbid or put an end to. */
export interface Atom {
  /** number of its predicate */
  readonly predicate: number
  /** numbers of the things that it is about: what is somewhere and where, or the one thing, or none */
  readonly what: number | undefined
  readonly where: number | undefined
  readonly so: Goal
  readonly not: Goal
  /** whether it is so now; undefined: nobody knows */
  readonly isSoNow: boolean | undefined
}

/** What can be said of things: from a skill that brings it about, or a state that they have. */
export interface Predicate {
  readonly form: Frame['form'] | 'state'
  /** how many things it is about */
  readonly things: 0 | 1 | 2
  /** whether a word is a verb for it, says that it is so, says that it is not: each 0 or 1 */
  readonly saidBy: (token: Token) => readonly [verb: number, so: number, not: number]
}

/** All that can be asked for in a world. */
export interface Atoms {
  readonly predicates: readonly Predicate[]
  /** what means the same is there once */
  readonly atoms: readonly Atom[]
}

/** Made once for a world as it is spoken of: what skills achieve first, then states, then what can be found out. */
export function atomsOf(world: SpokenWorld): Atoms {
  const own = made.get(world) ?? collected(world)
  made.set(world, own)
  return own
}

const made = new WeakMap<SpokenWorld, Atoms>()

function collected(world: SpokenWorld): Atoms {
  const kinds = [
    ...world.frames.map(ofFrame),
    ...world.states.flatMap((state) => [ofState(state), ofKnowing(state)]),
  ]
  const seen = new Set<string>()
  const numbers = new Map(world.things.map(({ name }, at) => [name, at]))
  const atoms = kinds.flatMap(({ cases }, predicate) =>
    cases.flatMap(({ things, ...said }): Atom[] => {
      const [what, where] = things.map((thing) => numbers.get(thing))
      const isNew = isKnownOnce(said.so.formula, world, seen)
      return !isNew || things.some((thing) => !numbers.has(thing))
        ? []
        : [{ ...said, predicate, what, where, isSoNow: world.holds(said.so.formula) }]
    }),
  )
  return { predicates: kinds.map(({ predicate }) => predicate), atoms }
}

/** Not where it, or the contrary of it, means the same as one before, or is no single condition. */
function isKnownOnce(formula: string, { meanings }: SpokenWorld, seen: Set<string>): boolean {
  const [so, ...others] = meanings.keysOf(formula)
  const not = meanings.keysOf(`not (${formula})`).join('&')
  if (so === undefined || others.length > 0 || seen.has(so) || seen.has(not)) return false
  seen.add(so).add(not)
  return true
}

interface Kind {
  readonly predicate: Predicate
  readonly cases: readonly (Pick<Atom, 'so' | 'not'> & { readonly things: readonly string[] })[]
}

function ofFrame(frame: Frame): Kind {
  const { form, verbs, ports } = frame
  const roles = rolesOf(frame)
  const [port, other] = ports
  const predicate = (things: Predicate['things']): Predicate => ({
    form,
    things,
    saidBy: ({ stem }) => [Number(isLikeOneOf(stem, verbs)), 0, 0],
  })
  if (roles !== undefined) {
    const { theme, target } = roles
    const pairs = [...theme.values].flatMap((what) =>
      [...target.values].filter((where) => where !== what).map((where) => [what, where] as const),
    )
    return {
      predicate: predicate(2),
      cases: pairs.map(([what, where]) =>
        caseOf(frame, [
          { port: theme.name, thing: what },
          { port: target.name, thing: where },
        ]),
      ),
    }
  }
  if (port === undefined) return { predicate: predicate(0), cases: [caseOf(frame, [])] }
  const isOfOne = other === undefined && !isTruth(port)
  const cases = isOfOne ? [...port.values].map((thing) => caseOf(frame, [{ port: port.name, thing }])) : []
  return { predicate: predicate(1), cases }
}

const ofState = (state: StateFrame): Kind => ({
  predicate: {
    form: 'state',
    things: state.values.size > 0 ? 1 : 0,
    saidBy: ({ stem }) => [
      0,
      Number(truthOf(stem, state) === true || isSaidBy(stem, state, true)),
      Number(truthOf(stem, state) === false || isSaidBy(stem, state, false)),
    ],
  },
  cases: ofEach(state, { goal: state.formula, outcome: sentenceOf(state) }),
})

const ofKnowing = (state: StateFrame): Kind => ({
  predicate: {
    form: 'known',
    things: state.values.size > 0 ? 1 : 0,
    saidBy: ({ stem }) => [0, Number(truthOf(stem, state) === true), Number(truthOf(stem, state) === false)],
  },
  cases: ofEach(state, {
    goal: `known(${state.formula})`,
    outcome: `it is known whether ${sentenceOf(state)}`,
  }),
})

/** `the {?it} is open`, `the trapdoor is open` of `trapdoor_open`, `rolling` */
const sentenceOf = (state: StateFrame): string =>
  sayState(state.formula, [state]) ??
  (state.values.size > 0 ? `the {?it} is ${spoken(state.name)}` : spoken(state.name))

type Said = Pick<Frame, 'goal' | 'outcome'>

const ofEach = ({ values }: StateFrame, said: Said): Kind['cases'] =>
  values.size === 0 ? [caseOf(said, [])] : [...values].map((thing) => caseOf(said, [{ port: 'it', thing }]))

function caseOf(
  { goal, outcome }: Said,
  named: readonly { readonly port: string; readonly thing: string }[],
) {
  const slots = named.map(({ port, thing }): Slot => ({ port, things: [thing], isAll: true, fit: 1 }))
  const [filled = { formula: goal, text: outcome }] = filledIn({ formula: goal, text: outcome }, slots)
  const [, positive] = /^not (.*)$/.exec(filled.formula) ?? []
  const contrary = (text: string): string =>
    / (is|are) /.test(text) ? text.replace(/ (is|are) /, ' $1 not ') : `it is not so that ${text}`
  const things = named.map(({ thing }) => thing)
  return positive === undefined
    ? { things, so: filled, not: { formula: negation(filled.formula), text: contrary(filled.text) } }
    : { things, so: { formula: positive, text: contrary(filled.text) }, not: filled }
}

/** `location(mug) != sink` for a value, `not open(fridge)` for a truth. */
const negation = (formula: string): string =>
  /^[\w()]+ = \w+$/.test(formula) ? formula.replace(' = ', ' != ') : `not ${formula}`
