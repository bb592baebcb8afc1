import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'
import { findCommand } from './find-command.js'
import { parametersOf, type Parameter } from './parameters.js'
import { problemsOf, tooMany, unknownName, withoutValue } from './problems.js'

/** A command of the protocol with valid parameters. */
export interface Asked {
  readonly command: CommandName
  readonly params: Readonly<Record<string, unknown>>
}

/** Reads `@FILE`: a parameter too long to type. */
export type ReadText = (file: string) => Result<string, Diagnostic>

/**
 * Parses words into a command: parameters by position or by `--name`, converted and validated by the catalogue.
 * @returns all problems, each with the parameter's name
 */
export function readWords(
  words: readonly string[],
  readText: ReadText,
): Result<Asked, readonly Diagnostic[]> {
  const found = findCommand(words)
  if (!found.ok) return err([found.error])
  const { command, rest } = found.value
  const given = assign(command, rest)
  if (!given.ok) return given
  const params: Record<string, unknown> = {}
  for (const [name, word] of given.value) {
    const value = valueOf(command, name, word, readText)
    if (!value.ok) return err([value.error])
    params[name] = value.value
  }
  const checked = CATALOGUE[command].params.safeParse(params)
  return checked.success
    ? ok({ command, params })
    : err(problemsOf(checked.error.issues, { command, params }))
}

/** Assigns the words to parameters. */
function assign(
  command: CommandName,
  words: readonly string[],
): Result<ReadonlyMap<string, string>, readonly Diagnostic[]> {
  const parameters = parametersOf(command)
  const given = new Map<string, string>()
  const plain: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string
    const option = /^--([^=]+)(?:=(.*))?$/s.exec(word)
    if (option === null) {
      plain.push(word)
      continue
    }
    const [, name = '', joined] = option
    if (!parameters.some((parameter) => parameter.name === name)) return err([unknownName(command, name)])
    const value = joined ?? words[++i]
    if (value === undefined) return err([withoutValue(command, name)])
    given.set(name, value)
  }
  const free = parameters.filter(({ name }) => !given.has(name))
  return byPlace(command, free, plain, given)
}

function byPlace(
  command: CommandName,
  free: readonly Parameter[],
  plain: readonly string[],
  given: Map<string, string>,
): Result<ReadonlyMap<string, string>, readonly Diagnostic[]> {
  for (let i = 0; i < plain.length; i++) {
    const parameter = free[i]
    if (parameter === undefined) return err([tooMany(command, plain[i] as string)])
    // a note should not need quotes
    const all = parameter.sentence && free.slice(i + 1).every(({ needed }) => !needed)
    given.set(parameter.name, all ? plain.slice(i).join(' ') : (plain[i] as string))
    if (all) break
  }
  return ok(given)
}

function valueOf(
  command: CommandName,
  name: string,
  word: string,
  readText: ReadText,
): Result<unknown, Diagnostic> {
  const parameter = parametersOf(command).find((one) => one.name === name)
  if (name === 'xml' && word.startsWith('@')) return readText(word.slice(1))
  if (parameter?.kind === 'pairs') return ok(pairsOf(word))
  return ok(
    parameter?.kind === 'number' && word.trim() !== '' && isFinite(Number(word)) ? Number(word) : word,
  )
}

/** `item=red_cube speed=50`; what is not written so stays a text, and the catalogue says what it should be. */
function pairsOf(words: string): unknown {
  const pairs = words
    .trim()
    .split(/\s+/)
    .map((word) => /^([^=]+)=(.*)$/s.exec(word))
  if (pairs.includes(null)) return words
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}
