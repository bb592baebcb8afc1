import type { Evidence } from '#learning/field/critic/evidence.js'
import type { Critic } from '#learning/critic/critic.js'
import type { CriticMode } from '#learning/critic/report.js'
import type { ReportInput } from '#lab/scripted/scripted-critic.js'
import type { World } from '#simulation/field/world/world.js'
import { truthOf } from '#lab/bench/truth/truth.js'
import type { TrueIssue } from '#lab/bench/truth/finish.js'
import { momentOf } from './row.js'

/**
 * Knows the world behind one episode's critic: what is really wrong at the moment of each report. On a virtual robot
 * time stands while a critic looks (AMB-39), so the moment of the question is the moment of the answer.
 */
export class EpisodeObserver {
  readonly truthAt = new Map<string, readonly string[]>()
  #world: World | undefined

  watch(world: World): void {
    this.#world = world
  }

  truth(mode: CriticMode, input: ReportInput): readonly TrueIssue[] {
    if (this.#world === undefined) throw new Error('no world is watched: the body was made without its eye')
    const { doc, trace } = input
    return truthOf({ world: this.#world, mode, doc, trace })
  }

  /** The same critic; what was true is noted beside each of its reports. */
  over(critic: Critic<Evidence>): Critic<Evidence> {
    const note = (mode: CriticMode, step: number, input: ReportInput): void =>
      void this.truthAt.set(
        momentOf({ mode, step }),
        this.truth(mode, input).map(({ key }) => key),
      )
    return {
      initial: (input) => critic.initial(input),
      intermediate: (input) => {
        note('intermediate', input.step, input)
        return critic.intermediate(input)
      },
      final: (input) => {
        note('final', 0, input)
        return critic.final(input)
      },
    }
  }
}
