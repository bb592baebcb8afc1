import { z } from 'zod'
import type { WorldEpisode } from '#runtime/world/prepare.js'
import type { SecondsOf } from '#worlds/search/search-plan.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { LearnedStart } from './learned-start.js'
import type { LoadedWorld } from './load-world.js'
import { SkillTimes } from './skill-times.js'

/** What a run has learned of its world besides the tree: the start as it is known now, and how long skills take. */
export class WorldMemory {
  readonly #world: LoadedWorld
  readonly #times: SkillTimes
  readonly #start: LearnedStart
  #added: object | undefined

  /** @param stored by an earlier episode of the run; what is not of the right shape is begun anew */
  constructor(world: LoadedWorld, stored?: unknown) {
    const known = storedMemory.safeParse(stored).data
    this.#world = world
    this.#times = new SkillTimes(known?.times)
    this.#start = new LearnedStart(withTask(world.domain, world.task), known?.facts)
  }

  get domain(): TaskDomain {
    return withTask(this.#world.domain, this.#world.task, this.#start.start)
  }

  get secondsOf(): SecondsOf {
    return this.#times.secondsOf
  }

  /** Learns from an episode, once. */
  add(episode: Pick<WorldEpisode, 'sightings' | 'trace'>): void {
    if (this.#added === episode) return
    this.#added = episode
    this.#start.learn(episode.sightings)
    this.#times.add(episode.trace.operating)
  }

  /** As an episode's record keeps it, so that a run can be resumed. */
  toJson(): StoredMemory {
    return { facts: { ...this.#start.learned }, times: { ...this.#times.taken } }
  }
}

export type StoredMemory = z.output<typeof storedMemory>

const storedMemory = z.object({
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  times: z.record(z.string(), z.object({ seconds: z.number().nonnegative(), runs: z.int().positive() })),
})
