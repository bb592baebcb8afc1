import type { PlantDrive, PlantSense } from '#simulation/field/plant.js'
import { missionClass } from '#lab/faults/bench/mission/mission-class.js'
import { between, once } from '#lab/faults/bench/mission/moments.js'
import type { MissionScene } from '#lab/faults/bench/mission/mission.js'
import { TURNING_TRIP } from '#lab/faults/bench/scene.js'
import type { FaultClass } from '#lab/faults/fault-class.js'

/** What grips, lifts and turns. */
export const ROBOT_GRIPPER: readonly FaultClass[] = [
  missionClass(
    {
      id: 'robot-grasp-once',
      group: 'robot',
      title: 'A grip does not seal at the first try',
      cause:
        'dust on a block, a cup that sits on an edge: one to three cups find no vacuum in one LoadBlocks',
      declared: ['recovered'],
      why:
        'The controller tries the failing cups again once; then LoadBlocks fails with the cups that ' +
        'hold nothing, and the retry of the tree grips only what is missing.',
      operator: 'A failed LoadBlocks with the cup numbers. Clean cups and blocks if it happens often.',
    },
    {
      arrange(scene, countInjection) {
        const cups = someCups(scene)
        const which = 1 + scene.rng.int(3)
        const { rig } = scene
        let grips = 0
        let was = false
        rig.everyMs.push(() => {
          const { gripperMoves } = rig.robot.drive
          if (gripperMoves && !was && rig.truth.held !== FULL) grips++
          was = gripperMoves
        })
        rig.plant.faults.push({
          drive: (asked) => {
            if (grips !== which || !was || (asked.valves & cups) === 0) return asked
            countInjection()
            return { ...asked, valves: asked.valves & ~cups }
          },
        })
      },
    },
  ),
  missionClass(
    {
      id: 'robot-cup-torn',
      group: 'robot',
      title: 'A cup never seals',
      cause: 'a torn cup or a hose that has come off: one cup has no vacuum from some moment on',
      declared: ['step-failed'],
      why:
        'LoadBlocks fails in every try with the same cup; the policy gives up. The twin does not permit ' +
        'driving with the lift down, and the other cups keep what they hold.',
      operator: '“there is no vacuum under cup 2”. Replace the cup.',
    },
    {
      arrange(scene, countInjection) {
        const cup = 1 << scene.rng.int(4)
        fromGrip(scene, scene.rng.int(3), countInjection, {
          drive: (asked) => ({ ...asked, valves: asked.valves & ~cup }),
        })
      },
    },
  ),
  missionClass(
    {
      id: 'robot-no-vacuum',
      group: 'robot',
      title: 'The pump gives no vacuum',
      cause: 'a burnt pump, a blown fuse: from some moment on no cup holds, and what hangs there falls',
      declared: ['step-failed', 'partial'],
      why:
        'The pressure readings show it: a lost block is removed from the belief at once, a grip without ' +
        'vacuum fails. `partial` when the pump dies after the last grip that the mission needs.',
      operator: '“there is no vacuum under cups 0, 1, 2 and 3”. Check the pump, pick up what fell.',
    },
    {
      arrange(scene, countInjection) {
        const from = 4000 + scene.rng.int(45_000)
        scene.rig.plant.faults.push({
          drive: (asked) => {
            if (scene.rig.clock.now() < from || !asked.pump) return asked
            countInjection()
            return { ...asked, pump: false }
          },
        })
      },
    },
  ),
  missionClass(
    {
      id: 'robot-block-lost',
      group: 'robot',
      title: 'A block falls on the way',
      cause: 'a cup that leaks under load: some of the carried blocks fall while the robot drives',
      declared: ['partial', 'step-failed'],
      why:
        'The pressure falls below 25 kPa for 100 ms: the controller reports the cup, and the belief no ' +
        'longer has a block there. The rest is delivered; the block on the floor costs its points. ' +
        '`step-failed` when all four of a trip fall and there is nothing to unload.',
      operator:
        'The block lies on the floor, the critic and the score say so. Pick it up before the next episode.',
    },
    {
      size: (rng) => ({ profile: { ...QUIET, drop: between(rng, 0.3, 0.45) } }),
      injected: ({ rig }) => rig.world.faultLog.length,
    },
  ),
  missionClass(
    {
      id: 'robot-valve-open',
      group: 'robot',
      title: 'A valve does not close',
      cause: 'a stuck solenoid: one cup stays on vacuum and its block is not laid down',
      declared: ['step-failed'],
      why: 'Release ends only when the pressure is gone; UnloadBlocks fails and names the cup, in every try.',
      operator: '“a block still hangs under cup 1”. Take the block off by hand, replace the valve.',
    },
    {
      arrange(scene, countInjection) {
        const cup = 1 << scene.rng.int(4)
        fromGrip(scene, 1 + scene.rng.int(2), countInjection, {
          drive: (asked) => ({ ...asked, valves: asked.valves | cup, pump: true }),
        })
      },
    },
  ),
  missionClass(
    {
      id: 'robot-vacuum-stuck',
      group: 'robot',
      title: 'A pressure sensor is stuck',
      cause: 'a sensor that reads 55 to 65 kPa for ever, block or not',
      declared: ['step-failed'],
      why:
        'A cup that seems to hold does not count as free, and after Release its pressure does not fall: ' +
        'the step fails and names the cup. No outcome is ever taken from the echo of a command.',
      operator: '“a block still hangs under cup 3” though none does. Replace the sensor.',
    },
    {
      arrange(scene, countInjection) {
        const cup = scene.rng.int(4)
        const kpa = between(scene.rng, 55, 65)
        fromGrip(scene, scene.rng.int(3), countInjection, {
          sense: (truth) => ({ ...truth, vacuumKpa: replaced(truth.vacuumKpa, cup, kpa) }),
        })
      },
    },
  ),
  missionClass(
    {
      id: 'robot-lift-jammed',
      group: 'robot',
      title: 'The lift jams',
      cause: 'a block under the carriage, a stripped belt: the lift stops half way and stays there',
      declared: ['step-failed'],
      why:
        'The controller gives the travel one second more than its nominal time, then ends the command. ' +
        'While the lift is not up, neither twin nor controller lets the base move.',
      operator: '“lift or rotator did not arrive”. Free the lift by hand with the e-stop pressed.',
    },
    {
      arrange(scene, countInjection) {
        const at = between(scene.rng, 0.1, 0.9)
        const travels = 1 + scene.rng.int(6)
        jam(scene, countInjection, travels, (truth) => truth.lift > at - 0.02 && truth.lift < at + 0.02)
      },
    },
  ),
  missionClass(
    {
      id: 'robot-rotator-jammed',
      group: 'robot',
      title: 'The rotator jams',
      cause: 'something in its way: it stops between its ends and stays there',
      declared: ['step-failed'],
      why:
        'The turn times out; a rotator between its ends may only continue the same turn, so nothing is ' +
        'put down half turned.',
      operator:
        '“lift or rotator did not arrive”. Free it by hand; RotateBlocks with the same mask finishes the turn.',
    },
    {
      size: () => ({ plan: TURNING_TRIP }),
      arrange(scene, countInjection) {
        const at = between(scene.rng, 0.1, 0.9)
        jam(scene, countInjection, 0, (truth) => truth.rotator > at - 0.02 && truth.rotator < at + 0.02)
      },
    },
  ),
]

