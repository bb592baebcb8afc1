import type { Observation } from '#drivers/contract.js'
import type { DriverEvent } from '#drivers/session/driver-event.js'
import { readFluents } from '#worlds/run/observe-fluents.js'
import { notAsTaskBegins } from '#worlds/task/task-start.js'
import { withTask } from '#worlds/task/with-task.js'
import { factProblems, listed, sensedBy, skillProblems, type DriverOffer } from './driver-offer.js'
import type { LoadedWorld } from './load-world.js'
import { sensingOf } from './world-robots.js'

/** What was tried on a robot, and whether it was right. */
export interface Tried {
  readonly ok: boolean
  /** worth a look, though nothing may be wrong */
  readonly hint?: true
  readonly text: string
}

/** Whether a driver offers the skills of a world, with the same parameters, and no other. */
export function trySkills({ domain }: LoadedWorld, offer: DriverOffer): readonly Tried[] {
  const unused = offer.skills.filter((name) => !domain.skills.includes(name))
  const wrong = [
    ...skillProblems(domain, offer),
    ...(unused.length === 0
      ? []
      : [`the driver offers ${listed(unused)}, which the world does not describe`]),
  ]
  const { length } = domain.rules.skills
  return wrong.length === 0
    ? [{ ok: true, text: `the driver offers the ${length} skills of the world, and no other` }]
    : wrong.map((text) => ({ ok: false, text }))
}

/** Whether a driver is the one that the robot file means, by its own name. */
export const tryName = ({ robot }: LoadedWorld, name: string): readonly Tried[] =>
  name === robot.name
    ? []
    : [
        {
          ok: true,
          hint: true,
          text: `the driver calls its robot ${name}, the robot file ${robot.name}: is it the right one?`,
        },
      ]

/**
 * Whether a driver says that it can report the facts that the robot file promises, and reports none that cannot be. In
 * a run such a reading would be left out of the belief without a word.
 * @param seen its first observation, which need not have all: a camera sees what is before it
 */
export function tryObservation(
  { domain, robot }: LoadedWorld,
  offer: DriverOffer,
  { seen, why }: { readonly seen: Observation | undefined; readonly why: string | undefined },
): readonly Tried[] {
  const facts = sensedBy(robot)
  const impossible = (seen?.facts ?? [])
    .filter(({ fact }) => facts.includes(fact.replace(/\(.*/, '')))
    .flatMap(({ fact, value }) => {
      const read = readFluents({ [fact]: value }, domain.sorts)
      return read.ok ? [] : read.error
    })
  const wrong = [
    ...factProblems(robot, offer),
    ...(seen === undefined ? [`it does not say what it observes${why === undefined ? '' : `: ${why}`}`] : []),
    ...impossible.map((text) => `it observes what cannot be: ${text}`),
  ]
  return wrong.length === 0
    ? [{ ok: true, text: `it says that it reports all ${facts.length} facts that the robot file promises` }]
    : wrong.map((text) => ({ ok: false, text }))
}

/** Whether the scene is where the task begins, as far as the driver shows it; a run of a task begins nowhere else. */
export function tryStart(
  { domain, robot, task }: LoadedWorld,
  seen: Observation | undefined,
): readonly Tried[] {
  const sensing = sensingOf(robot)
  const believed = (seen?.facts ?? []).filter((reading) => sensing.trusts(reading))
  const read = new Map(
    believed.flatMap(({ fact, value }) => {
      const known = readFluents({ [fact]: value }, domain.sorts)
      return known.ok ? [...known.value] : []
    }),
  )
  return notAsTaskBegins(withTask(domain, task), (fact) => read.get(fact)).map((text) => ({
    ok: true,
    hint: true,
    text: `${text}: no episode begins before it is put back, or the start of world or task is mended`,
  }))
}

/**
 * The facts that a robot file promises and that its driver has not once reported so that they are believed, though it
 * says that it can. A camera may see a thing only where the robot has not been: whoever wrote the file has to say.
 */
export function trySeen({ robot }: LoadedWorld, seen: readonly Observation[]): readonly Tried[] {
  const sensing = sensingOf(robot)
  const believed = seen.flatMap(({ facts }) => facts.filter((reading) => sensing.trusts(reading)))
  const reported = new Set(believed.map(({ fact }) => fact.replace(/\(.*/, '')))
  return [...robot.sensors].flatMap(([sensor, { facts }]): readonly Tried[] => {
    const silent = facts.filter((fact) => !reported.has(fact))
    if (silent.length === 0) return []
    const text = `the file promises ${listed(silent)} by ${sensor}, and none came in ${seen.length} observations`
    return [{ ok: true, hint: true, text: `${text}: a step that changes one succeeds only where it comes` }]
  })
}

export type DriverBreach = Extract<DriverEvent, { readonly kind: 'breach' }>

/** The laws of the contract that a driver broke while it was tried, each kind once with what was wrong first. */
export function tryContract(breaches: readonly DriverBreach[]): readonly Tried[] {
  return [...new Set(breaches.map(({ breach }) => breach))].map((kind) => {
    const [first, ...more] = breaches.filter(({ breach }) => breach === kind)
    const often = more.length === 0 ? '' : `, and ${more.length} more`
    return { ok: false, text: `the driver breaks the contract (${kind}): ${first?.text ?? ''}${often}` }
  })
}
