import { err, ok, type Result } from '../base/result.js'
import { ms, type Ms } from '../base/units.js'
import type { TreeDoc } from '../bt/document.js'
import type { NodeExecutionError } from '../bt/engine/errors.js'
import type { Tree } from '../bt/engine/tree.js'
import type { TraceEvent } from '../bt/trace.js'
import type { EndReason, RefusalRecord } from '../learning/episode.js'
import type { StepEvent } from '../learning/events.js'
import type { EpisodeFacts } from '../learning/facts.js'
import type { CriticReport } from '../mind/critic/report.js'
import type { LinkSession } from '../link/link-session.js'
import type { Robot } from '../robot/robot.js'
import { bringUp, type BringUpFailure } from './bring-up.js'
import type { CriticDesk, Reported, UnitSeen } from './critic-desk.js'
import type { Embodiment } from './embodiment.js'
import { endOf } from './ending.js'
import type { FaceDesk } from './face-desk.js'
import type { ModeMachine } from './modes.js'
import { Reflex } from './reflex.js'
import type { TraceRecorder } from './trace-recorder.js'

/** Everything that one episode needs; made fresh for each (`prepareEpisode`). */
export interface EpisodeParts {
  readonly episode: number
  readonly doc: TreeDoc
  readonly tree: Tree
  readonly body: Embodiment
  readonly session: LinkSession
  readonly robot: Robot
  readonly modes: ModeMachine
  readonly trace: TraceRecorder
  readonly critic: CriticDesk
  readonly faces: FaceDesk
  /** commands that were not let through; grows during the episode */
  readonly refusals: RefusalRecord[]
  readonly watch: EpisodeWatch
  /** who arms: an operator's name, or the command line of the virtual robot */
  readonly armedBy: string
}

/** For people who watch, and for the operator who may stop. Called often: must be quick. */
export interface EpisodeWatch {
  /** the unit that runs now and the virtual time since the first tick */
  turn(unit: string, t: Ms): void
  /** a unit has ended: what the referee says now; for people only, never for critic or actor (AMB-40) */
  seen(facts: EpisodeFacts): void
  /** may a severe INITIAL report go on to motion? (AMB-01) */
  mayMove(report: CriticReport): Promise<boolean>
  stopRequested(): boolean
}

export interface EpisodeEnd {
  readonly endReason: EndReason
  readonly facts: EpisodeFacts
  readonly final: CriticReport
  readonly seconds: number
}

/**
 * One episode of Algorithm 1 up to the FINAL report: yields its steps in the order `I A? (X T M A?)* F A?`, returns how
 * it ended. Score, update and history follow in `learn`.
 *
 * The reflex loop turns between the yields. On a virtual robot time stands while the critic looks; on a real one the
 * critic works beside it, and its report is taken at the next unit's end (AMB-39).
 */
export async function* runEpisode(
  parts: EpisodeParts,
): AsyncGenerator<StepEvent, Result<EpisodeEnd, BringUpFailure>, void> {
  const { body, robot, modes, critic, watch } = parts
  const reflex = new Reflex(body, parts.session, robot)
  const up = await bringUp(reflex, parts.session, robot, modes, parts.armedBy)
  if (!up.ok) return err(up.error)

  const initial = await critic.initial()
  yield { kind: 'I', report: initial.report }
  yield* alarms(initial)
  const mayMove = await watch.mayMove(initial.report)
  const started = body.clock.now()
  const endReason = mayMove ? yield* moveOn(parts, reflex, started) : 'operator-stop'

  const seconds = (body.clock.now() - started) / 1000
  const facts = body.facts(robot.state(), {
    operatingSeconds: seconds,
    leftHome: leftHome(parts.trace.events),
  })
  modes.request(endReason === 'operator-stop' || endReason === 'estop' ? 'stop' : 'finish', 'end of episode')
  yield* units(await critic.settle())
  const final = await critic.final(endReason)
  yield { kind: 'F', report: final.report, endReason }
  yield* alarms(final)
  return ok({ endReason, facts, final: final.report, seconds })
}

async function* moveOn(
  parts: EpisodeParts,
  reflex: Reflex,
  started: Ms,
): AsyncGenerator<StepEvent, EndReason, void> {
  const { body, robot, tree, trace, critic, faces, watch, modes } = parts
  for (;;) {
    const turn = await reflex.turn(modes.mode === 'RUNNING' ? tree : undefined)
    if (turn.kind === 'link-lost') return 'link-lost'
    const elapsed = ms(body.clock.now() - started)
    watch.turn(trace.runningUnit()?.label ?? '', elapsed)
    if (body.virtual) await faces.settled()
    const ended = trace.takeEnded()
    for (const end of ended) critic.look(end)
    if (ended.length > 0) watch.seen(factsOf(parts, elapsed))
    yield* units(body.virtual ? await critic.settle() : critic.ready())
    const status = turn.kind === 'tree-broken' ? 'FAILURE' : turn.status
    const reason = endOf({
      status,
      state: robot.state(),
      trace: trace.events,
      elapsed,
      operatorStop: watch.stopRequested(),
    })
    if (reason === undefined) continue
    if (turn.kind === 'tree-broken') parts.refusals.push(brokenTree(turn.error, body.clock.now()))
    if (turn.kind === 'tree-broken' || status === 'RUNNING') halt(parts, reflex)
    return reason
  }
}

const factsOf = ({ body, robot, trace }: EpisodeParts, elapsed: Ms): EpisodeFacts =>
  body.facts(robot.state(), { operatingSeconds: elapsed / 1000, leftHome: leftHome(trace.events) })

/** The robot knows that it left home when a move to somewhere else has gone well. */
const leftHome = (trace: readonly TraceEvent[]): boolean =>
  trace.some(({ node, to }) => (node === 'MoveToZone' || node === 'MoveCursor') && to === 'SUCCESS')

const brokenTree = ({ path, node, message }: NodeExecutionError, t: Ms): RefusalRecord => ({
  t,
  nodePath: path,
  command: node,
  checkId: 'tree-broken',
  text: message,
})

/** The STOP leaves in the same turn, before anything else that waits. */
function halt({ tree, robot }: EpisodeParts, reflex: Reflex): void {
  tree.halt()
  robot.stop()
  reflex.flush()
}

/** X, T, M and perhaps A of every unit whose report is there. */
function* units(seen: readonly UnitSeen[]): Generator<StepEvent, void, void> {
  for (const { end, fromSeq, ...reported } of seen) {
    const status = end.event.to === 'SUCCESS' ? 'SUCCESS' : 'FAILURE'
    yield { kind: 'X', unit: end.unit.path, label: end.unit.label, status }
    yield { kind: 'T', fromSeq, toSeq: end.event.seq }
    yield { kind: 'M', report: reported.report }
    yield* alarms(reported)
  }
}

function* alarms({ alarm }: Reported): Generator<StepEvent, void, void> {
  if (alarm !== null) yield { kind: 'A', alarm }
}
