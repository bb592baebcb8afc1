import type { PolicyStatus } from '#learning/policy/records.js'
import { needsPerson } from '#learning/alarms.js'
import type { AlarmRecord, EndReason } from '#learning/episode.js'
import type { LinkCounters } from '#link/link-event.js'
import type { LinkStatus } from '#link/link-session.js'
import type { Stats } from '#link/messages.gen.js'
import type { TimingJudgement, TimingReport } from '../timing/timing.js'
import type { Mode } from '../modes.js'
import type { HealthRow } from '../health/health.js'

export type { PolicyStatus } from '#learning/policy/records.js'

/**
 * Snapshot of the service for all observers: console, web page, recorder. Plain JSON; every change makes a new one, so
 * that a reader always holds a consistent whole.
 */
export interface ServiceStatus {
  /** wall clock, milliseconds since the epoch */
  readonly at: number
  readonly uptimeMs: number
  readonly version: string
  /** number of the newest event in it; later events have higher numbers */
  readonly seq: number
  readonly robot: RobotStatus
  readonly mode: Mode
  readonly activity: Activity
  /** who armed the robot, while not SAFE */
  readonly armedBy: string | null
  readonly run: RunStatus | null
  readonly tree: TreeStatus | null
  /** what the twin believes, in words */
  readonly facts: readonly Fact[]
  readonly blackboard: readonly BlackboardEntry[]
  readonly link: LinkReport
  readonly camera: CameraReport
  readonly models: readonly ModelStatus[]
  /** newest last; those that are gone are dropped first when there are many */
  readonly alarms: readonly StatusAlarm[]
  /** how many in the store are unacknowledged, `alarms` has not all where there are many; up to ten seconds old */
  readonly unacknowledged?: number
  readonly health: readonly HealthRow[]
  readonly policy: PolicyStatus | null
  readonly disk: DiskStatus | null
  /** the newest order in words; null before the first, and where none can be given */
  readonly order: OrderStatus | null
  /** since the service started; null in its first second */
  readonly timing: TimingStatus | null
}

interface TimingStatus extends TimingReport {
  /** by how much the latest timer or turn of about the last second was late, ms; over time, a plot */
  readonly lately?: number
  /** the one judgement that every view shows; absent in what services of earlier versions say */
  readonly judged?: TimingJudgement
}

export interface RobotStatus {
  readonly body: 'virtual' | 'serial' | 'driver'
  /** how time passes on a virtual robot; a real one runs in real time */
  readonly pace: 'real' | 'fast'
  readonly device: string | null
  /** what drives the robot of a world, in words; absent for the base of a field */
  readonly driver?: string
}

/** What the service is doing. The robot stands still in all but `running`, `pausing` and `teleop`. */
export type Activity =
  | 'idle'
  /** an operator requested a run; somebody must arm the robot and confirm */
  | 'waiting-for-arm'
  | 'running'
  /** an operator holds it, and the step in progress still moves: it is finished first */
  | 'pausing'
  /** held by an operator at a boundary of the tree: it stands */
  | 'paused'
  /** the episode is over: the actor edits the tree */
  | 'learning'
  | 'waiting-for-link'
  | 'teleop'
  /** latched by an operator's or the controller's emergency stop until it is reset */
  | 'estopped'

export interface RunStatus {
  readonly key: string
  readonly field: string
  readonly seed: number
  /** the current or last one, from 1; 0 before the first */
  readonly episode: number
  readonly episodes: number
  /** the running unit of the tree, and milliseconds of the episode's clock */
  readonly unit: string
  readonly t: number
  /** what the referee would award now */
  readonly scoreSoFar: number
  /** of the finished episodes, in order */
  readonly scores: readonly number[]
  readonly endReasons: readonly EndReason[]
  /** the episode with the best score of those that ended on their own; null while there is none */
  readonly best: number | null
}

export interface TreeStatus {
  readonly hash: string
  readonly name: string
  /** in depth-first order, SubTrees expanded */
  readonly nodes: readonly TreeNodeStatus[]
}

export interface TreeNodeStatus {
  readonly path: string
  /** 0 for the root */
  readonly depth: number
  /** label for people: `MoveToZone zone=1`, or the node's name if it has one */
  readonly label: string
  readonly kind: 'control' | 'decorator' | 'action' | 'condition' | 'subtree'
  readonly status: 'IDLE' | 'RUNNING' | 'SUCCESS' | 'FAILURE' | 'SKIPPED'
}

export interface Fact {
  /** `robot`, `gripper`, `zone 3`, `shelf` */
  readonly subject: string
  readonly text: string
}

export interface BlackboardEntry {
  readonly key: string
  readonly value: string
}

export interface LinkReport {
  readonly status: LinkStatus | 'none'
  readonly device: string | null
  /** since the last telemetry, ms; null if there was none */
  readonly silentMs: number | null
  /** when it was lost, milliseconds since the epoch; absent while it is not, and until the next robot is connected */
  readonly lostAt?: number
  readonly counters: LinkCounters | null
  /** what the controller has counted since it booted; null before its first answer */
  readonly controller: ControllerCounts | null
  /** why the controller started last, in words; absent before its first answer */
  readonly started?: string
  /** how often the link was degraded in this session */
  readonly degraded: number
  /** the latest event on it, in words; '' if there was none */
  readonly last: string
}

