import { svg } from './elements.js'

/** @typedef {import('#worlds/map/draw/drawing.js').Drawing} Drawing */
/** @typedef {import('#worlds/map/draw/drawing.js').Drawn} Drawn */

/** The only elements that a drawing may bring with it. */
const TAGS = new Set(['g', 'polygon', 'rect', 'circle', 'path', 'text', 'title'])

/**
 * The map of a world described by data, as the service has drawn it: elements and text, never markup.
 * @param {Drawing} drawing
 */
export const worldMap = ({ viewBox, label, ground, marks }) =>
  svg(
    'svg',
    { viewBox, role: 'img', class: 'world-map', 'aria-label': label },
    ...[...ground, ...marks].map(made),
  )

/** @param {Drawn} drawn @returns {SVGElement | false} */
export function made({ tag, attributes, content }) {
  if (!TAGS.has(tag)) return false
  return svg(tag, attributes, ...content.map((part) => (typeof part === 'string' ? part : made(part))))
}
