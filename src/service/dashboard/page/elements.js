// Elements are made from text and attributes, never from markup: logs, labels and model output stay text.

/** @typedef {Node | string | number | null | undefined | false} Child */

/** @param {string} id */
export function byId(id) {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}

/**
 * @param {string} tag
 * @param {Readonly<Record<string, string | number | null | undefined>>} attributes null and undefined are left out
 * @param {readonly Child[]} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, children))
}

/**
 * @param {string} tag
 * @param {Readonly<Record<string, string | number | null | undefined>>} attributes
 * @param {readonly Child[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  return /** @type {SVGElement} */ (fill(made, attributes, children))
}

/**
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  const shown = seen(text)
  if (element.textContent !== shown) element.textContent = shown
}

/** Control and bidirectional characters become U+FFFD: nobody can disguise text on the page. @param {string} text */
const seen = (text) =>
  text.replace(
    /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g,
    '\uFFFD',
  )

/**
 * @param {Element} element
 * @param {Readonly<Record<string, string | number | null | undefined>>} attributes
 * @param {readonly Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, seen(String(value)))
  }
  for (const child of children) {
    if (child instanceof Node) element.append(child)
    else if (child !== null && child !== undefined && child !== false) element.append(seen(String(child)))
  }
  return element
}
