import type { FieldMap } from '#base/field-map.js'
import { ok } from '#base/result.js'
import { intend, SKILL_NAMES } from '../intend.js'
import { judge, sayCommand } from '../judge.js'
import { isTrue, sayPredicate } from '../predicates.js'
import type { Command, WorldState } from '../world.js'
import { remind } from '../remind.js'
import type { Domain, PlannedStep } from './domain.js'
import { fieldFingerprint } from './field-fingerprint.js'
import { fieldAccount } from './field-account.js'

/** The robot's own world as a domain: the rules of `src/twin/rules` on one field's map. */
export const fieldDomain = (map: FieldMap): Domain<WorldState, Command> => ({
  name: `field ${map.id}`,
  skills: SKILL_NAMES,
  intend: (step, state) => intend(step, state, map),
  judge: (state, command) => {
    const decision = judge(state, command, map)
    if (!decision.ok) return decision
    const { after, expected } = decision.value
    return ok({
      outcomes: [after],
      expected: expected.map((predicate) => ({
        text: sayPredicate(predicate, map),
        holds: (state: WorldState) => isTrue(predicate, state),
      })),
    })
  },
  say: sayCommand,
  fingerprint: fieldFingerprint,
  candidates: () => fieldSteps(map),
  account: (checkId, state, command) => fieldAccount(checkId, state, command, map),
  describe: (state) => remind(state, map),
})

/** Every step that the field has a place or a use for. */
const fieldSteps = (map: FieldMap): PlannedStep[] => [
  ...map.zones.map(({ id }) => step('MoveToZone', { zone: `${id}` })),
  step('LoadBlocks'),
  step('UnloadBlocks'),
  step('MoveCursor'),
  step('MoveToHome'),
  step('RotateBlocks', { mask: '1111' }),
]

const step = (skill: string, args: PlannedStep['args'] = {}): PlannedStep => ({ skill, args, path: '' })
