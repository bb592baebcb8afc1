import type { Rng } from '#base/random.js'
import { allFormulas, conditionsIn, effectsIn, wantedIn, type FormulaPlace } from './places.js'
import type { Written } from './written.js'

/** Changes a copy of a world's files in one place; says where, or nothing where there is nothing of the kind. */
export type Mutation = (files: Written, rng: Rng) => string | undefined

/** Gives a formula another one, where that makes a difference to the text. */
const rewrite =
  (
    places: (files: Written) => readonly FormulaPlace[],
    change: (text: string, rng: Rng, files: Written) => string | undefined,
  ): Mutation =>
  (files, rng) => {
    // few formulas hold a number or a quantifier: those that do not are passed over
    for (let left = places(files); left.length > 0;) {
      const place = rng.pick(left)
      left = left.filter((each) => each !== place)
      const old = place.get()
      const changed = change(old, rng, files)
      if (changed === undefined || changed === old) continue
      place.set(changed)
      return `${place.where}: ${old} → ${changed}`
    }
    return undefined
  }

export const pickOf = <T>(all: readonly T[], rng: Rng): T | undefined =>
  all.length === 0 ? undefined : rng.pick(all)

/** Replaces one match of a pattern, chosen by chance. */
function replaceOne(
  text: string,
  pattern: RegExp,
  rng: Rng,
  by: (found: string) => string | undefined,
): string | undefined {
  const found = pickOf([...text.matchAll(pattern)], rng)
  const other = found === undefined ? undefined : by(found[0])
  if (found === undefined || other === undefined) return undefined
  return text.slice(0, found.index) + other + text.slice(found.index + found[0].length)
}

/** The objects of each type that lists its own. */
export const objectLists = ({ world }: Written): readonly (readonly string[])[] =>
  Object.values(world.types).filter((type) => Array.isArray(type))

/** Another object of the same type. */
export function sibling(object: string, files: Written, rng: Rng): string | undefined {
  const list = objectLists(files).find((each) => each.includes(object))
  return pickOf(
    (list ?? []).filter((each) => each !== object),
    rng,
  )
}

const WORD = /(?<![?\w])[a-z_]\w*(?!\w)/g
const OPPOSITE: Readonly<Record<string, string>> = {
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  and: 'or',
  or: 'and',
  forall: 'exists',
  exists: 'forall',
  in: 'not in',
  'not in': 'in',
}

const negate = rewrite(
  (files) => [...conditionsIn(files.world), ...wantedIn(files)],
  (text) => (text.startsWith('not ') && !/\b(and|or|implies)\b/.test(text) ? text.slice(4) : `not (${text})`),
)

const swapObject = rewrite(allFormulas, (text, rng, files) => {
  const known = new Set(objectLists(files).flat())
  const inIt = (text.match(WORD) ?? []).filter((word) => known.has(word))
  const object = pickOf(inIt, rng)
  const other = object === undefined ? undefined : sibling(object, files, rng)
  if (object === undefined || other === undefined) return undefined
  return replaceOne(text, new RegExp(`(?<![?\\w])${object}(?!\\w)`, 'g'), rng, () => other)
})

const changeNumber = rewrite(allFormulas, (text, rng) =>
  replaceOne(text, /(?<![\w.])\d+(?![\w.])/g, rng, (found) =>
    String(Math.max(0, Number(found) + rng.pick([-1, 1]))),
  ),
)

const misspell = rewrite(allFormulas, (text, rng) =>
  replaceOne(text, /\??[A-Za-z_]\w{2,}/g, rng, (word) => {
    const at = 1 + rng.int(word.length - 1)
    return rng.chance(0.5) ? word.slice(0, at) + word.slice(at + 1) : word.slice(0, at) + word.slice(at - 1)
  }),
)

const turnOperator = (pattern: RegExp): Mutation =>
  rewrite(allFormulas, (text, rng) => replaceOne(text, pattern, rng, (found) => OPPOSITE[found]))

/** Leaves one side of an `and` or `or` out. */
const dropSide = rewrite(allFormulas, (text, rng) => {
  const sides = text.split(/ (?:and|or|implies) /)
  if (sides.length < 2 || sides.some((side) => side.split('(').length !== side.split(')').length))
    return undefined
  return rng.pick(sides)
})

/** `?from` for `?to`: two names of one formula change places. */
const swapNames = rewrite(allFormulas, (text, rng) => {
  const names = [...new Set(text.match(/\?\w+/g) ?? [])]
  const [one, two] = [pickOf(names, rng), pickOf(names, rng)]
  if (one === undefined || two === undefined || one === two) return swapArguments(text)
  return text.replaceAll(/\?\w+/g, (name) => (name === one ? two : name === two ? one : name))
})

/** `next(a, b)` is `next(b, a)`. */
const swapArguments = (text: string): string =>
  text.replace(/\(([\w?]+), ([\w?]+)\)/, (_, one: string, two: string) => `(${two}, ${one})`)

/** Another value than the one that an effect gives. */
const wrongEffect = rewrite(
  (files) => effectsIn(files.world),
  (text, rng, files) => {
    const [, left = '', right = ''] = /^(.*:= )([^,]+?)\)?$/.exec(text) ?? []
    if (left === '') return undefined
    if (right === 'true' || right === 'false') return `${left}${right === 'true' ? 'false' : 'true'}`
    const other = sibling(right, files, rng)
    if (other !== undefined) return left + other
    const types = Object.entries(files.world.state).filter(([header]) =>
      left.startsWith(header.split('(')[0] ?? ''),
    )
    const is = types[0]?.[1].is ?? ''
    const objects = is.split('|').flatMap((part) => files.world.types[part.trim()] ?? [])
    const object = pickOf(
      objects.filter((each) => each !== right && !each.includes('|')),
      rng,
    )
    return object === undefined ? undefined : left + object
  },
)

/** What can go wrong in one formula. */
export const FORMULA_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'negate a condition': negate,
  'another object of the type': swapObject,
  'another number': changeNumber,
  'misspell a name': misspell,
  'and ↔ or': turnOperator(/\b(?:and|or)\b/g),
  'another comparison': turnOperator(/!=|<=|>=|(?<![:<>!])=(?!=)|<|>/g),
  'forall ↔ exists': turnOperator(/\b(?:forall|exists)\b/g),
  'leave a side out': dropSide,
  'swap two names': swapNames,
  'wrong outcome': wrongEffect,
}
