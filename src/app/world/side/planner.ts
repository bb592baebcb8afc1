import { err } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { SideProcess, type SideProblem } from '#adapters/side-process/side-process.js'
import type { Actor, Experience } from '#learning/actor/input.js'
import type { Fluents } from '#worlds/value.js'
import type { LoadedWorld } from '../load-world.js'
import type { WorldMemory } from '../memory/world-memory.js'
import type { PlannerQuestion, WorldAnswer, WorldJob } from './jobs.js'

/** A search takes up to 4 s on two cores of 2023, ms */
const LIMIT_MS = 120_000
const HEAP_MIB = 1024
/**
 * A run that is to end waits this long for a search, ms: most take less, and a resumed run then goes on with the tree
 * that an uninterrupted one has. The edit of a longer one is given up.
 */
const LAST_SEARCH_MS = 4000

/**
 * Asks the twin of a world in a process of its own: its search takes seconds, and meanwhile the reflex loop, STOP and
 * the console must go on.
 */
export class Planner {
  readonly #side: SideProcess<WorldJob, WorldAnswer>
  readonly #world: LoadedWorld
  readonly #memory: WorldMemory
  #asking = 0
  #isHurried = false
  #giveUp: NodeJS.Timeout | undefined

  /** @param memory what the run has learned; read at each question */
  constructor(world: LoadedWorld, memory: WorldMemory, tell: (text: string) => void) {
    this.#world = world
    this.#memory = memory
    this.#side = new SideProcess({
      program: 'program',
      caller: import.meta.url,
      limitMs: LIMIT_MS,
      maxQueued: 2,
      heapMiB: HEAP_MIB,
      report: tell,
    })
  }

  /** Starts its process, so that the first question need not wait for it. */
  warm(): void {
    this.#side.warm()
  }

  /** The steps of a tree that the twin refuses, in words; none when it cannot be asked: the gate refuses them later. */
  async refusals(doc: TreeDoc): Promise<readonly string[]> {
    const answer = await this.#ask({ kind: 'refusals', doc })
    return answer.ok && answer.value.kind === 'refusals' ? answer.value.refusals : []
  }

  /**
   * @param before called before each question, with what the newest episode has taught still to be added; gives what
   * was believed when it ended
   */
  actor(before: () => Fluents): Actor<Experience> {
    return {
      id: 'twin',
      propose: async (experience) => {
        const end = Object.fromEntries(before())
        const answer = await this.#ask({ kind: 'propose', experience, end })
        if (answer.ok && answer.value.kind === 'propose') return answer.value.output
        const why = `the twin could not be asked: ${answer.ok ? 'another answer' : answer.error}`
        return { patch: [], tree: experience.tree, tries: [], confidence: 0, why }
      },
    }
  }

  /** The run is to end: a question that is open, or comes yet, is given up when its search takes long. */
  hurry(): void {
    this.#isHurried = true
    this.#limit()
  }

  close(): void {
    clearTimeout(this.#giveUp)
    this.#side.close()
  }

  #limit(): void {
    if (!this.#isHurried || this.#asking === 0) return
    this.#giveUp ??= setTimeout(() => this.#side.close(), LAST_SEARCH_MS).unref()
  }

  async #ask(question: PlannerQuestion): Promise<WorldAnswer> {
    const { files, digest } = this.#world
    this.#asking++
    this.#limit()
    const answer = await this.#side.ask({ files, digest, memory: this.#memory.toJson(), ...question }, 1)
    if (--this.#asking === 0) {
      clearTimeout(this.#giveUp)
      this.#giveUp = undefined
    }
    return answer.ok ? answer.value : err(PROBLEMS[answer.error])
  }
}

const PROBLEMS: Readonly<Record<SideProblem, string>> = {
  busy: 'it has too many questions already',
  'too-slow': `its search took more than ${LIMIT_MS / 1000} s`,
  ended: 'its process has ended',
}
