import {
  readBound,
  readFormula,
  readHeader,
  readLine,
  readMany,
  type Line,
  type Many,
  type Node,
} from './parse.js'

export type Val = string | number | boolean

/** Every fact with its value: `location(shirt)` is `dirty`. */
export type State = Readonly<Record<string, Val>>

/** A world as it stands in the file, with its formulas read. */
export interface World {
  readonly types: Readonly<Record<string, readonly string[]>>
  readonly objects: ReadonlySet<string>
  readonly constants: State
  readonly start: State
  /** what each fact can be */
  readonly can: Readonly<Record<string, readonly Val[]>>
  readonly definitions: ReadonlyMap<string, { readonly takes: readonly string[]; readonly body: Node }>
  readonly skills: readonly SkillRead[]
  readonly goal: readonly Node[]
  /** something in it can be unknown */
  readonly unknown: boolean
}

export interface SkillRead {
  readonly name: string
  readonly ports: readonly { readonly name: string; readonly can: readonly Val[] }[]
  readonly done: Node | undefined
  readonly checks: readonly { readonly id: string; readonly holds: Node }[]
  readonly effect: readonly Line[]
  readonly outcomes: readonly OutcomeRead[]
  readonly observes: readonly { readonly fact: string; readonly of: readonly Node[] }[]
  readonly expected: readonly Node[]
}

export interface OutcomeRead {
  readonly each: { readonly name: string; readonly set: Many } | undefined
  readonly when: Node | undefined
  readonly effect: readonly Line[]
}

/** A world file as data, as far as it is read here. */
export interface WorldData {
  readonly types: Readonly<Record<string, readonly string[] | string>>
  readonly constants?: Readonly<Record<string, { readonly is: string; readonly values: Given }>>
  readonly state: Readonly<Record<string, { readonly is: string; readonly start: Given }>>
  readonly definitions?: Readonly<Record<string, string>>
  readonly skills: Readonly<Record<string, SkillData>>
  readonly goal?: readonly string[]
}

export interface SkillData {
  readonly text: string
  readonly ports?: Readonly<Record<string, string>>
  readonly done?: string
  readonly checks: readonly { readonly id: string; readonly text: string; readonly holds: string }[]
  readonly effect?: readonly string[]
  readonly outcomes?: readonly {
    readonly each?: string
    readonly when?: string
    readonly effect: readonly string[]
  }[]
  readonly observes?: readonly string[]
  readonly expected?: readonly string[]
}

export type Given = Val | { readonly [object: string]: Given }

export function readWorld(data: WorldData): World {
  const types = typesOf(data.types)
  const world = { types, objects: new Set(Object.values(types).flat()) }
  const constants: Record<string, Val> = {}
  for (const [key, { values }] of Object.entries(data.constants ?? {})) fill(constants, key, values, types)
  const start: Record<string, Val> = {}
  const can: Record<string, readonly Val[]> = {}
  for (const [key, variable] of Object.entries(data.state)) {
    for (const fact of fill(start, key, variable.start, types))
      can[fact] = rangeOf(readMany(variable.is), types)
  }
  return {
    ...world,
    constants,
    start,
    can,
    definitions: new Map(
      Object.entries(data.definitions ?? {}).map(([key, text]) => {
        const { name, takes } = readHeader(key)
        return [name, { takes: takes.map((each) => readBound(each).name), body: readFormula(text) }]
      }),
    ),
    skills: Object.entries(data.skills).map(([name, skill]) => readSkill(name, skill, types)),
    goal: (data.goal ?? []).map(readFormula),
    unknown: /\bunknown\b|\bobserves\b/.test(JSON.stringify(data)),
  }
}

/** Every value of a range, in the order of the file; worked out once. */
export function rangeOf(set: Many, types: World['types']): readonly Val[] {
  const known = RANGES.get(set) ?? allOf(set, types)
  RANGES.set(set, known)
  return known
}

const RANGES = new WeakMap<Many, readonly Val[]>()

function allOf(set: Many, types: World['types']): readonly Val[] {
  if (!('range' in set)) throw new Error('a set has members, not a range')
  const all = set.range.flatMap((part): readonly Val[] => {
    if (typeof part !== 'string') return Array.from({ length: part[1] - part[0] + 1 }, (_, n) => part[0] + n)
    if (part === 'bool') return [false, true]
    return part === 'none' ? ['none'] : (types[part] ?? [])
  })
  return [...new Set(all)]
}

function readSkill(name: string, skill: SkillData, types: World['types']): SkillRead {
  const { ports = {}, done, checks, effect = [], outcomes = [{ effect: [] }], expected = [] } = skill
  return {
    name,
    ports: Object.entries(ports).map(([port, is]) => ({ name: port, can: rangeOf(readMany(is), types) })),
    done: done === undefined ? undefined : readFormula(done),
    checks: checks.map(({ id, holds }) => ({ id, holds: readFormula(holds) })),
    effect: effect.map(readLine),
    outcomes: outcomes.map((outcome) => ({
      each: outcome.each === undefined ? undefined : readBound(outcome.each),
      when: outcome.when === undefined ? undefined : readFormula(outcome.when),
      effect: outcome.effect.map(readLine),
    })),
    observes: (skill.observes ?? []).map((text) => {
      const node = readFormula(text)
      if (node.is !== 'word') throw new Error(`${text} is no fact`)
      return { fact: node.word, of: node.of }
    }),
    expected: expected.map(readFormula),
  }
}

function typesOf(written: WorldData['types']): World['types'] {
  const objectsOf = (name: string): readonly string[] => {
    const type = written[name] ?? []
    return typeof type === 'string' ? type.split('|').flatMap((part) => objectsOf(part.trim())) : type
  }
  return Object.fromEntries(Object.keys(written).map((name) => [name, objectsOf(name)]))
}

/** Writes a value for every combination of objects; returns the facts. */
function fill(
  into: Record<string, Val>,
  key: string,
  given: Given,
  types: World['types'],
): readonly string[] {
  const { name, takes } = readHeader(key)
  let all: readonly (readonly [args: readonly string[], given: Given])[] = [[[], given]]
  for (const parameter of takes) {
    all = all.flatMap(([args, inner]) =>
      rangeOf(readMany(parameter), types).map((object) => {
        const found = typeof inner === 'object' ? (inner[String(object)] ?? inner['else']) : inner
        return [[...args, String(object)], found ?? 'missing'] as const
      }),
    )
  }
  return all.map(([args, value]) => {
    const fact = factName(name, args)
    into[fact] = value === 'unknown' ? '?' : (value as Val)
    return fact
  })
}

export const factName = (name: string, args: readonly Val[]): string =>
  args.length === 0 ? name : `${name}(${args.join(', ')})`
