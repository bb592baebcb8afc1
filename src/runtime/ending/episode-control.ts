import type { CriticReport } from '#learning/critic/report.js'

/** What an episode asks of people while it runs. Asked every turn: must be quick. */
export interface EpisodeControl {
  /**
   * may a severe INITIAL report go on to motion? (AMB-01) @param signal aborted when nobody needs the answer
   * any more
   */
  mayMove(report: CriticReport, signal: AbortSignal): Promise<boolean>
  stopRequested(): boolean
  /** is what asks for the stop that nobody who may stop can get in? */
  accessLost?(): boolean
  /** an operator's emergency stop */
  estopRequested?(): boolean
  /** an operator holds the robot between two steps; the time that it stands for this is no operating time */
  held?(): boolean
}

/** Everything may move, and nobody stops it: for replays and benches on virtual robots. */
export const UNATTENDED: EpisodeControl = {
  mayMove: () => Promise.resolve(true),
  stopRequested: () => false,
}
