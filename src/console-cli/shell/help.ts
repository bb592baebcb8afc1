import { ROLES, type Role } from '#console/roles.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import type { Look } from '../text/look.js'
import { wrap, pad } from '#terminal/fit.js'
import { COMMANDS, findCommand, LOCAL, spoken } from '../words/find-command.js'
import { allowed, parametersOf, usage, type Parameter } from '../words/parameters.js'

/** `help` lists everything, `help run` shows the parameters of one command. */
export function help(asked: readonly string[], look: Look): string[] {
  // `graft console help "teleop step"` has both in one word
  const words = asked.flatMap((word) => word.split(' ').filter((part) => part !== ''))
  if (words.length === 0) return overview(look)
  const local = words.length > 1 ? undefined : LOCAL.find(({ name }) => name === words[0])
  if (local !== undefined) return [look.paint.bold(local.name), `  ${local.does}`]
  const group = COMMANDS.filter((name) => name.startsWith(`${words.join('.')}.`))
  const found = findCommand(words)
  if (found.ok)
    return [...one(found.value.command, look), ...group.flatMap((name) => ['', ...one(name, look)])]
  return group.length > 0
    ? group.flatMap((name) => one(name, look))
    : formatDiagnostic(found.error).split('\n')
}

const forWhom = (role: Role): string =>
  role === 'viewer'
    ? 'for anyone with a key'
    : role === 'operator'
      ? 'for an operator or a maintainer'
      : 'for a maintainer'

function overview(look: Look): string[] {
  const wide = Math.max(...COMMANDS.map((name) => spoken(name).length))
  const line = (name: string, does: string): string[] =>
    wrap(`  ${look.paint.bold(pad(name, wide))}  ${does}`, look.columns, wide + 4)
  return [
    ...ROLES.flatMap((role) => [
      look.paint.dim(forWhom(role)),
      ...COMMANDS.filter((name) => CATALOGUE[name].role === role).flatMap((name) =>
        line(spoken(name), CATALOGUE[name].does),
      ),
    ]),
    look.paint.dim('handled by the console itself'),
    ...LOCAL.flatMap(({ name, does }) => line(name, does)),
  ]
}

function one(command: CommandName, look: Look): string[] {
  const { role, does } = CATALOGUE[command]
  const parameters = parametersOf(command)
  return [
    `${look.paint.bold(spoken(command))} ${usage(command)}`.trimEnd(),
    ...wrap(`  ${does}`, look.columns),
    look.paint.dim(`  ${forWhom(role)}`),
    ...parameters.flatMap((parameter) =>
      wrap(`  --${pad(parameter.name, 10)} ${sayParameter(parameter)}`, look.columns, 15),
    ),
  ]
}

function sayParameter(parameter: Parameter): string {
  const { needed, otherwise, name } = parameter
  const when = needed ? 'required' : otherwise === undefined ? 'optional' : `default ${otherwise}`
  return `${allowed(parameter)}, ${when}${name === 'xml' ? '; @FILE reads it from a file' : ''}`
}
