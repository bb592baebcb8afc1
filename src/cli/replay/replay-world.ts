import type { Clock } from '#base/clock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { NodeLibrary } from '#bt/library.js'
import type { EpisodeOutcome, ScoreSheet } from '#learning/episode.js'
import type { CommandEntry } from '#runtime/run-log.js'
import type { EpisodeControl } from '#runtime/ending/episode-control.js'
import type { RunListener } from '#runtime/run-event.js'
import type { ShownEpisode } from '#service/show/shown-episode.js'
import type { StoredEpisode } from './stored-episode.js'

/** What a replay needs of the place where a run was: a field, or a world described by data. */
export interface ReplayWorld {
  readonly library: NodeLibrary
  /** Prepares an episode as it was prepared then. */
  prepare(stored: StoredEpisode, replay: Replaying): Promise<Result<ShownEpisode, Diagnostic>>
  /** Scores an episode by the rules of its task. */
  score(outcome: EpisodeOutcome): ScoreSheet
}

/** Who watches the episode, and what ends it. */
interface Replaying {
  readonly control: (clock: Clock) => EpisodeControl
  readonly listen: RunListener
  readonly journal: (entry: CommandEntry) => void
}
