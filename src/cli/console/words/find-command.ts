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

/** The first word alone may be the name of a group, whose commands are all listed: then nothing is nearer than they. */
function nearIn(
  commands: readonly CommandName[],
  first: string,
  second: string | undefined,
): string | undefined {
  const names = commands.map(spoken)
  const isGroup = commands !== COMMANDS
  const typed = second === undefined ? undefined : didYouMean(`${first} ${second}`, names)
  return typed ?? (isGroup ? undefined : didYouMean(first, names))
}

function unknown(plain: readonly string[]): Diagnostic {
  const [first = '', second] = plain
  const got = plain.slice(0, 2).join(' ')
  const group = COMMANDS.filter((name) => name.startsWith(`${first}.`))
  const near = group.length > 0 ? nearIn(group, first, second) : nearIn(COMMANDS, first, second)
  return {
    code: 'console.unknown-command',
    severity: 'error',
    message: group.length > 0 ? `${first} needs a second word` : 'there is no such command',
    expected: group.length > 0 ? group.map(spoken).join(', ') : 'a command that help lists',
    got: got === '' ? 'nothing' : got,
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  }
}
