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
import { findController, awaitDevice } from './find-controller.js'
import { monotonicClock, serialConnection } from './serial-connection.js'
import { namedOperator, nobodyArmed, terminalOperator, VIRTUAL_OPERATOR, type Operator } from './operator.js'
import { nonZeroWord, virtualBase, type VirtualConnectionOptions } from './virtual-connection.js'

/** Provides the robot of each episode and the operator responsible for it. */
export interface RobotProvider {
  readonly operator: Operator
  /** whether its robots live in virtual time */
  readonly virtual: boolean
  next(episode: number, listeners: ConnectionListeners): Promise<Result<ReadyConnection, BringUpFailure>>
  /** After the link was lost and the body closed: waits until a controller answers again. @returns false if none did */
  awaitReconnection(signal: AbortSignal, onProgress: (progress: LinkProgress) => void): Promise<boolean>
}

export interface ConnectionListeners {
  /** receives the wire traffic of this robot */
  readonly onWire: WireListener | undefined
  readonly onProgress: (progress: LinkProgress) => void
}

export interface ReadyConnection {
  readonly body: RobotConnection
  /** of the link session, 1…2³²−1 */
  readonly sessionId: number
  readonly armedBy: string
}

/** A fresh virtual robot for each episode; everything is determined by the seed. */
export const virtualRobots = (
  options: Omit<VirtualConnectionOptions, 'episode' | 'onWire'>,
): RobotProvider => ({
  operator: VIRTUAL_OPERATOR,
  virtual: true,
  next: async (episode, { onWire }) => {
    const armedBy = (await VIRTUAL_OPERATOR.arm(episode)) ?? ''
    return ok({ ...openVirtual({ ...options, episode, onWire }), armedBy })
  },
  // a cable that was pulled on purpose stays pulled
  awaitReconnection: () => Promise.resolve(false),
})

/** A freshly booted virtual robot and its session number; `again`: in real time, and as it was left. */
export function openVirtual({ onWire, ...options }: VirtualConnectionOptions): Opened & VirtualRobotLeft {
  const sessions = stream(options.seed, options.setup.map.id, options.episode, 'session')
  const base = virtualBase(options)
  const opened = (body: RobotConnection): Opened => ({ body, sessionId: nonZeroWord(sessions.next()) })
  return { ...opened(base.connect(onWire)), again: (hears) => opened(base.reconnect(hears)) }
}

/** A virtual robot that goes on in the scene in which its last connection left it. */
export interface VirtualRobotLeft {
  /** @param onWire hears the traffic of the new connection */
  readonly again: (onWire?: WireListener) => Opened
}

/** An open connection; nothing moves, because the session has not begun. */
export type Opened = Omit<ReadyConnection, 'armedBy'>

/** What `graft run --serial` was given. */
export interface SerialOptions {
  /** device files or patterns, separated by commas: see `deviceNames` */
  readonly devices: string
  readonly map: FieldMap
  readonly armedBy?: string
  /** how long to wait for a controller whose link was lost */
  readonly reconnectSeconds?: number
  /** the camera, if there is one, on the clock of an episode's body */
  readonly cameraAt?: (clock: Clock) => Camera
}

/** Time allowed for a controller that was just plugged in or is booting, ms. */
const SEARCH_TIMEOUT_MS = 3000

/** The controller on a serial device, reopened for each episode so that no stale bytes wait in the port. */
export function serialRobots(options: SerialOptions): RobotProvider {
  const { devices, map, armedBy, reconnectSeconds = 0, cameraAt } = options
  const operator = armedBy === undefined ? terminalOperator() : namedOperator(armedBy)
  const clock = monotonicClock()
  return {
    operator,
    virtual: false,
    next: async (episode, watch) => {
      const present = await awaitDevice({ devices, timeoutMs: SEARCH_TIMEOUT_MS, clock })
      if (!present.ok) return present
      const name = await operator.arm(episode)
      if (name === null) return err(nobodyArmed(operator))
      const opened = await openSerialRobot({ devices, map, cameraAt }, watch)
      return opened.ok ? ok({ ...opened.value, armedBy: name }) : opened
    },
    awaitReconnection: (signal, onProgress) =>
      awaitController(devices, { seconds: reconnectSeconds, clock, signal, onProgress }),
  }
}

export interface SerialRobot {
  readonly devices: string
  readonly map: FieldMap
  readonly cameraAt: ((clock: Clock) => Camera) | undefined
  /** ends the search */
  readonly signal?: AbortSignal
  /** called with the device on which the controller answered */
  readonly onDevice?: (name: string) => void
}

/** Opens the controller that answers on one of the devices; the others are reported as skipped. */
export async function openSerialRobot(
  { devices, map, cameraAt, signal, onDevice }: SerialRobot,
  { onWire, onProgress }: ConnectionListeners,
): Promise<Result<Opened, BringUpFailure>> {
  const clock = monotonicClock()
  const found = await findController({
    devices,
    timeoutMs: SEARCH_TIMEOUT_MS,
    clock,
    ...(signal && { signal }),
  })
  if (!found.ok) return found
  for (const skipped of found.value.skipped) onProgress({ kind: 'skipped', ...skipped })
  onDevice?.(found.value.device)
  const body = serialConnection(found.value.stream, map, onWire, cameraAt)
  return ok({ body, sessionId: randomInt(1, 2 ** 32) })
}
