import type { Goal } from '../read/meaning.js'
import type { Heard } from '../understand.js'
import { called } from '../wording.js'
import type { Atom } from './atoms.js'

/** A goal with the numbers of the facts of which any one, or so many, are enough. */
export interface AnyOf {
  readonly goal: Goal
  readonly atoms: readonly number[]
}

/**
 * `one of the mugs into the sink`, `two of the mugs`, `the mug onto any shelf`: facts that differ in one thing. What is
 * asked of any of the same things is asked of one of them: `a clean glass on the counter`.
 */
export function anyOf(numbers: readonly number[], heard: Heard, atoms: readonly Atom[]): AnyOf[] {
  const left = new Set(numbers)
  const alike = new Map<string, Choice[]>()
  for (const number of numbers) {
    if (!left.has(number)) continue
    const own = largest(ROLES.map((role) => choiceOf(number, role, { left, atoms, heard })))
    for (const one of own.atoms) left.delete(one)
    const things = [...own.names].sort().join(' ')
    const others = alike.get(things) ?? []
    // of the same kind two things are asked: `two boxes on each pallet`
    const isOwn = others.some((one) => predicateOf(one, atoms) === predicateOf(own, atoms))
    alike.set(isOwn ? `${things} ${number}` : things, isOwn ? [own] : [...others, own])
  }
  return [...alike.values()].map((choices) => goalOf(choices, heard, atoms))
}

/** Which of the two things of a fact differs. */
const ROLES = ['what', 'where'] as const
type Role = (typeof ROLES)[number]

interface Choice {
  readonly atoms: readonly number[]
  readonly names: readonly string[]
}

const largest = (choices: readonly Choice[]): Choice =>
  choices.reduce((best, one) => (one.atoms.length > best.atoms.length ? one : best))

interface Among {
  readonly left: ReadonlySet<number>
  readonly atoms: readonly Atom[]
  readonly heard: Heard
}

/** All facts that are like one but for one of its things. */
function choiceOf(number: number, role: Role, { left, atoms, heard }: Among): Choice {
  const own = atoms[number]
  const other = role === 'what' ? 'where' : 'what'
  const like = [...left].filter((one) => {
    const atom = atoms[one]
    return atom?.predicate === own?.predicate && atom?.[other] === own?.[other]
  })
  const names = like.flatMap((one) => heard.world.things[atoms[one]?.[role] ?? -1]?.name ?? [])
  return { atoms: like, names }
}

const predicateOf = ({ atoms: [first] }: Choice, atoms: readonly Atom[]): number | undefined =>
  atoms[first ?? -1]?.predicate

function goalOf(choices: readonly Choice[], heard: Heard, atoms: readonly Atom[]): AnyOf {
  const numbers = choices.flatMap((choice) => choice.atoms)
  const names = choices[0]?.names ?? []
  const [name = ''] = names
  const first = choices.flatMap((choice) => {
    const at = choice.names.indexOf(name)
    return atoms[choice.atoms[at] ?? -1]?.so ?? []
  })
  if (names.length < 2) return { goal: allOf(first), atoms: numbers }
  const { formula, text } = allOf(first)
  const body = formula.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), '?one')
  const set = `?one in {${names.join(', ')}}`
  const words = names.map(called).join(' or the ')
  const count = countOf(names, heard)
  const goal =
    count === undefined
      ? { formula: `exists ${set} (${body})`, text: text.replaceAll(called(name), words) }
      : {
          formula: `count ${set} (${body}) >= ${count}`,
          text: `of the ${words} at least ${count}: ${text.replaceAll(called(name), 'one')}`,
        }
  return { goal, atoms: numbers }
}

const allOf = (goals: readonly Goal[]): Goal => ({
  formula: goals.map(({ formula }) => formula).join(' and '),
  text: goals.map(({ text }) => text).join(' and '),
})

/** So many of them as are said of a mention that can be all of them. */
const countOf = (names: readonly string[], { mentions }: Heard): number | undefined =>
  mentions.find(
    ({ count, candidates }) =>
      count !== undefined &&
      count < names.length &&
      names.every((name) => candidates.some(({ thing }) => thing === name)),
  )?.count
