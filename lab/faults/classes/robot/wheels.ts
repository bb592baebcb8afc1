import { rad, m } from '#base/units.js'
import type { PlantSense } from '#simulation/field/plant.js'
import { Windup } from '#simulation/field/world/windup.js'
import { missionClass } from '#lab/faults/bench/mission/mission-class.js'
import type { Mission, MissionScene } from '#lab/faults/bench/mission/mission.js'
import { between, whileDriving } from '#lab/faults/bench/mission/moments.js'
import type { FaultClass } from '#lab/faults/fault-class.js'

/** rad/s at full duty */
const TOP_SPEED = 30

/** What the wheels, their encoders and the bumper may do to a robot that believes them. */
export const ROBOT_WHEELS: readonly FaultClass[] = [
  missionClass(
    {
      id: 'robot-encoder-dead',
      group: 'robot',
      title: 'An encoder is dead',
      cause:
        'a plug that has shaken loose: a wheel turns as its motor drives it, and its encoder counts nothing',
      declared: ['stopped-safe'],
      why:
        'Duty and measured speed of each wheel are compared every millisecond. A duty that would turn ' +
        'any wheel, without a single encoder count, cuts the motors and latches (`encoderFault`), in ' +
        'every kind of motion.',
      operator: '“the encoder of wheel 1 does not show what its motor does”. Check its plug and its supply.',
    },
    {
      arrange: (scene, countInjection) =>
        onDrivenWheel(scene, (wheel) => {
          scene.rig.plant.faults.push({
            drive: (asked) => ({
              ...asked,
              wheels: replaced(asked.wheels, wheel, asked.duty[wheel] * TOP_SPEED),
            }),
            sense: (truth) => {
              if (truth.wheels[wheel] !== 0) countInjection()
              return { ...truth, wheels: replaced(truth.wheels, wheel, 0) }
            },
          })
        }),
    },
  ),
  missionClass(
    {
      id: 'robot-wheel-jammed',
      group: 'robot',
      title: 'One wheel jams',
      cause: 'a cable wound around an axle, a stone in the rollers: one wheel stands, the others turn',
      declared: ['stopped-safe'],
      why:
        'A wheel that stands still at nearly half of full duty while another one turns cuts the motors ' +
        'and latches (`wheelJammed`). If all wheels are held, something is in the way of the base: that ' +
        'ends the move as stalled.',
      operator: '“wheel 2 is jammed”. Free it with the e-stop pressed.',
    },
    {
      arrange: (scene, countInjection) =>
        onDrivenWheel(scene, (wheel) => {
          const windup = new Windup()
          scene.rig.plant.faults.push({
            drive: (asked) => ({ ...asked, wheels: replaced(asked.wheels, wheel, 0) }),
            sense: (truth, { duty, motorsEnabled }) => {
              if (motorsEnabled && Math.abs(duty[wheel]) > 0.1) countInjection()
              return { ...truth, wheels: replaced(truth.wheels, wheel, windup.step(duty)[wheel]) }
            },
          })
        }),
    },
  ),
  missionClass(
    {
      id: 'robot-bumper-stuck',
      group: 'robot',
      title: 'The bumper is stuck closed',
      cause: 'a bent switch, a wire pinched to ground: from some moment on the bumper reads as pressed',
      declared: ['step-failed'],
      why:
        'A move whose bumper closes stops at 10 m/s² and ends as `contact`; one that begins in contact ' +
        'has 30 mm to come free. So every try ends after 30 mm, and the policy gives up.',
      operator: '“the bumper was pressed” with nothing before it. Check the switch and its wire.',
    },
    {
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => {
          countInjection()
          scene.rig.plant.faults.push({ sense: (truth) => ({ ...truth, bumper: true }) })
        }),
    },
  ),
  missionClass(
    {
      id: 'robot-start-pose',
      group: 'robot',
      title: 'The robot does not stand where it was armed',
      cause:
        'somebody put it down 2 to 6 cm beside its mark: arming says where it stands, and nothing measures that',
      declared: ['step-failed'],
      why:
        'The pose is odometry from that point: every dock is missed by the same amount, and the cups ' +
        'find no block. A step that no sensor confirms fails.',
      operator:
        '“there is no vacuum under cups 0, 1, 2 and 3” at the first zone. Put the robot exactly on its ' +
        'mark: 1 cm is near enough, 1.5 cm is not.',
    },
    {
      size: (rng) => {
        const angle = rng.next() * 2 * Math.PI
        const far = between(rng, 0.02, 0.06)
        return { beside: { x: m(far * Math.cos(angle)), y: m(far * Math.sin(angle)), theta: rad(0) } }
      },
      injected: offBy,
    },
  ),
]

/** How far it thinks itself from where it is: 1 beyond a centimetre. */
function offBy({ rig, parts }: Mission): number {
  const { pose } = rig.world.scene().robot
  const believed = parts.robot.state().robot.pose
  return Math.hypot(pose.x - believed.x, pose.y - believed.y) > 0.01 ? 1 : 0
}

/** Breaks the wheel that is driven fastest at that moment: one that stands may be broken for long and harm nobody. */
function onDrivenWheel(scene: MissionScene, act: (wheel: 0 | 1 | 2) => void): void {
  whileDriving(scene, () => {
    const speeds = scene.rig.robot.drive.wheels.map(Math.abs)
    act(speeds.indexOf(Math.max(...speeds)) as 0 | 1 | 2)
  })
}

const replaced = (wheels: PlantSense['wheels'], at: number, speed: number): PlantSense['wheels'] =>
  wheels.map((each, i) => (i === at ? speed : each)) as unknown as PlantSense['wheels']
