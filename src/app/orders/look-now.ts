import { err, ok, type Result } from '#base/result.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { FactEstimator } from '#robots/driver/fact-estimator.js'
import { REFLEX_PERIOD } from '#runtime/robot-connection.js'
import { withTask } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import type { LoadedWorld } from '../world/load-world.js'
import { sensingOf, type WorldRobot, type WorldRobots } from '../world/world-robots.js'

/** turns of the loop for a driver that starts: the session gives it up after 10 s */
const TO_CONNECT = 600
/** turns for its answers */
const TO_ANSWER = 250
/** A first look may be older than the question; the second is not. */
const LOOKS = 2

/**
 * What is believed once the sensors of a robot have been read. Nothing is armed, so nothing moves: what they do not
 * show is as it was believed.
 * @param belief before that; what is in doubt is `UNKNOWN` in it
 */
export async function lookNow(
  world: LoadedWorld,
  robots: WorldRobots,
  belief: Fluents,
): Promise<Result<Fluents, Diagnostic>> {
  const opened = robots(1, undefined, belief)
  if (!opened.ok) return err(noLook(opened.error.text))
  const robot = opened.value
  try {
    await turns(robot, TO_CONNECT, () => robot.line.status !== 'connecting')
    if (robot.line.status !== 'up')
      return err(noLook(robot.line.refusal ?? robot.line.silence ?? 'no answer'))
    const estimator = new FactEstimator(withTask(world.domain, world.task, belief), sensingOf(world.robot), {
      sighted: () => undefined,
      surprised: () => undefined,
    })
    for (let look = 0; look < LOOKS; look++) {
      robot.line.observe()
      const before = estimator.observations
      await turns(robot, TO_ANSWER, () => {
        for (const seen of robot.line.takeObservations()) estimator.observe(seen, robot.time.clock.now())
        return estimator.observations > before
      })
    }
    return estimator.observations > 0
      ? ok(estimator.belief.facts)
      : err(noLook(robot.line.blindness ?? 'its driver has not said what it observes'))
  } finally {
    robot.time.close()
  }
}

/** Turns of the reflex loop, without a mission. */
async function turns({ line, time }: WorldRobot, most: number, isOver: () => boolean): Promise<void> {
  for (let turn = 0; turn < most && !isOver(); turn++) {
    line.allowHeartbeat()
    line.receive()
    line.takeEvents()
    line.send()
    await time.pace(REFLEX_PERIOD)
  }
}

export const NO_LOOK = 'do.no-look'

const noLook = (why: string): Diagnostic => ({
  code: NO_LOOK,
  severity: 'error',
  message: `I cannot look how everything is now: ${why}`,
  expected: 'a robot that says what it observes',
  got: why,
  hint: 'see to the robot and its driver, then try again; the order is kept',
})
