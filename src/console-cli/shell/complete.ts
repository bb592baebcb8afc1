import { COMMANDS, findCommand, LOCAL, spoken } from '../words/find-command.js'
import { parametersOf, type Parameter } from '../words/parameters.js'

/** @returns completions of the last word, and that word, as Node.js's readline expects them */
export function complete(
  line: string,
  known: { of(parameter: string): readonly string[] },
): [string[], string] {
  const words = line.trimStart().split(/\s+/)
  const last = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const found = candidates(before, known).filter((candidate) => candidate.startsWith(last))
  return [[...new Set(found)].map((candidate) => `${candidate} `), last]
}

function candidates(
  before: readonly string[],
  known: { of(parameter: string): readonly string[] },
): string[] {
  const [first] = before
  if (first === 'help') return names(before.slice(1))
  if (first === 'follow') return ['on', 'off']
  const sub = names(before)
  const found = before.length === 0 ? undefined : findCommand(before)
  if (found === undefined || !found.ok) return sub
  const { command, rest } = found.value
  const parameters = parametersOf(command)
  const option = parameters.find(({ name }) => rest.at(-1) === `--${name}`)
  if (option !== undefined) return values(option, known)
  const given = new Set(rest.filter((word) => word.startsWith('--')).map((word) => word.slice(2)))
  const free = parameters.filter(({ name }) => !given.has(name))
  const plain = rest.filter((word, i) => !word.startsWith('--') && !(rest[i - 1]?.startsWith('--') ?? false))
  const next = free[plain.length]
  return [
    ...(rest.length === 0 ? sub : []),
    ...(next === undefined ? [] : values(next, known)),
    ...free.map(({ name }) => `--${name}`),
  ]
}

/** Next words of the commands that start with `before`. */
function names(before: readonly string[]): string[] {
  const all = [...COMMANDS.map((name) => spoken(name).split(' ')), ...LOCAL.map(({ name }) => [name])]
  return all
    .filter((parts) => before.every((word, i) => parts[i] === word))
    .flatMap((parts) => parts[before.length] ?? [])
}

const values = (
  { name, choices }: Parameter,
  known: { of(parameter: string): readonly string[] },
): string[] =>
  choices.length > 0
    ? [...choices]
    : known.of(name).map((value) => (SHORTENED.has(name) ? value.slice(0, 12) : value))

/** parameters whose hashes are completed in abbreviated form */
const SHORTENED: ReadonlySet<string> = new Set(['hash', 'from', 'to'])
