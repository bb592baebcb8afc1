import { must } from '#base/result.js'
import type { Ms } from '#base/units.js'
import { createTree } from '#bt/engine/tree.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import type { EpisodeRecord, RefusalRecord } from '#learning/episode.js'
import { attemptsOf } from '#learning/history.js'
import type { Critic } from '#learning/critic/critic.js'
import type { Camera } from '#learning/ports.js'
import type { WorldEvidence } from '#learning/world/critic.js'
import { DriverRobot } from '#robots/driver/driver-robot.js'
import type { FactSurprise, Sensing, Sighting } from '#robots/driver/fact-estimator.js'
import type { DriverLine } from '#robots/driver/driver-line.js'
import type { StepJudge } from '#robots/driver/step-judge.js'
import { planOf } from '#robots/plan/plan-of.js'
import { runningPlan } from '#robots/plan/recheck.js'
import type { GroundSkill } from '#worlds/run/intend.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'
import { CriticWorker } from '../critic-worker.js'
import { DriftMonitor } from '../drift/drift-monitor.js'
import { Reasons } from '../drift/reasons.js'
import type { EpisodeControl } from '../ending/episode-control.js'
import type { EpisodeParts } from '../episode.js'
import type { EpisodeTask } from '../episode-task.js'
import type { SessionWatch } from './session-watch.js'
import { ModeMachine } from '../modes.js'
import type { RunListener } from '../run-event.js'
import type { Timing } from '../timing/timing.js'
import { TraceRecorder } from '../trace-recorder.js'
import { goalsSeen, worldOutcome } from './task.js'

/** A robot behind a driver, ready for an episode. */
export interface WorldBody {
  readonly time: EpisodeParts['body']
  readonly line: DriverLine
  readonly monitor: SessionWatch
  readonly camera: Pick<Camera, 'capture'>
  /**
   * What a referee sees who knows the truth of a simulation; undefined on a real robot, where the belief is all there
   * is.
   */
  readonly truth?: () => { readonly facts: Fluents; readonly operatingSeconds: number }
  /** how long a skill may take, ms */
  timeLimit(skill: string): Ms
  readonly sensing: Sensing
  /** is asked before and after each step what is seen of it */
  readonly judge?: StepJudge
  /** nobody but people puts its scene back between episodes */
  readonly laidByPeople?: boolean
}

export interface WorldEpisodeSetting {
  readonly episode: number
  readonly doc: TreeDoc
  /** the world with the task, and its start as it is known now */
  readonly domain: TaskDomain
  readonly library: NodeLibrary
  readonly body: WorldBody
  readonly critic: Critic<WorldEvidence>
  /** finished episodes of this task, oldest first */
  readonly before: readonly EpisodeRecord[]
  readonly armedBy: string
  readonly control: EpisodeControl
  readonly listen: RunListener
  readonly timing?: Timing
  readonly turned?: () => void
}

export interface WorldEpisode extends EpisodeParts {
  readonly robot: DriverRobot
  readonly line: DriverLine
  readonly link: SessionWatch
  readonly camera: WorldBody['camera']
  /** what was seen without a command that has made it so, in order: surprises, and what nobody had known */
  readonly sightings: readonly Sighting[]
}

/** An episode never takes longer than this where its task sets no limit, seconds. */
const DEFAULT_LIMIT_SECONDS = 600
/** An episode ends at this multiple of its task's limit: being late costs points, and teaches something. */
const GRACE = 1.5

