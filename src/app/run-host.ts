import type { EpisodeParts } from '#runtime/episode.js'
import type { EpisodeControl } from '#runtime/ending/episode-control.js'
import type { RunListener } from '#runtime/run-event.js'

/** Who has a run done and stands beside it: the service. */
export interface RunHost extends Pick<Required<EpisodeControl>, 'held' | 'estopRequested'> {
  readonly listen: RunListener
  /** nothing of this episode moves before it resolves */
  prepared(parts: EpisodeParts): Promise<void>
  /** what operators noted of the scene of this episode */
  notes(episode: number): readonly string[]
}
