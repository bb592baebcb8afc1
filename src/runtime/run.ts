import type { RunListener } from './run-event.js'
import { ms } from '#base/units.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import {
  type AlarmRecord,
  type EndReason,
  type EpisodeRecord,
  ACCESS_LOST,
  INTERRUPTED,
} from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import { historyEntry } from '#learning/history.js'
import { noProgress } from '#learning/progress.js'
import { hasConverged } from '#learning/convergence.js'
import type { BringUpFailure } from './bring-up.js'
import { runEpisode, type EpisodeParts } from './episode.js'
import { learn, type LearnDeps, type EpisodeResult } from './learn.js'

/** What a run needs from outside, episode by episode. */
export interface RunPorts<P extends EpisodeParts = EpisodeParts> {
  /**
   * Provides a fresh body in a fresh field, and everything that an episode on it needs.
   * @param before finished episodes, oldest first
   */
  prepare(episode: number, doc: TreeDoc, before: readonly EpisodeRecord[]): Promise<Result<P, BringUpFailure>>
  /** called before anything moves */
  begin?(parts: P): Promise<void>
  readonly listen: RunListener
  /** stores the complete episode; it is on disk when this resolves */
  commit(record: EpisodeRecord, parts: P, next: TreeDoc): void | Promise<void>
  /**
   * Waits for the controller after the link was lost and its body closed. Never fails.
   * @returns false to end the run
   */
  awaitReconnection(): Promise<boolean>
  /**
   * Asks people to put the scene back where the task begins.
   * @param why what differs, and what to do
   * @returns false where nobody can be asked; absent where the scene is always put back
   */
  setUpAgain?(why: BringUpFailure): Promise<boolean>
}

export interface RunPlan {
  readonly field: string
  readonly seed: number
  readonly episodes: number
  readonly start: TreeDoc
  /** finished episodes of a resumed run */
  readonly before: readonly EpisodeRecord[]
  readonly learn: LearnDeps
  /** steps of a tree that the twin refuses before anything moves, in words; observers are told before the episode */
  readonly refusals?: (doc: TreeDoc) => readonly string[] | Promise<readonly string[]>
  /** end early once nothing is left to learn */
  readonly untilClean?: boolean
}

export interface RunEnd {
  readonly records: readonly EpisodeRecord[]
  /** BT* of Algorithm 1 */
  readonly tree: TreeDoc
  /** why the run stopped before its last episode, if it did */
  readonly cutShort: CutShort | null
  /** why an episode did not start, in words */
  readonly why?: string
}

/** How the last episode ended, or why the next one did not start. */
export type CutShort = EndReason | BringUpFailure['kind']

/** Algorithm 1 (vrl.txt III): N episodes, each followed by an update of the tree. */
export async function run<P extends EpisodeParts>(
  plan: RunPlan,
  ports: RunPorts<P>,
): Promise<Result<RunEnd, BringUpFailure>> {
  const records = [...plan.before]
  let doc = plan.start
  const cut = (by: CutShort): RunEnd => ({ records, tree: doc, cutShort: by })
  for (let episode = records.length + 1; episode <= plan.episodes; episode++) {
    if (plan.untilClean === true && hasConverged(records)) break
    ports.listen({ kind: 'tree', doc }, episode)
    // before anybody is asked to arm: a search may take long
    const twinRefusal = twinAlarm((await plan.refusals?.(doc)) ?? [])
    const played = await playFromStart(plan, ports, { episode, doc, twinRefusal, before: [...records] })
    if (!played.ok) return notStarted(plan, cut(played.error.failure.kind), played.error)
    const { parts, result } = played.value
    const lost = result.end.endReason === 'link-lost' && episode < plan.episodes
    // in parallel with the actor, which may take longer than it takes to plug the cable back in
    const reconnected = lost ? ports.awaitReconnection() : undefined
    const learned = await learn(result, records, plan.learn)
    const { next } = learned
    const stuck = noProgress([...records, learned.record])
    const { alarms } = learned.record
    const record: EpisodeRecord = {
      ...learned.record,
      alarms: [...(twinRefusal ? [twinRefusal] : []), ...alarms, ...(stuck ? [stuck] : [])],
    }
    const t = parts.body.clock.now()
    ports.listen(
      { kind: 'step', step: { kind: 'R', score: record.score, refusals: record.refusals }, t },
      episode,
    )
    ports.listen({ kind: 'step', step: { kind: 'U', update: record.update }, t }, episode)
    if (stuck !== null) ports.listen({ kind: 'step', step: { kind: 'A', alarm: stuck }, t }, episode)
    ports.listen({ kind: 'step', step: { kind: 'H', entry: historyEntry(record) }, t }, episode)
    await ports.commit(record, parts, next)
    ports.listen({ kind: 'committed', record, next }, episode)
    records.push(record)
    doc = next
    if ((await reconnected) && !parts.control.stopRequested()) continue
    if (INTERRUPTED.has(record.endReason)) return ok(cut(record.endReason))
    // requested when nothing was moving any more: the robot is not armed again
    if (parts.control.stopRequested() && episode < plan.episodes) return ok(cut(stopReason(parts)))
  }
  return ok({ records, tree: doc, cutShort: null })
}

