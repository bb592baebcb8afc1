import type { FieldMap, Pose } from '../../base/field-map.js'
import { m, rad } from '../../base/units.js'
import type { LinkSession } from '../../link/link-session.js'
import type { Robot } from '../../robot/robot.js'
import { bringUp, type BringUpFailure } from '../bring-up.js'
import type { Embodiment } from '../embodiment.js'
import { Vigil } from '../ending/vigil.js'
import type { LinkWatch } from '../link/link-watch.js'
import type { ModeMachine } from '../modes.js'
import { Reflex } from '../reflex.js'
import type { Timing } from '../timing/timing.js'
import { standing, type TeleopOver, type TeleopSession } from './teleop.js'

/** What a drive by hand needs: the parts of an episode without tree, critic and camera. */
export interface TeleopParts {
  readonly map: FieldMap
  readonly body: Embodiment
  readonly session: LinkSession
  readonly link: LinkWatch
  readonly timing?: Timing
  readonly robot: Robot
  readonly modes: ModeMachine
  readonly watch: TeleopWatch
}

export interface TeleopWatch {
  stopRequested(): boolean
  estopRequested?(): boolean
  /** the second step of law 7 @returns who armed and confirmed; null: nobody @param signal aborted when it is no longer asked */
  mayMove(signal: AbortSignal): Promise<string | null>
  /** once a turn while somebody drives; must be quick */
  turn?(): void
}

export type TeleopEnd =
  /** it never came to driving; nothing has moved */
  | {
      readonly kind: 'not-begun'
      readonly why: BringUpFailure | { readonly kind: 'not-confirmed'; readonly text: string }
    }
  /** somebody drove, and the robot has been stopped */
  | {
      readonly kind: 'over'
      readonly why: TeleopOver | 'operator-stop' | 'estop' | 'link-lost' | 'mode'
      /** from the confirmation to the end, ms of the robot's time */
      readonly ms: number
      /** setpoints that left, each with its own permit */
      readonly sent: number
      readonly refused: number
    }

/** An armed robot does not wait longer for somebody to say that it may move, ms. */
const ANSWER_PATIENCE_MS = 120_000

/**
 * Driving by hand, from SAFE to SAFE: the same bring-up, arming and confirmation as for an episode, then turns of the
 * reflex loop in which the operator's newest setpoint asks for its permit, until somebody or something ends it. Every
 * end is a STOP, and the robot stands when this returns.
 */
export async function runTeleop(parts: TeleopParts, teleop: TeleopSession): Promise<TeleopEnd> {
  const { body, session, robot, modes, watch, map } = parts
  const reflex = new Reflex(parts)
  const vigil = new Vigil(parts, reflex)
  const at = (): Pose | undefined => whereItStands(session, map)
  const up = await bringUp(reflex, { session, robot, modes, armedBy: teleop.by, watch, at })
  if (!up.ok) return { kind: 'not-begun', why: up.error }

  const by = await confirmation(parts, vigil)
  if (by === null || !modes.request('confirm', by).ok) {
    vigil.standDown('nobody let it move')
    await vigil.rest()
    return {
      kind: 'not-begun',
      why: { kind: 'not-confirmed', text: 'nobody confirmed that the robot may move' },
    }
  }
  const began = body.clock.now()
  const count = { sent: 0, refused: 0 }
  teleop.open()
  const why = await drive(parts, teleop, { reflex, vigil, count })
  const ms = body.clock.now() - began
  teleop.end('ended')
  if (modes.mode === 'RUNNING') modes.request('finish', why)
  if (vigil.interrupted === undefined) vigil.stop()
  await vigil.rest()
  return { kind: 'over', why, ms, ...count }
}

async function drive(
  { robot, modes, watch }: TeleopParts,
  teleop: TeleopSession,
  tools: {
    readonly reflex: Reflex
    readonly vigil: Vigil
    readonly count: { sent: number; refused: number }
  },
): Promise<Extract<TeleopEnd, { kind: 'over' }>['why']> {
  const { reflex, vigil, count } = tools
  for (;;) {
    const due = teleop.due()
    if (teleop.over !== undefined) return teleop.over
    if (due !== undefined) {
      const asked = robot.jog(due)
      teleop.tried(asked.ok && asked.value, asked.ok ? undefined : asked.error.text)
      if (asked.ok && asked.value) count.sent++
      if (!asked.ok) {
        count.refused++
        halt(robot, count)
      }
    }
    const turn = await reflex.turn()
    const interruption = vigil.look()
    if (interruption !== undefined) return interruption
    if (turn.kind === 'link-lost') return 'link-lost'
    if (modes.mode !== 'RUNNING') return 'mode'
    watch.turn?.()
  }
}

/** What was permitted before would end by itself; a person who is refused expects that it ends now. */
function halt(robot: Robot, count: { sent: number }): void {
  if (!robot.state().robot.moving) return
  const stand = robot.jog(standing())
  if (stand.ok && stand.value) count.sent++
  else if (!stand.ok) robot.stop()
}

async function confirmation({ watch }: TeleopParts, vigil: Vigil): Promise<string | null> {
  if (vigil.interrupted !== undefined) return null
  const { signal } = vigil
  const withdrawn = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  const said = await vigil.over(Promise.race([watch.mayMove(signal), withdrawn]), ANSWER_PATIENCE_MS)
  return said.ok && vigil.interrupted === undefined ? said.value : null
}

/**
 * Who drives by hand does so because the robot is not where it should be: what the controller has counted is the best that
 * anybody knows. One that has just been switched on has counted nothing, and is where it is set up: at home.
 */
function whereItStands({ telemetry }: LinkSession, { size }: FieldMap): Pose | undefined {
  if (telemetry === undefined) return undefined
  const { x, y, theta } = telemetry
  const known = x > 0 && x < size.x && y > 0 && y < size.y && Number.isFinite(theta)
  return known ? { x: m(x), y: m(y), theta: rad(theta) } : undefined
}
