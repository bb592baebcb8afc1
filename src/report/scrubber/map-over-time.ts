import type { FieldMap } from '#base/field-map.js'
import type { MomentChange } from '#runtime/moments/moment-recorder.js'
import { drawMap } from '#worlds/map/draw/draw-map.js'
import { markupOf } from '#worlds/map/draw/drawing.js'
import type { WorldMap } from '#worlds/map/world-map.js'
import type { Value } from '#worlds/value.js'
import { html, trusted, type Html } from '../html.js'
import { GROUND_ID } from '../sections/world-maps.js'
import { ChangeList, Words, type Changes } from './changes.js'

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
  if (changes.length === 0) return { drawing: undefined, marks: [] }
  if (map !== undefined) return overTime(changes, map)
  return { drawing: field === undefined ? undefined : fieldSheet(changes), marks: [] }
}

function overTime(changes: readonly MomentChange[], map: WorldMap): MapOverTime {
  const elements = new Words()
  const seen = new ChangeList()
  const facts = new Map<string, Value>()
  let before = new Set<number>()
  // of the tallest drawing: what has no place on the map is listed below it
  let box: readonly number[] = []
  for (const { t, facts: changed } of changes) {
    if (changed === undefined) continue
    for (const [subject, value] of Object.entries(changed)) facts.set(subject, value)
    const { viewBox, marks } = drawMap(map, facts)
    const own = viewBox.split(' ').map(Number)
    if ((own[3] ?? 0) > (box[3] ?? 0)) box = own
    const now = new Set(marks.map((mark) => elements.numberOf(markupOf([mark]))))
    for (const element of before) if (!now.has(element)) seen.set(t, element, 0)
    for (const element of now) seen.set(t, element, 1)
    before = now
  }
  const groups = elements.all.map((markup) => html`<g class="scrub-mark">${trusted(markup)}</g>`)
  const drawing = html`<svg
    class="world-map"
    viewBox="${box.join(' ')}"
    role="img"
    aria-label="The map, as believed at this moment"
  >
    <use href="#${GROUND_ID}" />
    ${groups}
  </svg>`
  return { drawing, marks: seen.triples }
}

/** The way of the robot, in millimetres; the script of the page lays it on the field, which it draws below it. */
function fieldSheet(changes: readonly MomentChange[]): Html {
  const way = changes.flatMap(({ pose }) => (pose ? [`${pose[0] * 1000},${pose[1] * 1000}`] : []))
  return html`<svg class="field" role="img" aria-label="The field, as believed at this moment">
    <g class="scrub-field"></g>
    <polyline class="scrub-way" points="${thinned(way).join(' ')}" />
    <g class="scrub-robot"></g>
  </svg>`
}

/** enough for a line of a hand's width */
const MAX_POINTS = 400
const thinned = (points: readonly string[]): readonly string[] => {
  const every = Math.ceil(points.length / MAX_POINTS)
  return points.filter((_, i) => i % every === 0 || i === points.length - 1)
}
