import { ARM, RANGE } from '../arm/kinematics.js'

/** How far each finger goes from the middle, metres. */
export const FINGER_OPEN = 0.045

/**
 * The arm and its gripper in MJCF: links with the lengths of the kinematics, their weight carried by the drives
 * (`gravcomp`), joint ranges a little wider than what is planned in.
 */
export function armXml(): string {
  const range = (index: number): string => {
    const [low = 0, high = 0] = RANGE[index] ?? []
    return `range="${low - 0.05} ${high + 0.05}"`
  }
  return `<body name="arm_base" gravcomp="1">
    <geom type="cylinder" size="0.06 0.035" pos="0 0 0.035" ${DARK}/>
    <body name="turret" pos="0 0 ${ARM.shoulder}" gravcomp="1">
      <joint name="base" axis="0 0 1" ${range(0)} armature="0.6" damping="2"/>
      <geom type="capsule" size="0.048" fromto="0 0 -0.165 0 0 0" mass="3" ${LIGHT}/>
      <body name="upper_arm" gravcomp="1">
        <joint name="shoulder" axis="0 1 0" ${range(1)} armature="0.6" damping="2"/>
        <geom type="capsule" size="0.04" fromto="0 0 0 ${ARM.upper} 0 0" mass="1.6" ${ORANGE}/>
        <body name="elbow_link" pos="${ARM.upper} 0 0" gravcomp="1">
          <joint name="elbow" axis="0 1 0" ${range(2)} armature="0.3" damping="1"/>
          <geom type="capsule" size="0.035" fromto="0 0 0 0.17 0 0" mass="0.7" ${LIGHT}/>
          <body name="forearm_link" gravcomp="1">
            <joint name="forearm" axis="1 0 0" ${range(3)} armature="0.05" damping="0.3"/>
            <geom type="capsule" size="0.03" fromto="0.18 0 0 ${ARM.fore - 0.03} 0 0" mass="0.5" ${ORANGE}/>
            <body name="wrist_link" pos="${ARM.fore} 0 0" gravcomp="1">
              <joint name="wrist" axis="0 1 0" ${range(4)} armature="0.05" damping="0.3"/>
              <geom type="sphere" size="0.032" mass="0.25" ${LIGHT}/>
              <body name="gripper_base" gravcomp="1">
                <joint name="tool" axis="1 0 0" ${range(5)} armature="0.02" damping="0.1"/>
                <site name="wrist_sensor" pos="0.03 0 0"/>
                <geom type="box" size="0.025 0.058 0.022" pos="0.062 0 0" mass="0.25" ${DARK}/>
                <body name="left_finger" gravcomp="1">
                  <joint name="finger_left" axis="0 1 0" ${FINGER}/>
                  ${finger('left', 1)}
                </body>
                <body name="right_finger" gravcomp="1">
                  <joint name="finger_right" axis="0 -1 0" ${FINGER}/>
                  ${finger('right', -1)}
                </body>
                <site name="grip" pos="${ARM.tool} 0 0"/>
              </body>
            </body>
          </body>
        </body>
      </body>
    </body>
  </body>`
}

const FINGER = `type="slide" range="0 ${FINGER_OPEN}" armature="0.02" damping="2"`
const DARK = 'rgba="0.16 0.17 0.2 1"'
const LIGHT = 'rgba="0.86 0.86 0.88 1"'
const ORANGE = 'rgba="0.9 0.42 0.12 1"'

/** A finger, shut against the other one at y = 0; its pad grips better than its back. */
function finger(name: string, side: 1 | -1): string {
  const finger = `name="${name}_finger" size="0.052 0.004 0.01" pos="0.138 ${side * 0.005} 0" mass="0.04" ${LIGHT}`
  const pad = `name="${name}_pad" size="0.014 0.001 0.009" pos="0.176 ${side * 0.001} 0" mass="0.005"`
  return `<geom type="box" ${finger}/>
                  <geom type="box" ${pad} friction="1.3 0.02 0.001" condim="6" rgba="0.1 0.1 0.1 1"/>`
}
