import { formatDiagnostic } from '#base/diagnostic.js'
import type { LoadedWorld } from '#app/world/load-world.js'
import { openRobots } from '#app/world/open-robots.js'
import { tryRobot } from '#app/world/try-robot.js'
import type { FoundPlan } from '#worlds/search/search-plan.js'
import { fine, wrong, worthALook, type Finding } from './finding.js'

export interface RobotOptions {
  /** who answers for a real robot that is moved */
  readonly armedBy: string | undefined
  /** a line that a driver of its own prints to standard error */
  readonly onLog: (line: string) => void
  /** aborted when somebody ends the trial */
  readonly signal: AbortSignal
}

/** Tries the robot, unless something real would move and nobody answers for it. */
export async function robotFindings(
  world: LoadedWorld,
  plan: FoundPlan | null,
  { armedBy, onLog, signal }: RobotOptions,
): Promise<readonly Finding[]> {
  const { name, driver } = world.robot
  if (driver.real && armedBy === undefined)
    return [
      fine(
        'robot',
        `${name}: not moved, its driver is its own (${driver.kind}); --armed-by YOUR-NAME moves and tries it`,
      ),
    ]
  const robots = await openRobots(world, { seed: 1, faults: 'none', onLog, tried: true })
  if (!robots.ok) return robots.error.map((problem) => wrong('robot', formatDiagnostic(problem)))
  const opened = robots.value(1)
  if (!opened.ok) return [wrong('robot', opened.error.text)]
  const tried = await tryRobot(world, opened.value, plan?.steps[0], signal)
  return tried.map(({ ok, hint, text }) =>
    hint === true ? worthALook('robot', text) : ok ? fine('robot', text) : wrong('robot', text),
  )
}
