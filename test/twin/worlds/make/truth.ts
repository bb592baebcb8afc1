import { boundSet } from './set.js'
import { applied, at, atom, LEVEL, numberValue, objectValue, range } from './value.js'
import type { Made } from './vocabulary.js'
import {
  BOOL,
  canBeEqual,
  freeName,
  nameable,
  naming,
  objects,
  withoutNone,
  type Making,
} from './vocabulary.js'

/** A formula. */
export function truth(making: Making, depth: number): Made {
  const { rng, seen, after } = making
  if (after && rng.chance(0.15)) {
    seen.add('was')
    return atom(`was(${truth({ ...making, after: false }, depth).text})`, BOOL)
  }
  if (making.unknown && rng.chance(0.05)) {
    seen.add('known')
    return atom(`known(${rng.chance(0.5) ? fact(making).text : objectValue(making).text})`, BOOL)
  }
  const kind = depth <= 0 ? rng.int(6) : rng.int(15)
  switch (kind) {
    case 0:
    case 1:
      return fact(making)
    case 2:
      return sameObject(making)
    case 3:
      return ordered(making, Math.min(depth, 2))
    case 4:
      return member(making)
    case 5:
      return noneOrNot(making)
    case 6:
    case 7:
      return chain(making, depth, rng.pick(['and', 'or']))
    case 8: {
      const left = truth(making, depth - 1)
      const right = truth(withoutNone(making, left.yes), depth - 1)
      const text = `${at(left, LEVEL.or, making)} implies ${at(right, LEVEL.implies, making)}`
      seen.add('implies')
      return { text, level: LEVEL.implies, sort: BOOL, yes: [], no: [] }
    }
    case 9: {
      const of = truth(making, depth - 1)
      seen.add('not')
      return {
        text: `not ${at(of, LEVEL.not, making)}`,
        level: LEVEL.not,
        sort: BOOL,
        yes: of.no,
        no: of.yes,
      }
    }
    default:
      return quantified(making, depth)
  }
}

function quantified(making: Making, depth: number): Made {
  const { rng, seen } = making
  const name = freeName(making)
  if (name === undefined || making.quantified >= 3) return fact(making)
  const set = boundSet(making)
  const word = rng.pick(['forall', 'exists', 'count'] as const)
  const body = truth(naming(making, name, set.sort), depth - 1)
  seen.add(word)
  if (making.quantified > 0) seen.add('a quantifier in a quantifier')
  const text = `${word} ?${name} in ${set.text} (${body.text})`
  if (word !== 'count') return atom(text, BOOL)
  const counted = `${text} ${rng.pick(['=', '!=', '<', '<=', '>', '>='])} ${rng.int(set.size + 1)}`
  return { text: counted, level: LEVEL.compare, sort: BOOL, yes: [], no: [] }
}

function chain(making: Making, depth: number, word: 'and' | 'or'): Made {
  const { rng, seen } = making
  const level = LEVEL[word]
  const parts: Made[] = []
  let here = making
  for (let left = 2 + rng.int(2); left > 0; left--) {
    const part = truth(here, depth - 1)
    parts.push(part)
    here = withoutNone(here, word === 'and' ? part.yes : part.no)
  }
  if (here !== making) seen.add('known not to be none')
  seen.add(word)
  const text = parts.map((part) => at(part, level + 1, making)).join(` ${word} `)
  const known = parts.flatMap((part) => (word === 'and' ? part.yes : part.no))
  return { text, level, sort: BOOL, yes: word === 'and' ? known : [], no: word === 'or' ? known : [] }
}

function fact(making: Making): Made {
  const { rng, names } = making
  const options: (() => Made)[] = [...names].flatMap(([name, sort]) =>
    sort.of === 'bool' ? [() => atom(`?${name}`, BOOL)] : [],
  )
  for (const { name, takes, sort } of nameable(making))
    if (sort.of === 'bool') options.push(() => applied(name, takes, sort, making))
  return options.length === 0 ? atom(rng.pick(['true', 'false']), BOOL) : rng.pick(options)()
}

