import type { Line, Many, Node } from './parse.js'
import { factName, rangeOf, type State, type Val, type World } from './world.js'

/** A mistake that the reference makes on purpose, to see whether the comparison would notice it. */
export type Mistake =
  | 'a quantifier writes over each'
  | 'lines see the lines before'
  | 'the first of two lines counts'
  | 'was is now'
  | 'definitions see the names of their callers'
  | 'when is not asked'
  | 'each runs through one value'
  | 'done is not asked'
  | 'an else is never taken'
  | 'count counts to one'
  | 'checks are asked backwards'
  | 'open ports are judged with one value'
  | 'a fallback forgives nothing'
  | 'an unknown check is a false one'
  | 'unknown or true is unknown'
  | 'not unknown is true'
  | 'what is observed stays unknown'
  | 'what depends on the unknown does nothing'

/** Where a formula is looked at: the state, the state before, and what its names stand for. */
export interface Place {
  readonly world: World
  readonly now: State
  readonly before: State
  readonly names: Names
  readonly mistake: Mistake | undefined
  /** only for the mistake of the same name: the slot after the ports, and what was left in it */
  readonly spill: { readonly slot: number; left: Val | undefined } | undefined
}

type Names = ReadonlyMap<string, Val>

/** The value of a fact that nobody knows. */
export const UNKNOWN = '?'

/** Truth in three values, ordered: false, unknown, true. Kleene's `and` is the least, `or` the greatest of two. */
const RANKS: readonly Val[] = [false, UNKNOWN, true]
const rank = (value: Val): number => RANKS.indexOf(value)
const ranked = (value: number): Val => RANKS[value] ?? false

/** A function of values: what it makes of an unknown one is unknown. */
const strict = (values: readonly Val[], make: () => Val): Val => (values.includes(UNKNOWN) ? UNKNOWN : make())

export function mean(node: Node, at: Place): Val {
  switch (node.is) {
    case 'constant':
      return node.value
    case 'name':
      return named(node.name, at)
    case 'word':
      return word(
        node.word,
        node.of.map((each) => mean(each, at)),
        at,
      )
    case 'not':
      return at.mistake === 'not unknown is true' && mean(node.of, at) === UNKNOWN
        ? true
        : ranked(2 - rank(mean(node.of, at)))
    case 'was':
      return mean(node.of, at.mistake === 'was is now' ? at : { ...at, now: at.before })
    // the right side may only be looked at where the left one has not decided: `?p != none and …`
    case 'and': {
      const left = rank(mean(node.left, at))
      return left === 0 ? false : ranked(Math.min(left, rank(mean(node.right, at))))
    }
    case 'or': {
      const left = mean(node.left, at)
      return left === true ? true : orOf([left, mean(node.right, at)], at)
    }
    case 'implies': {
      const left = mean(node.left, at)
      return left === false ? true : orOf([ranked(2 - rank(left)), mean(node.right, at)], at)
    }
    case '=':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '+':
    case '-':
    case '*': {
      const [sign, left, right]: [Sign, Val, Val] = [node.is, mean(node.left, at), mean(node.right, at)]
      return strict([left, right], () => SIGNS[sign](left, right))
    }
    case 'in':
      return memberOf(node.of, node.set, at)
    case 'not in':
      return ranked(2 - rank(memberOf(node.of, node.set, at)))
    case 'forall':
    case 'exists':
    case 'count':
    case 'sum':
    case 'min':
    case 'max': {
      const all = manyOf(node.set, at)
      const each = all.map((value) => mean(node.body, bind(at, node.name, value)))
      if (node.is === 'sum' || node.is === 'min' || node.is === 'max') {
        const numbers = each.map(Number)
        if (node.is === 'sum') return strict(each, () => numbers.reduce((total, one) => total + one, 0))
        return strict(each, () => (node.is === 'min' ? Math.min(...numbers) : Math.max(...numbers)))
      }
      if (node.is === 'forall') return ranked(Math.min(2, ...each.map(rank)))
      if (node.is === 'exists') return orOf(each, at)
      const how = each.filter((value) => value === true).length
      return strict(each, () => (at.mistake === 'count counts to one' ? Math.min(how, 1) : how))
    }
  }
}

