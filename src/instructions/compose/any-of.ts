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
  const single: number[] = []
  for (const number of numbers) {
    if (!left.has(number)) continue
    const own = largest(ROLES.map((role) => choiceOf(number, role, { left, atoms, heard })))
    for (const one of own.atoms) left.delete(one)
    if (own.names.length < 2) {
      single.push(...own.atoms)
      continue
    }
    const things = [...own.names].sort().join(' ')
    const others = alike.get(things) ?? []
    // of the same kind two things are asked: `two boxes on each pallet`
    const isOwn = others.some((one) => predicateOf(one, atoms) === predicateOf(own, atoms))
    alike.set(isOwn ? `${things} ${number}` : things, isOwn ? [own] : [...others, own])
  }
  return [...[...alike.values()].map((choices) => oneOf(choices, heard, atoms)), ...either(single, atoms)]
}

/** Which of the two things of a fact differs. */
const ROLES = ['what', 'where'] as const
type Role = (typeof ROLES)[number]

interface Choice {
  readonly role: Role
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
    return one === number || (atom?.predicate === own?.predicate && atom?.[other] === own?.[other])
  })
  const names = like.flatMap((one) => heard.world.things[atoms[one]?.[role] ?? -1]?.name ?? [])
  return { role, atoms: like, names }
}

const predicateOf = ({ atoms: [first] }: Choice, atoms: readonly Atom[]): number | undefined =>
  atoms[first ?? -1]?.predicate

/** Facts that have nothing in common: `open the window or switch the fan on`. */
const either = (numbers: readonly number[], atoms: readonly Atom[]): AnyOf[] => {
  const all = numbers.flatMap((number) => atoms[number]?.so ?? [])
  return all.length === 0 ? [] : [{ goal: joinedBy(' or ', all), atoms: numbers }]
}

function oneOf(choices: readonly Choice[], heard: Heard, atoms: readonly Atom[]): AnyOf {
  const numbers = choices.flatMap((choice) => choice.atoms)
  const names = choices[0]?.names ?? []
  const words = names.map(called).join(' or the ')
  const count = countOf(names, heard)
  const [name = ''] = names
  const each = choices.flatMap((choice): Goal[] => {
    const said = atoms[choice.atoms[choice.names.indexOf(name)] ?? -1]?.so
    return said === undefined ? [] : [ofOne(said, name, choice.role, count === undefined ? words : 'one')]
  })
  const { formula, text } = joinedBy(' and ', each)
  const set = `?one in {${names.join(', ')}}`
  const goal =
    count === undefined
      ? { formula: `exists ${set} (${formula})`, text }
      : {
          formula: `count ${set} (${formula}) >= ${count}`,
          text: `of the ${words} at least ${count}: ${text}`,
        }
  return { goal, atoms: numbers }
}

/** With a variable in the place of a thing: what a sentence is about is named first, where that is last. */
function ofOne({ formula, text }: Goal, name: string, role: Role, words: string): Goal {
  const places = [...text.matchAll(new RegExp(`\\b${called(name)}\\b`, 'g'))]
  const at = (role === 'what' ? places[0] : places.at(-1))?.index
  return {
    formula: formula.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), '?one'),
    text: at === undefined ? text : text.slice(0, at) + words + text.slice(at + called(name).length),
  }
}

const joinedBy = (word: string, goals: readonly Goal[]): Goal => ({
  formula: goals.map(({ formula }) => formula).join(word),
  text: goals.map(({ text }) => text).join(word),
})

/** So many of them as are said of the one mention that can be all of them; of several nobody knows which is meant. */
function countOf(names: readonly string[], { mentions }: Heard): number | undefined {
  const [count, ...others] = mentions
    .filter(({ candidates }) => names.every((name) => candidates.some(({ thing }) => thing === name)))
    .map((mention) => mention.count)
  return others.length === 0 && count !== undefined && count < names.length ? count : undefined
}
