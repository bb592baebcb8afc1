import type { MainModule } from '@mujoco/mujoco'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { createRenderer } from '#simulation/render/renderer.js'
import { Environment, type Start } from '../environment/environment.js'
import { fault } from '../environment/faults.js'
import type { PictureRequest, Shots } from '../environment/pictures.js'
import { ACTION, sizeOf } from '../environment/observation.js'
import { nextSeed } from '../environment/seeds.js'
import type { Task } from '../tasks/task.js'
import { emptyBatch, GOAL_WIDTH, WIDTH } from './batch.js'
import type { Batch } from './messages.js'

/** Which environments of all these are. */
export interface Share {
  readonly first: number
  readonly count: number
  readonly total: number
}

/**
 * Some environments with the same task, stepped together. The nth episode of environment i has the seed
 * `seed + i + n · total`, in the range of its purpose (`seeds.ts`), so that it is the same however the environments are
 * shared out. An environment whose episode has ended begins the next one in the same step.
 */
export class Fleet {
  readonly #environments: readonly Environment[]
  readonly #share: Share
  readonly #renderer = createRenderer()
  #seeds: number[] | undefined

  constructor(mujoco: MainModule, task: Task, share: Share) {
    this.#environments = Array.from({ length: share.count }, () => new Environment(mujoco, task))
    this.#share = share
  }

  /** @param seed of environment 0 of all */
  reset(seed: number): Result<Batch, Diagnostic> {
    const batch = emptyBatch(this.#share.count)
    this.#seeds = this.#environments.map((_, index) => nextSeed(seed, this.#share.first + index))
    for (const [index, environment] of this.#environments.entries()) {
      const start = environment.reset(this.#seeds[index] ?? 0)
      if (!start.ok) return start
      write(batch, index, start.value)
    }
    return ok(batch)
  }

  /** @param actions four numbers for each environment, checked */
  step(actions: Float32Array): Result<Batch, Diagnostic> {
    const batch = emptyBatch(this.#share.count)
    for (const [index, environment] of this.#environments.entries()) {
      const own = actions.subarray(index * ACTION_WIDTH, (index + 1) * ACTION_WIDTH)
      const failed = this.#stepOne(environment, own, { batch, index })
      if (failed !== undefined) return err(failed)
    }
    return ok(batch)
  }

  /** What the cameras of each environment show. @param request without a fault */
  pictures(request: PictureRequest): Result<readonly Shots[], Diagnostic> {
    const all: Shots[] = []
    for (const environment of this.#environments) {
      const shots = environment.pictures(this.#renderer, request)
      if (!shots.ok) return shots
      all.push(shots.value)
    }
    return ok(all)
  }

  close(): void {
    for (const environment of this.#environments) environment.close()
  }

  #stepOne(
    environment: Environment,
    action: Float32Array,
    { batch, index }: { readonly batch: Batch; readonly index: number },
  ): Diagnostic | undefined {
    if (this.#seeds === undefined) return fault('gym.not-reset', 'there was no reset before this step')
    const step = environment.step(action)
    if (!step.ok) return step.error
    const { observation, reward, sparse, terminated, truncated, success } = step.value
    batch.rewards[index] = reward
    batch.sparse[index] = sparse
    batch.terminated[index] = Number(terminated)
    batch.success[index] = Number(success)
    batch.truncated[index] = Number(truncated)
    batch.observations.set(observation, index * WIDTH)
    batch.goals.set(environment.goal, index * GOAL_WIDTH)
    if (!terminated && !truncated) return undefined
    batch.finals.set(observation, index * WIDTH)
    const seed = nextSeed(this.#seeds[index] ?? 0, this.#share.total)
    this.#seeds[index] = seed
    const start = environment.reset(seed)
    if (!start.ok) return start.error
    write(batch, index, start.value)
    return undefined
  }
}

const ACTION_WIDTH = sizeOf(ACTION)

function write(batch: Batch, index: number, { observation, goal }: Start): void {
  batch.observations.set(observation, index * WIDTH)
  batch.goals.set(goal, index * GOAL_WIDTH)
}
