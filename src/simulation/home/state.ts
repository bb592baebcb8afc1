import type { FaultEvent, FaultKind } from './fault-profile.js'
import type { Flat, Stand } from './scene.js'
import type { Chore } from './people/chore.js'
import type { Phase } from './skills/phase.js'

/** Everything that changes in a home, as plain data: a copy of it is a snapshot, and nothing else is remembered. */
export interface HomeState {
  /** ms */
  now: number
  /** time that has passed and made no whole step yet, ms */
  owed: number
  /** when the robot first moved, ms */
  firstMotion: number | null
  readonly base: BaseState
  readonly arm: ArmState
  readonly items: Record<string, ItemState>
  /** how far doors and containers are open, 0…1 */
  readonly angles: Record<string, number>
  readonly people: Record<string, PersonState>
  action: ActionState | null
  ended: EndedAction[]
  /** how often each kind of fault could have happened */
  readonly chances: Record<FaultKind, number>
  readonly faultLog: FaultEvent[]
  /** attempts at what jams, by door or container */
  readonly pulls: Record<string, number>
  /** by item: the place that the camera takes it to be at, wrongly */
  misreads: Record<string, string>
  /** what people have answered, the newest last */
  readonly answers: Answer[]
}

/** What a person has said of where a thing is. */
interface Answer {
  readonly person: string
  readonly item: string
  /** null: the person does not know */
  readonly place: string | null
  /** ms */
  readonly at: number
}

export interface BaseState {
  x: number
  y: number
  /** rad */
  heading: number
  /** along the path, m/s */
  speed: number
  /** rad/s */
  turn: number
  drive: Drive | null
  /** where on the path it will lose its way, and where what it holds will slip, m; null: it will not */
  lostAt: number | null
  slipAt: number | null
  /** the spot that it has driven to, and has not left since */
  arrivedAt: string | null
}

/** A path being driven. */
export interface Drive {
  readonly points: readonly Flat[]
  /** driven so far, m */
  done: number
  readonly goal: Stand
  /** doors on the way, each at its distance along the path, m */
  readonly doors: readonly { readonly door: string; readonly at: number }[]
  /** how long something has been in the way, ms */
  waited: number
}

export interface ArmState {
  /** 0 stowed … 1 at the target */
  reach: number
  /** 1/s */
  speed: number
  /** what it reaches for, m */
  target: { x: number; y: number; z: number }
}

export interface ItemState {
  /** a place, the gripper or a person */
  place: string
  /** the person who has put it there; null: the robot has had it since */
  putBy: string | null
  /** which slot of the place it takes; -1 where there are none */
  slot: number
  x: number
  y: number
  /** height of its underside, m */
  z: number
  /** rad */
  yaw: number
}

export interface PersonState {
  x: number
  y: number
  heading: number
  /** the place where the person sits or stands; null on the way */
  place: string | null
  chores: Chore[]
  /** how many of the scenario's chores for this person have begun */
  planned: number
}

export interface ActionState {
  readonly skill: string
  phases: Phase[]
  readonly total: number
  /** ms in the current phase */
  since: number
  /** why it will end as failed, once the arm is back */
  failure: string | null
  stopping: boolean
}

export interface EndedAction {
  readonly skill: string
  readonly status: 'ok' | 'failed' | 'stopped'
  readonly reason?: string
}
