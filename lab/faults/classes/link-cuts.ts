import type { FaultyLink } from '#simulation/line/faulty-link.js'
import type { LineEvent } from '#simulation/line/line-faults.js'
import { missionClass, type MissionFault } from '../bench/mission/mission-class.js'
import { whileDriving } from '../bench/mission/moments.js'
import { otherSchema } from '../bench/rig/other-schema.js'
import { rearmingProblem } from '../bench/mission/rearming.js'
import type { FaultClass } from '../fault-class.js'
import type { Rng } from '#base/random.js'
import { LinkSession } from '#link/link-session.js'
import { nonZeroWord } from '#app/connections/virtual-connection.js'
import type { Rig } from '../bench/rig/rig.js'

/** A line that ends, stands or belongs to somebody else. */
export const LINK_CUTS: readonly FaultClass[] = [
  missionClass(
    {
      id: 'link-stall-short',
      group: 'link',
      title: 'The line stalls for a moment',
      cause: 'a USB bus that is busy with another device: nothing in either direction for 110 to 150 ms',
      declared: ['recovered'],
      why:
        'Telemetry is silent for 100 ms: the link is degraded and starts nothing new; when the bytes ' +
        'arrive it recovers and commands are resent.',
      operator:
        '“degraded” and “recovered”, with the time that it took, in the log, in the record of the episode ' +
        'and in its report. Nothing to do if it is rare.',
    },
    { ...stall(110, 150), expectedNotes: ['degraded', 'recovered'] },
  ),
  missionClass(
    {
      id: 'link-stall-long',
      group: 'link',
      title: 'The line stalls for longer than half a second',
      cause:
        'a hub that resets, a driver that hangs: nothing in either direction for 600 to 1500 ms, then all at once',
      declared: ['stopped-safe'],
      why:
        'After 200 ms without heartbeat the controller ramps down; after 500 ms without telemetry the ' +
        'runtime abandons the link. The old heartbeats that the line delivers later start nothing.',
      operator: '“the link to the controller was lost”. Continue with `graft run --resume`.',
    },
    { ...stall(600, 1500), expectedNotes: ['degraded', 'lost: no telemetry'] },
  ),
  missionClass(
    {
      id: 'link-unplug',
      group: 'link',
      title: 'The cable is pulled',
      cause: 'somebody trips over the USB cable while the robot drives',
      declared: ['stopped-safe'],
      why:
        'The controller ramps down to a stop 200 ms after the last heartbeat and holds the vacuum; the ' +
        'runtime ends the run.',
      operator: '“the link to the controller was lost”. Plug it in, look at the robot, `graft run --resume`.',
    },
    {
      expectedNotes: ['lost: the port is closed'],
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => {
          scene.rig.robot.unplug()
          if (!scene.rig.stream.open) countInjection()
        }),
    },
  ),
  missionClass(
    {
      id: 'link-replug',
      group: 'link',
      title: 'The cable is pulled and plugged in again',
      cause: 'a loose plug: the device is gone for 0.2 to 3 s and comes back, perhaps under another name',
      declared: ['stopped-safe'],
      why:
        'A session ends with its stream. A new one opens a new port and a new session; what the old one ' +
        'had started is not resumed, and nothing moves before somebody arms.',
      operator: 'As for a pulled cable. The robot arms at the first try.',
    },
    {
      expectedNotes: ['lost: the port is closed'],
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => {
          const back = scene.rig.clock.now() + 200 + scene.rng.int(2800)
          scene.rig.robot.unplug()
          if (!scene.rig.stream.open) countInjection()
          scene.rig.everyMs.push(() => {
            if (scene.rig.clock.now() === back) scene.rig.replug()
          })
        }),
      afterwards: rearmingProblem,
    },
  ),
  missionClass(
    {
      id: 'link-reboot',
      group: 'link',
      title: 'The controller restarts',
      cause:
        'its watchdog bites, or its supply dips: it has forgotten session, pose and commands; what hung ' +
        'under the cups falls if the supply failed, and stays if it was the watchdog',
      declared: ['stopped-safe'],
      why:
        'It boots with motors off and without a session; telemetry carries another session, so the ' +
        'runtime abandons the link at once. Nothing resumes.',
      operator:
        '“the controller has restarted” in the log, then “the link to the controller was lost”. Find out ' +
        'why it restarted, put the robot at home, `graft run --resume`.',
    },
    {
      expectedNotes: ['restarted'],
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => {
          scene.rig.reboot()
          countInjection()
        }),
      afterwards: rearmingProblem,
    },
  ),
  missionClass(
    {
      id: 'link-other-schema',
      group: 'link',
      title: 'Other firmware',
      cause: 'the controller was flashed with a release of another protocol version',
      declared: ['refused'],
      why:
        'Hello and its answer carry version and schema hash; each side refuses a mismatch, whatever the ' +
        'other side claims, and the session ends before anything is armed.',
      operator: '“the controller speaks another protocol version: flash the firmware of this release”.',
    },
    (() => {
      let changed = 0
      return {
        size: (rng) => {
          changed = 0
          return { between: otherSchema(rng, () => changed++) }
        },
        expectedNotes: ['speaks another protocol version'],
        injected: () => changed,
      } satisfies MissionFault
    })(),
  ),
  missionClass(
    {
      id: 'link-other-host',
      group: 'link',
      title: 'Another host takes the session',
      cause: 'a second program has opened the same port and says Hello',
      declared: ['stopped-safe'],
      why:
        'The controller aborts the running command and belongs to the newer session; the runtime sees a ' +
        'foreign session in telemetry, and ends the run.',
      operator: '“the link to the controller was lost”. Find the other program: `fuser -v /dev/ttyACM0`.',
    },
    {
      expectedNotes: ['another program has taken it over'],
      arrange: (scene, countInjection) =>
        whileDriving(scene, () => {
          takeOver(scene.rig, scene.rng)
          countInjection()
        }),
    },
  ),
  missionClass(
    {
      id: 'link-deaf-controller',
      group: 'link',
      title: 'Only the way to the controller is dead',
      cause: 'one broken wire: telemetry still comes, nothing that is sent arrives',
      declared: ['step-failed'],
      why:
        'The controller misses the heartbeats and ramps down within 250 ms. The runtime sees that in ' +
        'telemetry and starts nothing new; the step fails, and so does every retry.',
      operator:
        'Every step fails with “the heartbeat was lost” while telemetry lives. Check the wire from TX to ' +
        'the controller.',
    },
    { ...silence('toFirmware'), expectedNotes: ['the controller misses heartbeats'] },
  ),
  missionClass(
    {
      id: 'link-deaf-host',
      group: 'link',
      title: 'Only the way from the controller is dead',
      cause: 'one broken wire: commands arrive, nothing comes back',
      declared: ['stopped-safe'],
      why:
        'Telemetry is silent: degraded after 100 ms, lost after 500 ms. The heartbeat ends with the ' +
        'session, and the controller ramps down.',
      operator: '“the link to the controller was lost”. Check the wire from RX to the computer.',
    },
    { ...silence('toHost'), expectedNotes: ['lost: no telemetry'] },
  ),
]

