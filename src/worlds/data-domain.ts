import type { Diagnostic } from '#base/diagnostic.js'
import type { Domain } from '#twin/domain/domain.js'
import type { DomainRules } from '#twin/domain/rules.js'
import type { Fluents, Sort } from './value.js'
import type { CheckSeen } from './run/explain.js'
import type { GroundSkill } from './run/intend.js'

/** A world that was read from data: the same to whoever checks plans as the robot's own. */
export interface DataDomain extends Domain<Fluents, GroundSkill> {
  readonly text: string
  readonly initial: Fluents
  /** what every fact can be */
  readonly sorts: ReadonlyMap<string, Sort>
  readonly rules: DomainRules
  /** what is surely not meant, though it is no error */
  readonly warnings: readonly Diagnostic[]
  /** every check of a command with the values that decided */
  explain(state: Fluents, command: GroundSkill): readonly CheckSeen[]
}