function orOf(values: readonly Val[], at: Place): Val {
  if (at.mistake === 'unknown or true is unknown') return strict(values, () => values.includes(true))
  return ranked(Math.max(0, ...values.map(rank)))
}

function memberOf(of: Node, set: Many, at: Place): Val {
  const value = mean(of, at)
  const all = manyOf(set, at).map((member) => strict([value, member], () => value === member))
  return strict([value], () => ranked(Math.max(0, ...all.map(rank))))
}

type Sign = '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*'

/** What a line sets, all of it read in the state before; undefined when that depends on something unknown. */
export function* change(line: Line, at: Place): Generator<readonly [fact: string, value: Val] | undefined> {
  switch (line.do) {
    case 'set': {
      const args = line.of.map((each) => mean(each, at))
      if (!args.includes(UNKNOWN)) yield [factName(line.fact, args), mean(line.to, at)]
      else if (at.mistake !== 'what depends on the unknown does nothing') yield undefined
      return
    }
    case 'if':
      if (mean(line.test, at) === UNKNOWN && at.mistake !== 'what depends on the unknown does nothing')
        yield undefined
      else if (truth(line.test, at)) yield* change(line.then, at)
      else if (line.otherwise !== undefined && at.mistake !== 'an else is never taken')
        yield* change(line.otherwise, at)
      return
    case 'forall':
      for (const value of manyOf(line.set, at)) {
        const inside = bind(at, line.name, value)
        for (const each of line.lines) yield* change(each, inside)
      }
  }
}

/** Every value that a name runs through or that `in` asks for, each once. */
export const manyOf = (set: Many, at: Place): readonly Val[] =>
  'range' in set ? rangeOf(set, at.world.types) : [...new Set(set.members.map((member) => mean(member, at)))]

export const truth = (node: Node, at: Place): boolean => mean(node, at) === true

const SIGNS: Readonly<Record<Sign, (a: Val, b: Val) => Val>> = {
  '=': (a: Val, b: Val) => a === b,
  '!=': (a: Val, b: Val) => a !== b,
  '<': (a: Val, b: Val) => Number(a) < Number(b),
  '<=': (a: Val, b: Val) => Number(a) <= Number(b),
  '>': (a: Val, b: Val) => Number(a) > Number(b),
  '>=': (a: Val, b: Val) => Number(a) >= Number(b),
  '+': (a: Val, b: Val) => Number(a) + Number(b),
  '-': (a: Val, b: Val) => Number(a) - Number(b),
  '*': (a: Val, b: Val) => Number(a) * Number(b),
}

export function bind(at: Place, name: string, value: Val): Place {
  if (at.spill?.slot === at.names.size) at.spill.left = value
  return { ...at, names: new Map(at.names).set(name, value) }
}

function named(name: string, { names, spill }: Place): Val {
  if (spill?.left !== undefined && [...names.keys()].indexOf(name) === spill.slot) return spill.left
  const value = names.get(name)
  if (value === undefined) throw new Error(`nothing here is called ?${name}`)
  return value
}

function word(name: string, args: readonly Val[], at: Place): Val {
  const { world, now } = at
  const definition = world.definitions.get(name)
  if (definition !== undefined) {
    const own = definition.takes.map((taken, index) => [taken, args[index] as Val] as const)
    const outer = at.mistake === 'definitions see the names of their callers' ? [...at.names] : []
    return mean(definition.body, { ...at, spill: undefined, names: new Map([...own, ...outer]) })
  }
  if (name === 'known') return args[0] !== UNKNOWN
  if (name === 'unknown' || args.includes(UNKNOWN)) return UNKNOWN
  const fact = factName(name, args)
  const value = now[fact] ?? world.constants[fact]
  if (value !== undefined) return value
  if (name === 'none' || world.objects.has(name)) return name
  throw new Error(`nothing is called ${fact}`)
}
