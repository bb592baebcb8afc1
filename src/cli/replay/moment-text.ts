import { reasonsInWords } from '#learning/critic/report.js'
import type { CommandEntry } from '#runtime/run-log.js'
import { printable, type Paint } from '#terminal/paint.js'
import type { Moment } from './moment.js'

/** A moment as text: the tree with its statuses, then what was known. */
export function momentText(moment: Moment, paint: Paint): string {
  const { t, mode, unit, link, tree, facts: beliefs, blackboard, pending, report, alarm, refusal } = moment
  const rows = tree.nodes.map(({ depth, label, status }) => {
    const name = `${'  '.repeat(depth)}${printable(label)}`.padEnd(NAME)
    const paints = {
      RUNNING: paint.warn,
      SUCCESS: paint.good,
      FAILURE: paint.bad,
      IDLE: paint.dim,
      SKIPPED: paint.dim,
    }
    return `  ${name} ${paints[status](status === 'IDLE' ? '·' : status)}`
  })
  const about = (subject: string, text: string): string =>
    `  ${subject.padEnd(SUBJECT)} ${printable(text, LONGEST)}`
  return [
    paint.bold(`at ${seconds(t)}: ${mode}, link ${link}`),
    ...(unit === '' ? [] : [about('step', unit)]),
    '',
    `tree ${tree.hash.slice(0, 8)}`,
    ...rows,
    '',
    'the twin believes',
    ...beliefs.map(({ subject, text }) => about(subject, text)),
    '',
    ...(blackboard.length === 0
      ? [about('blackboard', 'empty')]
      : ['blackboard', ...blackboard.map(({ key, value }) => about(key, value)), '']),
    about('pending', pending.length === 0 ? 'no command' : pending.map(commandText).join('; ')),
    about(
      'refused',
      refusal === undefined ? 'nothing so far' : `${seconds(refusal.t)} ${refusal.command}: ${refusal.text}`,
    ),
    about(
      'alarm',
      alarm === undefined ? 'none so far' : `${seconds(alarm.t)} ${reasonsInWords(alarm.reasons)}`,
    ),
    about(
      'critic',
      report === undefined
        ? 'has not spoken yet'
        : `${report.mode.toUpperCase()} s ${report.s.toFixed(2)} c ${report.c.toFixed(2)}: ${report.summary}`,
    ),
    '',
  ].join('\n')
}

/** `12.340 s` */
export const seconds = (t: number): string => `${(t / 1000).toFixed(3)} s`

const NAME = 52
const SUBJECT = 10
const LONGEST = 160

const commandText = ({ id, at, command }: Extract<CommandEntry, { kind: 'issued' }>): string =>
  `${nameOfCommand(command)} (command ${id}, since ${seconds(at)})`

/** `moveTo`, or the skill of a driver */
export const nameOfCommand = (command: Extract<CommandEntry, { kind: 'issued' }>['command']): string =>
  command.kind === 'execute' ? command.skill : command.kind
