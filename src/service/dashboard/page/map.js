import { byId, el, setText, svg } from './elements.js'
import { fieldDrawn, fieldInWords, placeOn, robotDrawn, viewOf } from './field.js'
import { decimals, LOADING } from './words.js'
import { made, worldMap } from './world-map.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').FieldMap} FieldMap */

/** @type {import('./main.js').Panel} */
export const map = {
  parts: ['pose', 'field', 'drawing', 'facts', 'run'],
  draw(state) {
    const { field, pose, drawing, isMapKnown } = state
    setText(byId('h-map'), drawing === null ? 'Field' : 'Map')
    setText(byId('map-name'), pose === null ? '' : `x ${decimals(pose.x, 2)} m · y ${decimals(pose.y, 2)} m`)
    byId('map').replaceChildren(
      drawing !== null
        ? worldMap(drawing)
        : field === null
          ? el('p', { class: 'nothing' }, isMapKnown ? 'There is no map.' : LOADING)
          : fieldMap(field, state),
    )
  },
}

/** @param {FieldMap} field @param {State} state */
function fieldMap(field, { pose, trail, snapshot }) {
  const facts = new Map(snapshot.facts.map(({ subject, text }) => [subject, text]))
  return svg(
    'svg',
    { viewBox: viewOf(field), role: 'img', class: 'field', 'aria-label': inWords(field, pose) },
    ...fieldDrawn(field, facts).map(made),
    trail.length > 1 &&
      svg('polyline', {
        class: 'trail',
        points: trail
          .map(placeOn(field))
          .map(({ x, y }) => `${x},${y}`)
          .join(' '),
      }),
    pose !== null && made(robotDrawn(field, pose)),
  )
}

/** @param {FieldMap} field @param {State['pose']} pose */
const inWords = (field, pose) =>
  fieldInWords(field) +
  (pose === null ? '' : `; the robot is at x ${decimals(pose.x, 2)}, y ${decimals(pose.y, 2)}`)
