import type { FieldMap } from '#base/field-map.js'
import type { Predicate } from '../predicates.js'
import type { Command, WorldState } from '../world.js'

export type CommandKind = Command['kind']
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>

/**
 * What the twin knows about one kind of command, as data (modular.txt III.A: an option's initiation set, its effect,
 * and its successful outcomes). Invariant of every rule: if all checks hold, the effect satisfies `expected`.
 */
export interface Rule<C extends Command> {
  readonly kind: C['kind']
  readonly checks: readonly Check<C>[]
  /** the world after the command succeeded; pure, with the next revision */
  effect(state: WorldState, command: C, map: FieldMap): WorldState
  /** what sensors must show afterwards before the step counts as done */
  expected(before: WorldState, command: C, map: FieldMap): readonly Predicate[]
}

export interface Check<C extends Command> {
  /** stable; appears in refusals, logs and prompts */
  readonly id: string
  /** the rule in one sentence */
  readonly text: string
  holds(state: WorldState, command: C, map: FieldMap): boolean
  /** why it does not hold and what to do about it */
  explain(state: WorldState, command: C, map: FieldMap): string
}
