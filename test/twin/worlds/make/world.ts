import type { Rng } from '#base/random.js'
import type { Given, SkillData, WorldData } from '../reference/world.js'
import { line } from './lines.js'
import { boundSet } from './set.js'
import { truth } from './truth.js'
import { applied, numberValue, objectValue } from './value.js'
import {
  BOOL,
  naming,
  number,
  objects,
  POOL,
  type Known,
  type Making,
  type Seen,
  type Sort,
  type Vocabulary,
} from './vocabulary.js'

/** A formula longer than this is made anew: the language has bounds of its own. */
const LONGEST = 900

/** A world that loads: types, constants, state, definitions, skills and a goal, all at random. */
export function makeWorld(rng: Rng, seen: Seen): WorldData {
  const lists = Array.from({ length: 2 + rng.int(2) }, (_, type): [string, string[]] => [
    `t${type}`,
    Array.from({ length: 1 + rng.int(3) }, (__, index) => `${'opq'[type] ?? ''}${index}`),
  ])
  const types = new Map<string, readonly string[]>(lists)
  const union = rng.chance(0.6)
  if (union)
    types.set(
      'u',
      lists.slice(0, 2).flatMap(([, all]) => all),
    )
  if (union) seen.add('a type of types')
  const known: Known[] = []
  const vocabulary: Vocabulary = { types, objects: lists.flatMap(([, all]) => all), known }
  const making: Making = {
    rng,
    vocabulary,
    names: new Map(),
    after: false,
    brackets: 0,
    quantified: 0,
    seen,
    unknown: rng.chance(0.4),
    formula: truth,
  }
  const state = variables(making, known, 'state')
  const constants = rng.chance(0.4) ? variables(making, known, 'constant') : undefined
  const definitions = defined(making, known)
  const skills = Object.fromEntries(
    Array.from({ length: 1 + rng.int(3) }, (_, index) => [`Do${index}`, skill(making)]),
  )
  return {
    domain: 'random',
    text: 'A world at random.',
    types: { ...Object.fromEntries(lists), ...(union && { u: 't0 | t1' }) },
    ...(constants && {
      constants: mapped(constants, ({ is, given }) => ({ is, values: given })),
    }),
    state: mapped(state, ({ is, given }) => ({ is, start: given })),
    ...(definitions.length > 0 && { definitions: Object.fromEntries(definitions) }),
    skills,
    goal: Array.from({ length: 1 + rng.int(2) }, () => short(making, 3)),
  } as WorldData
}

interface Written {
  readonly is: string
  readonly given: Given
}

const mapped = <T>(all: ReadonlyMap<string, Written>, make: (one: Written) => T): Record<string, T> =>
  Object.fromEntries([...all].map(([key, one]) => [key, make(one)]))

function variables(making: Making, known: Known[], kind: 'state' | 'constant'): Map<string, Written> {
  const { rng, vocabulary } = making
  const made = new Map<string, Written>()
  const many = kind === 'state' ? 2 + rng.int(3) : 1 + rng.int(2)
  for (let index = 0; index < many; index++) {
    const takes = Array.from({ length: rng.pick([0, 1, 1, 2]) }, () => rng.pick([...vocabulary.types]))
    const { is, sort, values } = range(making)
    const name = `${kind === 'state' ? 's' : 'c'}${index}`
    const key = takes.length === 0 ? name : `${name}(${takes.map(([type]) => type).join(', ')})`
    const given = (depth: number): Given => {
      const [, all] = takes[depth] ?? ['', []]
      if (all.length === 0 || rng.chance(0.3)) {
        if (kind === 'constant' || !making.unknown || rng.chance(0.7)) return rng.pick(values)
        making.seen.add('unknown at the start')
        return 'unknown'
      }
      const named = all.filter(() => rng.chance(0.6))
      return Object.fromEntries([
        ...named.map((object) => [object, given(depth + 1)] as const),
        ['else', given(depth + 1)],
      ])
    }
    made.set(key, { is, given: given(0) })
    known.push({ name, takes: takes.map(([, all]) => objects(all)), sort, kind })
  }
  return made
}

/** What a state variable, constant or port can be. */
function range({ rng, vocabulary }: Making): {
  readonly is: string
  readonly sort: Sort
  readonly values: readonly (string | number | boolean)[]
} {
  switch (rng.int(6)) {
    case 0:
    case 1:
      return { is: 'bool', sort: BOOL, values: [true, false] }
    case 2: {
      const low = rng.int(3) - 1
      const high = low + 1 + rng.int(4)
      const values = Array.from({ length: high - low + 1 }, (_, value) => low + value)
      return { is: `${low}..${high}`, sort: number(low, high), values }
    }
    default: {
      const [type, all] = rng.pick([...vocabulary.types])
      const [second, more] = rng.chance(0.2) ? rng.pick([...vocabulary.types]) : [type, all]
      const parts = [...new Set([type, second, ...(rng.chance(0.5) ? ['none'] : [])])]
      const values = [...new Set([...all, ...more, ...(parts.includes('none') ? ['none'] : [])])]
      return { is: parts.join(' | '), sort: objects(values), values }
    }
  }
}

