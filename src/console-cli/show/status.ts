import { decimals } from '#base/units.js'
import {
  alarmCounts,
  forbidsMotion,
  waitingIn,
  type ModelStatus,
  type ServiceStatus,
} from '#runtime/status/service-status.js'
import { ALARM_REASONS } from '#learning/critic/report.js'
import { plural, tenths } from '#app/command-line/words.js'
import { type Look, size, span } from '../text/look.js'
import { pairs } from '../text/table.js'
import { runningLine } from './tree.js'
import { headline, linkText, robotText } from './words.js'

/** `status`: everything on one screen, the worst problems first. */
export function status(serviceStatus: ServiceStatus, look: Look): string[] {
  const { robot, camera, models, alarms, health, policy, disk, run, tree, facts, timing } = serviceStatus
  const { bad, bold, good } = look.paint
  const { state: timely = 'on time', text: late = '' } = timing?.judged ?? {}
  const rows: (readonly [string, string])[] = [
    ['mode', bold(headline(serviceStatus))],
    ['robot', `${robotText(robot)}, ${robot.pace} time`],
    ['link', linkLine(serviceStatus, look)],
    [
      'camera',
      `${(camera.state === 'ok' || camera.state === 'off' ? good : bad)(camera.state)} ${camera.text}`,
    ],
    ['models', models.length === 0 ? 'none' : models.map((model) => modelText(model, look)).join(', ')],
    ...(run === null ? [] : ([['run', runText(run)]] as const)),
    ...(tree === null
      ? []
      : ([
          ['tree', `${tree.name} ${tree.hash.slice(0, 12)}`],
          ['running', runningLine(tree)],
        ] as const)),
    ...(policy === null ? [] : ([['policy', policyText(policy)]] as const)),
    ['alarms', alarmText(serviceStatus, look)],
    ['health', healthText(health, alarms.some(forbidsMotion), look)],
    ...(timely === 'on time'
      ? []
      : ([['timing', `${(timely === 'late' ? look.paint.warn : look.paint.dim)(timely)} ${late}`]] as const)),
    ...(disk === null
      ? []
      : ([
          ['disk', `${(disk.state === 'ok' ? good : bad)(disk.state)}, ${size(disk.freeBytes)} free`],
        ] as const)),
    ['up', `${span(serviceStatus.uptimeMs)}, graft ${serviceStatus.version}`],
  ]
  const beliefs = pairs(
    facts.map(({ subject, text }) => [subject, text] as const),
    look,
  )
  return [
    ...pairs(rows, look),
    ...(beliefs.length === 0 ? [] : ['', bold('what the twin believes'), ...beliefs]),
  ]
}

function alarmText(serviceStatus: ServiceStatus, { paint }: Look): string {
  const { alarms } = serviceStatus
  const waiting = waitingIn(serviceStatus)
  const counts = alarmCounts(alarms)
  if (waiting === 0) return paint.good(counts || 'none')
  const unseen = alarms.filter(({ acknowledged }) => acknowledged === null).length
  const more = waiting > unseen ? `; ${waiting} unacknowledged in all` : ''
  return paint.warn(`${counts}${more}: alarm list`)
}

function healthText(health: ServiceStatus['health'], isInDoubt: boolean, { paint }: Look): string {
  const red = health
    .filter(({ state }) => state === 'late' || state === 'failed' || state === 'warn')
    // what of the timing matters is a row below; `health` has the figures
    .map(({ id, state, text }) => `${id} ${state}${text === '' || id === 'timing' ? '' : ` (${text})`}`)
    .join(', ')
  if (red === '' && !isInDoubt) return paint.good('all well')
  // in doubt it is no comfort that the service is well, but what is not well may be the reason
  const doubt = `${ALARM_REASONS.robot_in_doubt.words}: alarm list`
  return paint.bad(isInDoubt ? [doubt, red].filter((text) => text !== '').join('; ') : red)
}

function policyText({ field, active, trial }: NonNullable<ServiceStatus['policy']>): string {
  const tried =
    trial === null ? '' : `, on trial ${trial.hash.slice(0, 12)} (${trial.finished}/${trial.needed})`
  return `${field}: last good ${active.slice(0, 12)}${tried}`
}

function modelText({ role, id, state }: ModelStatus, { paint }: Look): string {
  const tone = state === 'ready' ? paint.good : state === 'loading' ? paint.warn : paint.bad
  return `${role} ${id} ${tone(state)}`
}

/** The link, with its history in this session and the controller's own report. */
function linkLine(serviceStatus: ServiceStatus, { paint }: Look): string {
  const { link, run, activity } = serviceStatus
  const times = link.degraded === 0 ? '' : `, degraded ${plural(link.degraded, 'time')}`
  const last = link.last === '' ? '' : `; last: ${link.last}`
  const isCut = link.status === 'lost' && activity === 'idle' && run !== null
  const goOn = isCut && run.scores.length < run.episodes ? `; continue with run --resume ${run.key}` : ''
  return `${linkText(serviceStatus, paint)}${times}${last}${goOn}`
}

function runText({
  key,
  field,
  episode,
  episodes,
  scores,
  scoreSoFar,
  unit,
  t,
}: NonNullable<ServiceStatus['run']>) {
  const past =
    scores.length === 0
      ? ''
      : `, scores ${scores
          .slice(-8)
          .map((score) => decimals(score, 0))
          .join(' ')}`
  const now = unit === '' ? '' : `, ${unit} at ${span(t)}, so far ${tenths(scoreSoFar)}`
  return `${key} on ${field}, episode ${episode}/${episodes}${now}${past}`
}
