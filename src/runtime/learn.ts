import { SLOTS, type FieldMap } from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import { treeHash } from '#bt/xml/write.js'
import {
  type AlarmRecord,
  type DriftRecord,
  type EpisodeRecord,
  type RefusalRecord,
  type Update,
  INTERRUPTED,
} from '#learning/episode.js'
import { patchBudget } from '#learning/edit-budget.js'
import { historyEntry } from '#learning/history.js'
import { score } from '#learning/score.js'
import { decide, noSlots, record as recordSlot, type SlotRules, type Slots } from '#learning/slots.js'
import { effectsOf } from '#learning/actor/repairs/edit-effects.js'
import type { Actor, ActorInput, ActorOutput, BlockInfo } from '#learning/actor/input.js'
import { TWIN } from '#learning/actor/repairs/twin-repair.js'
import { alarmOf } from '#learning/critic/alarm.js'
import { readExecuted } from '#learning/critic/blame/executed.js'
import type { CriticReport } from '#learning/critic/report.js'
import { reexamined } from '#learning/critic/grounding/contradiction.js'
import { digestTrace } from '#learning/actor/prompt/trace-digest.js'
import type { EpisodeEnd } from './episode.js'

/** What an episode leaves to learn from. */
export interface Lesson {
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
  readonly blockInfo?: readonly BlockInfo[]
}

export interface LearnDeps {
  readonly actor: Actor
  readonly map: FieldMap
  readonly rules: SlotRules
  /** what operators wrote of an episode (PRAG-06) */
  readonly notesOf?: (episode: number) => readonly string[]
  /** the tree of a hash that ran before */
  readonly treeOf: (hash: string) => TreeDoc
}

export interface Learned {
  readonly record: EpisodeRecord
  readonly next: TreeDoc
}

/**
 * The end of Algorithm 1's loop: collect the score R, let the actor edit the tree from F, R and H, and decide which
 * tree runs next. An episode that was cut short by link, button or operator is no lesson: nothing is edited.
 *
 * @param before the finished episodes of this field, oldest first: H is made from them
 */
export async function learn(
  played: Lesson,
  before: readonly EpisodeRecord[],
  deps: LearnDeps,
): Promise<Learned> {
  const sheet = score(played.end.facts)
  const lesson = weighed(played, sheet.total)
  const { doc, end } = lesson
  const hash = treeHash(doc)
  const cutShort = INTERRUPTED.has(end.endReason)
  const slots = slotsAfter(before, cutShort ? null : { treeHash: hash, score: sheet }, deps.rules)
  const notes = deps.notesOf?.(lesson.episode) ?? []
  const earlier = before.flatMap(({ episode }) =>
    (deps.notesOf?.(episode) ?? []).map((note) => `of episode ${episode}: ${note}`),
  )
  const reported = [...earlier, ...notes]
  const input = {
    ...actorInput(lesson, sheet, before, { slots, deps }),
    ...(reported.length > 0 && { notes: reported }),
  }
  const proposal = cutShort ? null : await deps.actor.propose(input)
  const { update, next } = choose(doc, hash, proposal, { slots, lesson, deps })
  const record: EpisodeRecord = {
    episode: lesson.episode,
    field: lesson.field,
    seed: lesson.seed,
    treeHash: hash,
    parentHash: parentOf(hash, before),
    endReason: end.endReason,
    seconds: end.seconds,
    reports: lesson.reports,
    alarms: lesson.alarms,
    facts: end.facts,
    score: sheet,
    update,
    refusals: lesson.refusals,
    ...(notes.length > 0 && { notes }),
    ...(lesson.drifts.length > 0 && { drifts: lesson.drifts }),
    ...(end.link && { link: end.link }),
    ...(end.loop === undefined ? {} : { loop: end.loop }),
  }
  return { record, next }
}

/** The score is known now: what the critic claims against it is refuted before the actor hears of it (VRL-31). */
function weighed(lesson: Lesson, total: number): Lesson {
  const executed = readExecuted(lesson.trace)
  const final = reexamined(lesson.end.final, { executed, evidence: undefined, score: total })
  const reports = lesson.reports.map((report) => (report.mode === 'final' ? final : report))
  return { ...lesson, reports, end: { ...lesson.end, final } }
}

/** Only episodes that ran to their own end say anything about their tree. */
function slotsAfter(
  before: readonly EpisodeRecord[],
  now: Pick<EpisodeRecord, 'treeHash' | 'score'> | null,
  rules: SlotRules,
): Slots {
  const lessons = lessonsOf(before)
  const all = now === null ? lessons : [...lessons, now]
  return all.reduce((slots, episode) => recordSlot(slots, episode, rules), noSlots)
}

