import type { Clock } from '#base/clock.js'
import { ms, type Ms } from '#base/units.js'
import { judgeAfter, judgeBefore } from '#detector/judge.js'
import type { DriverPeer, SeenFact } from '#drivers/contract.js'
import type { Sensing } from '#robots/driver/fact-estimator.js'
import { recordingPeer } from '#drivers/transcript/transcript.js'
import type { DriverLimits } from '#drivers/session/session-options.js'
import { DEFAULT_LAG_SECONDS, type RobotSpec } from '#worlds/robot/load-robot.js'
import type { Result } from '#base/result.js'
import type { RunListener } from '#runtime/run-event.js'
import type { SessionJournal } from '#runtime/world/skill-journal.js'
import { SessionWatch } from '#runtime/world/session-watch.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import type { WorldBody } from '#runtime/world/prepare.js'
import type { Fluents } from '#worlds/value.js'
import type { LoadedWorld } from './load-world.js'
import type { DriverRecording } from '../run-folder/episode-transcripts.js'

/** What a simulation of a world needs to know. */
export interface WorldSimulation {
  /** the world's folder: geometry and scenarios lie in it */
  readonly folder: string
  /** what the robot file calls the robot, for a simulation that has no robot of its own */
  readonly robot?: string
  /** hidden facts and people: a file of the world by its name, or a path; by default all is as believed */
  readonly scenario?: string
  readonly task: string
  /** the facts as the task begins, in which hidden ones differ by the scenario */
  readonly believed: Fluents
  readonly seed: number
  readonly faults: 'none' | 'nominal' | 'rough'
  /** its time is that of the wall clock: the world goes on while models think */
  readonly live?: boolean
  /** pictures are drawn in a process of their own: nobody else in this one may wait for them */
  readonly drawnAside?: boolean
  /** hears of pictures that are left out; by default nobody does */
  readonly tell?: (text: string) => void
  readonly record?: DriverRecording
  /** the robot's file promises them */
  readonly limits?: DriverLimits
}

/**
 * A fresh robot in a fresh world for each episode.
 * @param journal of its commands, by whether it is virtual; by default nobody keeps one
 * @param known the facts at the start as they are known by now; by default as the task believes them
 */
export type WorldRobots = (
  episode: number,
  journal?: (virtual: boolean) => SessionJournal,
  known?: Fluents,
) => Result<WorldRobot, BringUpFailure>

export type WorldRobot = Omit<WorldBody, 'monitor' | 'sensing' | 'judge'>

/** The driver of an episode, with somebody who hears what is said if that was asked for. */
export function recorded(
  peer: DriverPeer,
  clock: Clock,
  recorder: ReturnType<DriverRecording> | undefined,
): DriverPeer {
  return recorder === undefined ? peer : recordingPeer(peer, clock, recorder)
}

/** What the robot file says of its sensors. */
export function sensingOf({ sensors }: RobotSpec): Sensing {
  const sensorsOf = (fact: string) => {
    const name = fact.replace(/\(.*/, '')
    return [...sensors].filter(([, { facts }]) => facts.includes(name))
  }
  const sensorOf = ({ fact, sensor: name }: SeenFact) => {
    const all = sensorsOf(fact)
    return (name === undefined ? all[0] : all.find(([own]) => own === name))?.[1]
  }
  return {
    shows: (fact) => sensorsOf(fact).length > 0,
    lag: (fact) => {
      const lags = sensorsOf(fact).map(([, { lagSeconds }]) => lagSeconds)
      return ms(1000 * (lags.length === 0 ? DEFAULT_LAG_SECONDS : Math.max(...lags)))
    },
    trusts: (reading) => {
      const sensor = sensorOf(reading)
      return (
        sensor !== undefined &&
        reading.confidence >= sensor.certainty &&
        reading.ageMs <= 1000 * sensor.maxAgeSeconds
      )
    },
    sourceOf: (reading) => (sensorOf(reading)?.pictures === true ? 'sight' : 'sensor'),
    pictures: (fact) => sensorsOf(fact).some(([, { pictures }]) => pictures),
  }
}

/** The shorter of what the robot file and the driver say. */
const limitOf = ({ skills }: RobotSpec, skill: string, driver: Ms): Ms =>
  ms(Math.min(driver, 1000 * (skills.get(skill)?.timeoutSeconds ?? Infinity)))

/**
 * The robot with what its file says of it, somebody who reports what happens on its line, and the detector that is
 * asked about its steps.
 */
export const bodyOf = (
  { robot: spec, domain }: Pick<LoadedWorld, 'robot' | 'domain'>,
  robot: WorldRobot,
  { episode, listen }: { readonly episode: number; readonly listen: RunListener },
): WorldBody => ({
  ...robot,
  monitor: new SessionWatch(robot.line, robot.time.clock, (note) => listen({ kind: 'link', note }, episode)),
  sensing: sensingOf(spec),
  judge: {
    before: (step, moment) => judgeBefore(domain, step, moment),
    after: (step, moment) => judgeAfter(domain, step, moment),
  },
  timeLimit: (skill) => limitOf(spec, skill, robot.timeLimit(skill)),
})
