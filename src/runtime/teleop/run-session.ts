import { err, ok, type Result } from '#base/result.js'
import type { Robot } from '#robots/robot.js'
import { bringUp, type BringUpFailure } from '../bring-up.js'
import { SafetyMonitor } from '../ending/safety-monitor.js'
import type { ModeMachine } from '../modes.js'
import { Reflex, type ReflexParts, type ReflexTurn } from '../reflex.js'
import type { OperatorSession, TeleopOver } from './operator-session.js'

export interface TeleopControl {
  stopRequested(): boolean
  /** why nobody could have stopped the robot, in words, where the stop was requested because of that */
  accessLost(): string | undefined
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

/** Why nobody knows whether the robot stands, in words; absent where it does. */
interface Doubt {
  readonly doubt?: string
}

/** Why a session never began; nothing that was permitted has moved. */
export interface NotBegun extends Doubt {
  readonly kind: 'not-begun'
  readonly why: BringUpFailure | { readonly kind: 'not-confirmed'; readonly text: string }
}

/** Somebody could drive, and the robot has been stopped. */
export interface Over extends Doubt {
  readonly kind: 'over'
  readonly why: WhyOver
  /** what an emergency stop or a lost link came from, in words, where that is known */
  readonly cause?: string
  /** from the confirmation to the end, ms of the robot's time */
  readonly ms: number
}

/** Why a session in which somebody could drive is over. */
type WhyOver = TeleopOver | 'operator-stop' | 'access-lost' | 'estop' | 'link-lost' | 'mode' | 'tree-broken'

/** What driving by hand needs, whatever an operator asks for. */
export interface SessionParts extends ReflexParts {
  readonly modes: ModeMachine
  readonly control: TeleopControl
}

/** How one kind of driving goes. */
export interface Driving {
  /** the robot as bring-up sees it */
  readonly robot: Pick<Robot, 'condition' | 'arm' | 'armState' | 'startDiffers'>
  /** one turn of the loop, with what the operator wants now */
  turn(reflex: Reflex): Promise<ReflexTurn>
  /** what the turn has led to, while the session goes on */
  follow?(turn: ReflexTurn): void
  /** the STOP has been sent: what is under way is abandoned */
  halt?(why: string): void
}

/**
 * Runs a session in which a person drives, from SAFE to SAFE: bring-up, arming and confirmation as for an episode, then
 * turns of the reflex loop until somebody or something ends it. It ends with a STOP, whatever fails in between, and the
 * robot is at rest when this returns, or there is a doubt.
 */
export async function runSession(
  parts: SessionParts,
  session: OperatorSession,
  driving: Driving,
): Promise<NotBegun | Over> {
  const { body, modes } = parts
  const reflex = new Reflex(parts)
  const safetyMonitor = new SafetyMonitor(parts, reflex)
  const begun = await begin(parts, { reflex, safetyMonitor, robot: driving.robot, armedBy: session.by })
  if (!begun.ok) {
    await safetyMonitor.retire()
    return { ...begun.error, ...doubtOf(safetyMonitor) }
  }
  const began = body.clock.now()
  session.open()
  let why: WhyOver | undefined
  try {
    why = await drive(parts, session, { reflex, safetyMonitor, driving })
  } finally {
    session.end('ended')
    if (modes.mode === 'RUNNING') modes.request('finish', why ?? FAULT)
    // the STOP goes first, and waits for nothing
    if (safetyMonitor.interrupted === undefined) safetyMonitor.stop()
    driving.halt?.(why ?? FAULT)
    reflex.flush()
  }
  const ms = body.clock.now() - began
  await safetyMonitor.awaitStandstill()
  await safetyMonitor.retire()
  const { cause } = safetyMonitor
  return { kind: 'over', why, ms, ...(cause !== undefined && { cause }), ...doubtOf(safetyMonitor) }
}

const FAULT = 'a fault in the program'

const doubtOf = ({ doubt }: SafetyMonitor): Doubt => (doubt === undefined ? {} : { doubt })

async function drive(
  { modes, control }: SessionParts,
  session: OperatorSession,
  tools: { readonly reflex: Reflex; readonly safetyMonitor: SafetyMonitor; readonly driving: Driving },
): Promise<WhyOver> {
  const { reflex, safetyMonitor, driving } = tools
  for (;;) {
    if (session.over !== undefined) return session.over
    const turn = await driving.turn(reflex)
    const interruption = safetyMonitor.poll()
    if (interruption !== undefined) return interruption
    if (turn.kind !== 'alive') return turn.kind
    if (modes.mode !== 'RUNNING') return 'mode'
    driving.follow?.(turn)
    control.turn?.()
  }
}

/** From SAFE to RUNNING as for an episode. */
async function begin(
  { line, modes, control }: SessionParts,
  tools: {
    readonly reflex: Reflex
    readonly safetyMonitor: SafetyMonitor
    readonly robot: Driving['robot']
    readonly armedBy: string
  },
): Promise<Result<void, NotBegun>> {
  const { reflex, safetyMonitor, robot, armedBy } = tools
  const up = await bringUp(reflex, { line, robot, modes, armedBy, control })
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
