import type { TreeDoc } from '#bt/document.js'
import { editsWithoutPlaces } from '#bt/edit/same.js'
import type { TraceEvent } from '#bt/trace.js'
import { treeHash } from '#bt/xml/write.js'
import {
  type AlarmRecord,
  type DriftRecord,
  type EpisodeRecord,
  type RefusalRecord,
  type Update,
  END_WORDS,
  INTERRUPTED,
  uninterrupted,
} from '#learning/episode.js'
import { patchBudget } from '#learning/edit-budget.js'
import { historyEntry } from '#learning/history.js'
import type { TaskRules } from '#learning/score.js'
import { decide, noSlots, record as recordSlot, type SlotRules, type Slots } from '#learning/slots.js'
import { effectsOf } from '#learning/actor/repairs/edit-effects.js'
import type { Actor, ActorOutput, Experience } from '#learning/actor/input.js'
import { TWIN } from '#learning/actor/input.js'
import { alarmOf } from '#learning/critic/alarm.js'
import type { CriticReport } from '#learning/critic/report.js'
import { digestTrace } from '#learning/actor/prompt/trace-digest.js'
import type { EpisodeEnd } from './episode.js'

/** What an episode yields to learn from. */
export interface EpisodeResult {
  readonly episode: number
  readonly field: string
  readonly seed: number
  readonly doc: TreeDoc
  readonly end: EpisodeEnd
  readonly trace: readonly TraceEvent[]
  readonly reports: readonly CriticReport[]
  readonly alarms: readonly AlarmRecord[]
  readonly refusals: readonly RefusalRecord[]
  readonly drifts: readonly DriftRecord[]
}

export interface LearnDeps {
  /** absent: the trees of the run are edited by nobody */
  readonly actor?: Actor<Experience>
  readonly task: TaskRules
  readonly rules: SlotRules
  /** operators' notes on an episode (PRAG-06) */
  readonly notesOf?: (episode: number) => readonly string[]
  /** returns the tree with this hash, which has run before */
  readonly treeOf: (hash: string) => TreeDoc
}

export interface Learned {
  readonly record: EpisodeRecord
  readonly next: TreeDoc
}

/**
 * Closes the loop of Algorithm 1: computes the score R, lets the actor edit the tree from F, R and H, and decides
 * which tree runs next. An episode cut short by the link, the button or an operator teaches nothing, so nothing is
 * edited.
 *
 * @param before finished episodes of this field, oldest first; the source of H
 */
export async function learn(
  played: EpisodeResult,
  before: readonly EpisodeRecord[],
  deps: LearnDeps,
): Promise<Learned> {
  const sheet = deps.task.score(played.end.facts)
  const result = withScore(played, sheet.total, deps.task)
  const { doc, end } = result
  const hash = treeHash(doc)
  const cutShort = INTERRUPTED.has(end.endReason)
  const slots = slotsAfter(before, cutShort ? null : { treeHash: hash, score: sheet }, deps.rules)
  const context = { slots, deps }
  const notes = deps.notesOf?.(result.episode) ?? []
  const earlier = before.flatMap(({ episode }) =>
    (deps.notesOf?.(episode) ?? []).map((note) => `of episode ${episode}: ${note}`),
  )
  const reported = [...earlier, ...notes]
  const input = {
    ...actorInput(result, sheet, before, context),
    ...(reported.length > 0 && { notes: reported }),
  }
  const proposal = cutShort || deps.actor === undefined ? null : await deps.actor.propose(input)
  const { update, next } = choose(result, hash, proposal, context)
  const record: EpisodeRecord = {
    episode: result.episode,
    field: result.field,
    seed: result.seed,
    treeHash: hash,
    parentHash: parentOf(hash, before),
    endReason: end.endReason,
    ...(end.endCause !== undefined && { endCause: end.endCause }),
    seconds: end.seconds,
    reports: result.reports,
    alarms: result.alarms,
    facts: end.facts,
    score: sheet,
    update,
    refusals: result.refusals,
    ...(notes.length > 0 && { notes }),
    ...(result.drifts.length > 0 && { drifts: result.drifts }),
    ...(end.link && { link: end.link }),
    ...(end.loop === undefined ? {} : { loop: end.loop }),
  }
  return { record, next }
}

