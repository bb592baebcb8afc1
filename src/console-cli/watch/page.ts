import { decimals } from '#base/units.js'
import { alarmCounts, isIn, type ServiceStatus } from '#runtime/status/service-status.js'
import { alarmLine } from '#terminal/lines.js'
import { plural, tenths } from '#app/command-line/words.js'
import { cut, pad, wrap } from '#terminal/fit.js'
import { logLine } from '../show/events.js'
import { type Look, clockTime, span } from '../text/look.js'
import { isNoise, nodeLine, runningLine } from '../show/tree.js'
import { afterSilence, headline, LEVELS, linkText } from '../show/words.js'
import type { Watched } from './model.js'

/** The whole screen, top to bottom: at most `rows` lines, none wider than the terminal. */
export function page(watched: Watched, look: Look, rows: number): string[] {
  const { status: serviceStatus } = watched
  const { dim } = look.paint
  if (serviceStatus === undefined)
    return [watched.silentMs > 0 ? silence(watched, look) : dim('asking the service …'), keys(look)]
  const head = [
    top(serviceStatus, look),
    ...banners(watched, serviceStatus, look),
    ...alarms(serviceStatus, look),
    running(serviceStatus, look),
    link(serviceStatus, look),
    '',
  ]
  const foot = ['', ...log(watched, look, rows), keys(look)]
  const height = Math.max(1, rows - head.length - foot.length)
  return [...head, ...body(watched, serviceStatus, look, height), ...foot]
    .slice(0, rows)
    .map((line) => cut(line, look.columns))
}

const top = (serviceStatus: ServiceStatus, { paint }: Look): string => {
  const tone =
    serviceStatus.mode === 'RUNNING' ? paint.warn : serviceStatus.mode === 'STOPPED' ? paint.bad : paint.good
  return `${paint.bold('graft')}  ${tone(headline(serviceStatus))}  ${paint.dim(clockTime(serviceStatus.at))}`
}

/** Warnings that must not be missed. */
function banners(watched: Watched, { link, robot, activity, health }: ServiceStatus, look: Look): string[] {
  const { bad } = look.paint
  const red = health.filter(({ state }) => state === 'late' || state === 'failed')
  return [
    ...(watched.silentMs > 0 ? [silence(watched, look)] : []),
    ...(link.status === 'lost' ? [bad(`LINK LOST${afterSilence(link.silentMs)}: ${LOST[robot.body]}`)] : []),
    ...(activity === 'estopped'
      ? [bad('EMERGENCY STOP: latched until somebody resets it with graft console reset')]
      : []),
    ...red.map(({ id, state, text }) => bad(`HEALTH ${id} ${state}${text === '' ? '' : `: ${text}`}`)),
  ]
}

const LOST: Readonly<Record<ServiceStatus['robot']['body'], string>> = {
  virtual: 'the controller stops the robot by itself',
  serial: 'the controller stops the robot by itself',
  driver: 'look at the robot, nobody knows whether its driver has stopped it',
}

const silence = ({ silentMs }: Watched, { paint }: Look): string =>
  paint.bad(`THE SERVICE HAS NOT ANSWERED for ${span(silentMs)}; the data below is stale`)

function running({ tree, run }: ServiceStatus, { paint }: Look): string {
  const what = tree === null ? 'no tree' : runningLine(tree)
  const score =
    run === null
      ? ''
      : `  ${paint.dim(`${span(run.t)}, score so far ${tenths(run.scoreSoFar)}`)}${
          run.scores.length === 0
            ? ''
            : paint.dim(
                `, previous ${run.scores
                  .slice(-5)
                  .map((s) => decimals(s, 0))
                  .join(' ')}`,
              )
        }`
  return `running: ${paint.bold(what)}${score}`
}

function link(serviceStatus: ServiceStatus, { paint }: Look): string {
  const {
    camera,
    link: { counters },
  } = serviceStatus
  const counts = troubles(counters)
  const age = camera.ageMs === null ? '' : ` ${span(camera.ageMs)} old`
  const sight = camera.state === 'ok' ? paint.dim(`camera${age}`) : paint.warn(`camera ${camera.state}`)
  const line = linkText(serviceStatus, paint)
  return `link ${line}  ${sight}${counts.length === 0 ? '' : `  ${paint.warn(counts.join(', '))}`}`
}

/** What was wrong on the line; the other counters are in `status --json`. */
function troubles(counters: ServiceStatus['link']['counters']): readonly string[] {
  if (counters === null || typeof counters !== 'object') return []
  const sum = (...names: (keyof typeof counters)[]): number =>
    names.reduce((total, name) => total + (typeof counters[name] === 'number' ? counters[name] : 0), 0)
  const damaged = sum('badCobs', 'badCrc', 'badLength', 'oversize', 'unreadable')
  return [
    damaged === 0 ? [] : `${plural(damaged, 'frame')} damaged`,
    sum('seqGaps') === 0 ? [] : `${plural(sum('seqGaps'), 'frame')} missing`,
    sum('retransmits') === 0 ? [] : `${plural(sum('retransmits'), 'command')} sent again`,
  ].flat()
}

/** The tree, with the camera picture and the twin's beliefs next to it if there is room. */
function body(
  watched: Watched,
  { tree, facts: beliefs }: ServiceStatus,
  look: Look,
  height: number,
): string[] {
  const beside = look.columns >= WIDE_ENOUGH
  const right = Math.min(WIDEST_SIDE, Math.max(SIDE, Math.floor(look.columns / 3)))
  const left = beside ? look.columns - right - 2 : look.columns
  const nodes = tree === null ? [] : tree.nodes.filter((node) => watched.conditions || !isNoise(node))
  const focus = nodes.findLastIndex(({ status }) => status === 'RUNNING')
  const wished = watched.top ?? Math.max(0, focus - Math.floor(height / 2))
  const from = Math.max(0, Math.min(wished, nodes.length - height))
  const lines = nodes.slice(from, from + height).map((node) => nodeLine(node, { ...look, columns: left }))
  if (!beside) return lines
  const side = [
    ...watched.picture,
    ...beliefs.flatMap(({ subject, text }) => wrap(`${look.paint.dim(subject)} ${text}`, right, 2)),
  ].slice(0, height)
  const count = Math.max(lines.length, side.length)
  return Array.from({ length: count }, (_, i) => `${pad(lines[i] ?? '', left)}  ${side[i] ?? ''}`.trimEnd())
}

function alarms({ alarms: all }: ServiceStatus, look: Look): string[] {
  const open = all.filter(isIn('active unacknowledged'))
  const over = all.filter(isIn('returned unacknowledged')).length
  const shown = open
    .slice(-2)
    .flatMap(({ id, record, count }) => [
      `${alarmLine(record, look.paint, count).trimStart()}  ${look.paint.dim(id)}`,
    ])
  const count = open.length > 2 || over > 0 ? [look.paint.warn(`alarms: ${alarmCounts(all)}`)] : []
  return [...count, ...shown]
}

function log({ log: lines, level }: Watched, look: Look, rows: number): string[] {
  const most = Math.max(2, Math.floor(rows / 5))
  return lines
    .filter((line) => LEVELS.indexOf(line.level) >= LEVELS.indexOf(level))
    .slice(-most)
    .map((line) => logLine(line, look))
}

const keys = ({ paint }: Look): string =>
  paint.dim('q back · c conditions · l log level · p camera · arrows scroll · f follow')

/** columns of the camera picture, and the least and most for the beliefs */
const SIDE = 32
const WIDEST_SIDE = 48
const WIDE_ENOUGH = 76
