import { NONE, UNKNOWN, type Fluents, type Value } from '../value.js'
import { middleOf, readable, type MapPoint, type MapThing, type WorldMap } from './world-map.js'

/** A map with what is believed now: everything once, at its place or aside. Any facts will do; it never throws. */
export interface Placed {
  readonly robot: PlacedRobot | undefined
  /** by the object that they are at; those that the robot holds are in `held` */
  readonly at: ReadonlyMap<string, readonly PlacedThing[]>
  readonly held: readonly PlacedThing[]
  /** what is true, or may be, of the objects that stay in their place */
  readonly states: ReadonlyMap<string, readonly string[]>
  /** what has no place on the map, line by line */
  readonly aside: readonly Aside[]
}

interface PlacedRobot extends MapPoint {
  readonly facing: number | undefined
  /** the object that it is at */
  readonly object: string
}

export interface PlacedThing {
  readonly object: string
  readonly states: readonly string[]
  /** things that are with it, such as what a person holds */
  readonly carries: readonly PlacedThing[]
}

interface Aside {
  /** `not known` */
  readonly why: string
  readonly things: readonly PlacedThing[]
}

/** Puts everything in its place, as it is believed. */
export function placeAll(map: WorldMap, facts: Fluents): Placed {
  const known = new KnownPlaces(map)
  const states = statesOf(map, facts)
  const parents = new Map(map.things.map((thing) => [thing.object, parentOf(thing, facts, known)]))
  const circular = new Set([...parents.keys()].filter((object) => isCircular(object, parents)))
  const children = new Map<string, string[]>()
  for (const [object, { at }] of parents)
    if (at !== undefined && !circular.has(object)) children.set(at, [...(children.get(at) ?? []), object])
  const thing = (object: string): PlacedThing => ({
    object,
    states: states.get(object) ?? [],
    carries: (children.get(object) ?? []).map(thing),
  })
  const robot = robotOf(map, facts, known)
  const held = map.hands.flatMap((holder) => children.get(holder) ?? []).map(thing)
  const placed = [...children].filter(([at]) => known.isFixed(at))
  const lost = [...parents].flatMap(([object, { at, why }]) =>
    circular.has(object) ? [[`at ${readable(at ?? '')}`, object]] : at === undefined ? [[why, object]] : [],
  ) as readonly (readonly [why: string, object: string])[]
  return {
    robot,
    held: robot === undefined ? [] : held,
    at: new Map(placed.map(([at, objects]) => [at, objects.map(thing)])),
    states,
    aside: [
      ...(robot === undefined && map.robot.length > 0
        ? [{ why: lostRobot(map, facts), things: [ROBOT] }]
        : []),
      ...(robot === undefined && held.length > 0 ? [{ why: 'with the robot', things: held }] : []),
      ...grouped(
        lost.map(([why, object]) => [
          why,
          { ...thing(object), carries: circular.has(object) ? [] : thing(object).carries },
        ]),
      ),
      ...worldStates(map, facts),
    ],
  }
}

const ROBOT: PlacedThing = { object: 'robot', states: [], carries: [] }

/** What a value of a fact can mean on the map. */
class KnownPlaces {
  readonly #points = new Map<string, { readonly point: MapPoint; readonly facing: number | undefined }>()
  readonly #hands: ReadonlySet<string>
  readonly #things: ReadonlySet<string>

  constructor({ areas, spots, hands, things }: WorldMap) {
    for (const area of areas)
      for (const object of area.objects)
        this.#points.set(object, { point: middleOf(area), facing: undefined })
    for (const { object, at, stand = at } of spots)
      this.#points.set(object, { point: { x: stand.x, y: stand.y }, facing: stand.facing })
    this.#hands = new Set(hands)
    this.#things = new Set(things.map(({ object }) => object))
  }

  isFixed = (value: Value): boolean => this.#points.has(String(value))
  holds = (value: Value): boolean =>
    this.isFixed(value) || this.#hands.has(String(value)) || this.#things.has(String(value))

  pointOf(object: string): { readonly point: MapPoint; readonly facing: number | undefined } | undefined {
    return this.#points.get(object)
  }
}

interface Parent {
  readonly at: string | undefined
  /** why it has no place */
  readonly why: string
}

function parentOf({ object, facts: names }: MapThing, facts: Fluents, known: KnownPlaces): Parent {
  const values = names.map((name) => facts.get(name))
  const at = values.find((value) => value !== undefined && value !== object && known.holds(value))
  return at === undefined ? { at: undefined, why: whyNowhere(values) } : { at: String(at), why: '' }
}

/** Why values name no place on the map. */
function whyNowhere(values: readonly (Value | undefined)[]): string {
  const off = values.find((value) => value !== undefined && value !== NONE && value !== UNKNOWN)
  if (off !== undefined) return `at ${readable(String(off))}`
  return values.includes(NONE) ? 'no place' : 'not known'
}

/** Whether a thing is with itself, by way of others. */
function isCircular(object: string, parents: ReadonlyMap<string, Parent>): boolean {
  const seen = new Set<string>()
  for (let at: string | undefined = object; at !== undefined; at = parents.get(at)?.at) {
    if (seen.has(at)) return true
    seen.add(at)
  }
  return false
}

function robotOf({ robot }: WorldMap, facts: Fluents, known: KnownPlaces): PlacedRobot | undefined {
  for (const fact of robot) {
    const object = String(facts.get(fact) ?? '')
    const found = known.pointOf(object)
    if (found !== undefined) return { ...found.point, facing: found.facing, object }
  }
  return undefined
}

const lostRobot = ({ robot }: WorldMap, facts: Fluents): string =>
  whyNowhere(robot.map((fact) => facts.get(fact)))

/** What is shown of each object: `open`, or `open?` where nobody knows. */
function statesOf({ states }: WorldMap, facts: Fluents): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { fact, object, word } of states) {
    const said = saidOf(word, facts.get(fact))
    if (object !== undefined && said !== undefined) found.set(object, [...(found.get(object) ?? []), said])
  }
  return found
}

const saidOf = (word: string, value: Value | undefined): string | undefined =>
  value === true ? word : value === false ? undefined : `${word}?`

/** States of the world itself, and of objects that are not on the map. */
function worldStates({ states, areas, spots, things }: WorldMap, facts: Fluents): readonly Aside[] {
  const shown = new Set([
    ...areas.flatMap(({ objects }) => objects),
    ...[...spots, ...things].map(({ object }) => object),
  ])
  const others = states.flatMap(({ fact, object, word }): readonly PlacedThing[] => {
    const said = saidOf(word, facts.get(fact))
    if (said === undefined || (object !== undefined && shown.has(object))) return []
    return [{ object: object ?? said, states: object === undefined ? [] : [said], carries: [] }]
  })
  return others.length === 0 ? [] : [{ why: 'now', things: others }]
}

/** In the order in which the reasons first occur. */
function grouped(all: readonly (readonly [why: string, thing: PlacedThing])[]): readonly Aside[] {
  const groups = new Map<string, PlacedThing[]>()
  for (const [why, thing] of all) groups.set(why, [...(groups.get(why) ?? []), thing])
  return [...groups].map(([why, things]) => ({ why, things }))
}
