import { atomsOf } from '#instructions/compose/atoms.js'
import { SAID, type Said } from '#instructions/compose/likeliest.js'
import type { Meanings, Meant } from '#instructions/meanings.js'
import type { SpokenWorld } from '#instructions/spoken-world.js'
import type { DataDomain } from '#worlds/assemble.js'
import { valuesOf } from '#worlds/value.js'

/** What a network is to say of the facts of a world for an order to be read as it is meant. */
export interface Target {
  readonly said: readonly (readonly [atom: number, said: number])[]
  /** facts of which the first is asked for before the second */
  readonly before: readonly (readonly [first: number, then: number])[]
}

/** @returns undefined: the order asks for something that is no fact of its world, and cannot be learnt from */
export function targetOf(
  { goals, never, before }: Meant,
  { world, domain }: { readonly world: SpokenWorld; readonly domain: DataDomain },
): Target | undefined {
  const find = atomFinder(world)
  const wanted = goals.map((goal) => wantedBy(goal, domain, find))
  const forbidden = never.flatMap((formula) =>
    (NONE_OF.test(formula) ? membersIn(formula, domain) : [formula]).map(find),
  )
  if (wanted.includes(undefined) || forbidden.includes(undefined)) return undefined
  const said = [
    ...wanted.flatMap((own = []) => own),
    ...forbidden.flatMap((own = []) =>
      own.map(({ atom, isSo }) => ({ atom, said: isSo ? ('never so' as const) : ('never not' as const) })),
    ),
  ]
  const pairs = before.flatMap(([first, then]) =>
    (wanted[first] ?? []).flatMap((one) =>
      (wanted[then] ?? []).flatMap((other) =>
        one.atom === other.atom ? [] : [[one.atom, other.atom] as const],
      ),
    ),
  )
  const each = said.map((one) => [one.atom, SAID.indexOf(one.said)] as const)
  return { said: [...new Map(each.map((one) => [one.join(), one])).values()], before: pairs }
}

interface Found {
  readonly atom: number
  readonly isSo: boolean
}

type Finder = (formula: string) => readonly Found[] | undefined

/** Finds the facts that a formula says to be so, or not, however it is written. */
function atomFinder(world: SpokenWorld): Finder {
  const { meanings } = world
  const index = indexes.get(meanings) ?? indexed(world)
  indexes.set(meanings, index)
  return (formula) => {
    const found = meanings.keysOf(formula).map((key) => index.get(key))
    return found.some((one) => one === undefined) ? undefined : found.filter((one) => one !== undefined)
  }
}

const indexes = new WeakMap<Meanings, ReadonlyMap<string, Found>>()

const indexed = (world: SpokenWorld): ReadonlyMap<string, Found> =>
  new Map(
    atomsOf(world).atoms.flatMap(({ so }, atom): [string, Found][] => [
      [world.meanings.keysOf(`not (${so.formula})`).join('&'), { atom, isSo: false }],
      [world.meanings.keysOf(so.formula).join('&'), { atom, isSo: true }],
    ]),
  )

function wantedBy(
  goal: string,
  domain: DataDomain,
  find: Finder,
): readonly { readonly atom: number; readonly said: Said }[] | undefined {
  const plain = find(goal)
  if (plain !== undefined) return plain.map(({ atom, isSo }) => ({ atom, said: isSo ? 'so' : 'not' }))
  const members = membersIn(goal, domain)
  if (members.length < 2) return undefined
  const each = members.map(find)
  const isSome = each.every((found) => found?.every(({ isSo }) => isSo) === true)
  return isSome
    ? each.flatMap((found = []) => found.map(({ atom }) => ({ atom, said: 'any' as const })))
    : undefined
}

/** Exact counts are no matter of any of several. */
const QUANTIFIED = /^(?:exists|count) \?(\w+) in (\{[^}]*\}|\w+) \((.*)\)(?: >= \d+)?$/
/** What must not be of any of several must not be of each; what must not be of two at once may be of one. */
const NONE_OF = /^exists /
const CHOICE = /^(.*) in \{(.*)\}$/

/** The formulas of which any, or so many, have to hold; the formula itself where it is about no several things. */
function membersIn(formula: string, { vocabulary }: DataDomain): string[] {
  const [, variable, members, body] = QUANTIFIED.exec(formula.trim()) ?? []
  if (variable !== undefined && members !== undefined && body !== undefined) {
    const sort = vocabulary.types.get(members)
    const names = members.startsWith('{')
      ? members.slice(1, -1).split(',')
      : sort === undefined
        ? []
        : valuesOf(sort)
    return names.map((name) => body.replaceAll(new RegExp(`\\?${variable}\\b`, 'g'), String(name).trim()))
  }
  if (formula.includes(' or ')) return formula.split(' or ').map(bare)
  const [, of, values] = CHOICE.exec(formula) ?? []
  return values === undefined ? [formula] : values.split(',').map((value) => `${of ?? ''} = ${value.trim()}`)
}

/** Without brackets around all of it. */
const bare = (formula: string): string =>
  formula.split('(').length === formula.split(')').length ? formula : formula.replaceAll(/^\(|\)$/g, '')
