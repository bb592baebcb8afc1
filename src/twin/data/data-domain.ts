import type { Diagnostic } from '../../base/diagnostic.js'
import type { Domain } from '../domain/domain.js'
import type { DomainRules } from '../domain/rules.js'
import type { Facts } from './facts.js'
import type { CheckSeen } from './run/explain.js'
import type { GroundSkill } from './run/intend.js'
import type { Sort } from './value.js'

/** A world that was read from data: the same to whoever checks plans as the robot's own. */
export interface DataDomain extends Domain<Facts, GroundSkill> {
  readonly text: string
  readonly initial: Facts
  /** what every fact can be */
  readonly sorts: ReadonlyMap<string, Sort>
  readonly rules: DomainRules
  /** what is surely not meant, though it is no error */
  readonly warnings: readonly Diagnostic[]
  /** every check of a command with the values that decided */
  explain(state: Facts, command: GroundSkill): readonly CheckSeen[]
}
