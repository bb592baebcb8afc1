import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { DriverHello } from '#drivers/contract.js'
import type { DriverRecording } from '../run-folder/episode-transcripts.js'
import { driverRobots } from './driver-robots.js'
import { unfitFor } from './driver-offer.js'
import type { LoadedWorld } from './load-world.js'
import { openSimulation } from './simulation.js'
import type { WorldRobots, WorldSimulation } from './world-robots.js'

export interface OpenOptions extends Pick<WorldSimulation, 'seed' | 'faults' | 'live' | 'drawnAside'> {
  readonly scenario?: string | undefined
  /** a line that a driver of its own prints to standard error, or what a simulation has left out */
  readonly onLog: (line: string) => void
  readonly record?: DriverRecording
  /** it is opened to be tried: a driver that does not fit the world is no reason to refuse it */
  readonly tried?: boolean
}

/** The robot of a world: a driver of its own, or a simulation that ships with graft. Nothing moves yet. */
export function openRobots(
  world: LoadedWorld,
  { scenario, onLog, record, tried, ...options }: OpenOptions,
): Promise<Result<WorldRobots, readonly Diagnostic[]>> {
  const { folder, domain, robot, task } = world
  const { driver, safe } = robot
  const recording = record === undefined ? {} : { record }
  const limits = {
    stopMs: Math.round(1000 * safe.stopSeconds),
    heartbeatMs: Math.round(1000 * safe.silenceSeconds),
  }
  if (driver.kind !== 'simulated') {
    const objection = tried === true ? {} : { objection: (hello: DriverHello) => unfitFor(world, hello) }
    return Promise.resolve(ok(driverRobots(driver, folder, { limits, onLog, ...objection, ...recording })))
  }
  return openSimulation(driver.simulation, {
    folder,
    robot: robot.name,
    task: task.name,
    limits,
    believed: new Map([...domain.initial, ...task.start]),
    ...options,
    tell: onLog,
    ...recording,
    ...(scenario !== undefined && { scenario }),
  })
}