/** Refutes critic claims that contradict the score, now that it is known, before the actor sees them (VRL-31). */
function withScore(result: EpisodeResult, total: number, task: TaskRules): EpisodeResult {
  const { trace, end } = result
  const final = task.reexamine?.(end.final, { trace, score: total }) ?? end.final
  const reports = result.reports.map((report) => (report.mode === 'final' ? final : report))
  return { ...result, reports, end: { ...end, final } }
}

/** Only episodes that ended on their own say anything about their tree. */
function slotsAfter(
  before: readonly EpisodeRecord[],
  now: Pick<EpisodeRecord, 'treeHash' | 'score'> | null,
  rules: SlotRules,
): Slots {
  const scored = uninterrupted(before)
  const all = now === null ? scored : [...scored, now]
  return all.reduce((slots, episode) => recordSlot(slots, episode, rules), noSlots)
}

interface LearnContext {
  readonly slots: Slots
  readonly deps: LearnDeps
}

function actorInput(
  result: EpisodeResult,
  sheet: EpisodeRecord['score'],
  before: readonly EpisodeRecord[],
  { slots, deps }: LearnContext,
): Experience {
  const { final } = result.end
  const usable = !alarmOf(final).includes('critic_unavailable')
  return {
    tree: result.doc,
    report: usable ? final : null,
    score: sheet,
    trace: digestTrace(result.doc, result.trace),
    history: before.map(historyEntry),
    earlierEffects: earlierEffectsOf(before, deps.treeOf),
    champion: slots.champion,
    editBudget: patchBudget(
      [...uninterrupted(before).map((record) => record.score), sheet].map((each) => deps.task.achieved(each)),
    ),
  }
}

/** What the edits of the run have done so far, for what reason, and after which episode. */
const earlierEffectsOf = (
  before: readonly EpisodeRecord[],
  treeOf: LearnDeps['treeOf'],
): NonNullable<Experience['earlierEffects']> =>
  new Map(
    before
      .filter(({ update }) => update.decision === 'edited')
      .flatMap(({ episode, treeHash: hash, update: { patch } }) =>
        effectsOf(treeOf(hash), patch).map(
          ({ did }, i) => [did, { because: patch[i]?.because ?? '', episode }] as const,
        ),
      ),
  )

function choose(
  result: EpisodeResult,
  hash: string,
  proposal: ActorOutput | null,
  { slots, deps }: LearnContext,
): { readonly update: Update; readonly next: TreeDoc } {
  const { doc } = result
  if (proposal === null) {
    const why =
      deps.actor === undefined
        ? 'nobody edits the trees of this run'
        : `the episode ${END_WORDS[result.end.endReason]}: there is nothing to learn from it`
    return { update: { decision: 'no-edit', nextHash: hash, patch: [], tries: [], why }, next: doc }
  }
  const proposed = proposal.patch.length === 0 ? hash : treeHash(proposal.tree)
  const { decision, nextHash } = decide(
    slots,
    { hash: proposed, current: hash, explained: isExplained(proposal, result.end.final) },
    deps.rules,
  )
  const { tries } = proposal
  switch (decision) {
    case 'edited':
      return {
        update: { decision, nextHash, patch: editsWithoutPlaces(proposal.patch), tries, why: proposal.why },
        next: proposal.tree,
      }
    case 'no-edit':
      return { update: { decision, nextHash, patch: [], tries, why: proposal.why }, next: doc }
    case 'rolled-back':
      return {
        update: { decision, nextHash, patch: [], tries, why: rollbackReason(slots) },
        next: deps.treeOf(nextHash),
      }
  }
}

/** Whether the failure is understood: the edits address it, or the actor considered it and found nothing to edit. */
function isExplained(proposal: ActorOutput, final: CriticReport): boolean {
  const open = new Set(final.issues.filter((issue) => issue.grounded !== 'refuted').map((issue) => issue.id))
  if (proposal.patch.length > 0)
    return proposal.patch.some((edit) => edit.because === TWIN || open.has(edit.because))
  const conclusion = proposal.tries.every((each) => each.refusedBecause === null)
  return conclusion && open.size > 0
}

function rollbackReason({ champion, fallsInARow }: Slots): string {
  const mean = champion === null ? '' : ` (mean ${champion.meanScore.toFixed(1)} over ${champion.runs})`
  return `${fallsInARow} episode${fallsInARow === 1 ? '' : 's'} in a row far below the best tree${mean}: back to it`
}

function parentOf(hash: string, before: readonly EpisodeRecord[]): string | null {
  const origin = before.find(
    (record) => record.update.decision === 'edited' && record.update.nextHash === hash,
  )
  return origin?.treeHash ?? null
}
