import type { FieldMap, Mask, Point, ZoneId } from '#base/field-map.js'
import { tableI } from '#learning/field/table-i.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { distance } from '#simulation/field/world/geometry.js'
import { pushesShelf } from '#twin/field/rules/shelf-push.js'
import { driveTime, GRIP, pushTime, RELEASE, ROTATE } from '../body/times.js'

/** One transport: four blocks from a load zone to an unload zone, with the wrong ones turned on the way. */
export interface Trip {
  readonly from: ZoneId
  readonly to: ZoneId
  /** cups that turn over; `0000` = none */
  readonly mask: Mask
}

/** Outline of a mission: the steps and their order. */
export interface Route {
  readonly trips: readonly Trip[]
  /** the shelf is pushed before the trip of this index; null = never */
  readonly shelf: number | null
  readonly home: boolean
  /** score without faults, from the durations alone */
  readonly score: number
}

/**
 * All routes that a field allows, best first: each load zone at most once, each unload zone at most once (four slots a
 * zone, ADR 0003), the shelf before the first trip that needs it. Routes that would push the shelf accidentally are
 * left out, because the twin refuses them.
 */
export function routesOf(setup: FieldSetup): readonly Route[] {
  const legs = new Legs(setup.map)
  const routes = orders(setup).flatMap((trips) => withShelf(setup.map, trips))
  return routes
    .flatMap(({ trips, shelf }) =>
      [true, false].flatMap((home) => {
        const seconds = legs.seconds(trips, shelf, home)
        return seconds === undefined
          ? []
          : [{ trips, shelf, home, score: scoreOf(trips.length, home, seconds) }]
      }),
    )
    .sort((a, b) => b.score - a.score)
}

/** All orders of all selections of trips. */
function orders({ map, orange }: FieldSetup): Trip[][] {
  const loads = map.zones.filter(({ kind }) => kind === 'load').map(({ id }) => id)
  const unloads = map.zones.filter(({ kind }) => kind === 'unload').map(({ id }) => id)
  const all: Trip[][] = []
  const extend = (trips: readonly Trip[]): void => {
    if (trips.length > 0) all.push([...trips])
    for (const from of loads.filter((id) => trips.every((trip) => trip.from !== id)))
      for (const to of unloads.filter((id) => trips.every((trip) => trip.to !== id)))
        extend([...trips, { from, to, mask: orange.get(from) ?? '0000' }])
  }
  extend([])
  return all
}

function withShelf({ zones }: FieldMap, trips: readonly Trip[]): Pick<Route, 'trips' | 'shelf'>[] {
  const gated = new Set(zones.filter(({ needsShelf }) => needsShelf).map(({ id }) => id))
  const first = trips.findIndex(({ to }) => gated.has(to))
  if (first < 0) return [{ trips, shelf: null }]
  return Array.from({ length: first + 1 }, (_, shelf) => ({ trips, shelf }))
}

function scoreOf(trips: number, home: boolean, seconds: number): number {
  const { correct, fullBatch, perSecond, limitSeconds, overLimit, home: atHome } = tableI()
  const late = seconds > limitSeconds ? overLimit : 0
  return trips * (4 * correct + fullBatch) + (home ? atHome : 0) + perSecond * seconds + late
}

/** Durations between the places of a field. */
class Legs {
  readonly #map: FieldMap
  readonly #times = new Map<string, number | undefined>()

  constructor(map: FieldMap) {
    this.#map = map
  }

  /** @returns seconds of the whole mission, `undefined` when the twin would refuse one of its legs */
  seconds(trips: readonly Trip[], shelf: number | null, home: boolean): number | undefined {
    let sum = 0
    let at = 'home'
    let pushed = false
    const go = (to: string): boolean => {
      const time = this.#timeBetween(at, to, pushed)
      at = to
      if (time === undefined) return false
      sum += time
      return true
    }
    for (const [index, { from, to, mask }] of trips.entries()) {
      if (index === shelf) {
        if (!go('shelf')) return undefined
        sum += pushTime(distance(this.#map.shelf.at, this.#map.shelf.target))
        at = 'target'
        pushed = true
      }
      if (!go(`${from}`) || !go(`${to}`)) return undefined
      sum += GRIP + RELEASE + (mask === '0000' ? 0 : ROTATE)
    }
    return home && !go('home') ? undefined : sum / 1000
  }

  #timeBetween(from: string, to: string, pushed: boolean): number | undefined {
    const key = `${from} ${to} ${pushed}`
    if (!this.#times.has(key)) this.#times.set(key, this.#measure(from, to, pushed))
    return this.#times.get(key)
  }

  #measure(from: string, to: string, pushed: boolean): number | undefined {
    const [a, b] = [this.#at(from), this.#at(to)]
    if (!pushed && to !== 'shelf' && pushesShelf(this.#map, 'init', a, b)) return undefined
    return driveTime(distance(a, b))
  }

  #at(place: string): Point {
    const { home, shelf, zones } = this.#map
    if (place === 'home') return home.at
    if (place === 'shelf') return shelf.at
    if (place === 'target') return shelf.target
    return zones.find(({ id }) => `${id}` === place)?.at ?? home.at
  }
}
