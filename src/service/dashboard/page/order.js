import { byId, el, setText } from './elements.js'

/** @typedef {import('#runtime/status/service-status.js').OrderStatus} Order */

/** @type {Readonly<Record<Order['state'], string>>} */
const STATES = {
  asked: 'which one is meant?',
  planned: 'waits to be confirmed',
  running: 'is being carried out',
  done: 'done',
  failed: 'not done',
  stopped: 'stopped',
}

/**
 * The newest order in words. The page moves nothing: it names the command that confirms.
 * @type {import('./main.js').Panel}
 */
export const order = {
  parts: ['order'],
  draw({ snapshot }) {
    const panel = byId('order-panel')
    // a service of an earlier version has none
    const shown = snapshot.order ?? null
    panel.hidden = shown === null
    if (shown === null) return
    setText(byId('order-state'), STATES[shown.state] ?? shown.state)
    byId('order').replaceChildren(
      el('p', {}, `“${shown.order}” (${shown.by})`),
      ...(shown.understood === '' ? [] : [el('p', {}, `understood: ${shown.understood}`)]),
      ...(shown.why === '' ? [] : [el('p', {}, shown.why)]),
      el('ol', {}, ...shown.choices.map((choice) => el('li', {}, choice))),
      el('ol', {}, ...shown.steps.map(step)),
      ...(shown.id === null ? [] : [el('p', { class: 'nothing' }, howToConfirm(shown))]),
    )
  },
}

/** @param {Order['steps'][number]} step */
const step = ({ text, state, judged }) =>
  state === 'running'
    ? el('li', { 'aria-current': 'step' }, el('b', {}, `${text} (running)`))
    : el('li', {}, state === 'open' ? text : `${text} (${state}${judged === undefined ? '' : `, ${judged}`})`)

/** @param {Order} order */
const howToConfirm = ({ id, choices }) =>
  `graft console do confirm ${id}${choices.length === 0 ? '' : ' NUMBER'} carries it out`
