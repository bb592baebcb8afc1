import { REFLEX_PERIOD } from '#runtime/robot-connection.js'
import type { StoredEpisode } from './stored-episode.js'

/** What ended an episode from outside. It is no consequence of the seed, but its moment follows from the record. */
export interface Interruption {
  readonly kind: 'operator-stop' | 'estop' | 'link-lost'
  /** of the episode's clock, ms: from here on it is there */
  readonly at: number
}

/**
 * @returns undefined for an episode that came to its own end. The time between the first tick and the end is in the
 * record, and the first tick comes when the INITIAL report is there
 */
export function interruptionOf({ record, steps }: StoredEpisode): Interruption | undefined {
  const began = steps.find((step) => step.kind === 'I')?.t ?? 0
  const ended = began + record.seconds * 1000
  switch (record.endReason) {
    case 'operator-stop':
    case 'access-lost':
      return { kind: 'operator-stop', at: ended }
    case 'estop':
      return { kind: record.endReason, at: ended }
    case 'link-lost':
      // the turn that finds the stream closed is the last one, and time goes on by one period after each
      return { kind: 'link-lost', at: ended - REFLEX_PERIOD }
    case 'tree-success':
    case 'tree-failure':
    case 'home-reached':
    case 'time-limit':
      return undefined
  }
}
