import type { Vec3 } from '#base/camera-model.js'
import { SLOTS, type Slot } from '#base/field-map.js'
import { BLOCK, ROBOT, slotOffset } from '../dimensions.js'
import type { BlockFace, SceneRobot } from '../scene.js'
import { PAINT } from './colour.js'
import { box, plain, prism, type BoxPaint, type Solid } from './solid.js'

/** The omni base with its mast, and in front of it the gripper bridge with four cups and what they hold. */
export function robotSolids(robot: SceneRobot): Solid[] {
  const place = placer(robot)
  return [...base(place), ...gripper(place, robot.lift), ...cupsAndBlocks(place, robot)]
}

type Place = (x: number, y: number, z: number) => { readonly at: Vec3; readonly yaw: number }

/** Transforms from the robot's frame (origin under the gripper's centre) to the field's. */
function placer({ pose }: SceneRobot): Place {
  const [c, s] = [Math.cos(pose.theta), Math.sin(pose.theta)]
  return (x, y, z) => ({ at: [pose.x + x * c - y * s, pose.y + x * s + y * c, z], yaw: pose.theta })
}

function base(place: Place): Solid[] {
  const y = ROBOT.bodyBehindGripper
  const wheels = [60, 180, 300].map((degrees) => {
    const a = (degrees * Math.PI) / 180
    const r = ROBOT.wheelBase
    const spot = place(r * Math.cos(a), y + r * Math.sin(a), ROBOT.wheelRadius)
    return box(
      { at: spot.at, yaw: spot.yaw + a },
      [0.035, 2 * ROBOT.wheelRadius, 2 * ROBOT.wheelRadius - 0.005],
      { top: PAINT.tyre, bottom: PAINT.tyre, side: PAINT.tyre },
    )
  })
  const deck: BoxPaint = { top: PAINT.deck, bottom: PAINT.body, side: PAINT.body }
  return [
    ...wheels,
    prism(place(0, y, 0.1), { sides: 12, radius: ROBOT.bodyRadius, height: 0.05, paint: deck }),
    prism(place(0, y, 0.15), { sides: 6, radius: 0.1, height: 0.025, paint: plain(PAINT.body) }),
    box(place(-0.055, y + 0.025, 0.1925), [0.075, 0.09, 0.035], plain(PAINT.nuc)),
    prism(place(0.05, y + 0.045, 0.175), {
      sides: 10,
      radius: 0.034,
      height: 0.04,
      paint: plain(PAINT.lidar),
    }),
    prism(place(0.052, y - 0.042, 0.175), {
      sides: 8,
      radius: 0.018,
      height: 0.022,
      paint: plain(PAINT.estop),
    }),
    prism(place(-0.005, y - 0.06, 0.175), {
      sides: 6,
      radius: 0.008,
      height: 0.008,
      paint: plain(PAINT.led),
    }),
  ]
}

/** Height of the held blocks' underside. */
const carryHeight = (lift: number): number => ROBOT.liftHeight * (1 - lift)

function gripper(place: Place, lift: number): Solid[] {
  const z = carryHeight(lift) + BLOCK.z + 0.04
  const arm = (x: number): Solid => box(place(x, 0.03, z), [0.02, 0.05, 0.02], plain(PAINT.steel))
  return [
    box(place(0, 0, z), [2 * ROBOT.gripperHalfWidth + 0.02, 0.03, 0.028], plain(PAINT.bridge)),
    arm(-0.08),
    arm(0.08),
  ]
}

function cupsAndBlocks(place: Place, robot: SceneRobot): Solid[] {
  const z = carryHeight(robot.lift)
  return SLOTS.flatMap((cup) => {
    const x = slotOffset(cup)
    const neck = prism(place(x, 0, z + BLOCK.z), {
      sides: 8,
      radius: 0.013,
      height: 0.026,
      paint: plain(PAINT.cup),
    })
    const face = robot.held[cup] ?? null
    return face === null ? [neck] : [neck, heldBlock(place, { x, z, face, roll: rollOf(robot, cup) })]
  })
}

interface HeldBlock {
  readonly x: number
  readonly z: number
  readonly face: BlockFace
  readonly roll: number
}

function heldBlock(place: Place, { x, z, face, roll }: HeldBlock): Solid {
  return box({ ...place(x, 0, z + BLOCK.z / 2), roll }, [BLOCK.x, BLOCK.y, BLOCK.z], blockPaint(face))
}

const rollOf = (robot: SceneRobot, cup: Slot): number =>
  robot.rotateMask[cup] === '1' ? Math.PI * robot.turn : 0

/** Colours of a block: large faces blue and orange, bare wood on the sides. */
export const blockPaint = (face: 'blue' | 'orange'): BoxPaint => ({
  top: PAINT[face],
  bottom: PAINT[face === 'blue' ? 'orange' : 'blue'],
  side: PAINT.wood,
})
