import type { MainModule } from '@mujoco/mujoco'
import type { Diagnostic } from '#base/diagnostic.js'
import { stream } from '#base/random.js'
import { err, ok, type Result } from '#base/result.js'
import type { Renderer } from '#simulation/render/renderer.js'
import { CONTROL_S, Physics } from '#tabletop/physics/physics.js'
import type { Task } from '../tasks/task.js'
import { arrange, type Arrangement } from './arrange.js'
import { actionFault, fault } from './faults.js'
import { ACTION_S, Gripper, STEPS_PER_ACTION } from './gripper.js'
import { judge } from './judge.js'
import { picturesOf, type PictureRequest, type Shots } from './pictures.js'
import { observe, type SceneState } from './observation.js'
import { sceneStateOf } from './scene-state.js'
import { seedFault } from './seeds.js'

export interface Start {
  /** laid out as `OBSERVATION` says */
  readonly observation: Float32Array
  /** laid out as `GOAL` says */
  readonly goal: Float32Array
}

export interface Step {
  readonly observation: Float32Array
  /** dense, −1 to 0; 0 while what was asked is so, −1 where the physics has failed */
  readonly reward: number
  /** 1 with success, 0 without */
  readonly sparse: number
  /** the task is done, or the physics has failed: nothing of value follows */
  readonly terminated: boolean
  /** the episode has had all its actions */
  readonly truncated: boolean
  /** what was asked has been so for three actions */
  readonly success: boolean
}

interface Episode {
  readonly physics: Physics
  readonly gripper: Gripper
  readonly arrangement: Arrangement
  before: SceneState
  /** the last that was stable */
  observation: Float32Array
  actions: number
  reached: number
  over: boolean
}

/** One scene with one task. The same seed and the same actions give the same observations, to the last bit. */
export class Environment {
  readonly task: Task
  readonly #mujoco: MainModule
  #episode: Episode | undefined

  constructor(mujoco: MainModule, task: Task) {
    this.#mujoco = mujoco
    this.task = task
  }

  /**
   * Begins an episode in a scene of its own, so that nothing is left of the one before.
   * @param seed a whole number, 0 to 2^53 − 1
   * @returns or `gym.seed`, and the episode before goes on
   */
  reset(seed: number): Result<Start, Diagnostic> {
    const wrong = seedFault(seed)
    if (wrong !== undefined) return err(wrong)
    this.close()
    const { task } = this
    const arrangement = arrange(task, stream('gym', task.name, seed))
    const { mass, slip, items, joint, opened } = arrangement
    const physics = new Physics(this.#mujoco, { parts: task.parts, mass, slip })
    const gripper = new Gripper(physics, { ...task, at: arrangement.gripper })
    for (const { name, at, yaw } of items) physics.putItem(name, at, yaw)
    if (joint !== undefined) {
      physics.setSlide(joint, opened)
      if (task.parts.includes(joint)) physics.jam(joint, arrangement.stiff)
    }
    physics.refresh()
    gripper.settle(SETTLE_STEPS)
    const before = sceneStateOf(task, arrangement, { physics, gripper })
    const observation = observe(before, before, ACTION_S)
    const begun = { actions: 0, reached: 0, over: false }
    this.#episode = { physics, gripper, arrangement, before, observation, ...begun }
    return ok({ observation, goal: Float32Array.from(arrangement.goal) })
  }

  /**
   * Carries out an action: four control steps of 10 ms.
   * @param action four numbers, −1 to 1, laid out as `ACTION` says
   * @returns or an error, and nothing has moved: `gym.action`, `gym.not-reset`, `gym.over`. Where the physics has
   *   become unstable the episode ends without success, at the worst reward, with the observation before
   */
  step(action: ArrayLike<number>): Result<Step, Diagnostic> {
    const episode = this.#episode
    if (episode === undefined) return err(fault('gym.not-reset', 'there was no reset before this step'))
    if (episode.over) return err(fault('gym.over', 'the episode is over: reset begins another'))
    const wrong = actionFault(action)
    if (wrong !== undefined) return err(wrong)
    const { physics, gripper, arrangement, before } = episode
    gripper.act(Float32Array.from(action))
    episode.actions += 1
    const now = sceneStateOf(this.task, arrangement, { physics, gripper })
    const observation = observe(now, before, ACTION_S)
    if (!isStable(episode, observation)) {
      episode.over = true
      return ok({ ...UNSTABLE, observation: episode.observation })
    }
    const assessed = judge(this.task, arrangement.goal, { now, before, seconds: ACTION_S })
    episode.before = now
    episode.observation = observation
    episode.reached = assessed.reached ? episode.reached + 1 : 0
    const success = episode.reached >= HELD
    const truncated = !success && episode.actions >= this.task.actions
    episode.over = success || truncated
    const { reward } = assessed
    return ok({ observation, reward, sparse: success ? 1 : 0, terminated: success, truncated, success })
  }

  /** What the cameras show now. @param request without a fault @returns or `gym.not-reset` */
  pictures(renderer: Renderer, request: PictureRequest): Result<Shots, Diagnostic> {
    if (this.#episode === undefined)
      return err(fault('gym.not-reset', 'there was no reset before these pictures'))
    const { physics } = this.#episode
    return ok(picturesOf({ mujoco: this.#mujoco, renderer }, physics, request))
  }

  /** The goal of the episode, laid out as `GOAL` says; zeros before the first reset. */
  get goal(): Float32Array {
    return Float32Array.from(this.#episode?.arrangement.goal ?? [0, 0, 0])
  }

  /** Frees MuJoCo's memory; `reset` may still follow. */
  close(): void {
    this.#episode?.physics.close()
    this.#episode = undefined
  }
}

/** Control steps before an episode begins. */
const SETTLE_STEPS = 10
/** What was asked must be so after this many actions in succession. */
const HELD = 3

/** How an episode ends whose physics has failed: as badly as can be, so that nobody learns to bring that about. */
const UNSTABLE = { reward: -1, sparse: 0, terminated: true, truncated: false, success: false } as const

/** MuJoCo starts its clock again when numbers overflow. */
const isStable = ({ physics, actions }: Episode, observation: Float32Array): boolean =>
  observation.every(Number.isFinite) &&
  physics.seconds > (SETTLE_STEPS + actions * STEPS_PER_ACTION - 1) * CONTROL_S
