import type { PlantSense } from '#simulation/field/plant.js'
import { Windup } from '#simulation/field/world/windup.js'
import { missionClass } from '#lab/faults/bench/mission/mission-class.js'
import type { MissionScene } from '#lab/faults/bench/mission/mission.js'
import { between, once, whileDriving, whileGripping } from '#lab/faults/bench/mission/moments.js'
import type { FaultClass } from '#lab/faults/fault-class.js'

/** What drives, what is pushed, and the red button. */
export const ROBOT_BASE: readonly FaultClass[] = [
  missionClass(
    {
      id: 'robot-wheels-blocked',
      group: 'robot',
      title: 'Something blocks the wheels for a moment',
      cause: 'a cable or a block under a wheel: the wheels stand for 0.9 to 1.5 s and then are free',
      declared: ['recovered', 'step-failed', 'stopped-safe', 'unaffected'],
      why:
        'No progress for 800 ms: the controller ramps down and ends the move as stalled. The tree tries ' +
        'again from where the robot stands. `step-failed` when it happens in the middle of a push: ' +
        'MoveCursor starts again where the shelf was, and does not find it there. `stopped-safe` when ' +
        'the wheels differ so much that one seems to be jammed, `unaffected` when the move was about to ' +
        'end.',
      operator: '“no progress” with the distance that was left. Clear the way.',
    },
    {
      arrange(scene, countInjection) {
        const until = 900 + scene.rng.int(600)
        whileDriving(scene, () => blocked(scene, until, countInjection))
      },
    },
  ),
  missionClass(
    {
      id: 'robot-motors-dead',
      group: 'robot',
      title: 'The wheels do not turn any more',
      cause: 'a motor driver in thermal cut-off, a loose power plug',
      declared: ['stopped-safe'],
      why:
        'A duty that would turn any wheel, without a single encoder count: to the controller that is an ' +
        'encoder that does not show what its motor does. It cuts the motors and latches.',
      operator:
        '“the encoder of wheel 0 does not show what its motor does”. Check the encoders, then the motor drivers.',
    },
    { arrange: (scene, countInjection) => whileDriving(scene, () => powerless(scene, countInjection)) },
  ),
  missionClass(
    {
      id: 'robot-shelf-slips',
      group: 'robot',
      title: 'The shelf slips off the bumper',
      cause: 'a shelf that is pushed off its middle: contact is lost after 2 to 4.5 cm, in every push',
      declared: ['step-failed'],
      why:
        'The bumper opens: the push ends as slip and the belief no longer knows where the shelf is. ' +
        'The retry docks and pushes again; when that slips too, the policy gives up.',
      operator: '“the bumper does not feel the shelf”. Look at the shelf’s feet and at the bumper.',
    },
    {
      size: () => ({ profile: { navigation: 0, grip: 0, drop: 0, rotation: 0, placement: 0, cursor: 1 } }),
      injected: ({ rig }) => rig.world.faultLog.length,
    },
  ),
  missionClass(
    {
      id: 'robot-pose-jumps',
      group: 'robot',
      title: 'The pose sensor jumps',
      cause:
        'an encoder that counts a burst of noise, or a robot that is lifted: the pose is off by 6 to 40 ' +
        'cm, and the robot does not know',
      declared: ['stopped-safe'],
      why:
        'No motor can turn a wheel as fast as the encoder reports: after 10 ms the motors are cut and ' +
        'the e-stop latches (`encoderFault`).',
      operator:
        '“the encoder of wheel 2 does not show what its motor does”. Shield its cable. Put the robot at ' +
        'home and start again: arming sets the pose.',
    },
    {
      arrange(scene, countInjection) {
        const wheel = scene.rng.int(3)
        const speed = between(scene.rng, 60, 160)
        whileDriving(scene, () => {
          const until = scene.rig.clock.now() + 20 + scene.rng.int(30)
          countInjection()
          scene.rig.plant.faults.push({
            sense: (truth) =>
              scene.rig.clock.now() < until
                ? { ...truth, wheels: spiked(truth.wheels, wheel, speed) }
                : truth,
          })
        })
      },
    },
  ),
  missionClass(
    {
      id: 'robot-block-displaced',
      group: 'robot',
      title: 'Somebody has moved a block',
      cause: 'a block of a load zone lies 3 to 8 cm from its slot before the robot comes',
      declared: ['step-failed'],
      why:
        'The cup above the empty slot finds no vacuum, in each try; what was gripped stays gripped. The ' +
        'belief never counts a block that no sensor has detected.',
      operator: '“there is no vacuum under cup 1”. Lay the block into its slot.',
    },
    {
      arrange({ rig, rng }, countInjection) {
        const block = rng.pick(rig.world.blocks())
        const angle = rng.next() * 2 * Math.PI
        const far = between(rng, 0.03, 0.08)
        const { x, y } = block.at
        rig.world.displace(block.id, far * Math.cos(angle), far * Math.sin(angle))
        const now = rig.world.blocks().find(({ id }) => id === block.id)
        if (now?.at.x !== x || now.at.y !== y) countInjection()
      },
    },
  ),
  missionClass(
    {
      id: 'robot-estop-driving',
      group: 'robot',
      title: 'The emergency stop is pressed while the robot drives',
      cause: 'somebody hits the red button',
      declared: ['stopped-safe'],
      why:
        'The controller latches, stops the base and cuts the motors; the vacuum holds. The run ends; ' +
        'releasing the button starts nothing.',
      operator:
        '“the emergency stop ended the run”. Clear the cause, release the button, `graft run --resume`.',
    },
    {
      arrange: (scene, countInjection) => whileDriving(scene, () => press(scene, countInjection)),
    },
  ),
  missionClass(
    {
      id: 'robot-estop-gripping',
      group: 'robot',
      title: 'The emergency stop is pressed while the gripper works',
      cause: 'somebody sees a hand under the gripper',
      declared: ['stopped-safe'],
      why: 'Lift and rotator are braked where they are, the valves stay as they are, the motors are cut.',
      operator: 'As above. The lift may stand half way: arming and the next grip or release bring it up.',
    },
    {
      arrange: (scene, countInjection) => whileGripping(scene, () => press(scene, countInjection)),
    },
  ),
  missionClass(
    {
      id: 'robot-estop-cable',
      group: 'robot',
      title: 'The cable of the emergency stop is broken at the start',
      cause: 'the loop is open: button pressed, plug off, or a broken wire',
      declared: ['refused'],
      why:
        'The input is normally closed, so a broken wire is a pressed button. Arming refuses with the ' +
        'reason, and the controller would refuse every command.',
      operator:
        '“the emergency stop is pressed: release the button, then arm again”. If it is released: check the loop.',
    },
    {
      arrange: ({ rig, rng }, countInjection) => {
        const from = rng.int(40)
        rig.plant.faults.push({
          sense: (truth) => {
            if (rig.clock.now() < from) return truth
            countInjection()
            return { ...truth, estop: true }
          },
        })
      },
    },
  ),
]

