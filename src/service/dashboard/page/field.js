import { svg } from './elements.js'

/** centimetres, so that strokes and letters have handy sizes; y points away from the camera, and upwards here */
export const CM = 100

/** @typedef {import('./state.js').FieldMap} FieldMap */

/** @typedef {(at: { readonly x: number, readonly y: number }) => { x: number, y: number }} Place */

/**
 * What lies on the field, as the twin believes it.
 * @param {FieldMap} field @param {Place} place @param {ReadonlyMap<string, string>} facts
 */
export const fieldParts = (field, place, facts) => [
  home(field, place),
  shelf(field, place, facts.get('shelf')),
  ...field.zones.map((zone) => zoneOf(zone, place, facts.get(`zone ${zone.id}`))),
]

/** @param {FieldMap} field */
export const fieldInWords = ({ id, size, zones }) =>
  `Field ${id}, ${size.x} by ${size.y} metres, ${zones.length} zones`

/** @param {FieldMap} field @param {Place} place */
function home({ home: { at, radius } }, place) {
  const { x, y } = place(at)
  return svg(
    'g',
    { class: 'home' },
    svg('circle', { cx: x, cy: y, r: radius * CM }),
    label('home', x, y + radius * CM + 9),
  )
}

/** @param {FieldMap} field @param {Place} place @param {string | undefined} fact */
function shelf({ shelf: { at, target, size } }, place, fact) {
  const [from, to] = [place(at), place(target)]
  const [w, h] = [size.x * CM, size.y * CM]
  /** @param {{ x: number, y: number }} middle @param {string} kind */
  const box = (middle, kind) =>
    svg('rect', { class: kind, x: middle.x - w / 2, y: middle.y - h / 2, width: w, height: h, rx: 1.5 })
  return svg(
    'g',
    { class: 'shelf' },
    box(to, 'target'),
    box(fact === 'at its target' ? to : from, 'now'),
    svg('title', {}, 'the shelf and its target'),
  )
}

/** @param {FieldMap['zones'][number]} zone @param {Place} place @param {string | undefined} fact */
function zoneOf({ id, kind, at, size }, place, fact) {
  const { x, y } = place(at)
  const [w, h] = [size.x * CM, size.y * CM]
  return svg(
    'g',
    { class: `zone ${kind}` },
    svg('rect', { class: 'outline', x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 2 }),
    label(String(id), x - w / 2 + 4, y - h / 2 + 8),
    ...blocksIn(fact).map((colour, slot) =>
      svg('rect', {
        class: `block ${colour}`,
        x: x - w / 2 + 3.2 + slot * ((w - 4) / 4),
        y: y - 2,
        width: 4,
        height: 11,
        rx: 1,
      }),
    ),
    svg('title', {}, `zone ${id}, ${kind}${fact === undefined ? '' : `: ${fact}`}`),
  )
}

/**
 * Slots from left to right, as in the fact of a zone: `load: blue orange · block`.
 * @param {string | undefined} fact
 */
function blocksIn(fact) {
  const slots = (fact ?? '').replace(/^\w+: /, '').split(' ')
  return slots.length === 4 ? slots.map((slot) => BLOCKS[slot] ?? 'none') : []
}

/** @type {Readonly<Record<string, string>>} */
const BLOCKS = { blue: 'blue', orange: 'orange', block: 'unknown' }

/** @param {string} text @param {number} x @param {number} y */
const label = (text, x, y) => svg('text', { x, y, 'text-anchor': 'middle' }, text)