const lessonsOf = (before: readonly EpisodeRecord[]): readonly EpisodeRecord[] =>
  before.filter((record) => !INTERRUPTED.has(record.endReason))

const boxesOn = (map: FieldMap): number =>
  SLOTS.length * map.zones.filter((zone) => zone.kind === 'load').length

interface LearnedSoFar {
  readonly slots: Slots
  readonly deps: LearnDeps
}

function actorInput(
  lesson: Lesson,
  sheet: EpisodeRecord['score'],
  before: readonly EpisodeRecord[],
  { slots, deps }: LearnedSoFar,
): ActorInput {
  const { final } = lesson.end
  const usable = !alarmOf(final).includes('critic_unavailable')
  return {
    tree: lesson.doc,
    report: usable ? final : null,
    score: sheet,
    trace: digestTrace(lesson.doc, lesson.trace),
    history: before.map(historyEntry),
    earlierEffects: earlierEffectsOf(before, deps.treeOf),
    champion: slots.champion,
    map: deps.map,
    editBudget: patchBudget([...lessonsOf(before).map((record) => record.score), sheet], boxesOn(deps.map)),
    ...(lesson.blockInfo === undefined ? {} : { blockInfo: lesson.blockInfo }),
  }
}

/** What the edits of the run did so far, because of what, and after which episode. */
const earlierEffectsOf = (
  before: readonly EpisodeRecord[],
  treeOf: LearnDeps['treeOf'],
): NonNullable<ActorInput['earlierEffects']> =>
  new Map(
    before
      .filter(({ update }) => update.decision === 'edited')
      .flatMap(({ episode, treeHash: hash, update: { patch } }) =>
        effectsOf(treeOf(hash), patch).map(
          ({ did }, i) => [did, { because: patch[i]?.because ?? '', episode }] as const,
        ),
      ),
  )

interface ChoiceGround {
  readonly slots: Slots
  readonly lesson: Lesson
  readonly deps: LearnDeps
}

function choose(
  doc: TreeDoc,
  hash: string,
  proposal: ActorOutput | null,
  { slots, lesson, deps }: ChoiceGround,
): { readonly update: Update; readonly next: TreeDoc } {
  if (proposal === null) {
    const why = `the episode was cut short (${lesson.end.endReason}): there is nothing to learn from it`
    return { update: { decision: 'no-edit', nextHash: hash, patch: [], tries: [], why }, next: doc }
  }
  const proposed = proposal.patch.length === 0 ? hash : treeHash(proposal.tree)
  const { decision, nextHash } = decide(
    slots,
    { hash: proposed, current: hash, explained: isExplained(proposal, lesson.end.final) },
    deps.rules,
  )
  const { tries } = proposal
  switch (decision) {
    case 'edited':
      return {
        update: { decision, nextHash, patch: proposal.patch, tries, why: proposal.why },
        next: proposal.tree,
      }
    case 'no-edit':
      return { update: { decision, nextHash, patch: [], tries, why: proposal.why }, next: doc }
    case 'rolled-back':
      return {
        update: { decision, nextHash, patch: [], tries, why: whyBack(slots) },
        next: deps.treeOf(nextHash),
      }
  }
}

/** Does somebody know what went wrong? The edits answer it, or the actor has seen it and found nothing to edit. */
function isExplained(proposal: ActorOutput, final: CriticReport): boolean {
  const open = new Set(final.issues.filter((issue) => issue.grounded !== 'refuted').map((issue) => issue.id))
  if (proposal.patch.length > 0)
    return proposal.patch.some((edit) => edit.because === TWIN || open.has(edit.because))
  const conclusion = proposal.tries.every((each) => each.refusedBecause === null)
  return conclusion && open.size > 0
}

function whyBack({ champion, fallsInARow }: Slots): string {
  const mean = champion === null ? '' : ` (mean ${champion.meanScore.toFixed(1)} over ${champion.runs})`
  return `${fallsInARow} episode${fallsInARow === 1 ? '' : 's'} in a row far below the best tree${mean}: back to it`
}

function parentOf(hash: string, before: readonly EpisodeRecord[]): string | null {
  const origin = before.find(
    (record) => record.update.decision === 'edited' && record.update.nextHash === hash,
  )
  return origin?.treeHash ?? null
}
