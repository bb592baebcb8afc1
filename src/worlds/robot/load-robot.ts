import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { objectionToAddress } from '#base/driver-address.js'
import { err, ok, type Result } from '#base/result.js'
import { MAX_PROBLEMS, type FileKind } from '#documents/yaml-problems.js'
import { readYaml } from '#documents/yaml-text.js'
import type { DataDomain } from '../assemble.js'
import { hint, listNames, placeOf, Problems, quote, suggestion, type Source, type Spot } from '../problems.js'
import { ROOT } from '../shape/shape.js'
import { robotShape, type RobotShape } from './robot-shape.js'
import { checkKeys } from './teleop-keys.js'

/** A robot in a world, checked against the world's declarations. */
export interface RobotSpec {
  readonly name: string
  readonly text: string
  readonly driver: DriverSpec
  /** the skills that it offers; by name */
  readonly skills: ReadonlyMap<string, { readonly timeoutSeconds: number }>
  readonly sensors: ReadonlyMap<string, SensorSpec>
  readonly unobservable: readonly string[]
  readonly safe: RobotShape['safe']
  /** for driving by hand: the step that each key asks for, as a person would type it */
  readonly keys: ReadonlyMap<string, string>
}

export type DriverSpec = {
  /** something moves: that takes a person who arms it */
  readonly real: boolean
} & (
  | { readonly kind: 'simulated'; readonly simulation: string }
  | { readonly kind: 'process'; readonly command: readonly [string, ...string[]] }
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
)

/** What drives the robot, as people are told. */
export function driverInWords({ name, driver }: RobotSpec): string {
  switch (driver.kind) {
    case 'simulated':
      return `${name}, driven by the simulation ${driver.simulation}`
    case 'process':
      return `${name}, driven by the program ${driver.command.join(' ')}`
    case 'socket':
      return `${name}, driven by the driver at ${driver.path}`
    case 'tcp':
      return `${name}, driven by the driver at ${driver.host}:${driver.port}`
  }
}

interface SensorSpec {
  readonly facts: readonly string[]
  /** it reads pictures: what is hidden from it may be as the robot says */
  readonly pictures: boolean
  readonly maxAgeSeconds: number
  /** a change shows in its readings within this time, s */
  readonly lagSeconds: number
  /** 0…1 */
  readonly certainty: number
}

/** seconds: for skills that set no limit of their own */
const DEFAULT_TIMEOUT_SECONDS = 60
/** the driver contract's time, for sensors that name none */
export const DEFAULT_LAG_SECONDS = 0.5
const DEFAULT_CERTAINTY = 0.5

/**
 * Loads a robot from YAML text, checked against the world in which it works. Never throws because of the text; fails
 * with every problem at once, each with line and column.
 * @param source file name used in diagnostics
 */
export function loadRobot(
  text: string,
  source: string,
  domain: DataDomain,
): Result<RobotSpec, readonly Diagnostic[]> {
  const yaml = readYaml(text, source, ROBOT_FILE)
  if (!yaml.ok) return err(yaml.error.slice(0, MAX_PROBLEMS))
  const problems = new Problems((spot) => placeOf(spot, yaml.value), 'robot')
  const shape = robotShape.read(yaml.value.value, ROOT, problems)
  if (shape === undefined || problems.errors > 0) return err(problems.list())
  const driver = driverOf(shape.driver, problems)
  checkNames(shape, domain, problems)
  const keys = checkKeys(shape.teleop, domain, problems)
  if (driver === undefined || problems.errors > 0) return err(problems.list())
  return ok({
    name: shape.robot.text,
    text: shape.text.text,
    driver,
    skills: new Map(
      shape.skills.map(({ key, value }) => [
        key.text,
        { timeoutSeconds: value.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS },
      ]),
    ),
    sensors: new Map(
      shape.sensors.map(({ key, value }) => [
        key.text,
        {
          facts: value.facts.map((fact) => fact.text),
          pictures: value.pictures === true,
          maxAgeSeconds: value.maxAgeSeconds ?? Infinity,
          lagSeconds: value.lagSeconds ?? DEFAULT_LAG_SECONDS,
          certainty: value.certainty ?? DEFAULT_CERTAINTY,
        },
      ]),
    ),
    unobservable: (shape.unobservable ?? []).map((fact) => fact.text),
    safe: shape.safe,
    keys,
  })
}

