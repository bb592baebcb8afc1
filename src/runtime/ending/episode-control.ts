import type { CriticReport } from '#learning/critic/report.js'

/** What an episode asks of people while it runs. Queried every turn, so it must be quick. */
export interface EpisodeControl {
  /**
   * whether the robot may move after this INITIAL report, severe or not (AMB-01)
   * @param signal aborted when the answer is no longer needed
   */
  mayMove(report: CriticReport, signal: AbortSignal): Promise<boolean>
  stopRequested(): boolean
  /** whether the stop was requested because nobody who may stop the robot can connect */
  accessLost?(): boolean
  /** an operator's emergency stop */
  estopRequested?(): boolean
  /** whether an operator holds the robot between two steps; held time is not operating time */
  held?(): boolean
}

/** Allows every motion and never stops: for replays and benches on virtual robots. */
export const UNATTENDED: EpisodeControl = {
  mayMove: () => Promise.resolve(true),
  stopRequested: () => false,
}
