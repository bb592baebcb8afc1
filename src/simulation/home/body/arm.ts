import { towards } from '../space/boxes.js'
import type { Solidity } from '../scene.js'
import type { ArmState, BaseState } from '../state.js'

/** full speed of the arm, stowed to target in 1/s, and how fast it gains and loses it, 1/s² */
const SPEED = 0.75
const GAIN = 2.5
const BRAKING = 4

/**
 * Advances the arm towards a share of its reach.
 * @param to 0 stowed … 1 at the target; `undefined`: hold still
 * @param dt s
 */
export function stepArm(arm: ArmState, to: number | undefined, dt: number): void {
  const left = to === undefined ? 0 : to - arm.reach
  const wanted =
    to === undefined ? 0 : Math.sign(left) * Math.min(SPEED, Math.sqrt(2 * GAIN * Math.abs(left)))
  arm.speed = towards(arm.speed, wanted, (to === undefined ? BRAKING : GAIN * 1.5) * dt)
  const next = arm.reach + arm.speed * dt
  const overruns = to !== undefined && (to - next) * (to - arm.reach) <= 0
  arm.reach = overruns ? to : Math.min(1, Math.max(0, next))
  if (overruns || (arm.speed !== 0 && (arm.reach === 0 || arm.reach === 1))) arm.speed = 0
}

export const isArmMoving = (arm: ArmState): boolean => arm.speed !== 0

export const isStowed = (arm: ArmState): boolean => arm.reach < 1e-6

/** Where the gripper is: before the chest when stowed, at its target when reached out, m. */
export function gripperAt(base: Pick<BaseState, 'x' | 'y' | 'heading'>, arm: ArmState): Solidity {
  const share = arm.reach * arm.reach * (3 - 2 * arm.reach)
  const stowed = {
    x: base.x + STOWED_AHEAD * Math.cos(base.heading),
    y: base.y + STOWED_AHEAD * Math.sin(base.heading),
    z: STOWED_HEIGHT,
  }
  return {
    x: stowed.x + (arm.target.x - stowed.x) * share,
    y: stowed.y + (arm.target.y - stowed.y) * share,
    z: stowed.z + (arm.target.z - stowed.z) * share,
  }
}

const STOWED_AHEAD = 0.38
const STOWED_HEIGHT = 0.98
