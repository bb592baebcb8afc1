import { SLOTS, slotsMask, type FieldMap, type Zone } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { initialBelief } from '#twin/field/belief.js'
import { dockPose } from '#twin/field/places.js'
import type { Place, WorldState } from '#twin/field/world.js'
import { isLawful } from './lawful.js'

/** A plan that is right for a field, as XML, and what it should come to. */
export interface ValidPlan {
  readonly body: string
  /** zones that are emptied */
  readonly pairs: number
}

/**
 * A plan as a careful person would write it for any field that the schema allows: the shelf first where its way is free,
 * then load zones and unload zones in pairs in any order, each once, with turns, looks and waits between them. Where the
 * straight way would push the shelf it drives by way of another place.
 */
export function validPlan(rng: Rng, map: FieldMap): ValidPlan {
  const loads = shuffled(rng, map.zones.filter(({ kind }) => kind === 'load'))
  const pushes = !loads.some((zone) => inTheWay(map, zone)) && rng.chance(0.8)
  const unloads = shuffled(
    rng,
    map.zones.filter(({ kind, needsShelf }) => kind === 'unload' && (pushes || !needsShelf)),
  )
  const route = new Route(rng, map)
  const steps: string[] = []
  if (pushes) steps.push(route.push())
  const pairs = Math.min(loads.length, unloads.length)
  for (let i = 0; i < pairs; i++) {
    const [load, unload] = [loads[i] as Zone, unloads[i] as Zone]
    steps.push(...route.to({ kind: 'zone', zone: load.id }))
    if (rng.chance(0.2)) steps.push('<CustomDelay duration="0.5"/>')
    steps.push(rng.chance(0.5) ? '<LoadBlocks/>' : '<SubTree ID="LoadBlocksSequence"/>')
    if (rng.chance(0.4)) steps.push(`<RotateBlocks mask="${slotsMask(SLOTS.filter(() => rng.chance(0.6)))}"/>`)
    steps.push(...route.to({ kind: 'zone', zone: unload.id }))
    steps.push(rng.chance(0.5) ? '<UnloadBlocks/>' : '<SubTree ID="UnloadBlocksSequence"/>')
  }
  steps.push(...route.to({ kind: 'home' }))
  return { body: `<Sequence>${steps.join('')}</Sequence>`, pairs }
} // prettier-ignore

/** Where the robot and the shelf are while the plan is being written. */
class Route {
  readonly #rng: Rng
  readonly #map: FieldMap
  #state: WorldState

  constructor(rng: Rng, map: FieldMap) {
    this.#rng = rng
    this.#map = map
    this.#state = initialBelief(map)
  }

  push(): string {
    const { x, y } = this.#map.shelf.target
    const robot = { ...this.#state.robot, pose: { x: m(x), y: m(y), theta: rad(0) } }
    this.#state = { ...this.#state, shelf: 'target', robot }
    return this.#rng.chance(0.5) ? '<MoveCursor/>' : '<SubTree ID="CursorSequence"/>'
  }

  /** Straight, or by way of the first place from which the way is free. */
  to(place: Place): string[] {
    if (this.#free(place)) return this.#go(place)
    const zones = this.#map.zones.map(({ id }): Place => ({ kind: 'zone', zone: id }))
    for (const by of shuffled<Place>(this.#rng, [{ kind: 'home' }, ...zones])) {
      if (!this.#free(by)) continue
      const before = this.#state
      const detour = this.#go(by)
      if (this.#free(place)) return [...detour, ...this.#go(place)]
      this.#state = before
    }
    throw new Error(`no way to ${JSON.stringify(place)} on ${this.#map.id}`)
  }

  #go(place: Place): string[] {
    this.#state = { ...this.#state, robot: { ...this.#state.robot, place, pose: this.#dock(place) } }
    if (place.kind !== 'zone') return ['<MoveToHome/>']
    const approach = `<MoveToZone zone="${place.zone}" position="2"/>`
    return [...(this.#rng.chance(0.2) ? [approach] : []), `<MoveToZone zone="${place.zone}"/>`]
  }

  #free(place: Place): boolean {
    return isLawful(this.#state, { kind: 'move', to: place, pose: this.#dock(place) }, this.#map)
  }

  #dock(place: Place): WorldState['robot']['pose'] {
    const dock = dockPose(this.#map, place)
    if (dock === undefined) throw new Error(`${JSON.stringify(place)} is not on ${this.#map.id}`)
    return dock
  }
}

/** Would the shelf run over the blocks of this zone? */
function inTheWay({ shelf }: FieldMap, { at, size }: Zone): boolean {
  const reach = { x: (Math.abs(shelf.target.x - shelf.at.x) + shelf.size.x + size.x) / 2, y: (shelf.size.y + size.y) / 2 }
  return Math.abs(at.x - (shelf.at.x + shelf.target.x) / 2) < reach.x && Math.abs(at.y - shelf.at.y) < reach.y
} // prettier-ignore

function shuffled<T>(rng: Rng, items: readonly T[]): T[] {
  const rest = [...items]
  return items.map(() => rest.splice(rng.int(rest.length), 1)[0] as T)
}
