import { REFLEX_PERIOD } from '#runtime/robot-connection.js'
import type { StoredEpisode } from './stored-episode.js'

/** What ended an episode from outside. It does not follow from the seed; its time is derived from the record. */
export interface Interruption {
  readonly kind: 'operator-stop' | 'estop' | 'link-lost'
  /** ms of the episode's clock; it holds from here on */
  readonly at: number
}

/**
 * @returns undefined for an episode that ended by itself. The record holds the time between the first tick and the
 * end; the first tick comes once the INITIAL report is available
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
      // the turn that finds the stream closed is the last one, and each turn advances time by one period
      return { kind: 'link-lost', at: ended - REFLEX_PERIOD }
    case 'tree-success':
    case 'tree-failure':
    case 'home-reached':
    case 'time-limit':
      return undefined
  }
}
