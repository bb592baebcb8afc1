import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rearmingProblem } from '../bench/mission/rearming.js'
import { missionClass } from '../bench/mission/mission-class.js'
import { secondProcess } from '../bench/store/child.js'
import { crashWhenDue } from '../bench/mission/jumping-clock.js'
import { storedClass } from '../bench/store/stored-class.js'
import { lockFolder } from '#adapters/store/run-lock.js'
import { whileDriving } from '../bench/mission/moments.js'
import type { FaultClass } from '../fault-class.js'

/** The process that runs the reflex loop dies, stands or stumbles; the controller runs on meanwhile. */
export const PROCESS: readonly FaultClass[] = [
  missionClass(
    {
      id: 'process-killed',
      group: 'process',
      title: 'The process is killed while the robot drives',
      cause:
        '`kill -9`, the out-of-memory killer, a power cut of the computer alone (in virtual time: the ' +
        'host is never called again, the firmware runs on)',
      declared: ['stopped-safe'],
      why:
        'The controller stops by itself 200 ms after the last heartbeat, at 2 m/s², and holds the ' +
        'vacuum. The next start is SAFE and arms only on request.',
      operator: 'Nothing moves. Find out why it died, then `graft run --resume`.',
    },
    {
      arrange: (scene, countInjection) => whileDriving(scene, () => (scene.kill(), countInjection())),
      afterwards: rearmingProblem,
    },
  ),
  missionClass(
    {
      id: 'process-frozen',
      group: 'process',
      title: 'The process is frozen and thawed while the robot drives',
      cause:
        '`kill -STOP` and `-CONT`, a suspended virtual machine, a swap storm: 0.4 to 8 s without a tick ' +
        '(in virtual time)',
      declared: ['recovered', 'step-failed'],
      why:
        'A loop that does not run sends no heartbeat: the controller stops the robot and aborts the ' +
        'command. Afterwards the step fails with “the heartbeat was lost” and the tree retries. ' +
        '`step-failed` in the middle of a push, which cannot be resumed.',
      operator: 'A failed step with “the heartbeat was lost”. Find what froze the computer.',
    },
    {
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => scene.freeze(400 + scene.rng.int(7600), countInjection)),
    },
  ),
  missionClass(
    {
      id: 'process-slow-tick',
      group: 'process',
      title: 'One tick takes 300 ms',
      cause:
        'a garbage collection or a page fault at the wrong moment: one turn of 260 to 400 ms while the ' +
        'robot drives (in virtual time)',
      declared: ['recovered', 'step-failed'],
      why:
        'Longer than the controller waits for a heartbeat: it ramps down and aborts the command; the ' +
        'step fails, the tree retries. `step-failed` in the middle of a push, which cannot be resumed.',
      operator:
        'A failed step with “the heartbeat was lost”. If it happens often: run fewer programs on this ' +
        'computer.',
    },
    {
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => scene.freeze(260 + scene.rng.int(140), countInjection)),
    },
  ),
  missionClass(
    {
      id: 'process-crash-leaf',
      group: 'process',
      title: 'A leaf throws',
      cause: 'a bug in a skill: an exception in the middle of a tick while the robot drives',
      declared: ['step-failed'],
      why:
        'The engine turns it into an error with the leaf’s name and path; the tree’s intent is unknown, ' +
        'so it is halted and STOP is sent in the same cycle. The record says where it was.',
      operator: 'The report names leaf and exception. Report the bug; the next episode runs.',
    },
    {
      arrange(scene, countInjection) {
        const crash = { due: false }
        crashWhenDue(scene.parts.tree, crash, countInjection)
        whileDriving(scene, () => (crash.due = true))
      },
      afterwards: ({ parts }) =>
        parts.refusals.some(({ checkId }) => checkId === 'tree-broken')
          ? undefined
          : 'the record does not name the crash',
    },
  ),
  storedClass(
    {
      id: 'process-two',
      group: 'process',
      title: 'Two processes on one run folder',
      cause:
        'a second `graft run --resume` in another terminal, a service that was started twice (a real process)',
      declared: ['refused'],
      why:
        'The folder belongs to the process whose number is in its lock; one of a dead process or of an ' +
        'earlier boot is taken over. The second process touches nothing.',
      operator: '“process 4711 is using this run folder”.',
    },
    async (run) => {
      await run.begin()
      const unlock = lockFolder(run.folder)
      const first = await secondProcess(run.folder)
      const held = readFileSync(join(run.folder, 'lock'), 'utf8')
      unlock()
      const after = await secondProcess(run.folder)
      const right = first === 'in use' && after === 'resumed'
      return {
        end: right ? 'refused' : 'broken',
        // the folder was ours when the other process had come and gone
        injected: held === `${process.pid}\n` ? 1 : 0,
        detail: `first: ${first}; when the lock was gone: ${after}`,
      }
    },
  ),
]