const QUIET = { navigation: 0, grip: 0, drop: 0, rotation: 0, placement: 0, cursor: 0 } as const

/** a block under each cup: what goes down then lays down */
const FULL = 0b1111

/** one to three cups, as bits */
const someCups = ({ rng }: MissionScene): number => 1 + rng.int(14)

const replaced = (four: PlantSense['vacuumKpa'], at: number, value: number): PlantSense['vacuumKpa'] =>
  four.map((each, i) => (i === at ? value : each)) as unknown as PlantSense['vacuumKpa']

/** A part that is broken from the beginning of a later grip on. @param grips that still go well */
function fromGrip(
  scene: MissionScene,
  grips: number,
  countInjection: () => void,
  part: { drive?(asked: PlantDrive): PlantDrive; sense?(truth: PlantSense): PlantSense },
): void {
  let seen = -1
  let was = false
  scene.rig.everyMs.push(() => {
    const { drive } = scene.rig.robot
    if (drive.gripperMoves && drive.pump && !was) seen++
    was = drive.gripperMoves && drive.pump
  })
  const broken = (): boolean => seen >= grips
  scene.rig.plant.faults.push({
    drive: (asked) => {
      if (!broken()) return asked
      countInjection()
      return part.drive?.(asked) ?? asked
    },
    sense: (truth) => (broken() ? (part.sense?.(truth) ?? truth) : truth),
  })
}

/** Lift and rotator stand for good once `where` holds, after some travels that go well. */
function jam(
  scene: MissionScene,
  countInjection: () => void,
  travels: number,
  where: (truth: PlantSense) => boolean,
): void {
  const { rig } = scene
  let jammed = false
  let begun = 0
  let was = false
  once(
    scene,
    () => {
      if (rig.robot.drive.gripperMoves && !was) begun++
      was = rig.robot.drive.gripperMoves
      return begun > travels && rig.robot.drive.gripperMoves && where(rig.plant.truth)
    },
    () => {
      jammed = true
      countInjection()
    },
  )
  rig.plant.faults.push({ drive: (asked) => (jammed ? { ...asked, gripperMoves: false } : asked) })
}
