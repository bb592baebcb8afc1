import type { FieldMap } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import { PermitOffice } from '../permit.js'
import type { Predicate } from './predicates.js'
import { gripRule } from './rules/grip.js'
import { velocityRule } from './rules/velocity.js'
import { moveRule } from './rules/move.js'
import { pushRule } from './rules/push.js'
import { releaseRule } from './rules/release.js'
import { rotateRule } from './rules/rotate.js'
import type { CommandKind, Rule } from './rules/rule.js'
import type { Command, WorldState } from './world.js'

/** One rule per kind of command; a kind without one does not compile. */
export const RULES: Readonly<Record<CommandKind, Rule<Command>>> = {
  move: moveRule,
  grip: gripRule,
  release: releaseRule,
  rotate: rotateRule,
  push: pushRule,
  jog: velocityRule,
}

/** What the twin predicts if a command succeeds. */
export interface Prediction {
  readonly after: WorldState
  readonly expected: readonly Predicate[]
}

/** Why the twin refuses a command: the first failed check, and all failed checks. */
export interface Refusal {
  readonly kind: 'refusal'
  readonly command: Command
  readonly checkId: string
  /** for the actor: what is wrong and what to do */
  readonly text: string
  readonly failed: readonly { readonly checkId: string; readonly text: string }[]
}

/** Gives the verdict before a command is sent (MOD-10): runs every check of its rule on the current belief. */
export function judge(state: WorldState, command: Command, map: FieldMap): Result<Prediction, Refusal> {
  const rule = RULES[command.kind]
  const failed = rule.checks
    .filter((check) => !check.holds(state, command, map))
    .map((check) => ({ checkId: check.id, text: check.explain(state, command, map) }))
  const first = failed[0]
  if (first !== undefined) return err({ kind: 'refusal', command, ...first, failed })
  return ok({
    after: rule.effect(state, command, map),
    expected: rule.expected(state, command, map),
  })
}

export type FieldPermits = PermitOffice<WorldState, Command, Prediction, Refusal>

/** The permit office of one session on a field. */
export const fieldPermits = (map: FieldMap): FieldPermits =>
  new PermitOffice({ judge: (state, command) => judge(state, command, map), copy: ownCopy })

/** The copy of `PermitRules` for commands on a field. */
export function ownCopy<C extends Command>(command: C): C
export function ownCopy(command: Command): Command {
  switch (command.kind) {
    case 'move':
      return { kind: 'move', to: { ...command.to }, pose: { ...command.pose } }
    case 'push':
      return { kind: 'push', from: { ...command.from }, to: { ...command.to } }
    case 'grip':
    case 'release':
    case 'rotate':
    case 'jog':
      return { ...command }
  }
}

/** Describes the setpoint that an operator commands: `drive by hand: 0.20 m/s ahead`. */
function describeVelocity({ vx, vy, wz }: Extract<Command, { kind: 'jog' }>): string {
  const parts = [
    formatSpeed(vx, 'm/s ahead', 'm/s back'),
    formatSpeed(vy, 'm/s left', 'm/s right'),
    formatSpeed(wz, 'rad/s counter-clockwise', 'rad/s clockwise'),
  ].filter((part) => part !== '')
  return `drive by hand: ${parts.length === 0 ? 'stand' : parts.join(', ')}`
}

const formatSpeed = (speed: number, one: string, other: string): string =>
  speed === 0 ? '' : `${Math.abs(speed).toFixed(2)} ${speed > 0 ? one : other}`

/** Describes a command in one line for logs and refusals: `move to zone 3`, `grip 1101 from zone 1`. */
export function describeCommand(command: Command): string {
  switch (command.kind) {
    case 'move':
      return `move to ${command.to.kind === 'zone' ? `zone ${command.to.zone}` : command.to.kind}`
    case 'grip':
      return `grip ${command.mask} from zone ${command.zone}`
    case 'release':
      return `release ${command.mask} into zone ${command.zone}`
    case 'rotate':
      return `rotate ${command.mask}`
    case 'push':
      return 'push the shelf to its target'
    case 'jog':
      return describeVelocity(command)
  }
}
