import { truthOf as worldTruth } from '../../../lab/bench/truth/truth.js'
import type { TrueIssue } from '../../../lab/bench/truth/true-issue.js'
import type { Moment, Played } from './moment.js'

export type { TrueIssue } from '../../../lab/bench/truth/true-issue.js'

/** What was really wrong at a moment of a played episode: the oracle of `lab/bench/truth`, asked about the past. */
export function truthOf(
  played: Pick<Played, 'doc' | 'trace' | 'faults'>,
  moment: Moment,
): readonly TrueIssue[] {
  return worldTruth({
    world: {
      scene: () => moment.scene,
      blocks: () => moment.blocks,
      faultLog: played.faults.slice(0, moment.faultCount),
    },
    mode: moment.mode,
    doc: played.doc,
    trace: played.trace.slice(0, moment.traceLength),
  })
}
