import type { RunListener } from '../run-event.js'
import type { EpisodeControl } from '../ending/episode-control.js'
import { type FieldMap, SLOTS, slotsMask } from '#base/field-map.js'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import { LinkSession } from '#link/link-session.js'
import type { CommandId, JournalEntry } from '#link/wire-command.js'
import { attemptsOf } from '#learning/history.js'
import type { EpisodeRecord, RefusalRecord } from '#learning/episode.js'
import type { Critic } from '#learning/critic/critic.js'
import type { Camera } from '#learning/ports.js'
import { createRobot, type FieldRobot } from '#robots/field/field-robot.js'
import { describePlace, PoseCorrector } from '#robots/field/pose/pose-corrector.js'
import { SerialLine } from '#robots/field/serial-line.js'
import { checkedCamera } from '../checked-camera.js'
import { CriticWorker } from '../critic-worker.js'
import { DriftMonitor } from '../drift/drift-monitor.js'
import type { RobotConnection } from '../robot-connection.js'
import type { EpisodeParts } from '../episode.js'
import { FaceWorker } from './face-worker.js'
import { fieldTask } from './task.js'
import { LinkWatch } from '../link/link-watch.js'
import { ModeMachine } from '../modes.js'
import { Reasons } from '../drift/reasons.js'
import type { Timing } from '../timing/timing.js'
import { TraceRecorder } from '../trace-recorder.js'
import type { Odometry, Telemetry } from '#link/messages.gen.js'
import type { Evidence } from '#learning/field/critic/evidence.js'
import { HOLDS_KPA } from '#robots/field/body.js'
import type { WorldState } from '#twin/field/world.js'
import { atRest, fieldPlan } from '#robots/field/check-tree.js'
import { fieldAccount } from '#twin/field/field-account.js'
import { initialBelief } from '#twin/field/belief.js'

export interface EpisodeSetting {
  readonly episode: number
  readonly doc: TreeDoc
  readonly map: FieldMap
  readonly library: NodeLibrary
  readonly body: RobotConnection
  readonly critic: Critic<Evidence>
  /** finished episodes of this field, oldest first */
  readonly before: readonly EpisodeRecord[]
  /** id of the link session: random on a real robot, drawn from the seed on a virtual one; 1…2³²−1 */
  readonly sessionId: number
  readonly armedBy: string
  readonly control: EpisodeControl
  readonly listen?: RunListener
  /** called for each command before its first byte is sent, and when its outcome is final */
  readonly journal: (entry: JournalEntry) => void
  /** whether this command is on disk; by default, once `journal` has returned */
  readonly journaled?: (id: CommandId) => boolean
  readonly timing?: Timing
  readonly turned?: () => void
  /** whether a laser scanner also holds the base before it touches something (default: it does) */
  readonly monitorsObstacles?: boolean
  /** called with what the wheels have turned, each 20 ms, where the controller knows how to say it */
  readonly onOdometry?: ((odometry: Odometry) => void) | undefined
}

/** The parts of an episode of the base on a field. */
export interface FieldEpisode extends EpisodeParts {
  readonly body: RobotConnection
  readonly session: LinkSession
  readonly link: LinkWatch
  readonly robot: FieldRobot
  /** where the body has a laser scanner */
  readonly corrector: PoseCorrector | undefined
  readonly faces: FaceWorker
}

/** Assembles the parts of one episode: a fresh link session, robot, tree and critic worker on this body. */
export function prepareEpisode(setting: EpisodeSetting): FieldEpisode {
  const { episode, doc, map, library, body, control, armedBy, listen = () => undefined } = setting
  const { clock } = body
  const camera = checkedCamera(body.camera, clock)
  const { sessionId, journal, journaled } = setting
  const corrector: PoseCorrector | undefined = createCorrector(setting, () => ({ robot, session }))
  const onOdometry = corrector === undefined ? setting.onOdometry : corrector.hear
  const session: LinkSession = new LinkSession({ clock, sessionId, journal, journaled, onOdometry })
  const faces = new FaceWorker(map, camera)
  const refusals: RefusalRecord[] = []
  const drifts = new DriftMonitor(fieldPlan(doc, map, library))
  const robot: FieldRobot = createRecordedRobot(setting, { session, corrector, faces, refusals, drifts })
  const registry = new NodeRegistry(library)
  robot.install(registry)
  const trace = new TraceRecorder(doc)
  const onTransition = (event: TraceEvent): void => {
    trace.add(event)
    drifts.trace(event)
    listen({ kind: 'node', event }, episode)
  }
  const tree = must(createTree(doc, registry, { clock, onTransition }), 'a validated tree')
  const criticWorker = createCriticWorker(setting, camera, { trace, robot, session })
  const modes = new ModeMachine((change) => listen({ kind: 'mode', change }, episode))
  const link = new LinkWatch(session, clock, (note) => listen({ kind: 'link', note }, episode))
  return {
    episode,
    doc,
    tree,
    body,
    session,
    line: new SerialLine(session, body),
    link,
    ...(setting.timing && { timing: setting.timing }),
    ...(setting.turned && { turned: setting.turned }),
    robot,
    corrector,
    modes,
    trace,
    critic: criticWorker,
    faces,
    task: fieldTask({ body, robot, trace, faces }),
    refusals,
    drifts,
    control,
    listen,
    armedBy,
  }
}

