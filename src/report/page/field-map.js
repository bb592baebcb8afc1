import { fieldDrawn, fromMillimetres, robotDrawn, viewOf } from './field.js'

/** @typedef {import('#report/scrubber/changes.js').ScrubData} ScrubData */
/** @typedef {import('#worlds/map/draw/drawing.js').Drawn} Drawn */

/**
 * Draws the field of an episode at one moment, anew only where something has changed; nothing where it was on none.
 * @param {Element} section @param {Pick<ScrubData, 'field'>} data
 * @returns {(facts: ReadonlyMap<string, string>, pose: { x: number, y: number, degrees: number } | null) => void}
 */
export function fieldPainter(section, { field }) {
  const [ground, robot] = ['.scrub-field', '.scrub-robot'].map((name) => section.querySelector(name))
  if (field !== undefined) {
    section.querySelector('svg.field')?.setAttribute('viewBox', viewOf(field))
    section.querySelector('.scrub-way')?.setAttribute('transform', fromMillimetres(field))
  }
  let shown = ''
  return (facts, pose) => {
    if (field === undefined) return
    const now = [...facts].join()
    if (now !== shown) ground?.replaceChildren(...fieldDrawn(field, facts).map(elementOf))
    shown = now
    const at = pose === null ? [] : [robotDrawn(field, { ...pose, theta: (pose.degrees * Math.PI) / 180 })]
    robot?.replaceChildren(...at.map(elementOf))
  }
}

/** @param {Drawn} drawn @returns {SVGElement} */
function elementOf({ tag, attributes, content }) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  made.append(...content.map((part) => (typeof part === 'string' ? part : elementOf(part))))
  return made
}
