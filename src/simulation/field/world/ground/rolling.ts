import type { FieldMap, Pose } from '#base/field-map.js'
import { FAR_APRON, ROBOT } from '#simulation/field/dimensions.js'

export type Wheels = readonly [number, number, number]

/** What one millisecond does to the pose of the gripper: metres in the field, radians. */
export interface Displacement {
  readonly dx: number
  readonly dy: number
  readonly turn: number
}

export const NO_STEP: Displacement = { dx: 0, dy: 0, turn: 0 }

/** How a base rolls: from the speed of its wheels to its way over the floor. */
export interface Rolling {
  /** called when a base that stood begins to move */
  begin(): void
  /** @param pose of the gripper @param wheels rad/s */
  displacement(pose: Pose, wheels: Wheels): Displacement
  /** how far the robot would reach into the walls, metres; negative while it is clear of them */
  wallOverlap(map: FieldMap, pose: Pose): number
}

/**
 * The base as its controller computes it: wheels of equal radius at 60°, 180°, 300° around the gripper, which never
 * slip; x right, y away from the camera.
 */
export const IDEAL_ROLLING: Rolling = {
  begin: () => undefined,
  displacement: ({ theta }, [a, b, c]) => {
    const forward = (2 / 3) * RIM_METRES * (Math.sqrt(3) / 2) * (c - a)
    const left = (2 / 3) * RIM_METRES * (0.5 * a - b + 0.5 * c)
    const cos = Math.cos(theta)
    const sin = Math.sin(theta)
    return {
      dx: cos * forward - sin * left,
      dy: sin * forward + cos * left,
      turn: ((a + b + c) * RIM_METRES) / (3 * ROBOT.wheelBase),
    }
  },
  // at the near, left and right edges of the field, and at the end of the apron beyond the far one
  wallOverlap: ({ size }, { x, y }) => {
    const side = Math.max(ROBOT.gripperHalfWidth, ROBOT.bodyRadius)
    const far = ROBOT.bodyBehindGripper + ROBOT.bodyRadius
    return Math.max(side - x, x - (size.x - side), ROBOT.gripperHalfDepth - y, y - (size.y + FAR_APRON - far))
  },
}

/** metres that a wheel's rim rolls in a millisecond at 1 rad/s */
const RIM_METRES = ROBOT.wheelRadius / 1000
