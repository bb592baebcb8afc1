import type { Blackboard } from '#bt/engine/blackboard.js'
import type { Enums } from '#bt/value/types.js'
import type { Value } from '#bt/value/value.js'

/** What a script reads and writes. Enums hide variables of the same name. */
export interface ScriptEnv {
  readonly blackboard: Blackboard
  readonly enums: Enums
}

/** A compiled expression. @throws ScriptError */
export type Run = (env: ScriptEnv) => Value
