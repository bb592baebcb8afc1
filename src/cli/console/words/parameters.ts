import type { z } from 'zod'
import { CATALOGUE, type CommandName } from '#console/catalogue.js'

/** One parameter of a command as the catalogue has it, in the words of people. */
export interface Parameter {
  readonly name: string
  readonly needed: boolean
  readonly kind: 'number' | 'text'
  /** when it is one of a few words */
  readonly choices: readonly string[]
  /** what it is when nobody says */
  readonly otherwise: string | undefined
  /** a whole sentence: as the last one it takes all words that are left */
  readonly sentence: boolean
}

/** In the order in which they may be given without their names: needed ones first. */
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

/** What may stand there: `number`, `debug|info|warn|error`, `text`. */
export const allowed = ({ kind, choices }: Parameter): string =>
  choices.length > 0 ? choices.join('|') : kind

const SENTENCES: ReadonlySet<string> = new Set(['note', 'cause'])

function parameter(name: string, schema: z.core.$ZodType): Parameter {
  let inside: z.core.$ZodTypes = schema as z.core.$ZodTypes
  let needed = true
  let otherwise: string | undefined
  while (inside._zod.def.type === 'optional' || inside._zod.def.type === 'default') {
    needed = false
    if (inside._zod.def.type === 'default') otherwise = String(inside._zod.def.defaultValue)
    inside = inside._zod.def.innerType as z.core.$ZodTypes
  }
  const { def } = inside._zod
  const choices = def.type === 'enum' ? Object.values(def.entries).map(String) : []
  const kind = def.type === 'number' ? 'number' : 'text'
  return { name, needed, kind, choices, otherwise, sentence: SENTENCES.has(name) }
}
