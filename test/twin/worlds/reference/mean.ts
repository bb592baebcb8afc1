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
      return !mean(node.of, at)
    case 'was':
      return mean(node.of, at.mistake === 'was is now' ? at : { ...at, now: at.before })
    case 'and':
      return truth(node.left, at) && truth(node.right, at)
    case 'or':
      return truth(node.left, at) || truth(node.right, at)
    case 'implies':
      return !truth(node.left, at) || truth(node.right, at)
    case '=':
      return mean(node.left, at) === mean(node.right, at)
    case '!=':
      return mean(node.left, at) !== mean(node.right, at)
    case '<':
      return number(node.left, at) < number(node.right, at)
    case '<=':
      return number(node.left, at) <= number(node.right, at)
    case '>':
      return number(node.left, at) > number(node.right, at)
    case '>=':
      return number(node.left, at) >= number(node.right, at)
    case '+':
      return number(node.left, at) + number(node.right, at)
    case '-':
      return number(node.left, at) - number(node.right, at)
    case 'in':
      return manyOf(node.set, at).includes(mean(node.of, at))
    case 'not in':
      return !manyOf(node.set, at).includes(mean(node.of, at))
    case 'forall':
    case 'exists':
    case 'count': {
      const all = manyOf(node.set, at)
      const how = all.filter((value) => truth(node.body, bind(at, node.name, value))).length
      if (node.is === 'count') return at.mistake === 'count counts to one' ? Math.min(how, 1) : how
      return node.is === 'forall' ? how === all.length : how > 0
    }
  }
}

/** What a line sets, all of it read in the state before. */
export function* change(line: Line, at: Place): Generator<readonly [fact: string, value: Val]> {
  switch (line.do) {
    case 'set':
      yield [
        factName(
          line.fact,
          line.of.map((each) => mean(each, at)),
        ),
        mean(line.to, at),
      ]
      return
    case 'if':
      if (truth(line.test, at)) yield* change(line.then, at)
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

const number = (node: Node, at: Place): number => Number(mean(node, at))

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
  const fact = factName(name, args)
  const value = now[fact] ?? world.constants[fact]
  if (value !== undefined) return value
  if (name === 'none' || world.objects.has(name)) return name
  throw new Error(`nothing is called ${fact}`)
}
