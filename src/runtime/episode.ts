import type { EpisodeControl } from './ending/episode-control.js'
import type { RunListener } from './run-event.js'
import { err, ok, type Result } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'
import type { TreeDoc } from '#bt/document.js'
import { NodeExecutionError, type TreeLogicError } from '#bt/node/errors.js'
import type { Tree } from '#bt/engine/tree.js'
import {
  ACCESS_LOST,
  type DriftRecord,
  type EndReason,
  type LinkTrouble,
  type LoopHealth,
  type RefusalRecord,
  type EpisodeOutcome,
} from '#learning/episode.js'
import type { StepEvent } from '#learning/events.js'
import type { CriticReport } from '#learning/critic/report.js'
import { bringUp, type BringUpFailure } from './bring-up.js'
import type { EpisodeCritic, ReportWithAlarm, UnitReport } from './critic-worker.js'
import { endReasonOf, type EpisodeTask } from './episode-task.js'
import type { ModeMachine } from './modes.js'
import { Reflex, type ReflexParts } from './reflex.js'
import { MAX_TRACE_EVENTS, MAX_UNITS_ENDED, type TraceRecorder } from './trace-recorder.js'
import { SafetyMonitor } from './ending/safety-monitor.js'

/** Everything that one episode needs; created afresh for each (`prepareEpisode`). */
export interface EpisodeParts extends ReflexParts {
  readonly body: ReflexParts['body'] & { close(): void }
  readonly episode: number
  readonly doc: TreeDoc
  readonly tree: Tree
  readonly modes: ModeMachine
  readonly trace: TraceRecorder
  readonly critic: EpisodeCritic
  readonly task: EpisodeTask
  /** commands that were refused; grows during the episode */
  readonly refusals: RefusalRecord[]
  /** where the world differed from the belief */
  readonly drifts: { readonly records: readonly DriftRecord[] }
  readonly control: EpisodeControl
  readonly listen: RunListener
  /** who arms: an operator's name, or the command line of the virtual robot */
  readonly armedBy: string
}

export interface EpisodeEnd {
  readonly endReason: EndReason
  readonly endCause?: string
  readonly facts: EpisodeOutcome
  readonly final: CriticReport
  readonly seconds: number
  /** trouble on the link; absent if there was none */
  readonly link?: LinkTrouble
  /** of a real robot only */
  readonly loop?: LoopHealth
}

/** A critic times out its own calls after 10 s; this is for one that never returns. */
const CRITIC_TIMEOUT_MS = 60_000

/** Runs an episode whose steps nobody follows. */
export async function playOut(parts: EpisodeParts): Promise<Result<EpisodeEnd, BringUpFailure>> {
  const episode = runEpisode(parts)
  let step = await episode.next()
  while (step.done !== true) step = await episode.next()
  return step.value
}

/**
 * Runs one episode of Algorithm 1 up to the FINAL report: yields its steps in the order `I A? (X T M A?)* F A?` and
 * returns how it ended. Score, update and history follow in `learn`.
 *
 * On a real robot the reflex loop runs in every phase, and the safety monitor can end the episode; the critic works
 * alongside the loop, and a report is picked up in the turn after it arrives. On a virtual robot time stands still
 * while the critic works (AMB-39).
 */
export async function* runEpisode(
  parts: EpisodeParts,
): AsyncGenerator<StepEvent, Result<EpisodeEnd, BringUpFailure>, void> {
  const { body, critic } = parts
  const reflex = new Reflex(parts)
  const safetyMonitor = new SafetyMonitor(parts, reflex, parts.trace.pauses)
  let completed = false
  try {
    const up = await bringUp(reflex, parts)
    completed = !up.ok
    if (!up.ok) return err(await putAway(parts, safetyMonitor, up.error))

    const first = await safetyMonitor.awaitWithTimeout(critic.initial(), CRITIC_TIMEOUT_MS)
    const initial = first.ok ? first.value : critic.missingReport('initial', 'unknown')
    yield { kind: 'I', report: initial.report }
    yield* yieldAlarms(initial)
    const mayMove = await permission(parts, safetyMonitor, initial.report)
    const started = body.clock.now()
    const over = mayMove
      ? yield* runMission(parts, reflex, safetyMonitor, started)
      : (safetyMonitor.interrupted ?? 'operator-stop')

    const elapsed = operatingTime(parts, started)
    const outcome = episodeOutcomeOf(parts, elapsed)
    if (!mayMove && safetyMonitor.interrupted === undefined) safetyMonitor.standDown('nobody let it move')
    const { endReason, final } = yield* runEnding(parts, safetyMonitor, over)
    completed = true
    parts.link.settle()
    const { trouble } = parts.link
    return ok({
      endReason,
      facts: outcome,
      final,
      seconds: elapsed / 1000,
      ...(endReason === ACCESS_LOST &&
        safetyMonitor.cause !== undefined && { endCause: safetyMonitor.cause }),
      ...(trouble && { link: trouble }),
      ...(!body.virtual && { loop: reflex.health }),
    })
  } finally {
    // the consumer of the steps failed or went away: nobody would see what the robot does
    if (!completed) safetyMonitor.standDown('the episode broke off')
    parts.link.settle()
  }
}

