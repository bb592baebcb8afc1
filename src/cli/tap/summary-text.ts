import { plural } from '#app/command-line/words.js'
import type { Paint } from '#terminal/paint.js'
import type { CommandLife } from '#link/analysis/command-ledger.js'
import { sayDone, nameMessage } from './field-messages.js'
import type { WireSummary, WayCounts } from '#link/analysis/wire-analyzer.js'

/** The closing summary of a wire. */
export function summaryLines(summary: WireSummary, paint: Paint): string[] {
  const { ways, commands, counts, breaches } = summary
  const { actuations, executions, repeats } = counts
  const broken = [...breaches.values()].reduce((sum, count) => sum + count, 0)
  return [
    '',
    `${duration(summary)}${plural(summary.sessions, 'session')}, ${plural(summary.boots, 'boot')} of the controller`,
    sayWay('to the firmware', ways.toFirmware),
    sayWay('to the host', ways.toHost),
    ...(commands.length === 0 ? [] : [sayCommands(commands), ...sayRoundTrips(commands)]),
    `${plural(actuations, 'actuation')}, ${plural(executions, 'execution')}, ${plural(repeats, 'repeat')}`,
    broken === 0
      ? paint.good('no actuation without its own permit, and no command ran twice')
      : paint.bad(
          `an actuation without its own permit, or a command that ran twice: ` +
            `${plural(broken, 'breach', 'breaches')} (` +
            `${[...breaches].map(([kind, count]) => `${kind} ${count}`).join(', ')})`,
        ),
  ]
}

/** One line per command: what it was, how often it was sent, its answer and its completion. */
export function commandLines(commands: readonly CommandLife[]): string[] {
  return commands.map((life) => {
    const { command, sends, answer, done, sentAt } = life
    const permit = 'permitId' in command ? `permit ${command.permitId}` : ''
    const after = (at: number | undefined): string =>
      at === undefined || sentAt === undefined ? '' : ` after ${((at - sentAt) / 1000).toFixed(1)} ms`
    return [
      `${seconds(sentAt)}  ${nameMessage(command).padEnd(13)} ${permit.padEnd(9)}`,
      sends === 1 ? '' : `sent ${sends} times`,
      answer === undefined ? 'no answer' : `${answer.reply}${after(answer.at)}`,
      done === undefined ? '' : `${sayDone(done.status, done.detail, command.kind)}${after(done.at)}`,
    ]
      .filter((part) => part !== '')
      .join('  ')
  })
}

/** `   12.340`, or blanks where the capture has no times. @param at µs */
export const seconds = (at: number | undefined): string =>
  (at === undefined ? '' : (at / 1e6).toFixed(3)).padStart(9)

/** Round-trip times from first transmission to first answer, ms, sorted; omits commands without an answer. */
export const roundTrips = (commands: readonly CommandLife[]): readonly number[] =>
  commands
    .flatMap(({ sentAt, answer }) =>
      sentAt === undefined || answer?.at === undefined ? [] : [(answer.at - sentAt) / 1000],
    )
    .sort((a, b) => a - b)

function duration({ firstAt, lastAt }: WireSummary): string {
  if (firstAt === undefined || lastAt === undefined) return ''
  return `${((lastAt - firstAt) / 1e6).toFixed(3)} s of wire, `
}

function sayWay(name: string, way: Readonly<WayCounts>): string {
  const messages = [...way.messages].sort(([, a], [, b]) => b - a)
  const total = messages.reduce((sum, [, count]) => sum + count, 0)
  const kinds = messages.map(([kind, count]) => `${kind} ${count}`).join(', ')
  const faults = [
    way.damaged === 0 ? [] : `${way.damaged} damaged`,
    way.unreadable === 0 ? [] : `${way.unreadable} unreadable`,
    way.missing === 0 ? [] : `${way.missing} missing by number`,
  ].flat()
  const disorder = way.late - way.overtaken
  const late = [
    ...(way.overtaken === 0 ? [] : [`${way.overtaken} overtaken as designed`]),
    ...(disorder === 0 ? [] : [`${disorder} out of order`]),
  ]
  const how = [...(faults.length === 0 ? ['none damaged, none missing'] : faults), ...late].join(', ')
  return (
    `${name.padEnd(15)} ${plural(way.bytes, 'byte')}, ${plural(total, 'frame')}` +
    `; ${how}${kinds === '' ? '' : ` (${kinds})`}`
  )
}

function sayCommands(commands: readonly CommandLife[]): string {
  const count = (is: (life: CommandLife) => boolean): number => commands.filter(is).length
  const accepted = count(({ answer }) => answer?.reply === 'accepted')
  const silent = count(({ answer }) => answer === undefined)
  const endings = new Map<string, number>()
  for (const { done } of commands)
    if (done !== undefined) endings.set(done.status, (endings.get(done.status) ?? 0) + 1)
  const ended = [...endings].map(([status, times]) => `${times} ${status}`).join(', ')
  return [
    `${plural(commands.length, 'command')}: ${accepted} accepted`,
    `${commands.length - accepted - silent} refused`,
    `${silent} without answer`,
    `${count(({ sends }) => sends > 1)} sent again${ended === '' ? '' : `; ended ${ended}`}`,
  ].join(', ')
}

function sayRoundTrips(commands: readonly CommandLife[]): string[] {
  const sorted = roundTrips(commands)
  if (sorted.length === 0) return []
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] as number).toFixed(1)
  return [`command to first answer: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, longest ${at(1)} ms`]
}
