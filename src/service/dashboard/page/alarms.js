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
    const open = newest.filter(({ acknowledged }) => acknowledged === null).length
    setText(
      byId('alarm-count'),
      newest.length === 0 ? '' : `${open} open · ${newest.length - open} acknowledged`,
    )
    byId('alarms').replaceChildren(
      newest.length === 0
        ? el('p', { class: 'nothing' }, 'None.')
        : el('ul', { class: 'cards' }, ...newest.map(card)),
    )
  },
}

/** @param {import('#runtime/status/service-status.js').StatusAlarm} alarm */
function card({ id, at, episode, record, acknowledged }) {
  return el(
    'li',
    { class: acknowledged === null ? 'open' : 'done', title: id },
    el(
      'p',
      { class: 'line' },
      el(
        'span',
        { class: `mark ${acknowledged === null ? 'warn' : 'plain'}` },
        acknowledged === null ? 'open' : 'seen',
      ),
      ' ',
      el('b', {}, record.reasons.map((reason) => REASONS[reason] ?? reason).join(', ')),
      el(
        'span',
        { class: 'quiet' },
        ` s ${record.s.toFixed(2)} · c ${record.c.toFixed(2)} · episode ${episode} · ${clockTime(at)}`,
      ),
    ),
    record.text !== '' && el('p', {}, record.text),
    acknowledged !== null &&
      el(
        'p',
        { class: 'quiet' },
        `${acknowledged.by} at ${clockTime(acknowledged.at)}${acknowledged.note === '' ? '' : `: ${acknowledged.note}`}`,
      ),
  )
}
