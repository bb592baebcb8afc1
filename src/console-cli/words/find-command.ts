import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'

export const COMMANDS = Object.keys(CATALOGUE) as CommandName[]

/** Finds the command that the first words name: `alarm ack` equals `alarm.ack`; the longest match wins. */
export function findCommand(
  words: readonly string[],
): Result<{ readonly command: CommandName; readonly rest: readonly string[] }, Diagnostic> {
  const plain = words.slice(0, words.findIndex((word) => word.startsWith('--')) >>> 0)
  for (let length = Math.min(LONGEST, plain.length); length > 0; length--) {
    const name = plain.slice(0, length).join('.')
    if (isCommand(name)) return ok({ command: name, rest: words.slice(length) })
  }
  return err(unknown(plain))
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(CATALOGUE, name)

/** `alarm ack` */
export const spoken = (command: CommandName): string => command.replaceAll('.', ' ')

const LONGEST = Math.max(...COMMANDS.map((name) => name.split('.').length))

/** Commands that the console handles itself. */
export const LOCAL: readonly { readonly name: string; readonly does: string }[] = [
  { name: 'watch', does: 'the running tree, camera, score, alarms and log, live; q goes back' },
  {
    name: 'teleop',
    does: 'drive manually: a base with w a s d q e, the robot of a world by steps; space stops, x ends',
  },
  { name: 'follow', does: 'follow off, follow on: alarms, modes and episodes as they occur' },
  { name: 'help', does: 'this list; help COMMAND shows its parameters' },
  { name: 'exit', does: 'quit; the robot carries on' },
]

function unknown(plain: readonly string[]): Diagnostic {
  const [first = '', second] = plain
  const group = groupOf(first)
  const near = group.length > 0 ? nearIn(first, group, second) : nearFirst(first, second, plain)
  return {
    code: 'console.unknown-command',
    severity: 'error',
    message: group.length > 0 ? `${first} needs a second word` : 'there is no such command',
    expected: group.length > 0 ? group.map(spoken).join(', ') : 'a command that help lists',
    got: first === '' ? 'nothing' : plain.slice(0, 2).join(' '),
    ...(near !== undefined && { hint: `did you mean ${near}?` }),
    ...(near === undefined && group.length === 0 && { hint: '`help` lists the commands' }),
  }
}

const groupOf = (first: string): readonly CommandName[] =>
  COMMANDS.filter((name) => name.startsWith(`${first}.`))

/** A guess at the second word, if there is one to guess from. */
const nearIn = (first: string, group: readonly CommandName[], second: string | undefined) =>
  second === undefined ? undefined : didYouMean(`${first} ${second}`, group.map(spoken))

/** By the first word, so that a slip in `alarm` is not taken for `arm`; else by both, as they may run together. */
function nearFirst(first: string, second: string | undefined, plain: readonly string[]): string | undefined {
  const firsts = [...COMMANDS.map((name) => name.replace(/\..*/, '')), ...LOCAL.map(({ name }) => name)]
  const near = didYouMean(first, new Set(firsts))
  if (near === undefined) return didYouMean(plain.slice(0, 2).join(' '), COMMANDS.map(spoken))
  const group = groupOf(near)
  return (
    nearIn(near, group, second) ??
    (isCommand(near) || group.length === 0 ? near : group.map(spoken).join(' or '))
  )
}
