import { WORTH_IT } from '#lab/bench/actor/appraiser.js'
import { parseReply } from '#learning/field/actor/language.js'
import type { Sample } from './samples.js'
import { kindOf } from './search/label.js'

/** How the rules of thumb and the search differ on one prompt. */
export interface Difference {
  readonly rules: string
  readonly search: string
  readonly same: boolean
  /** points that the rules' edit is worth less */
  readonly lost: number
  /** a finding that was not supported had a better edit */
  readonly missed: boolean
}

export function differenceOf({ label, kind }: Sample): Difference {
  const drafts = parseReply(label.teacher, 1)
  const theirs = label.valued.find(({ candidate }) => candidate.reply === label.teacher)?.gain ?? 0
  return {
    rules: kindOf(drafts.ok ? drafts.value[0] : undefined),
    search: kind,
    same: label.answer === label.teacher,
    lost: round(label.gain - theirs),
    missed: label.missed > WORTH_IT,
  }
}

/** `lost`: points by which the rules' single edits are worth less, mean over all prompts. */
export function summaryOf(differences: readonly Difference[]) {
  const pairs = new Map<string, { n: number; points: number }>()
  for (const { rules, search, same, lost } of differences) {
    if (same) continue
    const key = `${rules} -> ${search}`
    const pair = pairs.get(key) ?? { n: 0, points: 0 }
    pairs.set(key, { n: pair.n + 1, points: pair.points + lost })
  }
  const lost = differences.reduce((sum, one) => sum + (one.same ? 0 : one.lost), 0)
  return {
    asked: differences.length,
    same: differences.filter(({ same }) => same).length,
    lost: round(lost / Math.max(1, differences.length)),
    unsupportedWouldGain: differences.filter(({ missed }) => missed).length,
    differ: [...pairs]
      .toSorted(([, a], [, b]) => b.n - a.n)
      .map(([what, { n, points }]) => ({ what, n, points: round(points / n) })),
  }
}

const round = (value: number): number => Math.round(value * 100) / 100