/** What the episodes before one that does not start have taught is kept. */
function notStarted(
  plan: RunPlan,
  end: RunEnd,
  { failure, parts }: NotBegun,
): Result<RunEnd, BringUpFailure> {
  if (failure.kind === 'stopped' && parts !== undefined) return ok({ ...end, cutShort: stopReason(parts) })
  const { text, hint } = failure
  const why = hint === undefined ? text : `${text}\nhint: ${hint}`
  return end.records.length === plan.before.length ? err(failure) : ok({ ...end, why })
}

/** A tree that the twin refuses wastes an episode: people are told before it, the actor after it. */
function twinAlarm(refusals: readonly string[]): AlarmRecord | null {
  if (refusals.length === 0) return null
  const text = refusals.join('; ')
  return { t: ms(0), mode: 'initial', step: 0, reasons: ['twin_refuses'], s: 1, c: 1, text }
}

const stopReason = ({ control }: EpisodeParts): EndReason =>
  control.accessLost?.() === undefined ? 'operator-stop' : ACCESS_LOST

interface Next {
  readonly episode: number
  readonly doc: TreeDoc
  readonly twinRefusal: AlarmRecord | null
  readonly before: readonly EpisodeRecord[]
}

/** `parts`: it was prepared, and its robot not brought up */
interface NotBegun {
  readonly failure: BringUpFailure
  readonly parts?: EpisodeParts
}

/** Plays an episode, however often people must first put the scene back where the task begins. */
async function playFromStart<P extends EpisodeParts>(
  plan: RunPlan,
  ports: RunPorts<P>,
  next: Next,
): Promise<Result<{ readonly parts: P; readonly result: EpisodeResult }, NotBegun>> {
  for (let attempt = 1; ; attempt++) {
    const ready = await ports.prepare(next.episode, next.doc, next.before)
    if (!ready.ok) return err({ failure: ready.error })
    const parts = ready.value
    // the link is closed while the actor works, for seconds or minutes: the robot is not needed then, and a controller
    // without a session accepts no command (docs/adr/0011)
    const twinRefusal = attempt === 1 ? next.twinRefusal : null
    const played = await play(plan, ports, parts, { ...next, twinRefusal }).finally(() => parts.body.close())
    if (played.ok) return ok({ parts, result: played.value })
    const failure = played.error
    const isAskedFor = failure.kind === 'not-at-start' && (await ports.setUpAgain?.(failure))
    if (isAskedFor !== true) return err({ failure, parts })
  }
}

/** Runs the episode to its FINAL report and collects what it yields to learn from. */
async function play<P extends EpisodeParts>(
  plan: RunPlan,
  ports: RunPorts<P>,
  parts: P,
  { doc, twinRefusal }: Pick<Next, 'doc' | 'twinRefusal'>,
): Promise<Result<EpisodeResult, BringUpFailure>> {
  const steps: StepEvent[] = []
  if (twinRefusal !== null)
    ports.listen({ kind: 'step', step: { kind: 'A', alarm: twinRefusal }, t: 0 }, parts.episode)
  await ports.begin?.(parts)
  const episode = runEpisode(parts)
  let turn = await episode.next()
  while (turn.done !== true) {
    steps.push(turn.value)
    ports.listen({ kind: 'step', step: turn.value, t: parts.body.clock.now() }, parts.episode)
    turn = await episode.next()
  }
  if (!turn.value.ok) return err(turn.value.error)
  const result: EpisodeResult = {
    episode: parts.episode,
    field: plan.field,
    seed: plan.seed,
    doc,
    end: turn.value.value,
    trace: parts.trace.operating,
    reports: steps.flatMap((step) => ('report' in step ? [step.report] : [])),
    alarms: steps.flatMap((step) => (step.kind === 'A' ? [step.alarm] : [])),
    refusals: parts.refusals,
    drifts: parts.drifts.records,
  }
  return ok(result)
}