function defined(making: Making, known: Known[]): (readonly [key: string, text: string])[] {
  const { rng, seen } = making
  const made = Array.from({ length: rng.int(4) }, (_, index): [string, string] => {
    const names = POOL.filter(() => rng.chance(0.5)).slice(0, rng.int(3))
    let inside = making
    const takes = names.map((name) => {
      const set = boundSet(making)
      inside = { ...naming(inside, name, set.sort), quantified: 0 }
      return { text: `?${name} in ${set.text}`, sort: set.sort }
    })
    const kind = rng.int(8)
    const body =
      kind === 0
        ? numberValue(inside, 2)
        : kind === 1
          ? objectValue(inside)
          : { text: short({ ...inside, quantified: 1 }, 2), sort: BOOL }
    if (kind === 0) seen.add('a definition is a number')
    if (kind === 1) seen.add('a definition is an object')
    if (/\bd\d/.test(body.text)) seen.add('a definition in a definition')
    const name = `d${index}`
    known.push({ name, takes: takes.map(({ sort }) => sort), sort: body.sort, kind: 'definition' })
    const key = takes.length === 0 ? name : `${name}(${takes.map(({ text }) => text).join(', ')})`
    return [key, body.text]
  })
  // a definition may be used above the line that it stands in
  return rng.chance(0.5) ? made.toReversed() : made
}

function skill(making: Making): SkillData {
  const { rng, seen } = making
  const ports: Record<string, string> = {}
  let names = making.names
  for (const name of POOL.filter(() => rng.chance(0.4)).slice(0, rng.int(4))) {
    const { is, sort } = range(making)
    ports[name] = is
    names = new Map(names).set(name, sort)
  }
  const inside: Making = { ...making, names }
  const checks = Array.from({ length: rng.int(3) }, (_, index) => ({
    id: `c${index}`,
    text: 'a check',
    // equal formulas in two checks are refused
    holds: `(${short(inside, 3)}) and ${index} < 5`,
  }))
  const effect = Array.from({ length: rng.int(3) }, () => shortLine(inside))
  const outcomes = rng.chance(0.75)
    ? Array.from({ length: 1 + rng.int(2) }, () => outcome(inside, effect))
    : undefined
  if (/\b(forall|exists|count)\b/.test(effect.join()) && outcomes?.some(({ each }) => each !== undefined))
    seen.add('a quantifier beside each')
  if (effect.length > 0 && outcomes !== undefined) seen.add('an effect beside outcomes')
  const expected = Array.from({ length: rng.int(3) }, () => short({ ...inside, after: true }, 2))
  const observes = Array.from({ length: making.unknown ? rng.int(3) : 0 }, () => {
    const { name, takes, sort } = rng.pick(making.vocabulary.known.filter((known) => known.kind === 'state'))
    return applied(name, takes, sort, inside).text
  })
  if (observes.length > 0) seen.add('something is observed')
  return {
    text: 'do it',
    ...(Object.keys(ports).length > 0 && { ports }),
    ...(rng.chance(0.2) && { done: short(inside, 2) }),
    checks,
    ...(effect.length > 0 && { effect }),
    ...(outcomes && { outcomes }),
    ...(observes.length > 0 && { observes }),
    ...(expected.length > 0 && { expected }),
  }
}

function outcome(making: Making, shared: readonly string[]): NonNullable<SkillData['outcomes']>[number] {
  const { rng, names, seen } = making
  const name = rng.chance(0.7) ? POOL.find((each) => !names.has(each) && rng.chance(0.6)) : undefined
  const set = name === undefined ? undefined : boundSet(making)
  const inside = name === undefined || set === undefined ? making : naming(making, name, set.sort)
  const within = { ...inside, quantified: making.quantified }
  const when = rng.chance(0.5) ? short(within, 2) : undefined
  const effect = Array.from({ length: 1 + rng.int(2) }, () => shortLine(within))
  if (name !== undefined) {
    seen.add('each')
    if (when !== undefined) seen.add('when beside each')
    if ([...shared, ...effect].some((text) => new RegExp(`(forall|exists|count) \\?${name} in`).test(text)))
      seen.add('a quantifier with the name of each')
    if (effect.some((text) => text.includes(`?${name}`))) seen.add('each is used')
  }
  if (when !== undefined) seen.add('when')
  return {
    ...(name !== undefined && set !== undefined && { each: `?${name} in ${set.text}` }),
    ...(when !== undefined && { when }),
    effect,
  }
}

function short(making: Making, depth: number): string {
  for (let left = depth; ; left--) {
    const { text } = truth(making, left)
    if (text.length <= LONGEST || left <= 0) return text
  }
}

function shortLine(making: Making): string {
  for (let left = 2; ; left--) {
    const text = line(making, left)
    if (text.length <= LONGEST || left <= 0) return text
  }
}