type ControllerCounts = Omit<Stats, 'kind'>

export interface CameraReport {
  readonly source: string
  readonly state: 'ok' | 'stale' | 'lost' | 'off'
  /** age of the newest picture, ms; null if there is none */
  readonly ageMs: number | null
  readonly frames: number
  readonly restarts: number
  readonly text: string
}

export interface ModelStatus {
  readonly role: 'critic' | 'actor'
  readonly id: string
  readonly state: 'loading' | 'ready' | 'failed'
  readonly text: string
}

/** One alarm a cause, from its first call to the end of the cause (docs/adr/0035). */
export interface StatusAlarm {
  /** `RUN/EPISODE/N`, unique on this robot */
  readonly id: string
  /** when it was raised first */
  readonly at: number
  readonly run: string
  readonly episode: number
  /** the newest call */
  readonly record: AlarmRecord
  readonly acknowledged: { readonly by: string; readonly at: number; readonly note: string } | null
  /** what is wrong and where; this and what follows is absent in what services of earlier versions say */
  readonly causes?: readonly string[]
  /** how often it was raised, and when last */
  readonly count?: number
  readonly last?: number
  /** the severity at which it asked last: a report of 0.1 more takes back that somebody has acknowledged it */
  readonly worst?: number
  /** when its cause was seen to be gone; null while it lasts */
  readonly closed?: { readonly at: number; readonly why: string } | null
  /** where it was raised first, and where last: its episode may be another one, also of another run */
  readonly first?: AlarmPlace
  readonly newest?: AlarmPlace
}

export interface AlarmPlace {
  readonly run: string
  readonly episode: number
  /** milliseconds of the episode's clock; null where an earlier version has not kept it */
  readonly t: number | null
}

/** An earlier version has kept the moment of the newest call only. */
export const raisedAt = ({ first, run, episode, record, count = 1 }: Omit<StatusAlarm, 'acknowledged'>) =>
  first ?? ({ run, episode, t: count === 1 ? record.t : null } satisfies AlarmPlace)

/**
 * The four basic states of ISA 18.2, in our words: whether the cause lasts, and whether a person has seen the alarm.
 * The most urgent first: what waits for somebody comes before what does not.
 */
const ALARM_STATES = [
  'active unacknowledged',
  'returned unacknowledged',
  'active acknowledged',
  'gone',
] as const
export type AlarmState = (typeof ALARM_STATES)[number]

export function stateOf({ acknowledged, closed = null, record }: StatusAlarm): AlarmState {
  if (acknowledged === null) return closed === null ? 'active unacknowledged' : 'returned unacknowledged'
  // what only people can judge is over with their word
  return closed === null && !needsPerson(record) ? 'active acknowledged' : 'gone'
}

export const isIn =
  (state: AlarmState) =>
  (alarm: StatusAlarm): boolean =>
    stateOf(alarm) === state

/** 0 for the most urgent ones */
export const urgency = (alarm: StatusAlarm): number => ALARM_STATES.indexOf(stateOf(alarm))

/** Nobody knows whether the robot stands: somebody must look before anything moves. */
export const forbidsMotion = ({ acknowledged, record }: StatusAlarm): boolean =>
  acknowledged === null && record.reasons.includes('robot_in_doubt')

/** How many wait for somebody, as far as it is known: those that are shown, or more. */
export const waitingIn = ({ alarms, unacknowledged = 0 }: ServiceStatusAlarms): number =>
  Math.max(unacknowledged, alarms.filter(({ acknowledged }) => acknowledged === null).length)

type ServiceStatusAlarms = Pick<ServiceStatus, 'alarms' | 'unacknowledged'>

/** `2 active unacknowledged, 1 gone`; '' without any */
export function alarmCounts(alarms: readonly StatusAlarm[]): string {
  const counts = ALARM_STATES.map((state) => [alarms.filter(isIn(state)).length, state] as const)
  return counts.flatMap(([count, state]) => (count === 0 ? [] : `${count} ${state}`)).join(', ')
}

/** An order in words, from what was understood to what came of it. */
export interface OrderStatus {
  /** as it was given */
  readonly order: string
  readonly by: string
  /** `asked`: it is to be said which of `choices` is meant; `planned`: it waits for `do.confirm` */
  readonly state: 'asked' | 'planned' | 'running' | 'done' | 'failed' | 'stopped'
  /** what `do.confirm` takes; null when there is nothing to confirm */
  readonly id: string | null
  /** in words, made from the formulas that are proved */
  readonly understood: string
  readonly choices: readonly string[]
  readonly steps: readonly OrderStep[]
  /** the question, why there is another plan, or what came of it; '' otherwise */
  readonly why: string
}

export interface OrderStep {
  readonly text: string
  /** `unneeded`: what it is for was so without it */
  readonly state: 'open' | 'running' | 'done' | 'failed' | 'unneeded'
  /** what it was judged by once it was done, in words: `picture, 95 % sure` */
  readonly judged?: string
}

export interface DiskStatus {
  readonly freeBytes: number
  readonly usedBytes: number
  /** `low`: recordings have stopped; `full`: no new run starts */
  readonly state: 'ok' | 'low' | 'full'
}
