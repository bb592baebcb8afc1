import { z } from 'zod'
import type { WorldEpisode } from '#runtime/world/prepare.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import { LearnedStart } from './learned-start.js'
import type { LoadedWorld } from '../load-world.js'
import { seenChances, SkillChances } from './skill-chances.js'
import { SkillTimes } from './skill-times.js'
import type { KnownSkills } from '../twin-view.js'

/**
 * What a run has learned of its world besides the tree: the start as it is known now, how long skills take, and how
 * often they fail.
 */
export class WorldMemory {
  readonly #world: LoadedWorld
  readonly #times: SkillTimes
  readonly #chances: SkillChances
  readonly #start: LearnedStart
  #added: object | undefined

  /** @param stored by an earlier episode of the run; what is not of the right shape is begun anew */
  constructor(world: LoadedWorld, stored?: unknown) {
    const known = storedMemory.safeParse(stored).data
    this.#world = world
    this.#times = new SkillTimes(known?.times)
    this.#chances = new SkillChances(world.domain, known?.chances)
    this.#start = new LearnedStart(withTask(world.domain, world.task), known?.facts)
  }

  get domain(): TaskDomain {
    return withTask(this.#world.domain, this.#world.task, this.#start.start)
  }

  get skills(): KnownSkills {
    return { secondsOf: this.#times.secondsOf, failureOf: this.#chances.failureOf }
  }

  /** Learns from an episode, once. */
  add(episode: Pick<WorldEpisode, 'sightings' | 'trace' | 'robot'>): void {
    if (this.#added === episode) return
    this.#added = episode
    this.#start.learn(episode.sightings)
    this.#times.add(episode.trace.operating)
    this.#chances.add(episode.robot.attempts())
  }

  /** As an episode's record keeps it, so that a run can be resumed. */
  toJson(): StoredMemory {
    return {
      facts: { ...this.#start.learned },
      times: { ...this.#times.taken },
      chances: this.#chances.seen,
    }
  }
}

export type StoredMemory = z.output<typeof storedMemory>

const storedMemory = z.object({
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  times: z.record(z.string(), z.object({ seconds: z.number().nonnegative(), runs: z.int().positive() })),
  /** absent in runs of earlier versions */
  chances: seenChances.optional(),
})
