import { byId, el, setText, svg } from './elements.js'

/** centimetres, so that strokes and letters have handy sizes; y points away from the camera, and upwards here */
const CM = 100

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').FieldMap} FieldMap */

/** @type {import('./main.js').Panel} */
export const map = {
  parts: ['pose', 'field', 'facts', 'run'],
  draw(state) {
    const { field, pose } = state
    setText(byId('map-name'), pose === null ? '' : `x ${pose.x.toFixed(2)} m · y ${pose.y.toFixed(2)} m`)
    byId('map').replaceChildren(
      field === null ? el('p', { class: 'nothing' }, 'No field is set up.') : drawing(field, state),
    )
  },
}

/** @param {FieldMap} field @param {State} state */
function drawing(field, { pose, trail, snapshot }) {
  const height = field.size.y * CM
  /** @param {{ readonly x: number, readonly y: number }} at */
  const place = ({ x, y }) => ({ x: x * CM, y: height - y * CM })
  const facts = new Map(snapshot.facts.map(({ subject, text }) => [subject, text]))
  return svg(
    'svg',
    { viewBox: viewOf(field), role: 'img', class: 'field', 'aria-label': inWords(field, pose) },
    svg('rect', { class: 'ground', x: 0, y: 0, width: field.size.x * CM, height, rx: 3 }),
    home(field, place),
    shelf(field, place, facts.get('shelf')),
    ...field.zones.map((zone) => zoneOf(zone, place, facts.get(`zone ${zone.id}`))),
    trail.length > 1 &&
      svg('polyline', {
        class: 'trail',
        points: trail
          .map(place)
          .map(({ x, y }) => `${x},${y}`)
          .join(' '),
      }),
    pose !== null && robot(pose, place),
  )
}

/** The whole field: cut at its last object it looked as if the page hid something. @param {FieldMap} field */
const viewOf = ({ size }) => `-4 -4 ${size.x * CM + 8} ${size.y * CM + 8}`

/** @typedef {(at: { readonly x: number, readonly y: number }) => { x: number, y: number }} Place */

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

/** @param {{ readonly x: number, readonly y: number, readonly theta: number }} pose @param {Place} place */
function robot({ x, y, theta }, place) {
  const at = place({ x, y })
  return svg(
    'g',
    { class: 'robot', transform: `translate(${at.x} ${at.y}) rotate(${(-theta * 180) / Math.PI})` },
    svg('rect', { x: -11, y: -9, width: 22, height: 18, rx: 5 }),
    svg('path', { d: 'M2 -4.5 L8 0 L2 4.5 Z' }),
    svg('title', {}, 'the robot and its heading'),
  )
}

/** @param {string} text @param {number} x @param {number} y */
const label = (text, x, y) => svg('text', { x, y, 'text-anchor': 'middle' }, text)

/** @param {FieldMap} field @param {State['pose']} pose */
const inWords = (field, pose) =>
  `Field ${field.id}, ${field.size.x} by ${field.size.y} metres, ${field.zones.length} zones${
    pose === null ? '' : `; the robot is at x ${pose.x.toFixed(2)}, y ${pose.y.toFixed(2)}`
  }`
