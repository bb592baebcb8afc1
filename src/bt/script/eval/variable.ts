import { didYouMean } from '#base/diagnostic.js'
import { fail, type Site } from './error.js'
import type { Blackboard } from '#bt/blackboard.js'
import type { Enums } from '#bt/value/types.js'
import type { Value } from '#bt/value/value.js'

/** Reads an enum or, when there is none of that name, a blackboard entry; an entry never written is `undefined`. */
export const variable =
  (name: string, site: Site): Run =>
  (env) => {
    if (env.enums.size > 0) {
      const constant = env.enums.get(name)
      if (constant !== undefined) return constant
    }
    const entry = env.blackboard.entry(name)
    return entry === undefined ? unknown(name, env, site) : entry.value
  }

/** Suggests what an unknown name may have been meant to be. */
export function nameHint(name: string, env: ScriptEnv): string | undefined {
  const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined
  if (word !== undefined) return word
  const near = didYouMean(name, [...env.blackboard.keys(), ...env.enums.keys()])
  return near === undefined ? undefined : `did you mean ${near}?`
}

function unknown(name: string, env: ScriptEnv, site: Site): never {
  const hint = nameHint(name, env) ?? `create it first with ${name} := …`
  return fail(site, `there is no variable ${name}`, hint)
}

const WORDS: Readonly<Record<string, string>> = {
  and: 'logical and is &&',
  or: 'logical or is ||',
  not: 'logical not is !',
  AND: 'logical and is &&',
  OR: 'logical or is ||',
  NOT: 'logical not is !',
  True: 'write true',
  TRUE: 'write true',
  False: 'write false',
  FALSE: 'write false',
}

/** What a script reads and writes. Enums hide variables of the same name. */
export interface ScriptEnv {
  readonly blackboard: Blackboard
  readonly enums: Enums
}

/** A compiled expression. @throws ScriptError */
export type Run = (env: ScriptEnv) => Value