export const ROBOT_FILE: FileKind = {
  code: 'robot',
  name: 'robot file',
  contents: 'a robot: its driver, skills and sensors',
  secondDocumentHint: 'write every robot into a file of its own',
}

function driverOf(shape: RobotShape['driver'], problems: Problems): DriverSpec | undefined {
  const { real = shape.simulated === undefined, ...ways } = shape
  const { simulated, process, socket, tcp } = ways
  const given = Object.values(ways).filter((way) => way !== undefined)
  const [first, ...rest] = (process ?? []).map(({ text }) => text)
  if (simulated !== undefined && real) {
    problems.error(
      { path: ['driver', 'real'] },
      {
        code: 'robot.driver',
        message: 'a simulation that ships with graft moves nothing real',
        expected: 'no real:, or false',
        got: 'true',
      },
    )
    return undefined
  }
  if (given.length === 1) {
    if (simulated !== undefined) return { kind: 'simulated', simulation: simulated.text, real: false }
    if (socket !== undefined) return { kind: 'socket', path: socket.text, real }
    if (tcp !== undefined) return tcpDriver(tcp, real, problems)
    if (first !== undefined) return { kind: 'process', command: [first, ...rest], real }
  }
  problems.error(
    { path: ['driver'] },
    {
      code: 'robot.driver',
      message: 'it is not clear how the driver is reached',
      expected: 'exactly one of simulated:, process:, socket:, tcp:',
      got: given.length === 0 ? 'none of them' : Object.keys(ways).join(', '),
    },
  )
  return undefined
}

/** A driver at an address of this computer, `127.0.0.1:7070` or `::1:7070`. */
function tcpDriver({ text }: Source, real: boolean, problems: Problems): DriverSpec | undefined {
  const [, host = '', digits = ''] = /^(.*):([1-9]\d*)$/.exec(text) ?? []
  const port = Number(digits)
  const objection = objectionToAddress({ host, port })
  if (objection === undefined) return { kind: 'tcp', host, port, real }
  problems.error(
    { path: ['driver', 'tcp'] },
    {
      code: 'robot.driver',
      message: 'the driver cannot be reached there',
      expected: 'an address of this computer and a port: 127.0.0.1:7070',
      got: quote(text),
      ...hint(objection.hint),
    },
  )
  return undefined
}

/** Skills and facts must be those of the world, all of them, and each once. */
function checkNames(shape: RobotShape, domain: DataDomain, problems: Problems): void {
  const facts = new Set([...domain.initial.keys()].map((fact) => fact.replace(/\(.*/, '')))
  const known = (name: string, of: Iterable<string>, spot: Spot, what: string): void => {
    const all = [...of]
    if (all.includes(name)) return
    problems.error(spot, {
      code: 'robot.unknown-name',
      message: `the world has no ${what} ${quote(name)}`,
      expected: listNames(all),
      got: quote(name),
      ...hint(suggestion(didYouMean(name, all))),
    })
  }
  for (const { key } of shape.skills) known(key.text, domain.skills, key.spot, 'skill')
  const listed = [...shape.sensors.flatMap(({ value }) => value.facts), ...(shape.unobservable ?? [])]
  for (const { text, spot } of listed) known(text, facts, spot, 'fact')
  missing(
    domain.skills,
    shape.skills.map(({ key }) => key.text),
    { path: ['skills'], key: true },
    problems,
  )
  missing(
    facts,
    listed.map(({ text }) => text),
    { path: ['sensors'], key: true },
    problems,
  )
}

function missing(all: Iterable<string>, given: readonly string[], spot: Spot, problems: Problems): void {
  const absent = [...all].filter((name) => !given.includes(name))
  if (absent.length === 0) return
  const skills = spot.path[0] === 'skills'
  problems.error(spot, {
    code: skills ? 'robot.missing-skill' : 'robot.unobserved-fact',
    message: skills
      ? `the robot does not offer ${listNames(absent)}, which the world describes`
      : `nothing says whether a sensor reports ${listNames(absent)}`,
    expected: skills ? 'every skill of the world' : 'each fact in sensors: or in unobservable:',
    got: 'nothing',
  })
}
