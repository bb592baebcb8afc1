import { isMask, type Mask } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import type { Command, PoseDeviation, WorldState } from '../world.js'
import type { Check } from './rule.js'

export const linkUp: Check<Command> = {
  id: 'link-up',
  text: 'the controller answers',
  holds: (state) => state.robot.linkUp,
  explain: () => 'the link to the controller is down: wait until telemetry is back, nothing may move unseen',
}

export const estopClear: Check<Command> = {
  id: 'estop-clear',
  text: 'no emergency stop is latched',
  holds: (state) => !state.robot.estop,
  explain: () => 'the emergency stop is latched: release the button and reset it before any motion',
}

/** Checks shared by all motion commands, in the order in which an operator would check. */
export const commonChecks: readonly Check<Command>[] = [
  linkUp,
  estopClear,
  {
    id: 'not-moving',
    text: 'the robot stands still',
    holds: (state) => !state.robot.moving,
    explain: () => 'the robot is still moving: let the running action finish or halt it first',
  },
]

export const liftUp: Check<Command> = {
  id: 'lift-up',
  text: 'the lift is up',
  holds: (state) => state.gripper.lift === 'up',
  explain: (state) =>
    `the lift is ${state.gripper.lift === 'down' ? 'down' : 'not up'}: finish the grip or release before ` +
    `the robot moves on`,
}

export const positionKnown: Check<Command> = {
  id: 'position-known',
  text: 'the robot knows where it is',
  holds: ({ robot: { pose } }) => [pose.x, pose.y, pose.theta].every(Number.isFinite),
  explain: () => 'the robot does not know where it is: put it at home and set its pose',
}

/**
 * The largest standard deviations of the pose with which blocks and shelf may be touched. A cup seals up to 15 mm
 * beside the middle of a block, and the shelf is found within 12 mm (`SHELF_TOLERANCE`).
 */
const SURE_ENOUGH: PoseDeviation = { place: m(0.006), heading: rad((1.5 * Math.PI) / 180) }

/** Whether the robot knows well enough where it is to touch something. */
export const isSure = ({ place, heading }: PoseDeviation): boolean =>
  place <= SURE_ENOUGH.place && heading <= SURE_ENOUGH.heading

export const positionSure: Check<Command> = {
  id: 'position-sure',
  text: 'the robot knows well enough where it is to touch something: to 6 mm and 1.5° (standard deviations)',
  holds: ({ robot: { deviation } }) => deviation === undefined || isSure(deviation),
  explain: ({ robot: { deviation } }) =>
    `the robot knows where it is only to ${formatDeviation(deviation)}: see whether the laser scanner runs and sees ` +
    'the boards',
}

export const formatDeviation = ({ place, heading }: PoseDeviation = SURE_ENOUGH): string =>
  `${(1000 * place).toFixed(0)} mm and ${((180 / Math.PI) * heading).toFixed(1)}°`

export const rotatorAtRest: Check<Command> = {
  id: 'rotator-at-rest',
  text: 'the rotator stands at one of its ends, or the command finishes the turn that was cut off',
  holds: (state, command) => !state.gripper.rotator.turning || finishesTurn(state, command),
  explain: ({ gripper: { rotator } }) =>
    rotator.mask === undefined
      ? 'the rotator stands between its ends: wait until it has turned, or look at the gripper'
      : `the rotator was stopped between its ends: run RotateBlocks mask="${rotator.mask}" to finish its turn`,
}

/** The controller only lets a rotator that was stopped half way resume the same turn. */
export const finishesTurn = ({ gripper: { rotator } }: WorldState, command: Command): boolean =>
  command.kind === 'rotate' && rotator.turning && rotator.mask === command.mask

export const maskNamesCups: Check<Command & { readonly mask: Mask }> = {
  id: 'mask-names-cups',
  text: 'the mask is four digits 0 or 1 and names at least one cup',
  holds: (_, { mask }) => isMask(mask) && mask !== '0000',
  explain: (_, { mask }) =>
    mask === '0000'
      ? 'mask 0000 names no cup: there is nothing to do'
      : `mask "${mask}" is not four digits of 0 and 1, such as 0101 for cups 1 and 3`,
}
