import type { Clock } from '#base/clock.js'
import type { FieldMap } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import type { Camera } from '#learning/ports.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import {
  openSerialRobot,
  openVirtual,
  type Opened,
  type RobotProvider,
  type ConnectionListeners,
  type VirtualRobotLeft,
} from '#app/connections/robot-provider.js'
import { monotonicClock } from '#app/connections/serial-connection.js'
import { awaitController } from '#app/connections/await-controller.js'
import type { ArmingService } from './arming.js'
import { serviceOperator, type Hold } from './service-operator.js'
import type { SiteConfig } from '#config/service/site-config.js'

export interface ServiceRobotOptions {
  readonly setup: FieldSetup
  readonly wasm: Uint8Array
  readonly seed: number
  readonly body: SiteConfig['robot']['body']
  readonly pace: 'real' | 'fast'
  readonly faults: 'nominal' | 'none'
  readonly ground: SiteConfig['robot']['ground']
  readonly scanner: SiteConfig['robot']['scanner']
  readonly devices: string
  readonly reconnectSeconds: number
  /** between two episodes */
  readonly restSeconds: number
  readonly hold: Hold
  readonly arming: ArmingService
  /** aborted when the run must end */
  readonly signal: AbortSignal
  /** a real camera on the clock of an episode's body; without one a real robot's critic reports that it sees nothing */
  readonly cameraAt?: (clock: Clock) => Camera
  /** called once per turn of the reflex loop, in every phase of the episode */
  readonly onTurn: () => void
  /** no robot is in use any more: no heartbeats are due until the next one */
  readonly onIdle: () => void
  /** called with the device on which the controller answered */
  readonly onDevice: (name: string) => void
  /** called with the virtual robot that a person may drive on afterwards, as it is left */
  readonly onOpened?: (left: LeftRobot) => void
  /** drives this one on instead of a fresh one */
  readonly left?: LeftRobot | undefined
}

/** A virtual robot in its scene, as the latest run or session has left it. */
export interface LeftRobot extends VirtualRobotLeft {
  readonly setup: FieldSetup
}

/** The bases of the service on a field, each armed by an operator at the console. */
export function serviceRobots(options: ServiceRobotOptions): RobotProvider {
  const { body, setup } = options
  const virtual = body === 'virtual'
  const prompt = (episode: number): string => armingPrompt(episode, setup.map, virtual)
  const operator = serviceOperator({ ...options, virtual, prompt })
  const clock = monotonicClock()
  return {
    operator,
    virtual: virtual && options.pace === 'fast',
    next: async (episode, watch) => {
      const name = await operator.arm(episode)
      if (name === null) return err({ kind: 'stopped', text: 'nobody armed the robot' })
      const opened = await openConnection(options, episode, watch)
      return opened.ok ? ok({ ...opened.value, armedBy: name }) : opened
    },
    awaitReconnection: (stop, onProgress) =>
      virtual
        ? Promise.resolve(false)
        : awaitController(options.devices, {
            seconds: options.reconnectSeconds,
            clock,
            signal: stop,
            onProgress,
          }),
  }
}

/** Opens a virtual robot, fresh or as it was left, or the controller that answers. Nothing moves before a session. */
export async function openConnection(
  options: Omit<ServiceRobotOptions, 'hold' | 'arming'>,
  episode: number,
  watch: ConnectionListeners,
): Promise<Result<Opened, BringUpFailure>> {
  const { setup, signal, cameraAt, devices, onDevice } = options
  if (options.body === 'virtual') {
    const { left, onOpened } = options
    const opened =
      left === undefined ? fresh(options, episode, watch) : { ...left.again(watch.onWire), again: left.again }
    onOpened?.({ setup, again: opened.again })
    const body = cameraAt === undefined ? opened.body : withCamera(opened.body, cameraAt(opened.body.clock))
    return ok({ sessionId: opened.sessionId, body: withHeartbeat(body, options) })
  }
  const opened = await openSerialRobot({ devices, map: setup.map, cameraAt, signal, onDevice }, watch)
  return opened.ok ? ok({ ...opened.value, body: withHeartbeat(opened.value.body, options) }) : opened
}

const fresh = (
  { setup, wasm, seed, faults, ground, scanner, pace }: Omit<ServiceRobotOptions, 'hold' | 'arming'>,
  episode: number,
  { onWire }: ConnectionListeners,
): ReturnType<typeof openVirtual> =>
  openVirtual({ setup, wasm, seed, episode, faults, ground, scanner, live: pace === 'real', onWire })

const armingPrompt = (episode: number, map: FieldMap, virtual: boolean): string =>
  virtual
    ? `the virtual robot will run its tree on field ${map.id}, from episode ${episode} to the end of the run`
    : `episode ${episode} on field ${map.id}: set up the field, put the robot on its home area and clear the ` +
      `way; it will move`

/** Every turn of the loop counts as a heartbeat. */
const withHeartbeat = (
  body: RobotConnection,
  { onTurn, onIdle }: Pick<ServiceRobotOptions, 'onTurn' | 'onIdle'>,
): RobotConnection => ({
  ...copyOf(body),
  pace: (period) => {
    onTurn()
    return body.pace(ms(period))
  },
  close: () => {
    onIdle()
    body.close()
  },
})

const withCamera = (body: RobotConnection, camera: Camera): RobotConnection => ({ ...copyOf(body), camera })

/** Copies a body member by member: spreading an instance of a class would lose its methods. */
const copyOf = (body: RobotConnection): RobotConnection => ({
  stream: body.stream,
  camera: body.camera,
  ...(body.scanner && { scanner: body.scanner }),
  clock: body.clock,
  virtual: body.virtual,
  ...(body.wall && { wall: body.wall }),
  pace: (period) => body.pace(period),
  outcome: (world, seen) => body.outcome(world, seen),
  close: () => body.close(),
})