/** Assembles the parts of one episode of a task in a world described by data. */
export function prepareWorldEpisode(setting: WorldEpisodeSetting): WorldEpisode {
  const { episode, doc, domain, library, body, control, armedBy, listen, timing, turned } = setting
  const refusals: RefusalRecord[] = []
  const sightings: Sighting[] = []
  const drifts = new DriftMonitor(runningPlan(planOf(doc, library), domain, domain.initial))
  const trace = new TraceRecorder(doc)
  const seen: { text: string; seq: number }[] = []
  const robot = recordedRobot(setting, {
    refusals,
    drifts,
    sighted: (all) => void sightings.push(...all),
    surprised: (all) => {
      seen.push(...all.map(({ text }) => ({ text, seq: trace.events.length })))
    },
  })
  const registry = new NodeRegistry(library)
  robot.install(registry)
  const onTransition = (event: TraceEvent): void => {
    trace.add(event)
    drifts.trace(event)
    listen({ kind: 'node', event }, episode)
  }
  const { clock } = body.time
  const tree = must(createTree(doc, registry, { clock, onTransition }), 'a validated tree')
  return {
    episode,
    doc,
    tree,
    body: body.time,
    line: body.line,
    link: body.monitor,
    camera: body.camera,
    robot,
    modes: new ModeMachine((change) => listen({ kind: 'mode', change }, episode)),
    trace,
    critic: criticOf(setting, { trace, robot, surprises: () => [...seen] }),
    task: worldTask(domain, body, robot),
    refusals,
    drifts,
    sightings,
    control,
    listen,
    armedBy,
    ...(timing && { timing }),
    ...(turned && { turned }),
  }
}

const worldTask = (domain: TaskDomain, body: WorldBody, robot: DriverRobot): EpisodeTask => ({
  limitSeconds: GRACE * (domain.task.time.limitSeconds ?? DEFAULT_LIMIT_SECONDS / GRACE),
  outcome: ({ operatingSeconds }) => {
    const { start } = domain
    const known = body.truth?.()
    const end = robot.belief().facts
    const believed = { start: domain.initial, end }
    return known === undefined
      ? worldOutcome('sensors', operatingSeconds, { start, end, believed })
      : worldOutcome('ground-truth', known.operatingSeconds, { start, end: known.facts, believed })
  },
})

function criticOf(
  { episode, doc, critic, body, before, domain, listen }: WorldEpisodeSetting,
  {
    trace,
    robot,
    surprises,
  }: Pick<WorldEpisode, 'trace' | 'robot'> & { readonly surprises: () => WorldEvidence['surprises'] },
): CriticWorker<WorldEvidence> {
  return new CriticWorker({
    episode,
    doc,
    critic,
    camera: body.camera,
    clock: body.time.clock,
    trace,
    attempts: attemptsOf(before),
    evidence: () => ({
      goals: goalsSeen(domain, robot.belief().facts),
      surprises: surprises(),
    }),
    onFrame: (frame) => listen({ kind: 'frame', frame }, episode),
  })
}

/** Creates the robot and records its refusals, outcomes and surprises with their reasons. */
function recordedRobot(
  { episode, domain, body, listen }: WorldEpisodeSetting,
  kept: {
    readonly refusals: RefusalRecord[]
    readonly sighted: (seen: readonly Sighting[]) => void
    readonly surprised: (seen: readonly FactSurprise[]) => void
    readonly drifts: DriftMonitor<Fluents>
  },
): DriverRobot {
  const reasons = new Reasons<Fluents, GroundSkill>(
    (checkId, state, command) => domain.account?.(checkId, state, command) ?? { believed: [] },
    domain.initial,
  )
  const robot: DriverRobot = new DriverRobot({
    domain,
    line: body.line,
    clock: body.time.clock,
    timeLimit: (skill) => body.timeLimit(skill),
    sensing: body.sensing,
    ...(body.laidByPeople === true && { laidByPeople: true }),
    ...(body.judge && { judge: body.judge }),
    onRefusal: (refusal, command) => {
      const record = { ...refusal, because: reasons.explain(refusal, robot.belief().facts, command) }
      kept.refusals.push(record)
      listen({ kind: 'refusal', refusal: record }, episode)
    },
    onFeedback: (feedback) => {
      reasons.recordStep(feedback.skill, robot.belief().facts)
      listen({ kind: 'feedback', feedback }, episode)
    },
    onSightings: (seen) => kept.sighted(seen),
    onSurprises: (seen, { facts }) => {
      kept.surprised(seen)
      kept.drifts.note(seen, facts)
      reasons.recordDrifts(seen, facts)
    },
  })
  return robot
}
