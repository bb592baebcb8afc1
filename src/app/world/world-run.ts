import { ok } from '#base/result.js'
import { ms } from '#base/units.js'
import type { SeenFact } from '#drivers/contract.js'
import { validate } from '#bt/validate/validate.js'
import { EDIT_BUDGET } from '#learning/edit-budget.js'
import { createWorldActor } from '#learning/world/actor.js'
import { worldCritic } from '#learning/world/critic.js'
import { SessionWatch } from '#runtime/world/session-watch.js'
import { prepareWorldEpisode, type WorldEpisode } from '#runtime/world/prepare.js'
import { worldRules } from '#runtime/world/task.js'
import type { RunLog } from '#runtime/run-log.js'
import type { Timing } from '#runtime/timing/timing.js'
import type { RobotSpec } from '#worlds/robot/load-robot.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { VIRTUAL_OPERATOR } from '../connections/operator.js'
import { learnRun, type LearnRun, type LearnRunEnd, type WorldKit } from '../learn-run.js'
import { LearnedStart } from './learned-start.js'
import type { LoadedWorld } from './load-world.js'
import { SkillTimes } from './skill-times.js'
import { refusalsIn, twinView } from './twin-view.js'
import type { WorldBodies } from './world-bodies.js'

/** A run of a task in a world described by data. */
export interface WorldRun<Log extends RunLog> extends LearnRun<Log> {
  readonly world: LoadedWorld
  readonly bodies: WorldBodies
  /** measures how punctual the loops are */
  readonly timing?: Timing
}

/** Learns a task in a world. */
export const learnInWorld = (job: WorldRun<RunLog>): Promise<LearnRunEnd> => learnRun(job, worldKit(job))

function worldKit(job: WorldRun<RunLog>): WorldKit<WorldEpisode> {
  const { world, bodies } = job
  const { library, robot } = world
  const begun = withTask(world.domain, world.task)
  const times = new SkillTimes()
  const learned = new LearnedStart(begun)
  let current: WorldEpisode | undefined
  /** the task from the start as it is known now */
  const known = (): TaskDomain => withTask(world.domain, world.task, learned.start)
  const actor = createWorldActor({
    twin: () => {
      if (current !== undefined) learned.learn(current.surprises)
      if (current !== undefined) times.add(current.trace.operating)
      return twinView(known(), library, times.secondsOf)
    },
    validate: (doc) => validate(doc, library, { compat: 'strict' }),
    maxEdits: EDIT_BUDGET.most,
  })
  return {
    rules: worldRules(begun),
    actor,
    operator: VIRTUAL_OPERATOR,
    refusals: (doc) => refusalsIn(known(), library, doc),
    prepare: async ({ episode, ...next }) => {
      const armedBy = (await VIRTUAL_OPERATOR.arm(episode)) ?? ''
      const opened = bodies(episode)
      if (!opened.ok) return opened
      const body = opened.value
      const monitor = new SessionWatch(body.line, body.time.clock, (note) =>
        next.listen({ kind: 'link', note }, episode),
      )
      current = prepareWorldEpisode({
        episode,
        ...next,
        domain: known(),
        library,
        critic: worldCritic,
        body: {
          ...body,
          monitor,
          trusts: trustIn(robot),
          timeLimit: (skill) => limitOf(robot, skill, body.timeLimit(skill)),
        },
        armedBy,
        ...(job.timing && { timing: job.timing }),
      })
      return ok(current)
    },
    awaitReconnection: () => Promise.resolve(false),
  }
}

/** Readings are believed as the robot file says of their sensor. */
function trustIn({ sensors }: RobotSpec): (reading: SeenFact) => boolean {
  const byFact = new Map(
    [...sensors.values()].flatMap((sensor) => sensor.facts.map((fact) => [fact, sensor] as const)),
  )
  return ({ fact, confidence, ageMs }) => {
    const sensor = byFact.get(fact.replace(/\(.*/, ''))
    return sensor !== undefined && confidence >= sensor.certainty && ageMs <= 1000 * sensor.maxAgeSeconds
  }
}

/** The shorter of what the robot file and the driver say. */
const limitOf = (
  { skills }: RobotSpec,
  skill: string,
  driver: ReturnType<typeof ms>,
): ReturnType<typeof ms> => ms(Math.min(driver, 1000 * (skills.get(skill)?.timeoutSeconds ?? Infinity)))
