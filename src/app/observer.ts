import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeRecord, RefusalRecord } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import type { Frame } from '#learning/ports.js'
import type { EpisodeParts } from '#runtime/episode.js'
import type { ModeChange } from '#runtime/modes.js'

/**
 * Somebody who stands beside a run: the service. Called in the reflex loop's own turn: must be quick and
 * never throw.
 */
export interface RunObserver {
  /** the tree that is about to run */
  tree(episode: number, doc: TreeDoc): void
  /** nothing of this episode moves before it resolves */
  prepared(parts: EpisodeParts): Promise<void>
  mode(change: ModeChange): void
  node(episode: number, event: TraceEvent): void
  refusal(episode: number, refusal: RefusalRecord): void
  step(episode: number, step: StepEvent, t: number): void
  /** a picture that the critic is shown */
  frame(episode: number, frame: Frame): void
  /** once a turn of the reflex loop while the tree runs */
  turn(t: number): void
  /** the episode is on the disk; `next` is the tree that the actor made of it */
  committed(record: EpisodeRecord, next: TreeDoc): void
  /** what operators noted of the scene of this episode */
  notes(episode: number): readonly string[]
  held(): boolean
  /** the robot stands from now on because it is held */
  stands(): void
  estopRequested(): boolean
}
