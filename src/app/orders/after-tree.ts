import type { Planned } from '#instructions/decide.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { worldOutcomeOf } from '#runtime/world/task.js'
import { withTask, worldOf } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { writtenBelief } from './kept-order.js'

/** The same order, as a task that begins with what is believed now. */
export function continued(planned: Planned, steps: Planned['plan']['steps'], belief: Fluents): Planned {
  const { domain, order, plan } = planned
  const start = worldOf(belief, domain)
  return {
    ...planned,
    order: { ...order, start: writtenBelief(start, domain) },
    domain: withTask(domain, domain.task, start),
    plan: { ...plan, steps, waitsFor: [] },
    // it was about the steps of the plan before
    advice: { followed: [], tries: new Map() },
  }
}

/** What was believed when an episode ended. */
export function believedIn({ facts }: Pick<EpisodeRecord, 'facts'>): Fluents {
  const { end, believed } = worldOutcomeOf(facts)
  return new Map(Object.entries(believed?.end ?? end))
}
