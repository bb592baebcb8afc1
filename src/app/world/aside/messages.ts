import type { Result } from '#base/result.js'
import type { Execute, Observation } from '#drivers/contract.js'
import type { BodyOutcome, RobotBody, Wanted } from '#drivers/side/robot-body.js'
import type { Fluents } from '#worlds/value.js'

/** A simulated world in a thread of its own; its time goes on only when it is told so. */
export interface AsideWorld {
  readonly body: RobotBody
  /** ms since the start */
  readonly now: number
  /** @param periodMs of time that passes */
  step(periodMs: number): void
  /** what is so, for the referee */
  truth(): Fluents
  /** this moment, as the simulation's `draw` takes it */
  moment(id: string): unknown
}

/**
 * To the thread, in order. `order` counts those that change what the robot does. A robot that prepares itself (it looks
 * before it moves) stands, and moves only after `go`: who stops it meanwhile need not wait until it has looked.
 */
export type ToWorld =
  | { readonly kind: 'begin'; readonly order: number; readonly command: Execute }
  | { readonly kind: 'go' | 'halt'; readonly order: number }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'observe'; readonly question: number; readonly wanted: Wanted }
  | { readonly kind: 'moment'; readonly question: number; readonly id: string }

/** From the thread. */
export type FromWorld =
  | { readonly kind: 'up'; readonly state: WorldState }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'prepared'; readonly order: number }
  /** time has passed, and this is so; `order` is the newest that it has heard */
  | { readonly kind: 'advanced'; readonly order: number; readonly state: WorldState }
  | { readonly kind: 'outcome'; readonly order: number; readonly outcome: BodyOutcome }
  | { readonly kind: 'progress'; readonly order: number; readonly fraction: number }
  | { readonly kind: 'observed'; readonly question: number; readonly answer: Result<Observation, string> }
  | { readonly kind: 'moment'; readonly question: number; readonly moment: unknown }

export interface WorldState {
  readonly moving: boolean
  readonly now: number
  readonly truth: Fluents
}
