import { randomInt } from 'node:crypto'
import type { Clock } from '#base/clock.js'
import type { FieldMap } from '#base/field-map.js'
import { stream } from '#base/random.js'
import { err, ok, type Result } from '#base/result.js'
import type { WireListener } from '#link/tapped-stream.js'
import type { Camera } from '#learning/ports.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { awaitController, type LinkProgress } from './await-controller.js'
import { findController, lookForDevice } from './find-controller.js'
import { monotonic, serialConnection } from './serial-connection.js'
import { namedOperator, terminalOperator, VIRTUAL_OPERATOR, type Operator } from './operator.js'
import { virtualConnection, nonZeroWord, type VirtualConnectionOptions } from './virtual-connection.js'

/** Where the robot of each episode comes from, and who answers for it. */
export interface RobotProvider {
  readonly operator: Operator
  /** its robots live in virtual time */
  readonly virtual: boolean
  next(episode: number, watch: ConnectionListeners): Promise<Result<ReadyConnection, BringUpFailure>>
  /** The link was lost and its body is closed: waits until a controller answers again. @returns false if none did */
  linkBack(signal: AbortSignal, tell: (progress: LinkProgress) => void): Promise<boolean>
}

export interface ConnectionListeners {
  /** hears the wire of this robot */
  readonly onWire: WireListener | undefined
  readonly tell: (progress: LinkProgress) => void
}

export interface ReadyConnection {
  readonly body: RobotConnection
  /** of the link session, 1…2³²−1 */
  readonly sessionId: number
  readonly armedBy: string
}

/** A fresh virtual robot for each episode; everything follows from the seed. */
export const virtualRobots = (
  options: Omit<VirtualConnectionOptions, 'episode' | 'onWire'>,
): RobotProvider => ({
  operator: VIRTUAL_OPERATOR,
  virtual: true,
  next: async (episode, { onWire }) => {
    const armedBy = (await VIRTUAL_OPERATOR.arm(episode)) ?? ''
    return ok({ ...openVirtual({ ...options, episode, ...(onWire && { onWire }) }), armedBy })
  },
  // a cable that was pulled on purpose stays pulled
  linkBack: () => Promise.resolve(false),
})

/** A freshly booted virtual robot, and the number of its session. */
export function openVirtual(options: VirtualConnectionOptions): Opened {
  const sessions = stream(options.seed, options.setup.map.id, options.episode, 'session')
  return { body: virtualConnection(options), sessionId: nonZeroWord(sessions.next()) }
}

/** What is opened; nothing moves, for the session has not begun. */
export type Opened = Omit<ReadyConnection, 'armedBy'>

/** What `graft run --serial` is told. */
export interface SerialOptions {
  /** device files, patterns, several separated by commas: see `deviceNames` */
  readonly devices: string
  readonly map: FieldMap
  readonly armedBy?: string
  /** how long to wait for a controller whose link was lost */
  readonly reconnectSeconds?: number
  /** the camera, when there is one, with the clock of an episode's body */
  readonly cameraAt?: (clock: Clock) => Camera
}

/** A controller that was plugged in a moment ago, or is booting, ms. */
const PATIENCE_MS = 3000

/** The controller on a serial device, opened anew for each episode so that nothing stale waits in the port. */
export function serialRobots(options: SerialOptions): RobotProvider {
  const { devices, map, armedBy, reconnectSeconds = 0, cameraAt } = options
  const operator = armedBy === undefined ? terminalOperator() : namedOperator(armedBy)
  const clock = monotonic()
  return {
    operator,
    virtual: false,
    next: async (episode, watch) => {
      const there = await lookForDevice({ devices, patience: PATIENCE_MS, clock })
      if (!there.ok) return there
      const name = await operator.arm(episode)
      if (name === null) {
        const text =
          'nobody armed the robot: run at a terminal and answer, or vouch for it with --armed-by NAME'
        return err({ kind: 'not-armed', text })
      }
      const opened = await openSerialRobot({ devices, map, cameraAt }, watch)
      return opened.ok ? ok({ ...opened.value, armedBy: name }) : opened
    },
    linkBack: (signal, tell) => awaitController(devices, { seconds: reconnectSeconds, clock, signal, tell }),
  }
}

export interface SerialRobot {
  readonly devices: string
  readonly map: FieldMap
  readonly cameraAt: ((clock: Clock) => Camera) | undefined
  /** ends the search */
  readonly signal?: AbortSignal
  /** hears which device the controller has answered on */
  readonly device?: (name: string) => void
}

/** The controller that answers on one of the devices; those that do not are told of. */
export async function openSerialRobot(
  { devices, map, cameraAt, signal, device }: SerialRobot,
  { onWire, tell }: ConnectionListeners,
): Promise<Result<Opened, BringUpFailure>> {
  const clock = monotonic()
  const found = await findController({ devices, patience: PATIENCE_MS, clock, ...(signal && { signal }) })
  if (!found.ok) return found
  for (const skipped of found.value.skipped) tell({ kind: 'skipped', ...skipped })
  device?.(found.value.device)
  const body = serialConnection(found.value.stream, map, onWire, cameraAt)
  return ok({ body, sessionId: randomInt(1, 2 ** 32) })
}
