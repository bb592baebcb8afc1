import type { Execute, Observation } from '#drivers/contract.js'
import type { RobotLine } from '../robot.js'

/** The session with a driver, as the robot behind it is commanded and observed. */
export interface SkillLine extends RobotLine {
  /** Sends a command with its permit. @returns its id */
  execute(command: Omit<Execute, 'id'>): number
  commandState(id: number): SkillState
  /** Asks for the facts that the driver can see now; they arrive with `takeObservations`. */
  observe(): void
  /** What has been observed since the last call, in order, asked for or not. */
  takeObservations(): readonly Observation[]
  /** Stops all motion, outside every queue. */
  stop(): void
  estop(): void
  /** Asks the driver to leave its safe state. */
  reset(): void
  /** what the newest heartbeat of the driver says; undefined before the first */
  readonly beat: { readonly moving: boolean; readonly safe: boolean; readonly why?: string } | undefined
  /** why the newest `reset` was refused; undefined while none was */
  readonly resetRefusal: string | undefined
}

export type SkillState =
  | { readonly kind: 'running' }
  | { readonly kind: 'ok' }
  | { readonly kind: 'failed' | 'stopped' | 'refused' | 'lost'; readonly text: string }
