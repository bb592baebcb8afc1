import type { z } from 'zod'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { printable } from '#terminal/paint.js'
import type { CommandName } from '#console/catalogue.js'
import { spoken } from './find-command.js'
import { allowed, parametersOf, usage } from './parameters.js'

/** The catalogue's validation errors, each with the name of its parameter. */
export function problemsOf(
  issues: readonly z.core.$ZodIssue[],
  { command, params }: { readonly command: CommandName; readonly params: Readonly<Record<string, unknown>> },
): readonly Diagnostic[] {
  return issues.map((issue) => {
    const name = String(issue.path[0] ?? '')
    const got = params[name]
    const choices = parametersOf(command).find((one) => one.name === name)?.choices ?? []
    const near = typeof got === 'string' ? didYouMean(got, choices) : undefined
    return {
      code: got === undefined ? 'console.missing-parameter' : 'console.bad-parameter',
      severity: 'error',
      message:
        got === undefined ? `${spoken(command)} needs ${name}` : `${name} of ${spoken(command)} is invalid`,
      expected: expected(command, name, issue),
      got: got === undefined ? 'nothing' : printable(JSON.stringify(got), 60),
      hint: near === undefined ? `${spoken(command)} ${usage(command)}`.trim() : `did you mean ${near}?`,
    }
  })
}

export function unknownName(command: CommandName, name: string): Diagnostic {
  const names = parametersOf(command).map((parameter) => parameter.name)
  const near = didYouMean(name, names)
  return {
    code: 'console.unknown-parameter',
    severity: 'error',
    message: `${spoken(command)} takes no --${printable(name, 40)}`,
    expected: names.length === 0 ? 'no parameter' : names.map((one) => `--${one}`).join(', '),
    got: `--${printable(name, 40)}`,
    ...(near === undefined ? {} : { hint: `did you mean --${near}?` }),
  }
}

export const withoutValue = (command: CommandName, name: string): Diagnostic => ({
  code: 'console.missing-value',
  severity: 'error',
  message: `--${name} of ${spoken(command)} has no value`,
  expected: valueWords(command, name),
  got: 'nothing',
})

export const tooMany = (command: CommandName, word: string): Diagnostic => ({
  code: 'console.too-many-words',
  severity: 'error',
  message: `${spoken(command)} takes no more arguments`,
  expected: usage(command) === '' ? 'no parameter' : usage(command),
  got: printable(word, 60),
})

function expected(command: CommandName, name: string, issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? 'a whole number' : valueWords(command, name)
    case 'too_small':
      return bound(issue.origin, 'at least', issue.minimum)
    case 'too_big':
      return bound(issue.origin, 'at most', issue.maximum)
    case 'invalid_value':
      return issue.values.map(String).join(', ')
    case 'invalid_format':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return issue.message
  }
}

function valueWords(command: CommandName, name: string): string {
  const parameter = parametersOf(command).find((one) => one.name === name)
  return parameter === undefined ? 'a value' : parameter.kind === 'number' ? 'a number' : allowed(parameter)
}

const bound = (origin: string, word: string, size: number | bigint): string =>
  origin === 'string' ? `${word} ${size} characters` : `${word} ${size}`
