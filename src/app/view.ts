import type { Alarm, AlarmInEpisode } from '#learning/alarms.js'
import type { RunSummary } from '#learning/curve.js'
import type { AlarmRecord, EpisodeRecord, Update } from '#learning/episode.js'
import type { RunManifest } from '#learning/manifest.js'
import type { CriticReport } from '#learning/critic/report.js'
import type { TimingReport } from '#runtime/timing/timing.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { LinkProgress } from './connections/await-controller.js'

/**
 * Watches a run: a terminal, a log file, or a program. Calls come in the order of events; for one episode: `unit`,
 * `assessment` and `alarm` as they come, then `episode`, then `edit`. A view never throws and never blocks: it must
 * not be able to slow the robot down.
 */
export interface RunView {
  start(info: RunInfo): void
  unit(progress: UnitProgress): void
  /** an action of the tree begins, or ends; only views that tell of single steps have it */
  step?(progress: StepProgress): void
  assessment(report: CriticReport): void
  /** A human is called. @param raised what is new in it: empty where all of it has been told in this run, and lasts */
  alarm(episode: number, call: AlarmRecord, raised: readonly Alarm[]): void
  /** @param alarms those that were raised in it, called for again, or closed */
  episode(record: EpisodeRecord, alarms: readonly AlarmInEpisode[]): void
  /** @param edits those of `update` in words */
  edit(episode: number, update: Update, edits: readonly string[]): void
  /** for a real robot: between `episode` and the next one, or before an episode's first step */
  link(progress: LinkProgress): void
  end(end: RunEnd): void
  /** The run is to end: the robot is being stopped, and what has come of the run is being closed. */
  stopping?(): void
  /** A question is open at the terminal, or no more: what is redrawn there stands still meanwhile. */
  pause?(isAsked: boolean): void
  /** the run ends early (interrupt, lost link, a bug): leave the terminal as it was found */
  close(): void
}

export interface RunInfo {
  readonly manifest: RunManifest
  /** episodes already finished by an earlier, interrupted run */
  readonly finished: readonly EpisodeRecord[]
}

export interface UnitProgress {
  readonly episode: number
  /** number of the unit in this episode, from 1 */
  readonly unit: number
  readonly label: string
  /** virtual milliseconds since the episode's first tick */
  readonly t: number
  readonly status: 'RUNNING' | 'SUCCESS' | 'FAILURE'
  /** the referee's score so far, by Table I; for people only, never for critic or actor */
  readonly scoreSoFar: number
}

/** An action of a tree, as the tree sees it. */
export interface StepProgress extends Pick<PlannedStep, 'skill' | 'args'> {
  /** `skipped`: nothing was left to do for it; `left`: the tree, or whoever stopped it, has not waited for its end */
  readonly status: 'begun' | 'done' | 'failed' | 'skipped' | 'left'
  /** why it failed, as the twin, the robot or the sensors say it; '' otherwise */
  readonly reason: string
  /** what it was judged by once it had ended, in a few words: `picture, 95 % sure`; absent where nobody was asked */
  readonly judged?: string
}

export interface RunEnd {
  readonly summary: RunSummary
  readonly records: readonly EpisodeRecord[]
  /** how many episodes there were to be; at most, where it ends once nothing is found wrong */
  readonly planned?: number
  /** as the person should type or click it; undefined when no report could be written */
  readonly reportPath: string | undefined
  /** by the wall clock: the only thing in which two runs of one seed differ */
  readonly timing?: TimingReport
}

/** The part of a stream that a view writes to. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}
