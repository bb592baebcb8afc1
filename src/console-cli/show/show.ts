import type { CommandName } from '#console/catalogue.js'
import type { EpisodeRecord, ScoreSheet } from '#learning/episode.js'
import { plural } from '#app/command-line/words.js'
import type { HealthRow } from '#runtime/health/health.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import type { ServiceStatus, StatusAlarm } from '#runtime/status/service-status.js'
import { acknowledgedAlarm, alarms } from './alarms.js'
import { anything, isThing } from './anything.js'
import { sanitizeForTerminal, linesOf } from '../text/sanitize-for-terminal.js'
import { episode, episodes, score } from './episodes.js'
import { confirmedOrder, proposedOrder } from './orders.js'
import { cut, wrap } from '#terminal/fit.js'
import { eventLines, logLine, type LogLine } from './events.js'
import { type Look, clockTime, size, span } from '../text/look.js'
import { ALARM, ALARMS, EPISODE, EPISODES, HEALTH, LOG, HAPPENED, PICTURE, SCORE, STATUS } from './samples.js'
import { isLike, type Sample } from './shape.js'
import { slots } from './slots.js'
import { status } from './status.js'
import { table } from '../text/table.js'
import { HEALTH_TONE, known } from './words.js'

/** Renders the answer to a command: with its own view if the shape is as expected, else as plain data. */
export function show(command: CommandName, answer: unknown, look: Look): string[] {
  const safe = sanitizeForTerminal(answer, LONG_TEXTS[command])
  try {
    return VIEWS[command]?.(safe, look) ?? done(safe) ?? anything(safe, look)
  } catch {
    // a nested part violates the protocol: another version, or a hostile service
    return anything(safe, look)
  }
}

/** the multi-line text members of each answer */
const LONG_TEXTS: Readonly<Partial<Record<CommandName, readonly string[]>>> = {
  'tree.get': ['xml'],
  'tree.diff': ['text'],
  config: ['yaml'],
}

type View = (answer: unknown, look: Look) => string[] | undefined

const VIEWS: Readonly<Partial<Record<CommandName, View>>> = {
  status: view<ServiceStatus>(STATUS, status),
  health: listed<HealthRow>('health', HEALTH, health),
  log: listed<LogLine>('log', LOG, (lines, look) =>
    lines.length === 0
      ? [look.paint.dim('no such line since the service started')]
      : lines.flatMap((line) => wrap(logLine(line, look), look.columns, 15)),
  ),
  news: view<Happened>(HAPPENED, happened),
  picture: (answer, look) =>
    answer === null ? [look.paint.dim('no picture yet')] : view<ShownPicture>(PICTURE, picture)(answer, look),
  'alarm.list': listed<StatusAlarm>('alarms', ALARMS, alarms),
  'alarm.ack': view<StatusAlarm>(ALARM, acknowledgedAlarm),
  do: proposedOrder,
  'do.confirm': confirmedOrder,
  'episode.list': listed<EpisodeRecord>('episodes', EPISODES, episodes),
  'episode.show': (answer, look) =>
    view<EpisodeRecord>(EPISODE, episode)(isThing(answer) ? (answer['record'] ?? answer) : answer, look),
  'episode.score': (answer, look) =>
    view<ScoreSheet>(SCORE, score)(isThing(answer) ? (answer['score'] ?? answer) : answer, look),
  'tree.get': (answer, look) => text(answer, 'xml', look, (lines) => lines),
  // `lines` says the same as `text`
  'tree.diff': (answer, look) =>
    text(without(answer, 'lines'), 'text', look, (lines) => diff(lines.join('\n'), look)),
  'tree.slots': slots,
  config: (answer, look) => text(answer, 'yaml', look, (lines) => lines),
}

function view<T>(sample: Sample, draw: (value: T, look: Look) => string[]): View {
  return (answer, look) => (isLike<T>(answer, sample) ? draw(answer, look) : undefined)
}

/** What was done, in the service's words. */
const done = (answer: unknown): string[] | undefined =>
  isThing(answer) && typeof answer['did'] === 'string' && Object.keys(answer).length === 1
    ? [answer['did']]
    : undefined

interface Happened {
  readonly news: readonly StatusEvent[]
  readonly missed: boolean
}

/** What happened, as lines; what is drawn elsewhere, or too frequent to read, is counted. */
function happened({ news: events, missed }: Happened, look: Look): string[] {
  const lines = events.map((event) => eventLines(event, look))
  const silent = lines.filter((each) => each.length === 0).length
  const { dim } = look.paint
  return [
    ...(missed ? [dim('what happened before is not kept any more')] : []),
    ...lines.flat(),
    ...(silent > 0
      ? [dim(`${plural(silent, 'other event')}: poses, pictures and steps; --json has all`)]
      : []),
    ...(events.length === 0 ? [dim('nothing new')] : []),
  ]
}

interface ShownPicture {
  readonly id: string
  readonly at: number
  readonly width: number
  readonly height: number
  readonly jpeg: string
}

const picture = ({ id, at, width, height, jpeg }: ShownPicture, look: Look): string[] => [
  `picture ${id}, ${width} by ${height}, taken at ${clockTime(at)} UTC`,
  look.paint.dim(`${size(jpeg.length * 0.75)} of JPEG: --json has it in base64, watch and the page show it`),
]

/** A list, or an object that holds it under this name. */
function listed<T>(name: string, sample: Sample, draw: (value: readonly T[], look: Look) => string[]): View {
  return (answer, look) => {
    const list = isThing(answer) ? answer[name] : answer
    return isLike<readonly T[]>(list, sample) ? draw(list, look) : undefined
  }
}

const without = (answer: unknown, name: string): unknown =>
  isThing(answer) ? Object.fromEntries(Object.entries(answer).filter(([key]) => key !== name)) : answer

/** An object whose main part is a multi-line text. */
function text(
  answer: unknown,
  name: string,
  look: Look,
  draw: (lines: readonly string[]) => readonly string[],
): string[] | undefined {
  if (!isThing(answer) || typeof answer[name] !== 'string') return undefined
  const { [name]: long, ...rest } = answer
  const head = Object.keys(rest).length === 0 ? [] : anything(rest, look)
  return [...head, ...draw(linesOf(long as string)).map((line) => cut(line, Math.max(look.columns, WIDE)))]
}

/** XML is cut here rather than at the terminal's width: whoever requests a tree wants all of it */
const WIDE = 2000

/** A text diff: removals red, additions green; the signs carry the same information. */
const diff = (text: string, look: Look): string[] =>
  linesOf(text).map((line) => {
    const tone = line.startsWith('+') ? look.paint.good : line.startsWith('-') ? look.paint.bad : same
    return tone(cut(line, look.columns))
  })

const same = (line: string): string => line

function health(rows: readonly HealthRow[], look: Look): string[] {
  return table(
    ['row', 'state', 'last seen', 'due', 'critical', 'text'],
    rows.map(({ id, state, ageMs, deadlineMs, critical, text }) => [
      id,
      look.paint[known(HEALTH_TONE, state) ?? 'bad'](state),
      span(ageMs),
      span(deadlineMs),
      critical ? 'yes' : 'no',
      text,
    ]),
    look,
  )
}
