import { missionClass } from '../bench/mission/mission-class.js'
import { JumpingClock } from '../bench/mission/jumping-clock.js'
import { between } from '../bench/mission/moments.js'
import type { FaultClass } from '../fault-class.js'

/** Clocks that jump, wrap, drift and stutter. */
export const TIME: readonly FaultClass[] = [
  missionClass(
    {
      id: 'time-drift',
      group: 'time',
      title: 'The controller’s clock is off by up to 2 %',
      cause: 'an RC oscillator instead of the crystal: 1 to 2 % fast or slow',
      declared: ['unaffected'],
      why:
        'No deadline compares the two clocks: each side counts its own milliseconds, and the runtime’s ' +
        'deadlines leave a margin.',
      operator: 'Nothing; moves take 2 % more or less.',
    },
    {
      size: (rng) => ({ controllerRate: 1 + (rng.chance(0.5) ? 1 : -1) * between(rng, 0.01, 0.02) }),
      injected: ({ rig }) => Math.abs(rig.safetyChecker.seen - rig.clock.now()),
    },
  ),
  missionClass(
    {
      id: 'time-jitter',
      group: 'time',
      title: 'The reflex loop stutters',
      cause: 'a busy computer: ticks of 5 to 90 ms instead of 20, all the time',
      declared: ['unaffected', 'recovered'],
      why:
        'Heartbeats leave with the next tick, and the controller waits 200 ms for them. `recovered` ' +
        'when an answer was read after the 60 ms of the first try and the command was sent again.',
      operator: 'Nothing. `graft` should not share its cores with a build.',
    },
    {
      arrange(scene, countInjection) {
        const share = between(scene.rng, 0.1, 0.3)
        scene.pauses = (period) => {
          if (!scene.rng.chance(share)) return period
          countInjection()
          return 5 + scene.rng.int(86)
        }
      },
    },
  ),
  missionClass(
    {
      id: 'time-wrap',
      group: 'time',
      title: 'The controller’s millisecond counter wraps',
      cause: 'a controller that has been on for 49.7 days: 2³² ms come round in the middle of a mission',
      declared: ['unaffected'],
      why: 'Controller and link only compute differences modulo 2³².',
      operator: 'Nothing.',
    },
    {
      size: (rng) => ({ uptime: 2 ** 32 - 3000 - rng.int(40_000) }),
      // it began near the end of its range, so a small number has come round
      injected: ({ parts }) => ((parts.session.telemetry?.tMs ?? 2 ** 32) < 2 ** 31 ? 1 : 0),
    },
  ),
  missionClass(
    {
      id: 'time-wall-clock',
      group: 'time',
      title: 'The wall clock jumps',
      cause:
        'NTP after a long time without network, somebody who sets the date: hours or years, forwards and ' +
        'backwards, in the middle of a mission',
      declared: ['unaffected'],
      why:
        'No deadline and no ordering depends on the wall clock: the loop counts monotonic milliseconds, ' +
        'the logs count their lines.',
      operator: 'Nothing.',
    },
    {
      arrange(scene, countInjection) {
        const { rig, rng } = scene
        const wall = new JumpingClock()
        rig.everyMs.push(() => {
          if (rig.clock.now() % 2000 !== 0) return
          const before = Date.now()
          wall.jump((rng.next() - 0.5) * 2 * 400 * 24 * 3600 * 1000)
          if (Math.abs(Date.now() - before) > 60_000) countInjection()
        })
        scene.atEnd.push(() => wall.restore())
      },
    },
  ),
]
