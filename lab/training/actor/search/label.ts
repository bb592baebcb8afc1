import type { NodeLibrary } from '#bt/library.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import { printReply, type Draft } from '#learning/field/actor/language.js'
import { decide } from '#learning/field/actor/rules.js'
import type { Situation } from '#learning/field/actor/situation/finding.js'
import { WORTH_IT, type Appraiser } from '#lab/bench/actor/appraiser.js'
import { byWeight } from '#learning/field/actor/prompt/weight.js'
import { candidatesOf, type Candidate } from './candidates.js'

/** What the search found for one prompt. Gains are in points against leaving the tree as it is. */
export interface Label {
  /** the reply to learn: the best edit, or `[]` */
  readonly answer: string
  readonly best: Candidate | null
  readonly gain: number
  /** every candidate that was valued under faults, with its gain */
  readonly valued: readonly Valued[]
  /** what the rules would have written */
  readonly teacher: string
  /** a finding that was not supported had an edit that gains more than the answer does */
  readonly missed: number
}

export interface Valued {
  readonly candidate: Candidate
  readonly gain: number
}

/** Candidates that are this much worse even when nothing fails are not played under faults. */
const PRUNE = 12
/** What a retry gains shows under faults only. */
const KEPT_FOR_FAULTS: ReadonlySet<string> = new Set(['wrap', 'unwrap'])
const MOST_RETRIES = 3
const MOST_PLAYED = 5
/** A gain below this says little after a few runs: such edits are played more often. */
const CLOSE = 3
const CLOSE_RUNS = 4
/** Edits of one patch are asked for one by one, so of nearly equal ones any may come first, points. */
const NEARLY = 3
/**
 * And of edits of one kind any that is worth this share of the best: which of two trips is the shorter, and which of
 * two zones holds more blocks the wrong way up, does not stand in the prompt.
 */
const ALIKE = 0.5

export interface LabelledWith {
  readonly appraiser: Appraiser
  readonly library: NodeLibrary
  readonly runs: number
}

/**
 * The best edit by search: candidates are valued without faults first, the promising ones under faults. Supported
 * findings only may be acted on, so only their edits can be the answer. Of nearly equal edits the weightiest finding's
 * is taken: what the prompt cannot tell apart should not have to be learned.
 * @param runs episodes that each promising candidate is played for
 */
export function labelOf(
  input: ActorInput,
  situation: Situation,
  { appraiser, library, runs }: LabelledWith,
): Label {
  const candidates = candidatesOf(input, situation, library)
  const teacher = printReply(decide(situation, 1))
  const played = promising(roughly(candidates, input, appraiser), teacher)
  const gains = (many: number): Valued[] => {
    const base = played.length === 0 ? 0 : appraiser.value(input.tree, many)
    return played.map(({ candidate }) => ({ candidate, gain: appraiser.value(candidate.doc, many) - base }))
  }
  const first = gains(runs)
  const valued = topOf(first) < CLOSE && topOf(first) > -CLOSE ? gains(runs * CLOSE_RUNS) : first
  const allowed = valued.filter(({ candidate }) => candidate.finding.status === 'supported')
  const top = Math.max(0, ...allowed.map(({ gain }) => gain))
  const chosen = heaviest(
    situation,
    allowed.filter(({ gain }) => gain > WORTH_IT),
  )
  return {
    answer: chosen?.candidate.reply ?? '[]',
    best: chosen?.candidate ?? null,
    gain: chosen?.gain ?? 0,
    valued,
    teacher,
    missed: Math.max(0, ...valued.map(({ gain }) => gain)) - top,
  }
}

/** Of edits that are nearly as good as the best, the one whose finding stands nearest to the reply in the prompt. */
function heaviest(situation: Situation, worth: readonly Valued[]): Valued | undefined {
  const best = worth.reduce<Valued | undefined>(
    (a, b) => (a === undefined || b.gain > a.gain ? b : a),
    undefined,
  )
  if (best === undefined) return undefined
  const kind = kindOf(best.candidate.draft)
  const near = worth.filter(
    ({ candidate, gain }) =>
      gain >= best.gain - NEARLY || (kindOf(candidate.draft) === kind && gain >= best.gain * ALIKE),
  )
  const order = byWeight(situation, situation.findings)
  const place = ({ candidate }: Valued): number => order.indexOf(candidate.finding)
  return near.toSorted((a, b) => place(a) - place(b))[0]
}

const topOf = (valued: readonly Valued[]): number => Math.max(-Infinity, ...valued.map(({ gain }) => gain))

function roughly(candidates: readonly Candidate[], input: ActorInput, appraiser: Appraiser): Valued[] {
  const flat = appraiser.noiseless(input.tree)
  return candidates.map((candidate) => ({ candidate, gain: appraiser.noiseless(candidate.doc) - flat }))
}

function promising(rough: readonly Valued[], teacher: string): Valued[] {
  const best = Math.max(0, ...rough.map(({ gain }) => gain))
  const close = rough
    .filter(({ gain }) => gain >= best - PRUNE && gain > -WORTH_IT)
    .toSorted((a, b) => b.gain - a.gain)
    .slice(0, MOST_PLAYED)
  const retries = rough
    .filter(({ candidate }) => KEPT_FOR_FAULTS.has(candidate.draft.op))
    .slice(0, MOST_RETRIES)
  return rough.filter(
    (one) => close.includes(one) || retries.includes(one) || one.candidate.reply === teacher,
  )
}

/** the sort of an edit, as the score lists it */
export function kindOf(draft: Draft | undefined): string {
  if (draft === undefined) return 'none'
  if (draft.op === 'insert') return `insert ${draft.node.id}`
  return draft.op === 'setAttr' ? `setAttr ${draft.name}` : draft.op
}
