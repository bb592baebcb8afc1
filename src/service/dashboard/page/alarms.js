import { byId, el, setText } from './elements.js'
import { linesOf } from './episodes.js'
import { episodeId, lineId, linkTo } from './follow.js'
import { clockTime, reasons, seconds } from './words.js'

/** @typedef {import('./state.js').State} State */

/** @type {import('./main.js').Panel} */
export const alarms = {
  parts: ['alarms', 'episodes', 'run', 'activity'],
  draw(state) {
    const { snapshot } = state
    const key = JSON.stringify([snapshot.alarms, linesOf(state).map(({ run, episode }) => [run, episode])])
    if (key === drawn) return
    drawn = key
    const newest = [...snapshot.alarms].reverse()
    const count = (/** @type {string} */ state) => newest.filter((alarm) => stateOf(alarm) === state).length
    setText(
      byId('alarm-count'),
      newest.length === 0
        ? ''
        : `${count('open')} open · ${count('seen')} acknowledged · ${count('over')} over`,
    )
    byId('alarms').replaceChildren(
      newest.length === 0
        ? el('p', { class: 'nothing' }, 'None.')
        : el('ul', { class: 'cards' }, ...newest.map((alarm) => card(alarm, state))),
    )
  },
}

let drawn = ''

/**
 * As `isOpen` of the service: its cause lasts, and nobody has acknowledged it.
 *
 * @param {import('#runtime/status/service-status.js').StatusAlarm} alarm
 */
export const isOpen = (alarm) => stateOf(alarm) === 'open'

/** @param {import('#runtime/status/service-status.js').StatusAlarm} alarm */
const stateOf = ({ acknowledged, closed = null }) =>
  closed !== null ? 'over' : acknowledged === null ? 'open' : 'seen'

/** @param {import('#runtime/status/service-status.js').StatusAlarm} alarm @param {State} shown */
function card(alarm, shown) {
  const { id, at, run, episode, record, acknowledged, count = 1, last = at, closed } = alarm
  const state = stateOf(alarm)
  const times = count > 1 ? ` · raised ${count} times, last at ${clockTime(last)}` : ''
  return el(
    'li',
    { class: state === 'open' ? 'open' : 'done', title: id },
    el(
      'p',
      { class: 'line' },
      el('span', { class: `mark ${state === 'open' ? 'warn' : 'plain'}` }, state),
      ' ',
      el('b', {}, reasons(record)),
      el(
        'span',
        { class: 'quiet' },
        ` s ${record.s.toFixed(2)} · c ${record.c.toFixed(2)} · `,
        toEpisode(run, episode, record.t, shown),
        ' · ',
        toLine(id, at, shown),
        times,
      ),
    ),
    record.text !== '' && el('p', {}, record.text),
    closed && el('p', { class: 'quiet' }, `over at ${clockTime(closed.at)}: ${closed.why}`),
    acknowledged !== null &&
      el(
        'p',
        { class: 'quiet' },
        `${acknowledged.by} at ${clockTime(acknowledged.at)}${acknowledged.note === '' ? '' : `: ${acknowledged.note}`}`,
      ),
  )
}

/**
 * The moment in its episode; a link while the episode has a line on the page.
 *
 * @param {string} run @param {number} episode @param {number} t @param {State} state
 */
function toEpisode(run, episode, t, state) {
  const text = `episode ${episode} at ${seconds(t)}`
  return linesOf(state).some((line) => line.run === run && line.episode === episode)
    ? el('a', { href: linkTo(episodeId(run, episode)) }, text)
    : text
}

/** Its time; a link while its line is in the log. @param {string} id @param {number} at @param {State} state */
function toLine(id, at, { log }) {
  const line = log.find(({ source, text }) => source === 'alarm' && text.startsWith(`${id} (`))
  const text = clockTime(at)
  return line === undefined ? text : el('a', { href: linkTo(lineId(line.seq)) }, text)
}
