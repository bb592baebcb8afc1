import type { Goal } from '../read/meaning.js'
import { mentionsIn, type Mention } from '../read/mentions.js'
import type { SpokenWorld } from '../spoken-world.js'
import { isFiller } from '../words/thesaurus.js'
import type { Token } from '../words/tokens.js'

/** Something that an order names, in its own words, and what a reading has to say to account for it. */
export interface Named {
  readonly words: string
  /** names of things, kinds and facts: a formula with one of them is about it, or about what is there */
  readonly by: ReadonlySet<string>
}

/**
 * The things that an order names, each of a list apart. What stands for something else (`it`, `everything`) is none,
 * and neither is what is only said to give a reason.
 * @param idle numbers of words that ask for nothing
 */
export function namedIn(
  tokens: readonly Token[],
  world: SpokenWorld,
  idle: ReadonlySet<number> = new Set(),
): Named[] {
  const parts = partsIn(world)
  return mentionsIn(tokens, world, 'apart').flatMap((mention) => {
    const { from, to, pronoun, prep, candidates } = mention
    const isReason = Array.from({ length: to - from }, (_, at) => from + at).every((at) => idle.has(at))
    // what is excepted is rightly in none of it
    if (pronoun !== undefined || prep === 'except' || isReason || !isSure(mention)) return []
    if (candidates.every(({ thing }) => parts.own.has(thing))) return []
    const words = tokens.slice(from, to)
    const isPlace = prep !== undefined || tokens[from - 1]?.text === 'where'
    // `on top`: a word that names nothing, though it can stand for a lid
    if (words.every(({ stem }) => isFiller(stem))) return []
    return [
      { words: words.map(({ text }) => text).join(' '), by: accountsOf(mention, world, { parts, isPlace }) },
    ]
  })
}

/** What a reading says. */
export interface Saying {
  readonly goals: readonly Goal[]
  readonly never: readonly Goal[]
  readonly assumes: readonly Goal[]
}

/** Those of them that no goal, prohibition or assumption of a reading is about, and that narrow none of its things. */
export function overlooked({ goals, never, assumes }: Saying, named: readonly Named[]): readonly Named[] {
  const said = new Set([...goals, ...never, ...assumes].flatMap(namesIn))
  return named.filter(({ by }) => ![...by].some((name) => said.has(name)))
}

/** Every goal is about something that the order names, and that is not guessed. */
export const isAllNamed = ({ goals }: Pick<Saying, 'goals'>, named: readonly Named[]): boolean =>
  goals.every((goal) => namesIn(goal).some((name) => named.some(({ by }) => by.has(name))))

/** The names in a formula: of facts, things and values. */
export const namesIn = ({ formula }: Goal): readonly string[] => formula.match(/\w+/g) ?? []

/** Not a word that is only spelt like one: `been` is not Ben. */
const isSure = ({ candidates }: Mention): boolean => candidates.some(({ fit }) => fit >= SURE)
const SURE = 0.9

/** `the mug on the table`: a formula about what is on the table accounts for the table, too. */
function accountsOf(
  { candidates }: Mention,
  world: SpokenWorld,
  { parts, isPlace }: By,
): ReadonlySet<string> {
  const best = Math.max(...candidates.map(({ fit }) => fit))
  const things = candidates.filter(({ fit }) => fit > best - NEAR).map(({ thing }) => thing)
  return new Set(
    things.flatMap((thing) => [
      thing,
      ...parts.kinds.filter(({ members }) => members.includes(thing)).map(({ name }) => name),
      ...parts.namedAfter.filter((fact) => fact.thing === thing).map(({ name }) => name),
      ...parts.all.filter((other) => world.isOf(other, thing)),
      // `next to the mug`, `where the mug is`: where that is
      ...(isPlace && parts.carried.has(thing) ? world.valuesOf(thing) : []),
    ]),
  )
}

const NEAR = 0.1

interface By {
  readonly parts: Parts
  /** it says where something is or goes */
  readonly isPlace: boolean
}

interface Parts {
  readonly all: readonly string[]
  /** the robot's own hand */
  readonly own: ReadonlySet<string>
  /** what is somewhere, and not a place itself */
  readonly carried: ReadonlySet<string>
  readonly kinds: SpokenWorld['kinds']
  /** facts that are about one thing without naming it: `trapdoor_open`, `cart_at = ?place` */
  readonly namedAfter: readonly { readonly name: string; readonly thing: string }[]
}

function partsIn({ things, kinds, states, frames, people }: SpokenWorld): Parts {
  const all = things.map(({ name }) => name)
  const stated = states.flatMap(({ thing, formula }) =>
    thing === undefined ? [] : [{ name: formula, thing }],
  )
  const moved = frames.flatMap(({ goal, ports }) =>
    ports
      .filter(({ name }) => !goal.includes(`?${name}`))
      .flatMap(({ values }) => [...values].map((thing) => ({ name: goal.split(' ')[0] ?? goal, thing }))),
  )
  const carried = new Set([
    ...people,
    ...frames.flatMap(({ form, ports: [port] }) => (form === 'place' ? [...(port?.values ?? [])] : [])),
  ])
  const own = new Set(kinds.flatMap(({ name, members }) => (name === 'hand' ? members : [])))
  return { all, own, carried, kinds, namedAfter: [...stated, ...moved] }
}
