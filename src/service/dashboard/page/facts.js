import { byId, el } from './elements.js'

/** @type {import('./main.js').Panel} */
export const facts = {
  parts: ['facts', 'blackboard'],
  draw({ snapshot }) {
    const { facts: believed, blackboard } = snapshot
    byId('facts').replaceChildren(
      believed.length === 0
        ? el('p', { class: 'nothing' }, 'Nothing yet.')
        : el('dl', { class: 'pairs' }, ...believed.flatMap(({ subject, text }) => pair(subject, text))),
      ...(blackboard.length === 0
        ? []
        : [
            details(
              `blackboard (${blackboard.length})`,
              el('dl', { class: 'pairs mono' }, ...blackboard.flatMap(({ key, value }) => pair(key, value))),
            ),
          ]),
    )
  },
}

/** @param {string} name @param {string} value */
const pair = (name, value) => [el('dt', {}, name), el('dd', {}, value)]

let open = false

/** @param {string} summary @param {HTMLElement} body */
function details(summary, body) {
  const folded = el('details', {}, el('summary', {}, summary), body)
  if (open) folded.setAttribute('open', '')
  folded.addEventListener('toggle', () => {
    open = folded.hasAttribute('open')
  })
  return folded
}