/** The line stands once, at any time of the mission. */
function stall(min: number, max: number): MissionFault {
  return {
    size: (rng) => {
      const event: LineEvent = {
        at: 2000 + rng.int(38_000),
        for: min + rng.int(max - min),
        way: 'both',
        does: 'stall',
      }
      return { line: { toFirmware: {}, toHost: {}, events: [event] } }
    },
    injected: ({ rig }) => stoodOf(rig.line.counters),
  }
}

/** Times when something was due and the line did not give it. */
const stoodOf = ({ toFirmware, toHost }: FaultyLink['counters']): number => toFirmware.held + toHost.held

function silence(direction: LineEvent['way']): MissionFault {
  return {
    size: (rng) => {
      const event: LineEvent = { at: 2000 + rng.int(38_000), for: 1e9, way: direction, does: 'silence' }
      return { line: { toFirmware: {}, toHost: {}, events: [event] } }
    },
    injected: ({ rig }) => rig.line.counters.toFirmware.silenced + rig.line.counters.toHost.silenced,
  }
}

/**
 * Another program on the same port: a session of its own that says Hello and keeps its heartbeat up, and
 * hears nothing.
 */
function takeOver(rig: Rig, rng: Rng): void {
  const other = new LinkSession({ clock: rig.clock, sessionId: nonZeroWord(rng.next()) })
  rig.everyMs.push(() => {
    other.allowHeartbeat()
    other.poll()
    const bytes = other.takeBytes()
    if (bytes.length > 0 && rig.robot.stream.open) rig.intrude(bytes)
  })
}
