import { LinkSession } from '#link/link-session.js'
import { createRobot } from '#robots/field/field-robot.js'
import { nonZeroWord } from '#app/connections/virtual-connection.js'
import { SafetyChecker } from '#lab/faults/safety-checker/safety-checker.js'
import type { Mission } from './mission.js'

/** ms that a fresh session is watched before anybody arms */
const WATCHED_MS = 1000
const TIMEOUT_MS = 3000

/**
 * What the next start finds on the same controller: a new port, a new session, SAFE. Nothing may move until
 * it is armed, and arming must work.
 * @returns what is wrong
 */
export function rearmingProblem({ rig, rng }: Mission): string | undefined {
  rig.replug()
  const session = new LinkSession({ clock: rig.clock, sessionId: nonZeroWord(rng.next()) })
  const reader = { read: () => ({ state: 'pending' }) as const }
  const robot = createRobot({ map: rig.setup.map, session, clock: rig.clock, faceReader: reader })
  let moved = false
  rig.mode = () => 'SAFE'
  rig.everyMs.push(() => (moved ||= !SafetyChecker.stands(rig.truth)))
  const turns = (ms: number, done: () => boolean): boolean => {
    for (let waited = 0; waited < ms && !done(); waited += 20) {
      session.feed(rig.stream.read())
      robot.observe()
      session.allowHeartbeat()
      session.poll()
      rig.stream.write(session.takeBytes())
      rig.advance(20)
    }
    return done()
  }
  if (!turns(TIMEOUT_MS, () => session.status === 'up')) return 'the controller does not answer a new session'
  turns(WATCHED_MS, () => false)
  if (moved) return 'the robot moved in a new session that nobody had armed'
  robot.arm()
  return turns(TIMEOUT_MS, () => robot.armState().kind === 'armed')
    ? undefined
    : `the robot does not arm again: ${JSON.stringify(robot.armState())}`
}
