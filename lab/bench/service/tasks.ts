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
    return { item, from, to, orders: WORDINGS.map((wording) => wording(...said(item, from, to))), start }
  })
}

type Wording = (item: string, from: string, to: string) => string

/** Three sentences a task, as in the paper; its own template is the first, the others are ours. */
const WORDINGS: readonly Wording[] = [
  (item, from, to) => `Move the ${item} to the ${to}. It is currently on the ${from}.`,
  (item, from, to) => `Please take the ${item} from the ${from} and put it in the ${to}.`,
  (item, from, to) => `The ${item} is at the ${from}; I need it at the ${to}.`,
]

const said = (...names: readonly [string, string, string]): [string, string, string] => [
  names[0].replaceAll('_', ' '),
  names[1].replaceAll('_', ' '),
  names[2].replaceAll('_', ' '),
]
