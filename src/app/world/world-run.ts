import { err, ok } from '#base/result.js'
import { validate } from '#bt/validate/validate.js'
import { EDIT_BUDGET } from '#learning/edit-budget.js'
import { createWorldActor } from '#learning/world/actor.js'
import { worldCritic } from '#learning/world/critic.js'
import { SessionWatch } from '#runtime/world/session-watch.js'
import { prepareWorldEpisode, type WorldBody, type WorldEpisode } from '#runtime/world/prepare.js'
import { worldRules } from '#runtime/world/task.js'
import type { RunLog } from '#runtime/run-log.js'
import type { Timing } from '#runtime/timing/timing.js'
import type { RobotSpec } from '#worlds/robot/load-robot.js'
import type { SecondsOf } from '#worlds/search/search-plan.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Operator } from '../connections/operator.js'
import { learnRun, type LearnRun, type LearnRunEnd, type NextEpisode, type WorldKit } from '../learn-run.js'
import { LearnedStart } from './learned-start.js'
import type { LoadedWorld } from './load-world.js'
import { SkillTimes } from './skill-times.js'
import { refusalsIn, twinView } from './twin-view.js'
import { limitOf, trustIn, type WorldRobot, type WorldRobots } from './world-robots.js'

/** A run of a task in a world described by data. */
export interface WorldRun<Log extends RunLog> extends LearnRun<Log> {
  readonly world: LoadedWorld
  readonly robots: WorldRobots
  /** the person responsible for the robot's motion */
  readonly operator: Operator
  /** measures how punctual the loops are */
  readonly timing?: Timing
}

/** Learns a task in a world. */
export const learnInWorld = (job: WorldRun<RunLog>): Promise<LearnRunEnd> => learnRun(job, worldKit(job))

function worldKit(job: WorldRun<RunLog>): WorldKit<WorldEpisode> {
  const { world, robots } = job
  const { library } = world
  const memory = new WorldMemory(world)
  let current: WorldEpisode | undefined
  const actor = createWorldActor({
    twin: () => {
      if (current !== undefined) memory.add(current)
      return twinView(memory.domain, library, memory.secondsOf)
    },
    validate: (doc) => validate(doc, library, { compat: 'strict' }),
    maxEdits: EDIT_BUDGET.most,
  })
  return {
    rules: worldRules(memory.domain),
    actor,
    operator: job.operator,
    refusals: (doc) => refusalsIn(memory.domain, library, doc),
    prepare: async (next) => {
      const armedBy = await job.operator.arm(next.episode)
      if (armedBy === null) return err({ kind: 'not-armed', text: 'nobody armed the robot' })
      const robot = robots(next.episode)
      if (!robot.ok) return robot
      current = prepareWorldEpisode({
        ...next,
        domain: memory.domain,
        library,
        critic: worldCritic,
        body: bodyOf(world.robot, robot.value, next),
        armedBy,
        ...(job.timing && { timing: job.timing }),
      })
      return ok(current)
    },
    awaitReconnection: () => Promise.resolve(false),
  }
}

/** The robot with what its file says of it, and somebody who reports what happens on its line. */
const bodyOf = (spec: RobotSpec, robot: WorldRobot, { episode, listen }: NextEpisode): WorldBody => ({
  ...robot,
  monitor: new SessionWatch(robot.line, robot.time.clock, (note) => listen({ kind: 'link', note }, episode)),
  trusts: trustIn(spec),
  timeLimit: (skill) => limitOf(spec, skill, robot.timeLimit(skill)),
})

/** What a run has learned of its world besides the tree: the start as it is known now, and how long skills take. */
class WorldMemory {
  readonly #world: LoadedWorld
  readonly #times = new SkillTimes()
  readonly #start: LearnedStart

  constructor(world: LoadedWorld) {
    this.#world = world
    this.#start = new LearnedStart(withTask(world.domain, world.task))
  }

  get domain(): TaskDomain {
    return withTask(this.#world.domain, this.#world.task, this.#start.start)
  }

  get secondsOf(): SecondsOf {
    return this.#times.secondsOf
  }

  add({ surprises, trace }: Pick<WorldEpisode, 'surprises' | 'trace'>): void {
    this.#start.learn(surprises)
    this.#times.add(trace.operating)
  }
}
