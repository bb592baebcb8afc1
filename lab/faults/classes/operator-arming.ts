import { renameSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { serialRobots } from '#app/connections/robot-provider.js'
import { GuardedRunManager } from '../bench/mission/guarded-run-manager.js'
import { rearmingProblem } from '../bench/mission/rearming.js'
import { missionClass } from '../bench/mission/mission-class.js'
import { whileDriving } from '../bench/mission/moments.js'
import { field } from '../bench/scene.js'
import type { MissionScene } from '../bench/mission/mission.js'
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
    why:
      'Leaving SAFE takes arm and confirm by a person; without a terminal there is nobody to ask. The ' +
      'port is not even opened.',
    operator: '“nobody armed the robot: run at a terminal and answer, or vouch for it with --armed-by NAME”.',
    run: async (seed) => {
      const { map } = await field('F1')
      const { asked, injected } = await withoutTerminal(() =>
        // a device that is there, so that somebody has to be asked
        serialRobots({ devices: '/dev/null', map }).next(seed, {
          onWire: undefined,
          onProgress: () => undefined,
        }),
      )
      if (asked.ok) {
        asked.value.body.close()
        return { end: 'broken', injected, violations: [], detail: 'it was armed' }
      }
      const { kind, text } = asked.error
      return { end: kind === 'not-armed' ? 'refused' : 'broken', injected, violations: [], detail: text }
    },
  },
  missionClass(
    {
      id: 'operator-reset-pressed',
      group: 'operator',
      title: 'Reset with the button still pressed',
      cause: 'after an emergency stop somebody starts again and has forgotten to release the button',
      declared: ['stopped-safe'],
      why:
        'Arming reads the input itself and refuses; the controller would refuse the reset as well ' +
        '(`inputPressed`). Once the button is released, the next arming works, and nothing has moved ' +
        'before it.',
      operator: '“the emergency stop is pressed: release the button, then arm again”.',
    },
    {
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => {
          scene.rig.world.pressEstop(true)
          countInjection()
        }),
      afterwards: (mission) => {
        const pressed = rearmingProblem(mission)
        if (pressed === undefined) return 'the robot was armed with the button pressed'
        if (!pressed.includes('emergency stop is pressed')) return pressed
        mission.rig.world.pressEstop(false)
        mission.rig.advance(200)
        return rearmingProblem(mission)
      },
    },
  ),
  keysGone(),
]

/** Nobody gets in any more while the robot drives: whoever is in is cut off, and nobody could send `stop`. */
function keysGone(): FaultClass {
  const managers = new WeakMap<MissionScene, GuardedRunManager>()
  return missionClass(
    {
      id: 'operator-keys-gone',
      group: 'operator',
      title: 'The keys are gone while the robot drives',
      cause:
        'the folder of the keys moved away or removed, the last operator revoked, the file of the last key cut short',
      declared: ['stopped-safe'],
      why:
        'The console detects within 200 ms that no key that may stop the robot can connect, and the run ' +
        'manager stops everything as STOP does; nothing starts or arms until somebody can connect, and ' +
        'even then nothing starts by itself.',
      operator:
        '“nobody can stop the robot”, with the reason, in log, page and the row `access`. Put the keys ' +
        'back or make one with `graft keys new`, then start and arm again.',
    },
    {
      arrange: (scene, countInjection) => {
        const guarded = new GuardedRunManager(scene)
        managers.set(scene, guarded)
        const lose = LOSSES[scene.rng.int(LOSSES.length)] ?? LOSSES[0]
        whileDriving(scene, () => {
          if (guarded.access().mayStop.length !== 1 || scene.stop) return
          lose(guarded.keys.folder)
          if (guarded.access().mayStop.length === 0) countInjection()
        })
      },
      afterwards: (mission) => {
        const guarded = managers.get(mission)
        const again = guarded?.manager.begin({ name: 'another', execute: () => Promise.resolve('over') })
        return again === undefined || again.ok || again.error.code !== 'access.nobody'
          ? 'a next episode could begin although nobody could stop it'
          : undefined
      },
    },
  )
}

const LOSSES: readonly [LoseKeys, ...LoseKeys[]] = [
  (keys) => renameSync(keys, `${keys}-moved`),
  (keys) => rmSync(keys, { recursive: true }),
  (keys) => rmSync(join(keys, 'allowed'), { recursive: true }),
  (keys) => rmSync(join(keys, 'allowed/local.json')),
  (keys) => truncateSync(join(keys, 'allowed/local.json'), 20),
  (keys) => rmSync(join(keys, 'local.graft-key')),
]
type LoseKeys = (keys: string) => void

/**
 * Runs `work` as in a process whose input is no terminal. @returns how often it was asked for one: it
 * looked, and found none
 */
async function withoutTerminal<T>(
  action: () => Promise<T>,
): Promise<{ readonly asked: T; readonly injected: number }> {
  const was = Object.getOwnPropertyDescriptor(process.stdin, 'isTTY')
  let injected = 0
  Object.defineProperty(process.stdin, 'isTTY', { configurable: true, get: () => (injected++, false) })
  try {
    return { asked: await action(), injected }
  } finally {
    if (was === undefined) Reflect.deleteProperty(process.stdin, 'isTTY')
    else Object.defineProperty(process.stdin, 'isTTY', was)
  }
}
