import { byId, el, setText } from './elements.js'
import { clockTime } from './words.js'

/** @type {Readonly<Record<import('#learning/critic/report.js').AlarmReason, string>>} */
const REASONS = {
  severity: 'severe',
  low_confidence: 'critic unsure',
  critic_unavailable: 'critic unavailable',
  picture: 'check the picture',
  twin_refuses: 'the twin refuses the tree',
  no_progress: 'no progress',
  robot_in_doubt: 'nobody knows whether the robot stands',
  not_started: 'the episode did not start',
}

/** @type {import('./main.js').Panel} */
export const alarms = {
  parts: ['alarms'],
  draw({ snapshot }) {
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
        : el('ul', { class: 'cards' }, ...newest.map(card)),
    )
  },
}

/**
 * As `isOpen` of the service: its cause lasts, and nobody has acknowledged it.
 *
 * @param {import('#runtime/status/service-status.js').StatusAlarm} alarm
 */
export const isOpen = (alarm) => stateOf(alarm) === 'open'

/** @param {import('#runtime/status/service-status.js').StatusAlarm} alarm */
const stateOf = ({ acknowledged, closed = null }) =>
  closed !== null ? 'over' : acknowledged === null ? 'open' : 'seen'

/** @param {import('#runtime/status/service-status.js').StatusAlarm} alarm */
function card(alarm) {
  const { id, at, episode, record, acknowledged, count = 1, last = at, closed } = alarm
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
      el('b', {}, record.reasons.map((reason) => REASONS[reason] ?? reason).join(', ')),
      el(
        'span',
        { class: 'quiet' },
        ` s ${record.s.toFixed(2)} · c ${record.c.toFixed(2)} · episode ${episode} · ${clockTime(at)}${times}`,
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
