import { LinkSession } from '#link/link-session.js'
import type { SetVelocity } from '#link/messages.gen.js'
import { createRobot, type FieldRobot } from '#robots/field/field-robot.js'
import type { GateRefusal } from '#robots/gate.js'
import { SerialLine } from '#robots/field/serial-line.js'
import { LinkWatch } from '#runtime/link/link-watch.js'
import { ModeMachine } from '#runtime/modes.js'
import { runTeleop, type TeleopEnd } from '#runtime/teleop/run-teleop.js'
import { TeleopSession, type Setpoint } from '#runtime/teleop/teleop.js'
import { AttendedBody } from '../../runtime/support/attended.js'
import { benchmarkMap as map } from '../../simulation/support/field.js'

export const WINDOW = 500

/** An operator at the robot: told once a turn how long the drive has lasted, ms. */
export interface Hand {
  /** what is held down now; undefined: no word at all */
  hold(t: number, drive: Drive): Setpoint | undefined
}

export interface Drive {
  readonly body: AttendedBody
  readonly robot: FieldRobot
  readonly teleop: TeleopSession
  readonly modes: ModeMachine
}

export interface Driven extends Drive {
  readonly end: TeleopEnd
  /** since the confirmation */
  readonly began: number
  readonly refusals: readonly GateRefusal[]
  readonly changes: readonly string[]
  /** who or what asked for each of them */
  readonly by: readonly string[]
  /** what the controller heard */
  readonly setpoints: readonly { readonly t: number; readonly message: SetVelocity }[]
  /** where the gripper was, each turn */
  readonly track: readonly { readonly t: number; readonly x: number; readonly y: number }[]
}

export const go = (vx: number, vy = 0, wz = 0): Setpoint => ({ vx, vy, wz })

/** One drive by hand on a controller in virtual time. The console repeats what is held ten times a second. */
export async function driven(
  hand: Hand,
  options: {
    readonly mayMove?: () => Promise<string | null>
    readonly stopRequested?: (drive: Drive) => boolean
    readonly accessLost?: string
    readonly estopRequested?: (drive: Drive) => boolean
    readonly hangs?: (t: number) => number
  } = {},
): Promise<Driven> {
  const body = new AttendedBody()
  const { clock } = body
  const refusals: GateRefusal[] = []
  const changes: string[] = []
  const askedBy: string[] = []
  const track: { t: number; x: number; y: number }[] = []
  const session = new LinkSession({ clock, sessionId: 78 })
  const robot = createRobot({
    map,
    session,
    clock,
    faceReader: { begin: () => undefined, poll: () => ({ kind: 'failed', text: 'blind' }) } as never,
    onRefusal: (refusal) => refusals.push(refusal),
  })
  const modes = new ModeMachine(({ to, by }) => {
    changes.push(to)
    askedBy.push(by)
  })
  const teleop = new TeleopSession({ id: 's', by: 'anna', windowMs: WINDOW, clock })
  const drive = { body, robot, teleop, modes }
  let began = 0
  let told = -Infinity
  const turn = (): void => {
    const t = clock.now() - began
    track.push({ t, x: body.plant.x, y: body.plant.y })
    body.pass(options.hangs?.(t) ?? 0)
    if (t - told < 100) return
    told = t
    const held = hand.hold(t, drive)
    if (held !== undefined) teleop.drive(held)
  }
  const end = await runTeleop(
    {
      map,
      body,
      session,
      line: new SerialLine(session, body),
      link: new LinkWatch(session, clock),
      robot,
      modes,
      control: {
        stopRequested: () => options.stopRequested?.(drive) ?? false,
        accessLost: () => options.accessLost,
        estopRequested: () => options.estopRequested?.(drive) ?? false,
        mayMove: async () => {
          const by = await (options.mayMove?.() ?? Promise.resolve('anna'))
          began = clock.now()
          return by
        },
        turn,
      },
    },
    teleop,
  )
  const setpoints = body.heard.flatMap(({ t, message }) =>
    message.kind === 'setVelocity' ? [{ t: t - began, message }] : [],
  )
  return { ...drive, end, began, refusals, changes, by: askedBy, setpoints, track }
}

/** Since when the wheels have been told to stand, on the drive's clock. */
export const stoodFrom = ({ body, began }: Driven): number => body.witness.lastMotion - began

/** When the first STOP was heard, on the drive's clock. */
export const stopAt = ({ body, began }: Driven): number => (body.times('stop')[0] ?? Infinity) - began
