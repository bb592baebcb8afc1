import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { parse, stringify } from 'yaml'
import { parseDomainText } from '#worlds/files/domain-text.js'
import type { DataDomain } from '#worlds/assemble.js'
import { valuesOf, type Fluents } from '#worlds/value.js'

/** One thing to be carried, and three ways to say so. */
export interface ServiceTask {
  readonly item: string
  readonly from: string
  readonly to: string
  readonly orders: readonly string[]
  /** where everything is before it */
  readonly start: Fluents
}

/** Chances of failure that are written into the world. */
export interface ServiceFaults {
  /** per grasp: the gripper closes beside the thing */
  readonly grasp: number
  /** per drive with something in the gripper: it slips out, and lies where the robot came from */
  readonly slip: number
  /** whether the robot knows that these failures are chance; otherwise they are news to it */
  readonly declared: boolean
}

/** The world of the paper with its failures: what really happens, and what the robot knows of it. */
export function serviceWorlds(
  text: string,
  faults: ServiceFaults,
): { readonly real: DataDomain; readonly known: DataDomain } {
  const real = must(parseDomainText(withFailures(text, faults), 'world.yaml'), 'the world with its failures')
  return { real, known: faults.declared ? real : must(parseDomainText(text, 'world.yaml'), 'the world') }
}

/** The world file with failures of two skills. */
function withFailures(text: string, { grasp, slip }: ServiceFaults): string {
  const world = parse(text) as { skills: Record<string, { fails?: unknown[] }> }
  const { Grasp, MoveTo } = world.skills
  if (Grasp !== undefined && grasp > 0)
    Grasp.fails = [{ text: 'the gripper closes beside it', chance: grasp, effect: [] }]
  if (MoveTo !== undefined && slip > 0)
    MoveTo.fails = [
      {
        text: 'what the gripper holds slips out and lies where the robot came from',
        each: '?i in item',
        when: 'held(?i)',
        chance: slip,
        effect: ['location(?i) := at', 'at := ?place'],
      },
    ]
  return stringify(world)
}

/** Random things that lie somewhere and are to lie somewhere else, as in the paper (modular.txt, IV.A). */
export function serviceTasks(domain: DataDomain, count: number, seed: number): readonly ServiceTask[] {
  const [items, places] = ['item', 'place'].map((kind) => {
    const sort = domain.vocabulary.types.get(kind)
    return sort === undefined ? [] : valuesOf(sort).map(String)
  })
  return Array.from({ length: count }, (_, at) => {
    const draw = stream(seed, 'service', at)
    const item = draw.pick(items ?? [])
    const from = draw.pick(places ?? [])
    const to = draw.pick((places ?? []).filter((place) => place !== from))
    const start = new Map(domain.initial).set(`location(${item})`, from)
    const words = stream(seed, 'service wordings', at)
    const inside = domain.vocabulary.types.get('container')
    const where = (place: string): string =>
      `${inside !== undefined && valuesOf(inside).includes(place) ? 'in' : 'on'} the ${spoken(place)}`
    const said = { item: `the ${spoken(item)}`, from: where(from), to: where(to) }
    return { item, from, to, orders: WORDINGS.map((ways) => words.pick(ways)(said)), start }
  })
}

/** A thing and two places as they are said, the places with `in` or `on`. */
interface Said {
  readonly item: string
  readonly from: string
  readonly to: string
}

/**
 * Three sentences a task, as in the paper: one of three templates, of which the first is its own, and two alternatives
 * that vary more. Where the thing is stands in each of them.
 */
const WORDINGS: readonly (readonly ((said: Said) => string)[])[] = [
  [
    ({ item, from, to }) => `Move ${item} to ${bare(to)}. It is currently ${from}.`,
    ({ item, from, to }) => `Bring ${item} from ${bare(from)} to ${bare(to)}.`,
    ({ item, from, to }) => `${capital(item)} is ${from}. Put it ${to}.`,
  ],
  [
    ({ item, from, to }) => `Please take ${item} from ${bare(from)} and put it ${to}.`,
    ({ item, from, to }) => `Could you get ${item} that is ${from} and place it ${to}?`,
    ({ item, from, to }) => `Go to ${bare(from)}, pick up ${item} and carry it over to ${bare(to)}.`,
    ({ item, from, to }) => `I left ${item} ${from}. Would you take it to ${bare(to)}?`,
    ({ item, from, to }) => `Transfer ${item} from ${bare(from)} to ${bare(to)}, please.`,
  ],
  [
    ({ item, from, to }) => `${capital(item)} is ${from}; I need it ${to}.`,
    ({ item, from, to }) => `I would like ${item}, which is ${from}, to be ${to}.`,
    ({ item, from, to }) => `You will find ${item} ${from}. Take it and leave it ${to}.`,
    ({ item, from, to }) => `We need ${item} ${to}. Someone put it ${from}.`,
    ({ item, from, to }) => `Pick ${item} up from ${bare(from)}, then set it down ${to}.`,
  ],
]

const spoken = (name: string): string => name.replaceAll('_', ' ')

/** The place without `in` or `on`. */
const bare = (where: string): string => where.replace(/^(in|on) /, '')

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