/** The last word to a robot that was not brought up. Where it does not obey that, this is what people have to hear. */
async function putAway(
  { body }: EpisodeParts,
  safetyMonitor: SafetyMonitor,
  failure: BringUpFailure,
): Promise<BringUpFailure> {
  if (body.virtual || failure.kind === 'no-answer' || failure.kind === 'refused') return failure
  await safetyMonitor.retire()
  const { doubt } = safetyMonitor
  return doubt === undefined ? failure : { kind: 'no-answer', text: `${failure.text}; ${doubt}` }
}

/** Waits until the robot stands, hears the critic out, and calls somebody where that is needed. */
async function* runEnding(
  parts: EpisodeParts,
  safetyMonitor: SafetyMonitor,
  over: EndReason,
): AsyncGenerator<StepEvent, { readonly endReason: EndReason; readonly final: CriticReport }, void> {
  const { critic } = parts
  const foreseen = await standStill(parts, safetyMonitor, over)
  const rest = await safetyMonitor.awaitWithTimeout(critic.settle(), CRITIC_TIMEOUT_MS)
  yield* yieldUnits(rest.ok ? rest.value : critic.abandonPending())
  const last = await safetyMonitor.awaitWithTimeout(critic.final(foreseen), CRITIC_TIMEOUT_MS)
  const final = last.ok ? last.value : critic.missingReport('final', outcomeFor(foreseen))
  // it may have moved again while the critic thought: nothing is closed before it stands
  const stood =
    safetyMonitor.doubt === undefined ? await standStill(parts, safetyMonitor, foreseen) : foreseen
  if (!parts.body.virtual) await safetyMonitor.retire()
  const endReason = safetyMonitor.doubt === undefined ? stood : 'link-lost'
  const report = { ...final.report, outcome: outcomeFor(endReason) }
  yield { kind: 'F', report, endReason }
  if (callsSomebody(final, endReason) || safetyMonitor.doubt !== undefined)
    yield* yieldAlarms(doubted(cutOff(final, endReason), safetyMonitor, parts))
  return { endReason, final: report }
}

/**
 * Waits until the robot stands, or nobody can know any more.
 * @returns how the episode ended: whatever it was, it has failed where nobody knows whether the robot stands
 */
async function standStill(
  { body, modes }: EpisodeParts,
  safetyMonitor: SafetyMonitor,
  over: EndReason,
): Promise<EndReason> {
  if (!body.virtual) await safetyMonitor.awaitStandstill()
  const endReason = safetyMonitor.doubt !== undefined ? 'link-lost' : safetyMonitor.emergency ? 'estop' : over
  modes.request('finish', endReason)
  return endReason
}

/** The confirmation of law 7: goes from ARMED to RUNNING if somebody allows it in time and nothing has interrupted. */
async function permission(
  { control, modes, armedBy }: EpisodeParts,
  safetyMonitor: SafetyMonitor,
  report: CriticReport,
): Promise<boolean> {
  const allowed = await safetyMonitor.awaitAnswer((signal) => control.mayMove(report, signal))
  return allowed === true && modes.request('confirm', armedBy).ok
}

async function* runMission(
  parts: EpisodeParts,
  reflex: Reflex,
  safetyMonitor: SafetyMonitor,
  started: Ms,
): AsyncGenerator<StepEvent, EndReason, void> {
  const { body, tree, trace, critic, task, modes, listen, episode } = parts
  for (;;) {
    const turn = await reflex.turn(modes.mode === 'RUNNING' ? tree : undefined)
    safetyMonitor.poll()
    if (safetyMonitor.hold(body.clock.now())) listen({ kind: 'standing' }, episode)
    const elapsed = operatingTime(parts, started)
    listen({ kind: 'turn', unit: trace.runningUnit()?.label ?? '', t: elapsed }, episode)
    if (body.virtual) await task.whenIdle?.()
    const ended = turn.kind === 'link-lost' ? [] : trace.takeEnded()
    for (const end of ended) critic.judgeUnit(end)
    if (ended.length > 0) listen({ kind: 'outcome', outcome: episodeOutcomeOf(parts, elapsed) }, episode)
    yield* yieldUnits(body.virtual ? await critic.settle() : critic.ready())
    const status = turn.kind === 'alive' ? turn.status : 'FAILURE'
    // polled again: a STOP that arrived with the reports must be seen before the next tick
    const detected = safetyMonitor.poll() ?? endReasonOf({ status, task, elapsed })
    const over =
      detected === 'tree-failure' && !body.virtual
        ? await awaitFailureCause(parts, reflex, safetyMonitor)
        : detected
    const reason = over ?? (trace.full ? 'tree-failure' : undefined)
    if (reason === undefined) continue
    if (over === undefined) parts.refusals.push(endlessTree(body.clock.now()))
    if (turn.kind === 'tree-broken') parts.refusals.push(brokenTree(turn.error, body.clock.now()))
    if (turn.kind !== 'alive' || status === 'RUNNING') halt(tree, reflex, safetyMonitor)
    return reason
  }
}

