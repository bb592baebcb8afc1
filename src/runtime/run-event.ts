import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeOutcome, EpisodeRecord, LinkNote, RefusalRecord } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import type { Frame } from '#learning/ports.js'
import type { Feedback } from '#robots/skills/host.js'
import type { ModeChange } from './modes.js'

/** What happens in an episode, in order: one stream for all observers. Times `t` are milliseconds of operation. */
export type RunEvent =
  /** before the first step: the tree that is about to run */
  | { readonly kind: 'tree'; readonly doc: TreeDoc }
  /** each change between SAFE, ARMED, RUNNING and STOPPED, and who asked for it */
  | { readonly kind: 'mode'; readonly change: ModeChange }
  /** once per turn of the reflex loop while the tree runs, with the current unit */
  | { readonly kind: 'turn'; readonly unit: string; readonly t: number }
  /** a status change of a node */
  | { readonly kind: 'node'; readonly event: TraceEvent }
  /** a unit has ended: what the referee says now; for people only, never for critic or actor (AMB-40) */
  | { readonly kind: 'outcome'; readonly outcome: EpisodeOutcome }
  /** how a skill ended, in words */
  | { readonly kind: 'feedback'; readonly feedback: Feedback }
  /** a command that was refused */
  | { readonly kind: 'refusal'; readonly refusal: RefusalRecord }
  /** a picture shown to the critic */
  | { readonly kind: 'frame'; readonly frame: Frame }
  /** what happened on the link */
  | { readonly kind: 'link'; readonly note: LinkNote }
  /** the running step has finished, and the robot now stands still because an operator holds it */
  | { readonly kind: 'standing' }
  /** a step of Algorithm 1, `t` on the episode's clock */
  | { readonly kind: 'step'; readonly step: StepEvent; readonly t: number }
  /** the episode is on disk; `next` is the tree that the actor made from it */
  | { readonly kind: 'committed'; readonly record: EpisodeRecord; readonly next: TreeDoc }

/** Receives the events of an episode. Called within the reflex loop's turn: must be quick and never throw. */
export type RunListener = (event: RunEvent, episode: number) => void
