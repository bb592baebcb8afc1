import { err, ok } from '#base/result.js'
import { worldCritic } from '#learning/world/critic.js'
import { prepareWorldEpisode, type WorldEpisode } from '#runtime/world/prepare.js'
import { skillJournal } from '#runtime/world/skill-journal.js'
import { LoggedSteps, type StepLog, type Stepping } from '#runtime/world/step-log.js'
import { worldRules } from '#runtime/world/task.js'
import { triedSteps } from '#runtime/world/tried-steps.js'
import type { RunListener } from '#runtime/run-event.js'
import type { RunLog } from '#runtime/run-log.js'
import type { Timing } from '#runtime/timing/timing.js'
import { nobodyArmed, type Operator } from '../connections/operator.js'
import { learnRun, type LearnRun, type LearnRunEnd, type RunHost, type WorldKit } from '../learn-run.js'
import type { LoadedWorld } from './load-world.js'
import { Planner } from './side/planner.js'
import { WorldMemory } from './memory/world-memory.js'
import { bodyOf, type WorldRobots } from './world-robots.js'

/** A run of a task in a world described by data. */
export interface WorldRun<Log extends RunLog> extends LearnRun<Log> {
  readonly world: LoadedWorld
  readonly robots: WorldRobots
  /** the person responsible for the robot's motion */
  readonly operator: Operator
  /** hears what went wrong in the process that plans */
  readonly tell: (text: string) => void
  readonly host?: RunHost<WorldEpisode>
  /** measures how punctual the loops are */
  readonly timing?: Timing
  /** keeps each step before it is sent */
  readonly steps?: StepLog
}

/** Learns a task in a world. */
export async function learnInWorld(job: WorldRun<RunLog>): Promise<LearnRunEnd> {
  const memory = new WorldMemory(job.world, job.before.at(-1)?.memory)
  const planner = new Planner(job.world, memory, job.tell)
  planner.warm()
  const hurry = (): void => planner.hurry()
  job.signal.addEventListener('abort', hurry, { once: true })
  if (job.signal.aborted) hurry()
  try {
    return await learnRun(job, worldKit(job, memory, planner))
  } finally {
    job.signal.removeEventListener('abort', hurry)
    planner.close()
  }
}

function worldKit(job: WorldRun<RunLog>, memory: WorldMemory, planner: Planner): WorldKit<WorldEpisode> {
  const { world, robots } = job
  const { library } = world
  let current: WorldEpisode | undefined
  const stepping = {
    belief: () => current?.robot.belief().facts ?? memory.domain.initial,
    attempts: () => current?.robot.attempts() ?? [],
  }
  return {
    rules: worldRules(memory.domain),
    ...(job.manifest.actor !== 'none' && {
      actor: planner.actor(() => {
        if (current !== undefined) memory.add(current)
        return current?.robot.belief().facts ?? new Map()
      }),
    }),
    operator: job.operator,
    refusals: (doc) => planner.refusals(doc),
    prepare: async (next) => {
      const armedBy = await job.operator.arm(next.episode)
      if (job.signal.aborted) return err({ kind: 'stopped', text: 'stopped before the robot was armed' })
      if (armedBy === null) return err(nobodyArmed(job.operator))
      const { journal, listen } = recorders(job, next, stepping)
      const robot = robots(next.episode, journal, memory.domain.start)
      if (!robot.ok) return robot
      current = prepareWorldEpisode({
        ...{ ...next, listen },
        domain: memory.domain,
        library,
        critic: worldCritic,
        body: bodyOf(world, robot.value, next),
        armedBy,
        ...(job.timing && { timing: job.timing }),
      })
      const prepared = current
      await job.host?.prepared(prepared).catch((cause: unknown) => {
        prepared.body.close()
        throw cause
      })
      return ok(current)
    },
    believed: ({ robot }) => robot.belief(),
    extras: (episode) => {
      memory.add(episode)
      const tried = triedSteps(episode.robot.attempts(), [...world.domain.sorts.keys()])
      return { memory: memory.toJson(), tried }
    },
    awaitReconnection: () => Promise.resolve(false),
  }
}

/** Who keeps the commands of an episode and hears of it, with the log of its steps where there is one. */
function recorders(
  { store, steps }: Pick<WorldRun<RunLog>, 'store' | 'steps'>,
  { episode, listen }: { readonly episode: number; readonly listen: RunListener },
  stepping: Stepping,
): { readonly journal: ReturnType<typeof skillJournal>; readonly listen: RunListener } {
  const journal = skillJournal(store, episode)
  if (steps === undefined) return { journal, listen }
  const logged = new LoggedSteps(steps, stepping)
  return { journal: logged.journal(journal), listen: logged.listen(listen) }
}
