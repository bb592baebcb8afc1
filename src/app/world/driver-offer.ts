import type { DriverHello } from '#drivers/contract.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { RobotSpec } from '#worlds/robot/load-robot.js'
import type { LoadedWorld } from './load-world.js'

/** What a driver says that it can do and report: `DriverLine` and `DriverHello` know. */
export interface DriverOffer {
  readonly skills: readonly string[]
  /** undefined for a skill that it does not offer */
  paramsOf(skill: string): readonly string[] | undefined
  /** by the name of a fact without brackets */
  reports(fact: string): boolean
}

/**
 * Why a run in this world can do nothing with a driver that says this of itself; undefined where it fits. A skill that
 * the world does not know is never asked for, and does no harm.
 */
export function unfitFor({ domain, robot }: LoadedWorld, hello: DriverHello): string | undefined {
  const offer: DriverOffer = {
    skills: hello.skills.map(({ name }) => name),
    paramsOf: (skill) => hello.skills.find(({ name }) => name === skill)?.params,
    reports: (fact) => hello.facts.includes(fact),
  }
  const problems = [...skillProblems(domain, offer), ...factProblems(robot, offer)]
  return problems.length === 0
    ? undefined
    : `${problems.join('; ')}: driver and world do not fit (graft world check says more)`
}

/** The skills of the world that a driver does not offer, or with other parameters. */
export function skillProblems({ rules: { skills } }: DataDomain, offer: DriverOffer): readonly string[] {
  const missing = skills.map(({ name }) => name).filter((name) => offer.paramsOf(name) === undefined)
  const other = skills.flatMap(({ name, ports }) => {
    const [asked, offered] = [ports.map((port) => port.name), offer.paramsOf(name)]
    const same = offered === undefined || asked.toSorted().join() === offered.toSorted().join()
    return same ? [] : [`${name} takes ${listed(offered)}, in the world ${listed(asked)}`]
  })
  return [...(missing.length === 0 ? [] : [`the driver does not offer ${listed(missing)}`]), ...other]
}

/** The facts that the robot file promises and the driver does not report. */
export function factProblems(robot: RobotSpec, offer: DriverOffer): readonly string[] {
  const unseen = sensedBy(robot).filter((fact) => !offer.reports(fact))
  return unseen.length === 0 ? [] : [`it does not report ${listed(unseen)}`]
}

export const sensedBy = ({ sensors }: RobotSpec): readonly string[] => [
  ...new Set([...sensors.values()].flatMap((sensor) => sensor.facts)),
]

export const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'nothing' : names.join(', ')
