import { serialBodies } from '../../run/bodies.js'
import { armsAgain } from '../bench/mission/come-back.js'
import { missionClass } from '../bench/mission/mission-class.js'
import { whileDriving } from '../bench/mission/moments.js'
import { field } from '../bench/scene.js'
import type { FaultClass } from '../fault-class.js'

/** Who may start a robot, and when. */
export const OPERATOR_ARMING: readonly FaultClass[] = [
  {
    id: 'operator-nobody-confirms',
    group: 'operator',
    title: 'Nobody confirms',
    cause:
      '`graft run --serial` as a service or in a pipe: there is no terminal at which somebody could arm the robot',
    declared: ['refused'],
    why: 'Leaving SAFE takes an arm and a confirm of a person; without a terminal nobody is asked and nobody has answered. The port is not even opened.',
    operator: '“nobody armed the robot: run at a terminal and answer, or vouch for it with --armed-by NAME”.',
    run: async (seed) => {
      const { map } = await field('F1')
      const asked = await withoutTerminal(() =>
        serialBodies({ devices: `/dev/graft-fault-bench-${seed}`, map }).next(seed, {
          tap: undefined,
          tell: () => undefined,
        }),
      )
      if (asked.ok) {
        asked.value.body.close()
        return { end: 'broken', injected: 1, violations: [], detail: 'it was armed' }
      }
      const { kind, text } = asked.error
      return { end: kind === 'not-armed' ? 'refused' : 'broken', injected: 1, violations: [], detail: text }
    },
  },
  missionClass(
    {
      id: 'operator-reset-pressed',
      group: 'operator',
      title: 'Reset with the button still pressed',
      cause: 'after an emergency stop somebody starts again and has forgotten to release the button',
      declared: ['stopped-safe'],
      why: 'Arming reads the input itself and refuses; the controller would refuse the reset as well (`inputPressed`). With the button released the next arming works, and nothing has moved before it.',
      operator: '“the emergency stop is pressed: release the button, then arm again”.',
    },
    {
      arrange: (scene, took) =>
        whileDriving(scene, () => {
          scene.rig.world.pressEstop(true)
          took()
        }),
      afterwards: (mission) => {
        const pressed = armsAgain(mission)
        if (pressed === undefined) return 'the robot was armed with the button pressed'
        if (!pressed.includes('emergency stop is pressed')) return pressed
        mission.rig.world.pressEstop(false)
        mission.rig.advance(200)
        return armsAgain(mission)
      },
    },
  ),
]

/** Runs `work` as in a process whose input is no terminal. */
async function withoutTerminal<T>(work: () => Promise<T>): Promise<T> {
  const was = process.stdin.isTTY
  process.stdin.isTTY = false
  try {
    return await work()
  } finally {
    process.stdin.isTTY = was
  }
}
