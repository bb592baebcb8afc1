import type { Value } from './value.js'

/** A state of a data domain: every state variable with its arguments filled in, in the order of the file. */
export type Fluents = ReadonlyMap<string, Value>

/** Equal exactly when every fact is equal. */
export const fingerprintOf = (state: Fluents): string => JSON.stringify([...state])