/** The wheels are held; the motors pull in vain. @param ms how long */
function blocked({ rig }: MissionScene, ms: number, countInjection: () => void): void {
  const until = rig.clock.now() + ms
  countInjection()
  const windup = new Windup()
  const held = (): boolean => rig.clock.now() < until
  rig.plant.faults.push({
    drive: (asked) => (held() ? { ...asked, wheels: [0, 0, 0] } : asked),
    sense: (truth, { duty }) => {
      const extra = windup.step(held() ? duty : [0, 0, 0])
      const [a, b, c] = truth.wheels
      return { ...truth, wheels: [a + extra[0], b + extra[1], c + extra[2]] }
    },
  })
}

/** No current reaches the motors any more. */
function powerless({ rig }: MissionScene, countInjection: () => void): void {
  countInjection()
  rig.plant.faults.push({ drive: (asked) => ({ ...asked, wheels: [0, 0, 0] }) })
}

function press(scene: MissionScene, countInjection: () => void): void {
  scene.rig.world.pressEstop(true)
  once(scene, () => scene.rig.truth.estop, countInjection)
  const release = scene.rig.clock.now() + 300 + scene.rng.int(4000)
  once(
    scene,
    () => scene.rig.clock.now() >= release,
    () => scene.rig.world.pressEstop(false),
  )
}

const spiked = (wheels: PlantSense['wheels'], at: number, speed: number): PlantSense['wheels'] =>
  wheels.map((each, i) => (i === at ? each + speed : each)) as unknown as PlantSense['wheels']
