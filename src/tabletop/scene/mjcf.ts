import { armXml } from './arm-mjcf.js'
import { BUTTONS, cap, lamp, PANEL, TRAVEL, type Button } from './buttons.js'
import { CLOSURES, type Closure } from './closures.js'
import { ITEMS, type Item } from './items.js'
import { PLACES } from './places.js'
import { SOCKETS } from './sockets.js'
import { box, geomXml, numbers, TOUCH, type Solid } from './solid.js'

/** What is other in one scene than in the next. */
export interface SceneVariation {
  /** factors on an item's mass and its friction, 1 where absent */
  readonly mass?: ReadonlyMap<string, number>
  readonly slip?: ReadonlyMap<string, number>
  /** how wide an item is really, metres; its driver goes by the width in `ITEMS` */
  readonly width?: ReadonlyMap<string, number>
  /** there is a card that somebody may hold before the camera */
  readonly card?: boolean
  /** names of the items, closures, buttons, places and sockets that are there; all where absent */
  readonly parts?: readonly string[]
}

/** Physics step, seconds. */
export const STEP_S = 0.002

/**
 * The scene as MuJoCo reads it (MJCF). Contacts have elliptic friction cones with a high ratio of friction to normal
 * impedance, so that what is held does not creep out of the gripper (MuJoCo manual, Modeling, "Preventing slip").
 */
export function sceneXml(variation: SceneVariation = {}): string {
  const present = ({ name }: { readonly name: string }): boolean => variation.parts?.includes(name) ?? true
  const [closures, buttons] = [CLOSURES.filter(present), BUTTONS.filter(present)]
  const fixed = [
    ...PLACES.filter(present).flatMap(({ solids }) => solids),
    ...SOCKETS.filter(present).flatMap(({ solids }) => solids),
    ...closures.flatMap((closure) => closure.fixed),
    ...(buttons.length > 0 ? PANEL : []),
    ...buttons.map(lamp),
  ]
  return `<mujoco model="tabletop">
<compiler angle="radian" autolimits="true"/>
<option timestep="${STEP_S}" cone="elliptic" impratio="10" integrator="implicitfast" noslip_iterations="2">
  <flag sleep="enable"/>
</option>
<size memory="16M"/>
<default>
  <geom condim="4" ${TOUCH.free} friction="0.8 0.01 0.0005" solref="0.006 1" solimp="0.95 0.99 0.001"/>
  <joint armature="0.002"/>
</default>
<worldbody>
  <geom name="table" type="box" size="0.5 0.6 0.02" pos="0.36 0 -0.02" rgba="0.72 0.56 0.4 1" ${TOUCH.fixed}/>
  ${fixed.map((solid) => geomXml(solid, solid.ghost ? '' : TOUCH.fixed)).join('\n  ')}
  ${armXml()}
  ${closures.map(closureXml).join('\n  ')}
  ${buttons.map(buttonXml).join('\n  ')}
  ${ITEMS.filter(present)
    .map((item) => itemXml(item, variation))
    .join('\n  ')}
  ${variation.card === true ? CARD : ''}
</worldbody>
${actuatorXml()}
</mujoco>`
}

function buttonXml(button: Button): string {
  return `<body name="${button.name}_part">
    <joint name="${button.name}" type="slide" axis="0 0 -1" range="0 ${TRAVEL}" ${SPRING}/>
    ${geomXml(cap(button), `mass="0.02" ${TOUCH.guided}`)}
  </body>`
}

function closureXml({ name, kind, axis, pivot, opens, moving, friction, massKg }: Closure): string {
  const each = massKg / moving.length
  return `<body name="${name}_part">
    <joint name="${name}" type="${kind}" axis="${numbers(axis)}" pos="${numbers(pivot)}" range="0 ${opens}"
      frictionloss="${friction}" ${kind === 'slide' ? SLIDING : TURNING}/>
    ${moving.map((solid) => geomXml({ ...solid, massKg: each }, TOUCH.guided)).join('\n    ')}
  </body>`
}

function itemXml({ name, solids, ...item }: Item, variation: SceneVariation): string {
  const swollen = (variation.width?.get(name) ?? item.width) / item.width
  const mass = variation.mass?.get(name) ?? 1
  const slip = variation.slip?.get(name) ?? 1
  const scaled = ([sliding, ...rest]: readonly number[]): [number, number, number] => [
    (sliding ?? 0) * slip,
    rest[0] ?? 0,
    rest[1] ?? 0,
  ]
  const parts = solids.map((solid, index) =>
    geomXml(
      {
        ...solid,
        size: solid.size.map((length, axis) => (isAcross(solid, axis) ? length * swollen : length)),
        name: index === 0 ? name : `${name}_${index}`,
        massKg: (solid.massKg ?? 0.05) * mass,
        ...(solid.friction && { friction: scaled(solid.friction) }),
      },
      // what is held is as slippery as itself, whatever holds it
      `${solid.shape === 'sphere' ? 'condim="6" ' : ''}${TOUCH.free}${slip < 1 ? ' priority="1"' : ''}`,
    ),
  )
  return `<body name="${name}_item" pos="0 0 1"><freejoint name="${name}"/>${parts.join('')}</body>`
}

/** A length of a thing that stands which says how wide it is, not how high. */
const isAcross = ({ shape }: Solid, axis: number): boolean => axis === 0 || (shape === 'box' && axis === 1)

/** Where the card is that nobody holds: out of every picture. */
export const CARD_AWAY = [9, 9, -9] as const
const CARD = `<body name="card" mocap="true" pos="${numbers(CARD_AWAY)}">
    ${geomXml({ ...box([0, 0, 0], [0.045, 0.045, 0.001], [0.75, 0.73, 0.68]), ghost: true })}
  </body>`

function actuatorXml(): string {
  return `<equality><joint joint1="finger_left" joint2="finger_right" polycoef="0 1 0 0 0" solref="0.004 1"/></equality>
<actuator>
  ${JOINT_DRIVES.map(
    ({ joint, stiffness, damping, limit }) =>
      `<position name="${joint}" joint="${joint}" kp="${stiffness}" kv="${damping}" forcerange="-${limit} ${limit}"/>`,
  ).join('\n  ')}
  <position name="gripper" joint="finger_left" kp="800" kv="20" forcerange="-${GRIP_N} ${GRIP_N}"/>
</actuator>
<sensor><force name="wrist_force" site="wrist_sensor"/></sensor>`
}

const SPRING = 'stiffness="300" springref="-0.01" damping="2"'
const SLIDING = 'damping="4" armature="0.05"'
const TURNING = 'damping="0.05" armature="0.002"'

/** With what force the fingers close, newtons each. */
const GRIP_N = 14

/** Position drives of the joints: N·m/rad, N·m·s/rad, N·m. */
export const JOINT_DRIVES = [
  { joint: 'base', stiffness: 1500, damping: 90, limit: 60 },
  { joint: 'shoulder', stiffness: 1500, damping: 90, limit: 60 },
  { joint: 'elbow', stiffness: 1000, damping: 50, limit: 40 },
  { joint: 'forearm', stiffness: 200, damping: 8, limit: 15 },
  { joint: 'wrist', stiffness: 200, damping: 8, limit: 15 },
  { joint: 'tool', stiffness: 80, damping: 3, limit: 6 },
] as const