/** @param parts of the episode, which are made after it and asked for when they are there */
function createCorrector(
  { episode, map, body, listen, monitorsObstacles = true }: EpisodeSetting,
  parts: () => Pick<FieldEpisode, 'robot' | 'session'>,
): PoseCorrector | undefined {
  if (body.scanner === undefined) return undefined
  return new PoseCorrector({
    map,
    scanner: body.scanner,
    isArmed: () => parts().robot.armState().kind === 'armed',
    place: (placement) => parts().session.placeOdometry(placement),
    ...(monitorsObstacles && {
      monitor: {
        motion: () => parts().robot.motion(),
        limit: (limit) => void parts().session.setSpeedScale(limit),
      },
    }),
    onFailure: (cause) => {
      const text = `the evaluation of the laser scanner failed: ${String(cause)}`
      listen?.({ kind: 'link', note: { t: Math.round(body.clock.now()), level: 'warn', text } }, episode)
    },
  })
}

function createCriticWorker(
  setting: EpisodeSetting,
  camera: Camera,
  { trace, robot, session }: Pick<FieldEpisode, 'trace' | 'robot' | 'session'>,
): CriticWorker<Evidence> {
  const { episode, doc, critic, before, body, listen } = setting
  return new CriticWorker({
    episode,
    doc,
    critic,
    camera,
    clock: body.clock,
    trace,
    attempts: attemptsOf(before),
    previousInitial: before.at(-1)?.reports.find(({ mode }) => mode === 'initial'),
    evidence: () => evidenceOf(robot.state(), session.telemetry),
    onFrame: (frame) => listen?.({ kind: 'frame', frame }, episode),
  })
}

/** Creates the robot and records its refusals, outcomes and drifts with their reasons. */
function createRecordedRobot(
  setting: EpisodeSetting,
  {
    session,
    corrector,
    faces,
    refusals,
    drifts,
  }: Pick<FieldEpisode, 'session' | 'corrector' | 'faces' | 'refusals'> & {
    readonly drifts: DriftMonitor<WorldState>
  },
): FieldRobot {
  const { map, body, episode, listen } = setting
  const reasons = fieldReasons(map)
  const robot = createRobot({
    map,
    session,
    clock: body.clock,
    faceReader: faces,
    ...(corrector && {
      poseWatch: corrector,
      onPlace: (change) => {
        const t = Math.round(body.clock.now())
        const level = change === 'lost' ? 'error' : 'warn'
        listen?.(
          { kind: 'link', note: { t, level, text: describePlace(change, corrector.estimate) } },
          episode,
        )
      },
    }),
    onRefusal: (refusal) => {
      const record = { ...refusal, because: reasons.explain(refusal, robot.state()) }
      refusals.push(record)
      listen?.({ kind: 'refusal', refusal: record }, episode)
    },
    onFeedback: (feedback) => {
      reasons.recordStep(feedback.skill, robot.state())
      listen?.({ kind: 'feedback', feedback }, episode)
    },
    onDrifts: (seen, now) => {
      drifts.note(seen, atRest(now))
      reasons.recordDrifts(seen, now)
    },
  })
  return robot
}

/** What the sensors report now, for the critic's grounding (CRIT-09): the belief, and the measured vacuum. */
function evidenceOf(world: WorldState, telemetry: Telemetry | undefined): Evidence {
  const vacuum = telemetry?.vacuumKpa10 ?? [0, 0, 0, 0]
  return { world, held: slotsMask(SLOTS.filter((cup) => vacuum[cup] / 10 >= HOLDS_KPA)) }
}

/** Says of a refusal on this field which rule it was, and what was believed since when. */
export const fieldReasons = (map: FieldMap): Reasons<WorldState> =>
  new Reasons((checkId, state) => fieldAccount(checkId, state, undefined, map), initialBelief(map))
