import { InvariantError } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { fieldOutcome, type FieldOutcome } from '#learning/field-score.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import type { EpisodeEnd } from '#runtime/episode.js'
import { sensedOutcome } from '#runtime/field/sensed-outcome.js'
import type { End, Outcome } from '#lab/faults/fault-class.js'
import { playMission, type Mission, type MissionOptions } from './mission.js'
import { MISSION } from '../scene.js'

/**
 * How a mission ended, judged by what the world, the trace and the belief show. @param injected times the
 * fault took place
 */
export async function outcomeOf(
  mission: Mission,
  options: MissionOptions,
  seed: number,
  injected: number,
): Promise<Outcome> {
  const { end, detail } = await judged(mission, options, seed)
  return { end, injected, violations: mission.rig.safetyChecker.violations, detail }
}

interface Judgement {
  readonly end: End
  readonly detail: string
}

async function judged(mission: Mission, options: MissionOptions, seed: number): Promise<Judgement> {
  const { ended } = mission
  if (!mission.stands) return { end: 'broken', detail: 'the robot still moves after the end' }
  if (ended === 'killed') return { end: 'stopped-safe', detail: 'the process was gone; the robot stands' }
  if (!ended.ok) return notStarted(mission, ended.error)
  const { mode } = mission.parts.modes
  switch (ended.value.endReason) {
    case 'link-lost':
    case 'estop':
    case 'operator-stop':
    case 'access-lost':
      return mode === 'RUNNING' || mode === 'ARMED'
        ? { end: 'broken', detail: `${ended.value.endReason}, but the mode is ${mode}` }
        : { end: 'stopped-safe', detail: `${ended.value.endReason}, mode ${mode}` }
    case 'tree-failure':
    case 'time-limit':
      return failed(mission, ended.value)
    case 'tree-success':
    case 'home-reached':
      return reached(mission, ended.value, await cleanOutcome(options, seed))
  }
}

function notStarted(mission: Mission, failure: BringUpFailure): Judgement {
  return mission.moved
    ? { end: 'broken', detail: `it moved before it was refused: ${failure.text}` }
    : { end: 'refused', detail: `${failure.kind}: ${failure.text}` }
}

function failed(mission: Mission, { endReason }: EpisodeEnd): Judgement {
  const broken = mission.parts.refusals.find(({ checkId }) => checkId === 'tree-broken')
  const reason = failures(mission)[0] ?? broken?.text
  if (reason === undefined) return { end: 'broken', detail: `${endReason}, and no step says why` }
  return { end: 'step-failed', detail: `${endReason}; first: ${reason}` }
}

function reached(mission: Mission, { facts }: EpisodeEnd, cleanOutcomes: FieldOutcome): Judgement {
  const outcome = fieldOutcome(facts)
  const lost = COMPARED_KEYS.filter((key) => outcome[key] !== cleanOutcomes[key])
  if (lost.length === 0) return troubled(mission)
  const [reason] = failures(mission)
  const what = lost
    .map((key) => `${key} ${String(outcome[key])} instead of ${String(cleanOutcomes[key])}`)
    .join(', ')
  if (reason !== undefined) return { end: 'partial', detail: `${what}; ${reason}` }
  const believed = believedOutcome(mission)
  // a loss is known when the belief does not claim what is not there
  const known = believed.correct <= outcome.correct && believed.fullBatches <= outcome.fullBatches
  return known
    ? { end: 'partial', detail: `${what}; the belief knows` }
    : { end: 'broken', detail: `${what}; nothing says so` }
}

/** The result is right; did it take something to get there? */
function troubled(mission: Mission): Judgement {
  const { parts } = mission
  const conditions = [
    [parts.session.counters.retransmits, 'retries'],
    [parts.link.degraded, 'times degraded'],
    [failures(mission).length, 'failed steps'],
    [parts.refusals.length, 'refusals'],
  ] as const
  const seen = conditions.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`)
  return seen.length === 0
    ? { end: 'unaffected', detail: 'as a run without the fault' }
    : { end: 'recovered', detail: seen.join(', ') }
}

/** what leaves say why they failed */
const failures = ({ parts }: Mission): string[] =>
  parts.trace.events.flatMap(({ to, node, reason }) =>
    to === 'FAILURE' && reason !== undefined ? [`${node}: ${reason}`] : [],
  )

const believedOutcome = ({ parts, rig }: Mission): FieldOutcome =>
  sensedOutcome(rig.setup.map, parts.robot.state(), { operatingSeconds: 0, leftHome: true })

const COMPARED_KEYS = [
  'correct',
  'incorrect',
  'outside',
  'fullBatches',
  'robotHome',
  'shelfAtTarget',
] as const

/** what the same plan comes to with the same seed and nothing broken */
const clean = new WeakMap<TreeDoc, Map<string, Promise<FieldOutcome>>>()

function cleanOutcome({ plan = MISSION, field = 'F1' }: MissionOptions, seed: number): Promise<FieldOutcome> {
  const known = clean.get(plan) ?? new Map<string, Promise<FieldOutcome>>()
  clean.set(plan, known)
  const name = `${field}/${seed}`
  const outcome = known.get(name) ?? playMission(seed, { plan, field }).then(episodeOutcomeOf)
  known.set(name, outcome)
  return outcome
}

function episodeOutcomeOf({ ended }: Mission): FieldOutcome {
  if (ended === 'killed' || !ended.ok) throw new InvariantError('a mission without faults did not run')
  return fieldOutcome(ended.value.facts)
}
