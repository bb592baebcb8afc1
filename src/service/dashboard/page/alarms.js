import { byId, el, setText } from './elements.js'
import { linesOf } from './episodes.js'
import { episodeId, lineId, linkTo } from './follow.js'
import { clockTime, seconds } from './words.js'

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../live/messages.js').PageAlarm} Alarm */
/** @typedef {import('#runtime/status/service-status.js').AlarmPlace} Place */

/** @type {import('./main.js').Panel} */
export const alarms = {
  parts: ['alarms', 'episodes', 'run', 'activity'],
  draw(state) {
    const { snapshot } = state
    const key = JSON.stringify([snapshot.alarms, linesOf(state).map(({ run, episode }) => [run, episode])])
    if (key === drawn) return
    drawn = key
    const newest = [...snapshot.alarms].reverse().sort((a, b) => a.urgency - b.urgency)
    setText(byId('alarm-count'), counts(snapshot.alarms))
    byId('alarms').replaceChildren(
      newest.length === 0
        ? el('p', { class: 'nothing' }, 'None.')
        : el('ul', { class: 'cards' }, ...newest.map((alarm) => card(alarm, state))),
    )
  },
}

let drawn = ''

/** How many are in each state that any is in, the most urgent first. @param {readonly Alarm[]} shown */
function counts(shown) {
  const states = new Set([...shown].sort((a, b) => a.urgency - b.urgency).map(({ state }) => state))
  return [...states]
    .map((state) => `${shown.filter((alarm) => alarm.state === state).length} ${state}`)
    .join(' · ')
}

/** @param {Alarm} alarm @param {State} shown */
function card(alarm, shown) {
  const { id, at, state, why, record, acknowledged, count = 1, last = at, closed, first, newest } = alarm
  const times = count > 1 ? [` · raised ${count} times, last `, ...lastOf(newest, last, shown)] : []
  return el(
    'li',
    { class: acknowledged === null ? 'unacknowledged' : 'acknowledged' },
    el(
      'p',
      { class: 'line' },
      el('span', { class: `mark ${acknowledged === null ? 'warn' : 'plain'}` }, state),
      ' ',
      el('b', {}, why),
      el(
        'span',
        { class: 'quiet' },
        ` s ${record.s.toFixed(2)} · c ${record.c.toFixed(2)} · `,
        toEpisode(first, shown),
        ' · ',
        toLine(id, at, shown),
        ...times,
      ),
    ),
    record.text !== '' && el('p', {}, record.text),
    closed && el('p', { class: 'quiet' }, `closed at ${clockTime(closed.at)}: ${closed.why}`),
    acknowledged === null
      ? el('p', {}, el('code', {}, `graft console alarm ack ${id}`))
      : el(
          'p',
          { class: 'quiet' },
          `acknowledged by ${acknowledged.by} at ${clockTime(acknowledged.at)}`,
          acknowledged.note === '' ? '' : `: ${acknowledged.note}`,
          ` · ${id}`,
        ),
  )
}

/** @param {Place | undefined} newest @param {number} last @param {State} shown */
const lastOf = (newest, last, shown) =>
  newest === undefined
    ? [`at ${clockTime(last)}`]
    : ['in ', toEpisode(newest, shown), `, at ${clockTime(last)}`]

/**
 * The moment in its episode; a link while the episode has a line on the page.
 *
 * @param {Place} place @param {State} state
 */
function toEpisode({ run, episode, t }, state) {
  const text = t === null ? `episode ${episode}` : `episode ${episode} at ${seconds(t)}`
  return linesOf(state).some((line) => line.run === run && line.episode === episode)
    ? el('a', { href: linkTo(episodeId(run, episode)) }, text)
    : text
}

/** Its time; a link while its line is in the log. @param {string} id @param {number} at @param {State} state */
function toLine(id, at, { log }) {
  const line = log.find(({ alarm }) => alarm === id)
  const text = clockTime(at)
  return line === undefined ? text : el('a', { href: linkTo(lineId(line.seq)) }, text)
}
