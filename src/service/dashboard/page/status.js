import { byId, el, setText } from './elements.js'
import { silenceOf } from './state.js'
import { activityInWords, duration } from './words.js'

/** @type {import('./main.js').Panel} */
export const head = {
  parts: ['mode', 'activity', 'armedBy', 'run', 'robot', 'version'],
  draw({ snapshot }) {
    const { mode, activity, armedBy, run, robot, version } = snapshot
    document.body.dataset['mode'] = mode
    document.body.dataset['activity'] = activity
    document.title = `${mode === 'SAFE' ? '' : `${mode} · `}graft`
    setText(byId('mode'), mode)
    const words = [activityInWords(mode, activity), armedBy === null ? '' : `armed by ${armedBy}`]
    setText(byId('activity'), words.filter((word) => word !== '').join(', '))
    const body = `${robot.driver ?? `${robot.body} robot`}${robot.pace === 'fast' ? ', fast time' : ''}`
    const what = run === null ? 'no run' : `${run.key} · episode ${run.episode} of ${run.episodes}`
    byId('run').replaceChildren(el('b', {}, what), ' ', el('span', {}, body))
    setText(byId('version'), `graft ${version}`)
  },
}

/** @type {string} */
let shown = ''

/**
 * What a person must know first, one line each.
 * @param {import('./state.js').State | undefined} state
 * @param {number | undefined} silentMs since the last message, when the connection is lost
 */
export function banners(state, silentMs) {
  const lost = silentMs !== undefined
  document.body.classList.toggle('stale', lost)
  const pulse = byId('pulse')
  const word = state === undefined ? 'waiting' : lost ? 'lost' : 'live'
  pulse.dataset['state'] = word
  setText(/** @type {Element} */ (pulse.lastElementChild), word === 'waiting' ? 'connecting' : word)
  const lines = lost
    ? [
        [
          'bad',
          `Connection lost, ${duration(silentMs)}. This is the last known state; the page keeps trying to reconnect.`,
        ],
      ]
    : state === undefined
      ? []
      : linesOf(state)
  const text = JSON.stringify(lines)
  if (text === shown) return
  shown = text
  byId('banners').replaceChildren(...lines.map(([kind, line]) => el('p', { class: `banner ${kind}` }, line)))
}

/** @param {import('./state.js').State} state @returns {string[][]} */
function linesOf(state) {
  const { activity, mode, link, robot, camera, disk, health, run } = state.snapshot
  const silent = silenceOf(state, performance.now())
  const waiting = waitingInWords(state.snapshot)
  const red = health.filter((row) => row.state === 'late' || row.state === 'failed')
  /** @type {(string[] | false)[]} */
  const lines = [
    activity === 'estopped' && [
      'bad',
      'Emergency stop. It is latched until somebody resets it: graft console reset',
    ],
    mode === 'STOPPED' &&
      activity !== 'estopped' && [
        'bad',
        'Stopped. The robot stays stopped until somebody resets it: graft console reset',
      ],
    link.status === 'lost' && [
      'bad',
      `Link lost${silent === null ? '' : `, ${duration(silent)}`}. ${
        robot.body === 'driver'
          ? 'Look at the robot: nobody knows whether its driver has stopped it.'
          : 'The controller stops by itself.'
      }${activity === 'idle' && isOpen(run) ? ` Continue with: graft console run --resume ${run?.key}` : ''}`,
    ],
    link.status === 'refused' && ['bad', 'The controller refuses this version of the protocol.'],
    link.status === 'degraded' && [
      'warn',
      `Link degraded${silent === null ? '' : `: silent for ${duration(silent)}`}.`,
    ],
    red.length > 0 && [
      'bad',
      `Unhealthy: ${red.map(({ id, text }) => (text === '' ? id : `${id} (${text})`)).join(', ')}.`,
    ],
    activity === 'waiting-for-arm' && [
      'warn',
      'Waiting for an operator to arm and confirm: graft console arm',
    ],
    activity === 'pausing' && ['warn', 'An operator pauses the robot: it finishes its current step.'],
    activity === 'paused' && ['warn', 'Paused by an operator.'],
    (camera.state === 'lost' || camera.state === 'stale') && [
      'warn',
      `Camera ${camera.state}. ${camera.text}`,
    ],
    disk?.state === 'full' && ['bad', 'The disk is full: no new run can start.'],
    disk?.state === 'low' && ['warn', 'The disk is nearly full: recording has stopped.'],
    waiting !== '' && ['warn', `${waiting} See them: graft console alarm list`],
  ]
  return lines.filter((line) => line !== false)
}

/** Whether a run has episodes left. @param {import('../live/messages.js').PageStatus['run']} run */
const isOpen = (run) => run !== null && run.scores.length < run.episodes

/**
 * How many alarms wait for somebody, also of those that are not shown, and whether what they are about lasts; ''
 * without any.
 *
 * @param {Pick<import('../live/messages.js').PageStatus, 'alarms' | 'unacknowledged'>} snapshot
 */
export function waitingInWords({ alarms, unacknowledged = 0 }) {
  const unseen = alarms.filter(({ acknowledged }) => acknowledged === null)
  const all = Math.max(unacknowledged, unseen.length)
  if (all === 0) return ''
  const what = `${all === 1 ? 'One alarm is' : `${all} alarms are`} waiting to be acknowledged`
  const lasting = unseen.filter(({ closed }) => !closed).length
  // those that last are shown first: of the ones that are not shown, nobody knows where all that are shown last
  if (lasting === unseen.length) return `${what}.`
  if (lasting > 0) return `${what}; the cause of ${lasting} lasts.`
  return `${what}; ${all === 1 ? 'its cause is' : 'their causes are'} gone.`
}
