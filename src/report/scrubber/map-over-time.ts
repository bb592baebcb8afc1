import type { FieldMap } from '#base/field-map.js'
import type { MomentChange } from '#runtime/moments/moment-recorder.js'
import { drawMap } from '#worlds/map/draw/draw-map.js'
import { markupOf, type Drawing } from '#worlds/map/draw/drawing.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import type { Fluents, Value } from '#worlds/value.js'
import { html, trusted, type Html } from '../html.js'
import { GROUND_ID } from '../sections/world-maps.js'
import { ChangeList, Words, type Changes } from './changes.js'
import { fieldGround, fieldMarks, fieldRobot } from './field-drawing.js'

/** The map of an episode: every element that is seen at any time, and when each is seen. */
export interface MapOverTime {
  readonly drawing: Html | undefined
  /** element → whether it is seen */
  readonly marks: Changes
}

/** Where a run was: a field, a world with a map, or neither. */
export interface Place {
  readonly field: FieldMap | undefined
  readonly map: WorldMap | undefined
}

/** The map over the whole episode. Elements that are the same at two times are written once. */
export function mapOverTime(changes: readonly MomentChange[], { field, map }: Place): MapOverTime {
  if (map !== undefined) return overTime(changes, new WorldSheet(map))
  if (field !== undefined) return overTime(changes, new FieldSheet(field))
  return { drawing: undefined, marks: [] }
}

/** Draws what is believed. */
interface Sheet {
  marksOf(facts: Fluents): Drawing['marks']
  /** @param elements the marks of all times */
  around(elements: Html[], changes: readonly MomentChange[]): Html
}

function overTime(changes: readonly MomentChange[], sheet: Sheet): MapOverTime {
  if (changes.length === 0) return { drawing: undefined, marks: [] }
  const elements = new Words()
  const seen = new ChangeList()
  const facts = new Map<string, Value>()
  let before = new Set<number>()
  for (const { t, facts: changed } of changes) {
    if (changed === undefined) continue
    for (const [subject, value] of Object.entries(changed)) facts.set(subject, value)
    const now = new Set(sheet.marksOf(facts).map((mark) => elements.numberOf(markupOf([mark]))))
    for (const element of before) if (!now.has(element)) seen.set(t, element, 0)
    for (const element of now) seen.set(t, element, 1)
    before = now
  }
  const groups = elements.all.map((markup) => html`<g class="scrub-mark">${trusted(markup)}</g>`)
  return { drawing: sheet.around(groups, changes), marks: seen.triples }
}

class FieldSheet implements Sheet {
  readonly #field: FieldMap

  constructor(field: FieldMap) {
    this.#field = field
  }

  marksOf(facts: Fluents): Drawing['marks'] {
    return fieldMarks(this.#field, facts)
  }

  around(elements: Html[], changes: readonly MomentChange[]): Html {
    const { size } = this.#field
    const way = changes.flatMap(({ pose }) => (pose ? [`${pose[0] * 1000},${pose[1] * 1000}`] : []))
    return html`<svg
      class="scrub-field"
      viewBox="-4 -4 ${size.x * 100 + 8} ${size.y * 100 + 8}"
      role="img"
      aria-label="The field, as believed at this moment"
    >
      ${trusted(markupOf(fieldGround(this.#field)))} ${elements}
      <g transform="translate(0 ${size.y * 100}) scale(.1 -.1)">
        <polyline class="scrub-way" points="${thinned(way).join(' ')}" />
        <g class="scrub-robot">${trusted(markupOf(fieldRobot()))}</g>
      </g>
    </svg>`
  }
}

/** enough for a line of a hand's width */
const MAX_POINTS = 400
const thinned = (points: readonly string[]): readonly string[] => {
  const every = Math.ceil(points.length / MAX_POINTS)
  return points.filter((_, i) => i % every === 0 || i === points.length - 1)
}

class WorldSheet implements Sheet {
  readonly #map: WorldMap
  /** of the tallest drawing: what has no place on the map is listed below it */
  #viewBox: readonly number[] = []

  constructor(map: WorldMap) {
    this.#map = map
  }

  marksOf(facts: Fluents): Drawing['marks'] {
    const { viewBox, marks } = drawMap(this.#map, facts)
    const box = viewBox.split(' ').map(Number)
    if ((box[3] ?? 0) > (this.#viewBox[3] ?? 0)) this.#viewBox = box
    return marks
  }

  around(elements: Html[]): Html {
    return html`<svg
      class="world-map"
      viewBox="${this.#viewBox.join(' ')}"
      role="img"
      aria-label="The map, as believed at this moment"
    >
      <use href="#${GROUND_ID}" />
      ${elements}
    </svg>`
  }
}
