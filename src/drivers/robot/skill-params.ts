import type { FactValue } from '../contract.js'

/** What a parameter may be: text, a number (also between two limits), yes or no, or one of several words. */
type ParamType =
  'text' | 'number' | 'boolean' | { readonly min: number; readonly max: number } | readonly string[]

export type ParamTypes = Readonly<Record<string, ParamType>>

/** The values of declared parameters; one that a tree leaves out arrives as the text `none` where text is allowed. */
export type ParamValues<P extends ParamTypes> = { readonly [Name in keyof P]: ParamValue<P[Name]> }

type ParamValue<T extends ParamType> = T extends 'text'
  ? string
  : T extends 'boolean'
    ? boolean
    : T extends readonly (infer Word)[]
      ? Word
      : number

/** Why these values do not fit the declaration, in a sentence; the names have been checked. */
export function objectionToParams(
  types: ParamTypes,
  values: Readonly<Record<string, FactValue>>,
): string | undefined {
  for (const [name, type] of Object.entries(types)) {
    const value = values[name]
    if (value === undefined || !fits(type, value))
      return `${name} is ${JSON.stringify(value)?.slice(0, 80) ?? 'missing'}, expected ${inWords(type)}`
  }
  return undefined
}

function fits(type: ParamType, value: FactValue): boolean {
  if (type === 'text') return typeof value === 'string'
  if (type === 'boolean') return typeof value === 'boolean'
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value)
  if ('min' in type) return typeof value === 'number' && value >= type.min && value <= type.max
  return typeof value === 'string' && type.includes(value)
}

function inWords(type: ParamType): string {
  if (type === 'text') return 'text'
  if (type === 'boolean') return 'true or false'
  if (type === 'number') return 'a number'
  return 'min' in type ? `a number from ${type.min} to ${type.max}` : `one of ${type.join(', ')}`
}
