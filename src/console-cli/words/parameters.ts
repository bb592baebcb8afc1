import type { z } from 'zod'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'

/** One parameter of a command in the catalogue, described for users. */
export interface Parameter {
  readonly name: string
  readonly needed: boolean
  /** `pairs`: name=value, as many as one likes */
  readonly kind: 'number' | 'text' | 'pairs'
  /** allowed values of an enumeration */
  readonly choices: readonly string[]
  /** default value, as text */
  readonly otherwise: string | undefined
  /** free text: as the last parameter it takes all remaining words */
  readonly sentence: boolean
}

/** Parameters in positional order, required ones first. */
export function parametersOf(command: CommandName): readonly Parameter[] {
  const shape = CATALOGUE[command].params.shape as Readonly<Record<string, z.core.$ZodType>>
  const all = Object.entries(shape).map(([name, schema]) => parameter(name, schema))
  return [...all.filter(({ needed }) => needed), ...all.filter(({ needed }) => !needed)]
}

/** `alarm ack ID [NOTE]` without the command's name. */
export const usage = (command: CommandName): string =>
  parametersOf(command)
    .map(({ name, needed }) => (needed ? name.toUpperCase() : `[--${name} …]`))
    .join(' ')

/** The accepted values: `number`, `debug|info|warn|error`, `text`. */
export const allowed = ({ kind, choices }: Parameter): string =>
  choices.length > 0 ? choices.join('|') : kind === 'pairs' ? 'name=value …' : kind

const SENTENCES: ReadonlySet<string> = new Set(['note', 'cause', 'params', 'order'])

const asText = (value: unknown): string =>
  typeof value === 'object' ? 'none' : `${value as string | number | boolean}`

function parameter(name: string, schema: z.core.$ZodType): Parameter {
  let inside: z.core.$ZodTypes = schema as z.core.$ZodTypes
  let needed = true
  let otherwise: string | undefined
  while (inside._zod.def.type === 'optional' || inside._zod.def.type === 'default') {
    needed = false
    if (inside._zod.def.type === 'default') otherwise = asText(inside._zod.def.defaultValue)
    inside = inside._zod.def.innerType as z.core.$ZodTypes
  }
  const { def } = inside._zod
  const choices = def.type === 'enum' ? Object.values(def.entries).map(String) : []
  const kind = def.type === 'number' ? 'number' : def.type === 'record' ? 'pairs' : 'text'
  return { name, needed, kind, choices, otherwise, sentence: SENTENCES.has(name) }
}
