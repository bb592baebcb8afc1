import { byId, el, setText, svg } from './elements.js'
import { CM, fieldInWords, fieldParts } from './field.js'
import { worldMap } from './world-map.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').FieldMap} FieldMap */

/** @type {import('./main.js').Panel} */
export const map = {
  parts: ['pose', 'field', 'drawing', 'facts', 'run'],
  draw(state) {
    const { field, pose, drawing } = state
    setText(byId('h-map'), drawing === null ? 'Field' : 'Map')
    setText(byId('map-name'), pose === null ? '' : `x ${pose.x.toFixed(2)} m · y ${pose.y.toFixed(2)} m`)
    byId('map').replaceChildren(
      drawing !== null
        ? worldMap(drawing)
        : field === null
          ? el('p', { class: 'nothing' }, 'There is no map.')
          : fieldMap(field, state),
    )
  },
}

/** @param {FieldMap} field @param {State} state */
function fieldMap(field, { pose, trail, snapshot }) {
  const height = field.size.y * CM
  /** @param {{ readonly x: number, readonly y: number }} at */
  const place = ({ x, y }) => ({ x: x * CM, y: height - y * CM })
  const facts = new Map(snapshot.facts.map(({ subject, text }) => [subject, text]))
  return svg(
    'svg',
    { viewBox: viewOf(field), role: 'img', class: 'field', 'aria-label': inWords(field, pose) },
    svg('rect', { class: 'ground', x: 0, y: 0, width: field.size.x * CM, height, rx: 3 }),
    ...fieldParts(field, place, facts),
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

/** @typedef {import('./field.js').Place} Place */

/** The whole field: cut at its last object it looked as if the page hid something. @param {FieldMap} field */
const viewOf = ({ size }) => `-4 -4 ${size.x * CM + 8} ${size.y * CM + 8}`

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

/** @param {FieldMap} field @param {State['pose']} pose */
const inWords = (field, pose) =>
  fieldInWords(field) +
  (pose === null ? '' : `; the robot is at x ${pose.x.toFixed(2)}, y ${pose.y.toFixed(2)}`)