function sameObject(making: Making): Made {
  const { rng } = making
  const left = objectValue(making)
  let right = objectValue(making)
  if (!canBeEqual(left.sort, right.sort) || isNone(left) || isNone(right)) {
    const names = left.sort.of === 'objects' ? left.sort.names.filter((name) => name !== 'none') : []
    if (names.length === 0) return fact(making)
    const object = rng.pick(names)
    right = atom(object, objects([object]))
  }
  return {
    text: `${left.text} ${rng.pick(['=', '!='])} ${right.text}`,
    level: LEVEL.compare,
    sort: BOOL,
    yes: [],
    no: [],
  }
}

/** The one comparison that tells what comes after it something. */
function noneOrNot(making: Making): Made {
  const { rng, names, seen } = making
  const canBeNone = [...names].filter(([, sort]) => sort.of === 'objects' && sort.names.includes('none'))
  if (canBeNone.length > 0) {
    const [name] = rng.pick(canBeNone)
    const is = rng.chance(0.5)
    const sign = is ? '=' : '!='
    const text = rng.chance(0.8) ? `?${name} ${sign} none` : `none ${sign} ?${name}`
    seen.add('a name is none')
    return { text, level: LEVEL.compare, sort: BOOL, yes: is ? [] : [name], no: is ? [name] : [] }
  }
  const facts = nameable(making).filter(({ sort }) => sort.of === 'objects' && sort.names.includes('none'))
  if (facts.length === 0) return fact(making)
  const { name, takes, sort } = rng.pick(facts)
  seen.add('a fact is none')
  const text = `${applied(name, takes, sort, making).text} ${rng.pick(['=', '!='])} none`
  return { text, level: LEVEL.compare, sort: BOOL, yes: [], no: [] }
}

function ordered(making: Making, depth: number): Made {
  const { rng, seen } = making
  const [left, right] = [numberValue(making, depth), numberValue(making, depth)]
  const sign = canBeEqual(left.sort, right.sort)
    ? rng.pick(['=', '!=', '<', '<=', '>', '>='])
    : rng.pick(['<', '<=', '>', '>='])
  seen.add('numbers are compared')
  const text = `${at(left, LEVEL.sum, making)} ${sign} ${at(right, LEVEL.sum, making)}`
  return { text, level: LEVEL.compare, sort: BOOL, yes: [], no: [] }
}

function member(making: Making): Made {
  const { rng, vocabulary, seen } = making
  const word = rng.pick(['in', 'not in'])
  seen.add(word)
  if (rng.chance(0.3)) {
    const of = numberValue(making, 1)
    const { min, max } = range(of)
    const low = min + rng.int(Math.max(1, max - min + 1))
    const text = `${at(of, LEVEL.sum, making)} ${word} ${low}..${low + rng.int(3)}`
    return { text, level: LEVEL.compare, sort: BOOL, yes: [], no: [] }
  }
  const of = objectValue(making)
  const names = of.sort.of === 'objects' ? of.sort.names : []
  const types = [...vocabulary.types].filter(([, all]) => all.some((object) => names.includes(object)))
  const set =
    types.length === 0 || rng.chance(0.5)
      ? `{${setMembers(making, names).join(', ')}}`
      : `${rng.pick(types)[0]}${names.includes('none') && rng.chance(0.5) ? ' | none' : ''}`
  return { text: `${of.text} ${word} ${set}`, level: LEVEL.compare, sort: BOOL, yes: [], no: [] }
}

/** Members that can be what stands before: objects, names and facts. */
function setMembers(making: Making, names: readonly string[]): readonly string[] {
  return Array.from({ length: 1 + making.rng.int(2) }, () => {
    const made = objectValue(making)
    return canBeEqual(made.sort, objects(names)) ? made.text : making.rng.pick(names)
  })
}

const isNone = ({ text }: Made): boolean => text === 'none'
