import { byId, el, setText } from './elements.js'
import { age, duration, gibibytes, short, thousands } from './words.js'

/** @typedef {import('./elements.js').Child} Child */
/** @typedef {import('#runtime/status/service-status.js').ServiceStatus} Snapshot */

/** @type {import('./main.js').Panel} */
export const condition = {
  parts: ['health', 'link', 'timing', 'models', 'policy', 'disk', 'uptimeMs'],
  draw({ snapshot }) {
    const red = snapshot.health.filter(({ state }) => state === 'late' || state === 'failed').length
    const up = `up ${duration(snapshot.uptimeMs)}`
    setText(byId('condition-word'), red === 0 ? up : `${red} unhealthy · ${up}`)
    const key = JSON.stringify([
      snapshot.health,
      snapshot.link,
      snapshot.timing,
      snapshot.models,
      snapshot.policy,
      snapshot.disk,
    ])
    if (key === drawn) return
    drawn = key
    byId('condition').replaceChildren(
      healthTable(snapshot.health),
      part('Link', link(snapshot.link)),
      part('Timing', timing(snapshot.timing)),
      part('Models', models(snapshot.models)),
      part('Policy', policy(snapshot.policy)),
      part('Disk', disk(snapshot.disk)),
    )
  },
}

let drawn = ''

/** @type {Readonly<Record<Snapshot['health'][number]['state'], string>>} */
const MARKS = { ok: 'good', late: 'bad', failed: 'bad', warn: 'warn', off: 'plain' }

/** @param {Snapshot['health']} rows */
function healthTable(rows) {
  if (rows.length === 0) return el('p', { class: 'nothing' }, 'Nothing has reported yet.')
  return el(
    'table',
    { class: 'health' },
    el('caption', { class: 'unseen' }, 'Health table: the last heartbeat of each part'),
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        ...['part', 'state', 'last heartbeat', ''].map((name) => el('th', { scope: 'col' }, name)),
      ),
    ),
    el(
      'tbody',
      {},
      ...rows.map(({ id, state, ageMs, deadlineMs, text, critical }) =>
        el(
          'tr',
          {},
          el(
            'th',
            { scope: 'row' },
            id,
            critical ? el('span', { class: 'quiet', title: 'the watchdog depends on it' }, ' *') : '',
          ),
          el('td', {}, el('span', { class: `mark ${MARKS[state]}` }, state)),
          el('td', { class: 'number' }, state === 'off' ? '–' : `${age(ageMs)} of ${age(deadlineMs)}`),
          el('td', { class: 'quiet' }, text),
        ),
      ),
    ),
  )
}

/** @param {Snapshot['link']} report @returns {Child[]} */
function link({ status, device, silentMs, counters, controller, started, degraded, last }) {
  const mark = status === 'up' ? 'good' : status === 'lost' || status === 'refused' ? 'bad' : 'plain'
  const quiet = [device, silentMs === null ? null : `silent for ${age(silentMs)}`].filter(
    (word) => word !== null,
  )
  return [
    el('span', { class: `mark ${mark}` }, status),
    ` ${quiet.join(' · ')}`,
    counters !== null &&
      el(
        'span',
        { class: 'counters' },
        ...[
          ['received', counters.frames],
          ['sent', counters.txFrames],
          ['retransmitted', counters.retransmits],
          [
            'bad',
            counters.badCrc + counters.badCobs + counters.badLength + counters.oversize + counters.unreadable,
          ],
          ['gaps', counters.seqGaps],
          ['dropped', counters.txDropped + counters.eventsDropped],
          ['degraded', degraded],
          ...(controller === null
            ? []
            : [
                [
                  'bad at controller',
                  controller.rxBadCrc + controller.rxBadCobs + controller.rxBadLength + controller.rxOversize,
                ],
                ['bytes lost at controller', controller.rxLost],
              ]),
        ].map(([name, count]) => el('span', {}, `${name} `, el('b', {}, thousands(Number(count))))),
      ),
    started !== undefined && el('span', { class: 'row quiet' }, `start of the controller: ${started}`),
    last !== '' && el('span', { class: 'row quiet' }, last),
  ]
}

/** @type {Readonly<Record<import('#runtime/timing/timing.js').TimingJudgement['state'], string>>} */
const PUNCTUAL = { 'on time': 'good', 'was late': 'plain', late: 'warn' }

/** @param {Snapshot['timing']} report @returns {Child[]} */
function timing(report) {
  if (report === null) return ['not measured yet']
  const { eventLoop, reflex, heartbeat, stood, judged } = report
  return [
    judged !== undefined && el('span', { class: `mark ${PUNCTUAL[judged.state]}` }, judged.state),
    judged !== undefined && ` ${judged.text}`,
    el(
      'span',
      { class: 'counters' },
      ...[
        ...(reflex === null
          ? []
          : [
              ['turn p99.9', `${reflex.p999} ms`],
              ['turn max', `${reflex.max} ms`],
            ]),
        ['loop p99.9', `${eventLoop.p999} ms`],
        ['loop max', `${eventLoop.max} ms`],
        ['stalls', thousands(stood)],
        ['heartbeat gap', `${heartbeat.worstMs} ms`],
        ['above 120 ms', thousands(heartbeat.over120)],
        ['above 200 ms', thousands(heartbeat.over200)],
      ].map(([name, value]) => el('span', {}, `${name} `, el('b', {}, String(value)))),
    ),
  ]
}

/** @param {Snapshot['models']} all @returns {Child[]} */
function models(all) {
  if (all.length === 0) return ['none']
  return all.map(({ role, id, state, text }) =>
    el(
      'span',
      { class: 'row' },
      el(
        'span',
        { class: `mark ${state === 'ready' ? 'good' : state === 'failed' ? 'bad' : 'plain'}` },
        state,
      ),
      ` ${role} ${id}${text === '' ? '' : ` · ${text}`}`,
    ),
  )
}

/** @param {Snapshot['policy']} slot @returns {Child[]} */
function policy(slot) {
  if (slot === null) return ['none']
  const { field, active, trial } = slot
  return [
    `${field}: `,
    el('a', { href: `/api/tree/${active}.svg`, target: '_blank', rel: 'noopener' }, short(active)),
    trial === null
      ? ' is good'
      : el(
          'span',
          { class: 'row' },
          'on trial ',
          el(
            'a',
            { href: `/api/tree/${trial.hash}.svg`, target: '_blank', rel: 'noopener' },
            short(trial.hash),
          ),
          `: ${trial.finished} of ${trial.needed} finished, started ${timesOf(trial.started)}`,
        ),
  ]
}

/** @param {number} count */
const timesOf = (count) => (count === 1 ? 'once' : `${count} times`)

/** @param {Snapshot['disk']} status @returns {Child[]} */
function disk(status) {
  if (status === null) return ['unknown']
  const mark = status.state === 'ok' ? 'good' : status.state === 'low' ? 'warn' : 'bad'
  return [
    el('span', { class: `mark ${mark}` }, status.state),
    ` ${gibibytes(status.freeBytes)} free, ${gibibytes(status.usedBytes)} used by graft`,
  ]
}

/** @param {string} name @param {readonly Child[]} body */
const part = (name, body) => el('div', { class: 'part' }, el('h3', {}, name), el('p', {}, ...body))
