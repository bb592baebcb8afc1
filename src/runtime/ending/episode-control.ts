import type { CriticReport } from '#learning/critic/report.js'

/** What an episode asks of people while it runs. Queried every turn, so it must be quick. */
export interface EpisodeControl {
  /**
   * whether the robot may move after this INITIAL report, severe or not (AMB-01)
   * @param signal aborted when the answer is no longer needed
   */
  mayMove(report: CriticReport, signal: AbortSignal): Promise<boolean>
  stopRequested(): boolean
  /** why nobody could have stopped the robot, in words, where the stop was requested because of that */
  accessLost?(): string | undefined
  /** an operator's emergency stop */
  estopRequested?(): boolean
  /** whether an operator holds the robot between two steps; held time is not operating time */
  held?(): boolean
}

/** The reason for which a run is aborted when nobody could stop the robot any more. */
export class AccessLost {
  readonly why: string

  /** @param why in words */
  constructor(why: string) {
    this.why = why
  }
}

/** Why nobody could stop the robot any more; undefined where it was aborted for another reason, or not at all. */
export const accessLostIn = ({ reason }: Pick<AbortSignal, 'reason'>): string | undefined =>
  reason instanceof AccessLost ? reason.why : undefined

/** Allows every motion and never stops: for replays and benches on virtual robots. */
export const UNATTENDED: EpisodeControl = {
  mayMove: () => Promise.resolve(true),
  stopRequested: () => false,
}
