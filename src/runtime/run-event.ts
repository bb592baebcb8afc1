import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeOutcome, EpisodeRecord, LinkNote, RefusalRecord } from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import type { Frame } from '#learning/ports.js'
import type { Feedback } from '#robots/skills/host.js'
import type { ModeChange } from './modes.js'

/**
 * What happens in an episode, in the order in which it happens: one stream for everybody who looks on. Times `t` are
 * milliseconds of operation.
 */
export type RunEvent =
  /** before the first step: the tree that is about to run */
  | { readonly kind: 'tree'; readonly doc: TreeDoc }
  /** each change between SAFE, ARMED, RUNNING and STOPPED, and who asked for it */
  | { readonly kind: 'mode'; readonly change: ModeChange }
  /** once a turn of the reflex loop while the tree runs, with the unit that runs now */
  | { readonly kind: 'turn'; readonly unit: string; readonly t: number }
  /** a status change of a node */
  | { readonly kind: 'node'; readonly event: TraceEvent }
  /** a unit has ended: what the referee says now; for people only, never for critic or actor (AMB-40) */
  | { readonly kind: 'outcome'; readonly outcome: EpisodeOutcome }
  /** how a skill ended, in words */
  | { readonly kind: 'feedback'; readonly feedback: Feedback }
  /** a command that was not let through */
  | { readonly kind: 'refusal'; readonly refusal: RefusalRecord }
  /** a picture that the critic is shown */
  | { readonly kind: 'frame'; readonly frame: Frame }
  /** what happened on the link */
  | { readonly kind: 'link'; readonly note: LinkNote }
  /** the step that ran is finished, and the robot stands from now on because somebody holds it */
  | { readonly kind: 'standing' }
  /** a step of Algorithm 1, `t` on the episode's clock */
  | { readonly kind: 'step'; readonly step: StepEvent; readonly t: number }
  /** the episode is on the disk; `next` is the tree that the actor made of it */
  | { readonly kind: 'committed'; readonly record: EpisodeRecord; readonly next: TreeDoc }

/** Hears what happens in an episode. Called in the reflex loop's own turn: must be quick and never throw. */
export type RunListener = (event: RunEvent, episode: number) => void
