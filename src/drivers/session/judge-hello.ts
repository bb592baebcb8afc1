import { CONTRACT, type DriverHello, type LineProblem, type SkillOffer } from '../contract.js'
import type { DriverLimits } from './session-options.js'

/** a process may have to load its libraries first, ms */
export const HELLO_MS = 10_000
/** below this the reflex loop of 20 ms has no five heartbeats within it */
const MIN_HEARTBEAT_MS = 100
const MAX_HEARTBEAT_MS = 10_000
const MAX_STOP_MS = 60_000
const MAX_TIMEOUT_MS = 86_400_000
const MAX_OFFERS = 256
const NAME = /^[A-Za-z_][\w-]{0,63}$/

/**
 * Why no session can be held with a driver that says this of itself; `undefined` if one can.
 * @param limits what the robot's file promises, if there is one
 */
export function objectionTo(hello: DriverHello, limits?: DriverLimits): string | undefined {
  const { contract, heartbeatMs, stopMs, skills, facts, pictures, boot } = hello
  if (contract.major !== CONTRACT.major)
    return (
      `it speaks version ${contract.major}.${contract.minor} of the contract, this release ` +
      `${CONTRACT.major}.${CONTRACT.minor}: update the one that is older`
    )
  if (boot === '') return 'hello.boot is empty: it must differ at every start of the driver'
  if (!within(heartbeatMs, MIN_HEARTBEAT_MS, MAX_HEARTBEAT_MS))
    return `hello.heartbeatMs is ${heartbeatMs}, expected ${MIN_HEARTBEAT_MS} to ${MAX_HEARTBEAT_MS} ms`
  if (!within(stopMs, 0, MAX_STOP_MS)) return `hello.stopMs is ${stopMs}, expected 0 to ${MAX_STOP_MS} ms`
  const broken = limits && brokenPromise(hello, limits)
  if (broken !== undefined) return broken
  const late = skills.find(isEndless)
  if (late)
    return `skill ${late.name} has the time limit ${late.timeoutMs}, expected 1 to ${MAX_TIMEOUT_MS} ms`
  return (
    objectionToNames(
      'skill',
      skills.map(({ name }) => name),
    ) ??
    objectionToNames('fact', facts) ??
    objectionToNames(
      'picture',
      pictures.map(({ name }) => name),
    ) ??
    skills.map(({ name, params }) => objectionToNames(`parameter of ${name}`, params)).find((text) => text)
  )
}

/** What is wrong with a line, in words. */
export const wordsOf = ({ message, expected, got }: LineProblem): string =>
  [
    message,
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(got === undefined ? [] : [`got ${got}`]),
  ]
    .join(', ')
    .slice(0, 300)

/** Why there is no session with a driver that has not said hello in time. @param last what it wrote instead */
export const noHello = (ms: number, last: string | undefined): string =>
  `no answer to hello within ${ms} ms${last === undefined ? '' : `; it wrote something else: ${last}`}`

/** People rely on the figures of the file: who stands how far away, which robot may do which work. */
function brokenPromise({ stopMs, heartbeatMs }: DriverHello, limits: DriverLimits): string | undefined {
  if (stopMs > limits.stopMs)
    return (
      `it needs up to ${stopMs} ms to stand after a stop (hello.stopMs), and the robot file promises ` +
      `${limits.stopMs} ms (safe.stopSeconds): measure it on the robot, then correct the one that is wrong`
    )
  if (heartbeatMs > limits.heartbeatMs)
    return (
      `it makes itself safe after ${heartbeatMs} ms of silence (hello.heartbeatMs), and the robot file promises ` +
      `${limits.heartbeatMs} ms (safe.silenceSeconds): lower the driver's figure, or raise that of the file if ` +
      `people can rely on it`
    )
  return undefined
}

function objectionToNames(what: string, names: readonly string[]): string | undefined {
  if (names.length > MAX_OFFERS) return `${names.length} names of a ${what}, at most ${MAX_OFFERS}`
  const odd = names.find((name) => !NAME.test(name))
  if (odd !== undefined) return `${JSON.stringify(odd.slice(0, 80))} is no name of a ${what}`
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  return twice === undefined ? undefined : `two have the same name of a ${what}: ${twice}`
}

const within = (value: number, low: number, high: number): boolean => value >= low && value <= high

const isEndless = ({ timeoutMs }: SkillOffer): boolean => !within(timeoutMs, 1, MAX_TIMEOUT_MS)
