/** @typedef {import('#base/field-map.js').FieldMap} FieldMap */
/** @typedef {import('#worlds/map/draw/drawing.js').Drawn} Drawn */
/** @typedef {{ readonly x: number, readonly y: number }} Point */

// The field as elements of SVG, for the page of the service and for the report: each makes them in its own way.

/** centimetres, so that strokes and letters have handy sizes; y points away from the camera, and upwards here */
export const CM = 100

/** Where a point of the field lies in the drawing. @param {FieldMap} field @returns {(at: Point) => Point} */
export const placeOn =
  ({ size }) =>
  ({ x, y }) => ({ x: x * CM, y: (size.y - y) * CM })

/** Lays points in millimetres on the drawing, as an attribute `transform`. @param {FieldMap} field */
export const fromMillimetres = ({ size }) => `translate(0 ${size.y * CM}) scale(${CM / 1000} ${-CM / 1000})`

/** The whole field: cut at its last object it looked as if the page hid something. @param {FieldMap} field */
export const viewOf = ({ size }) => `-4 -4 ${size.x * CM + 8} ${size.y * CM + 8}`

/** @param {FieldMap} field */
export const fieldInWords = ({ id, size, zones }) =>
  `Field ${id}, ${size.x} by ${size.y} metres, ${zones.length} zones`

/**
 * The field, and what lies on it as the twin believes it.
 * @param {FieldMap} field @param {ReadonlyMap<string, string>} facts @returns {readonly Drawn[]}
 */
export function fieldDrawn(field, facts) {
  const { size, zones } = field
  const place = placeOn(field)
  return [
    drawn('rect', { class: 'ground', x: 0, y: 0, width: size.x * CM, height: size.y * CM, rx: 3 }),
    home(field, place),
    shelf(field, place, facts.get('shelf')),
    ...zones.map((zone) => zoneOf(zone, place, facts.get(`zone ${zone.id}`))),
  ]
}

/**
 * @param {FieldMap} field
 * @param {Point & { readonly theta: number }} pose metres and radians
 */
export function robotDrawn(field, { theta, ...at }) {
  const { x, y } = placeOn(field)(at)
  return drawn(
    'g',
    { class: 'robot', transform: `translate(${x} ${y}) rotate(${(-theta * 180) / Math.PI})` },
    drawn('rect', { x: -11, y: -9, width: 22, height: 18, rx: 5 }),
    drawn('path', { d: 'M2 -4.5 L8 0 L2 4.5 Z' }),
    drawn('title', {}, 'the robot and its heading'),
  )
}

/** @typedef {(at: Point) => Point} Place */

/** @param {FieldMap} field @param {Place} place */
function home({ home: { at, radius } }, place) {
  const { x, y } = place(at)
  return drawn(
    'g',
    { class: 'home' },
    drawn('circle', { cx: x, cy: y, r: radius * CM }),
    label('home', x, y + radius * CM + 9),
  )
}

/** @param {FieldMap} field @param {Place} place @param {string | undefined} fact */
function shelf({ shelf: { at, target, size } }, place, fact) {
  const [from, to] = [place(at), place(target)]
  return drawn(
    'g',
    { class: 'shelf' },
    box(to, size, { class: 'target', rx: 1.5 }),
    box(fact === 'at its target' ? to : from, size, { class: 'now', rx: 1.5 }),
    drawn('title', {}, 'the shelf and its target'),
  )
}

/** @param {FieldMap['zones'][number]} zone @param {Place} place @param {string | undefined} fact */
function zoneOf({ id, kind, at, size }, place, fact) {
  const { x, y } = place(at)
  const [w, h] = [size.x * CM, size.y * CM]
  return drawn(
    'g',
    { class: `zone ${kind}` },
    box({ x, y }, size, { class: 'outline', rx: 2 }),
    label(String(id), x - w / 2 + 4, y - h / 2 + 8),
    ...blocksIn(fact).map((colour, slot) => {
      const left = x - w / 2 + 3.2 + slot * ((w - 4) / 4)
      return drawn('rect', { class: `block ${colour}`, x: left, y: y - 2, width: 4, height: 11, rx: 1 })
    }),
    drawn('title', {}, `zone ${id}, ${kind}${fact === undefined ? '' : `: ${fact}`}`),
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

/** @param {Point} middle @param {Point} size metres @param {Drawn['attributes']} more */
const box = ({ x, y }, size, more) =>
  drawn('rect', {
    x: x - (size.x * CM) / 2,
    y: y - (size.y * CM) / 2,
    width: size.x * CM,
    height: size.y * CM,
    ...more,
  })

/** @param {string} text @param {number} x @param {number} y */
const label = (text, x, y) => drawn('text', { x, y, 'text-anchor': 'middle' }, text)

/**
 * @param {Drawn['tag']} tag @param {Drawn['attributes']} attributes
 * @param {Drawn['content']} content
 * @returns {Drawn}
 */
const drawn = (tag, attributes, ...content) => ({ tag, attributes, content })
