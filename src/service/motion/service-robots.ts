import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#base/clock.js'
import type { FieldMap } from '#base/field-map.js'
import { err, ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import type { Camera } from '#learning/ports.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import type { FieldSetup } from '#simulation/field-setup.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import {
  openSerialRobot,
  openVirtual,
  type Opened,
  type RobotProvider,
  type ConnectionListeners,
} from '#app/connections/robot-provider.js'
import { isSevere, type Operator } from '#app/connections/operator.js'
import { monotonicClock } from '#app/connections/serial-connection.js'
import { awaitController } from '#app/connections/await-controller.js'
import type { ArmingService } from './arming.js'
import { alarmOf } from '#learning/critic/alarm.js'
import { pictureWarnings } from '#learning/critic/picture-warnings.js'
import type { CriticReport } from '#learning/critic/report.js'

export interface ServiceRobotOptions {
  readonly setup: FieldSetup
  readonly wasm: Uint8Array
  readonly seed: number
  readonly body: 'virtual' | 'serial'
  readonly pace: 'real' | 'fast'
  readonly faults: 'nominal' | 'none'
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
}

/**
 * The robots of the service. An operator must arm and confirm before every episode of a real robot, whose field
 * somebody must lay, and before the first episode of a run on a virtual robot, whose field is laid automatically.
 */
export function serviceRobots(options: ServiceRobotOptions): RobotProvider {
  const { body, arming, signal, setup } = options
  const operator = consoleOperator(options)
  const virtual = body === 'virtual'
  let armedBy: string | null = null
  const armOnce = async (episode: number): Promise<string | null> => {
    if (armedBy !== null && virtual && !signal.aborted) return armedBy
    armedBy = await arming.ask(armingPrompt(episode, setup.map, virtual), signal)
    return armedBy
  }
  const clock = monotonicClock()
  return {
    operator,
    virtual: virtual && options.pace === 'fast',
    next: async (episode, watch) => {
      if (episode > 1) await pauseBetweenEpisodes(options)
      const name = await armOnce(episode)
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

/** Opens a fresh virtual robot, or the controller that answers. Nothing moves: the session is not open yet. */
export async function openConnection(
  options: Omit<ServiceRobotOptions, 'hold' | 'arming'>,
  episode: number,
  watch: ConnectionListeners,
): Promise<Result<Opened, BringUpFailure>> {
  const { setup, seed, wasm, signal, pace, faults, cameraAt, devices, onDevice } = options
  if (options.body === 'virtual') {
    const live = pace === 'real'
    const opened = openVirtual({
      setup,
      wasm,
      seed,
      episode,
      faults,
      live,
      ...(watch.onWire && { onWire: watch.onWire }),
    })
    const body = cameraAt === undefined ? opened.body : withCamera(opened.body, cameraAt(opened.body.clock))
    return ok({ ...opened, body: withHeartbeat(body, options) })
  }
  const opened = await openSerialRobot({ devices, map: setup.map, cameraAt, signal, onDevice }, watch)
  return opened.ok ? ok({ ...opened.value, body: withHeartbeat(opened.value.body, options) }) : opened
}

const pauseBetweenEpisodes = ({ restSeconds, signal }: ServiceRobotOptions): Promise<void> =>
  sleep(restSeconds * 1000, undefined, { signal }).catch(() => undefined)

const armingPrompt = (episode: number, map: FieldMap, virtual: boolean): string =>
  virtual
    ? `the virtual robot will run its tree on field ${map.id}, from episode ${episode} to the end of the run`
    : `episode ${episode} on field ${map.id}: set up the field, put the robot on its home area and clear the ` +
      `way; it will move`

/**
 * An operator at the console: alarms of the initial report may hold the robot until somebody arms it again
 * (AMB-01).
 */
function consoleOperator({ hold, arming }: ServiceRobotOptions): Operator {
  return {
    arm: () => Promise.resolve(null),
    mayMove: async (report, unneeded) => {
      if (!mustHold(report, hold)) return true
      return (await arming.ask(`the critic warns: ${warningsOf(report)} Move anyway?`, unneeded)) !== null
    },
  }
}

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
  clock: body.clock,
  virtual: body.virtual,
  ...(body.wall && { wall: body.wall }),
  pace: (period) => body.pace(period),
  outcome: (world, seen) => body.outcome(world, seen),
  close: () => body.close(),
})

/** Which alarms of the initial report hold the robot before its first motion (`alarm.hold`). */
export type Hold = 'none' | 'severe' | 'all'

/** Must somebody arm again before the robot moves? Alarms of later reports notify but never hold it (AMB-01). */
export function mustHold(report: CriticReport, hold: Hold): boolean {
  if (report.mode !== 'initial' || hold === 'none') return false
  return hold === 'all' ? alarmOf(report).length + pictureWarnings(report).length > 0 : isSevere(report)
}

/** What the operator is told before letting it move: what is wrong with the scene, and with its picture. */
export const warningsOf = (report: CriticReport): string =>
  [report.summary, ...pictureWarnings(report).map(({ text }) => `${text}.`)].join(' ')
