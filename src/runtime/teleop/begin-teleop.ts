import { err, ok, type Result } from '#base/result.js'
import type { Robot, RobotLine } from '#robots/robot.js'
import { bringUp, type BringUpFailure } from '../bring-up.js'
import type { SafetyMonitor } from '../ending/safety-monitor.js'
import type { ModeMachine } from '../modes.js'
import type { Reflex } from '../reflex.js'
import type { TeleopOver } from './operator-session.js'

export interface TeleopControl {
  stopRequested(): boolean
  /** whether the stop was requested because nobody who may stop the robot can connect */
  accessLost(): boolean
  estopRequested?(): boolean
  /**
   * the second step of law 7
   * @param signal aborted when the answer is no longer needed
   * @returns who armed and confirmed; null if nobody did
   */
  mayMove(signal: AbortSignal): Promise<string | null>
  /** called once per turn while somebody drives; must be quick */
  turn?(): void
}

/** Why a session never began; nothing has moved. */
export interface NotBegun {
  readonly kind: 'not-begun'
  readonly why: BringUpFailure | { readonly kind: 'not-confirmed'; readonly text: string }
}

/** Why a session in which somebody could drive is over. */
export type WhyOver = TeleopOver | 'operator-stop' | 'access-lost' | 'estop' | 'link-lost' | 'mode'

/** What ends a session after a turn of the loop, whatever the operator wants; undefined while it goes on. */
export function endedBy(
  turn: Awaited<ReturnType<Reflex['turn']>>,
  { safetyMonitor, modes }: { readonly safetyMonitor: SafetyMonitor; readonly modes: ModeMachine },
): WhyOver | undefined {
  const interruption = safetyMonitor.poll()
  if (interruption !== undefined) return interruption
  if (turn.kind === 'link-lost') return 'link-lost'
  return modes.mode === 'RUNNING' ? undefined : 'mode'
}

/** From SAFE to RUNNING as for an episode: bring-up, arming, and the confirmation of a person. */
export async function beginTeleop(
  { reflex, safetyMonitor }: { readonly reflex: Reflex; readonly safetyMonitor: SafetyMonitor },
  parts: {
    readonly line: RobotLine
    readonly robot: Pick<Robot, 'condition' | 'arm' | 'armState' | 'startDiffers'>
    readonly modes: ModeMachine
    readonly armedBy: string
    readonly control: TeleopControl
  },
): Promise<Result<void, NotBegun>> {
  const { modes, control } = parts
  const up = await bringUp(reflex, parts)
  if (!up.ok) return err({ kind: 'not-begun', why: up.error })
  const by = (await safetyMonitor.awaitAnswer((signal) => control.mayMove(signal))) ?? null
  if (by !== null && modes.request('confirm', by).ok) return ok(undefined)
  safetyMonitor.standDown('nobody let it move')
  await safetyMonitor.awaitStandstill()
  return err({
    kind: 'not-begun',
    why: { kind: 'not-confirmed', text: 'nobody confirmed that the robot may move' },
  })
}
