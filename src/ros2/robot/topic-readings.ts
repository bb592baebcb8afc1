import type { Clock } from '#base/clock.js'
import type { SeenFact } from '#drivers/contract.js'
import { fieldAt, type JsonObject } from '../bridge/json-object.js'
import { valueOf } from '../mapping/expression.js'
import type { FactMapping } from '../mapping/mapping.js'
import type { Places } from '../mapping/template.js'

interface Reading {
  readonly value: string | number | boolean
  /** of the driver's clock, ms */
  readonly at: number
}

const MAX_TEXT = 200

/**
 * What the topics have last said of the facts. The age of a reading counts from its arrival: the clocks of robot and
 * graft may differ, and a simulated one may stand. A message that makes no sense is no reading, and the last one ages.
 */
export class TopicReadings {
  readonly #mapped: ReadonlyMap<string, FactMapping>
  readonly #places: Places
  readonly #clock: Clock
  readonly #readings = new Map<string, Reading>()

  constructor(mapped: ReadonlyMap<string, FactMapping>, places: Places, clock: Clock) {
    this.#mapped = mapped
    this.#places = places
    this.#clock = clock
  }

  receive(topic: string, message: JsonObject): void {
    for (const [fact, mapping] of this.#mapped) {
      if (mapping.topic !== topic) continue
      const value = readingOf(message, mapping.value, this.#places)
      if (value !== undefined) this.#readings.set(fact, { value, at: this.#clock.now() })
    }
  }

  /** The connection is gone: what was heard on it says nothing about now, however old it may become. */
  forget(): void {
    this.#readings.clear()
  }

  /** The facts that may be believed now. @param wanted names, with or without what is in brackets; all where absent */
  fresh(wanted?: readonly string[]): readonly SeenFact[] {
    const now = this.#clock.now()
    return [...this.#readings].flatMap(([fact, { value, at }]): SeenFact[] => {
      const ageMs = now - at
      const isWanted = wanted === undefined || wanted.includes(fact) || wanted.includes(factName(fact))
      const isFresh = ageMs <= (this.#mapped.get(fact)?.maxAgeMs ?? -1)
      return isWanted && isFresh ? [{ fact, value, confidence: 1, ageMs }] : []
    })
  }

  /** Facts of which there is no reading that may be believed, with their topics. */
  silent(): readonly { readonly fact: string; readonly topic: string }[] {
    const heard = new Set(this.fresh().map(({ fact }) => fact))
    return [...this.#mapped].flatMap(([fact, { topic }]) => (heard.has(fact) ? [] : [{ fact, topic }]))
  }
}

/** `location` of `location(mug)` */
export const factName = (fact: string): string => fact.replace(/\(.*/, '')

function readingOf(
  message: JsonObject,
  mapping: FactMapping['value'],
  places: Places,
): Reading['value'] | undefined {
  if (mapping.kind === 'expression') {
    const value = valueOf(mapping.expression, message)
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
    return typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined
  }
  const frame = fieldAt(message, ['header', 'frame_id'])
  // coordinates of another frame look like those of the map and mean something else
  if (frame !== undefined && frame !== mapping.frame) return undefined
  const x = fieldAt(message, [...mapping.path, 'x'])
  const y = fieldAt(message, [...mapping.path, 'y'])
  if (!isCoordinate(x) || !isCoordinate(y)) return undefined
  let nearest: { readonly name: string; readonly distance: number } | undefined
  for (const [name, place] of Object.entries(places)) {
    const distance = Math.hypot(place.x - x, place.y - y)
    if (distance <= mapping.within && distance < (nearest?.distance ?? Infinity)) nearest = { name, distance }
  }
  return nearest?.name ?? mapping.otherwise
}

const isCoordinate = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
