import { maskSlots, slotsMask, type Mask } from '#base/field-map.js'
import { flipped, heldAmong, next, withCups } from '../belief.js'
import { plural, formatCups } from '../predicates.js'
import type { WorldState } from '../world.js'
import { commonChecks, finishesTurn, liftUp, maskNamesCups, rotatorAtRest } from './shared-checks.js'
import type { CommandOf, Rule } from './rule.js'

type Rotate = CommandOf<'rotate'>

export const rotateRule: Rule<Rotate> = {
  kind: 'rotate',
  checks: [
    ...commonChecks,
    liftUp,
    maskNamesCups,
    rotatorAtRest,
    {
      id: 'cups-holding-under-mask',
      text: 'every cup under the mask holds a block, or held one when the turn began',
      holds: (state, command) => emptyCups(state, command.mask) === '0000' || finishesTurn(state, command),
      explain: (state, { mask }) => {
        const empty = emptyCups(state, mask)
        return (
          `${formatCups(empty)} ${plural(empty, 'holds', 'hold')} no block to turn: ` +
          'run LoadBlocks before RotateBlocks, or take the cup out of the mask'
        )
      },
    },
  ],
  effect: (state, { mask }) => {
    const turned = maskSlots(mask)
    return next(state, {
      gripper: {
        ...state.gripper,
        rotator: { end: otherSide(state), turning: false },
        cups: withCups(state, (cup, was) =>
          was !== null && turned.includes(cup) ? { ...was, face: flipped(was.face) } : was,
        ),
      },
    })
  },
  expected: (before, { mask }) => [
    { kind: 'holding', mask: heldAmong(before, mask) },
    { kind: 'rotatorAt', side: otherSide(before) },
    { kind: 'liftUp' },
  ],
}

/** The rotator's end after one full travel. */
const otherSide = (state: WorldState): 0 | 1 => (state.gripper.rotator.end === 0 ? 1 : 0)

/** The cups of the mask that hold nothing. */
export const emptyCups = (state: WorldState, mask: Mask): Mask =>
  slotsMask(maskSlots(mask).filter((cup) => state.gripper.cups[cup] === null))
