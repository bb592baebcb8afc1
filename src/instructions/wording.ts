import type { StateFrame } from './frames.js'
import { spoken } from './spoken-world.js'

/** A thing as people call it: what is in the box is in no `box inside`. */
export const called = (name: string): string => spoken(name.replace(/(?<=.)_inside$/, ''))

/**
 * A sentence of a world file about a thing: `the {?item} is at the sofa` of `keys`. Those files are written as if all
 * things were one.
 */
export function naming(text: string, port: string, names: readonly string[]): string {
  const words = names.map(called).join(' or the ')
  const said = text.replaceAll(`{?${port}}`, words)
  return isMany(names) ? said.replaceAll(new RegExp(`${words} (is|has|stands|lies)\\b`, 'g'), plural) : said
}

/** `keys`, `scissors`; but not `glass` or `bus`, and not what a letter or a number tells apart. */
const isMany = (names: readonly string[]): boolean => /[^sui]s$/.test(names.at(-1) ?? '')

const plural = (said: string): string => said.replace(/\w+$/, (verb) => PLURALS[verb] ?? verb)

const PLURALS: Readonly<Record<string, string>> = { is: 'are', has: 'have', stands: 'stand', lies: 'lie' }

/** `trapdoor_open` in words: the trapdoor is open. undefined: it is about no one thing, or is more than such a fact. */
export function sayState(formula: string, states: readonly StateFrame[]): string | undefined {
  const [, not = '', name] = /^(not )?(\w+)$/.exec(formula.trim()) ?? []
  const thing = states.find((state) => state.formula === name)?.thing
  if (thing === undefined || name === undefined) return undefined
  return `the ${called(thing)} is ${not}${spoken(name.slice(thing.length + 1))}`
}
