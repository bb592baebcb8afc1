import { missionClass } from '../bench/mission/mission-class.js'
import { whileDriving, whileGripping } from '../bench/mission/moments.js'
import type { FaultClass } from '../fault-class.js'

/** What people do to a running robot. */
export const OPERATOR_AT_THE_ROBOT: readonly FaultClass[] = [
  missionClass(
    {
      id: 'operator-stop-driving',
      group: 'operator',
      title: 'STOP while the robot drives',
      cause: 'Ctrl-C, or STOP at the console',
      declared: ['stopped-safe'],
      why:
        'The tree is halted, STOP jumps every queue and needs no permit; the controller ramps down at ' +
        '2 m/s². Mode STOPPED; the episode does not count.',
      operator: '“stopped; every finished episode is kept”. `graft run --resume` goes on.',
    },
    {
      arrange: (scene, countInjection) => whileDriving(scene, () => ((scene.stop = true), countInjection())),
    },
  ),
  missionClass(
    {
      id: 'operator-stop-gripping',
      group: 'operator',
      title: 'STOP while the gripper works',
      cause: 'Ctrl-C, or STOP at the console, with the lift under way',
      declared: ['stopped-safe'],
      why: 'STOP brakes lift and rotator in place within one tick; what is held stays held.',
      operator: 'As above. The next grip or release takes the lift up from where it stands.',
    },
    {
      arrange: (scene, countInjection) => whileGripping(scene, () => ((scene.stop = true), countInjection())),
    },
  ),
  missionClass(
    {
      id: 'operator-second-arm',
      group: 'operator',
      title: 'Somebody arms a robot that runs',
      cause: 'a second operator, or a second press of the button',
      declared: ['unaffected'],
      why: 'In RUNNING the mode machine accepts only finish and stop: the request is refused with that hint.',
      operator: '“in RUNNING only finish, stop are allowed”.',
    },
    {
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => {
          const { modes } = scene.parts
          for (const request of ['arm', 'confirm', 'reset'] as const)
            if (!modes.request(request, 'a second operator').ok) countInjection()
        }),
      afterwards: ({ parts }) =>
        parts.modes.mode === 'SAFE' ? undefined : `the mode is ${parts.modes.mode} after the episode`,
    },
  ),
]