/** How long telemetry may take to say why a tree has failed on a real robot, ms. */
const FAILURE_CAUSE_MS = 200

/**
 * A command cut off by the emergency stop is reported at once and its leaf fails; the telemetry that says why arrives
 * later. Without this wait the episode would count as the tree's own failure, and the next one would be attempted.
 */
async function awaitFailureCause(
  { body }: EpisodeParts,
  reflex: Reflex,
  safetyMonitor: SafetyMonitor,
): Promise<EndReason> {
  for (const from = body.clock.now(); body.clock.now() - from < FAILURE_CAUSE_MS;) {
    await reflex.turn(undefined)
    const interruption = safetyMonitor.poll()
    if (interruption !== undefined) return interruption
  }
  return 'tree-failure'
}

const episodeOutcomeOf = ({ body, task, trace }: EpisodeParts, elapsed: Ms): EpisodeOutcome =>
  task.outcome({
    operatingSeconds: elapsed / 1000,
    pausedMs: (since) => trace.pauses.between(since, body.clock.now()),
  })

/** Time since the first tick, excluding the time for which an operator held the robot. */
function operatingTime({ body, trace }: EpisodeParts, started: Ms): Ms {
  const now = body.clock.now()
  return ms(now - started - trace.pauses.between(started, now))
}

function brokenTree(error: NodeExecutionError | TreeLogicError, t: Ms): RefusalRecord {
  // an error of the tree as a whole belongs to no single node
  const { path, node } = error instanceof NodeExecutionError ? error : { path: '/', node: 'the tree' }
  return { t, nodePath: path, command: node, checkId: 'tree-broken', text: error.message }
}

const endlessTree = (t: Ms): RefusalRecord => ({
  t,
  nodePath: '/',
  command: 'the tree',
  checkId: 'trace-full',
  text:
    `more happened in the tree than an episode can hold (${MAX_UNITS_ENDED} ended units, ` +
    `${MAX_TRACE_EVENTS} changes of ` +
    'nodes): something is repeated without end; give Repeat a num_cycles and Retry a num_attempts',
})

/** Sends the STOP first: it must not wait for the leaves of the tree to halt. */
function halt(tree: Tree, reflex: Reflex, safetyMonitor: SafetyMonitor): void {
  if (safetyMonitor.interrupted === undefined) safetyMonitor.stop()
  tree.halt()
  reflex.flush()
}

/** The environment decides the outcome, never the model (AMB-26). */
const outcomeFor = (endReason: EndReason): CriticReport['outcome'] =>
  endReason === 'tree-success' || endReason === 'home-reached' ? 'success' : 'failure'

/** Yields X, T, M and possibly A for every unit whose report has arrived. */
function* yieldUnits(reports: readonly UnitReport[]): Generator<StepEvent, void, void> {
  for (const { end, fromSeq, ...reported } of reports) {
    const status = end.event.to === 'SUCCESS' ? 'SUCCESS' : 'FAILURE'
    yield { kind: 'X', unit: end.unit.path, label: end.unit.label, status }
    yield { kind: 'T', fromSeq, toSeq: end.event.seq }
    yield { kind: 'M', report: reported.report }
    yield* yieldAlarms(reported)
  }
}

/** Who stopped the robot knows that its work is not done; only a critic that failed is news to them. */
const callsSomebody = ({ alarm }: ReportWithAlarm, endReason: EndReason): boolean =>
  (endReason !== 'operator-stop' && endReason !== 'estop') ||
  alarm?.reasons.includes('critic_unavailable') === true

/** What the critic has seen is what was left undone; why, and what there is to do, it cannot know. */
const cutOff = (last: ReportWithAlarm, endReason: EndReason): ReportWithAlarm =>
  endReason !== 'link-lost' || last.alarm === null
    ? last
    : { ...last, alarm: { ...last.alarm, text: `${LINK_LOST} ${last.alarm.text}` } }

const LINK_LOST =
  'The link to the controller was lost: check cable and controller, see where the robot stands, and resume the run.'

/** That nobody knows whether the robot stands is more urgent than what a critic has seen. */
function doubted(
  last: ReportWithAlarm,
  { doubt: text }: SafetyMonitor,
  { body }: EpisodeParts,
): ReportWithAlarm {
  if (text === undefined) return last
  const [t, severe] = [body.clock.now(), { mode: 'final', step: 0, s: 1, c: 1 } as const]
  return { ...last, alarm: { t, ...severe, reasons: ['robot_in_doubt'], text } }
}

function* yieldAlarms({ alarm }: ReportWithAlarm): Generator<StepEvent, void, void> {
  if (alarm !== null) yield { kind: 'A', alarm }
}
