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
import type { Operator } from '#app/connections/operator.js'
import { monotonic } from '#app/connections/serial-connection.js'
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
  /** aborted when the run is to end */
  readonly signal: AbortSignal
  /** a real camera, with the clock of an episode's body; without one a real robot's critic sees nothing, and says so */
  readonly cameraAt?: (clock: Clock) => Camera
  /** once a turn of the reflex loop, in whatever phase of the episode */
  readonly beat: () => void
  /** no robot is in hand any more: nothing beats until the next one */
  readonly rest: () => void
  /** the device that the controller has answered on */
  readonly device: (name: string) => void
}

/**
 * The robots of the service. An operator's arm and confirm stand before every episode of a real robot, whose field
 * somebody must lay, and before the first one of a run on a virtual robot, whose field lays itself.
 */
export function serviceRobots(options: ServiceRobotOptions): RobotProvider {
  const { body, arming, signal, setup } = options
  const operator = consoleOperator(options)
  const virtual = body === 'virtual'
  let armedBy: string | null = null
  const armed = async (episode: number): Promise<string | null> => {
    if (armedBy !== null && virtual && !signal.aborted) return armedBy
    armedBy = await arming.ask(whatMoves(episode, setup.map, virtual), signal)
    return armedBy
  }
  const clock = monotonic()
  return {
    operator,
    virtual: virtual && options.pace === 'fast',
    next: async (episode, watch) => {
      if (episode > 1) await rest(options)
      const name = await armed(episode)
      if (name === null) return err({ kind: 'stopped', text: 'nobody armed the robot' })
      const opened = await openConnection(options, episode, watch)
      return opened.ok ? ok({ ...opened.value, armedBy: name }) : opened
    },
    linkBack: (stop, tell) =>
      virtual
        ? Promise.resolve(false)
        : awaitController(options.devices, { seconds: options.reconnectSeconds, clock, signal: stop, tell }),
  }
}

/** A fresh virtual robot, or the controller that answers. Nothing moves: the session is not open yet. */
export async function openConnection(
  options: Omit<ServiceRobotOptions, 'hold' | 'arming'>,
  episode: number,
  watch: ConnectionListeners,
): Promise<Result<Opened, BringUpFailure>> {
  const { setup, seed, wasm, signal, pace, faults, cameraAt, devices, device } = options
  if (options.body === 'virtual') {
    const live = pace === 'real'
    const made = openVirtual({
      setup,
      wasm,
      seed,
      episode,
      faults,
      live,
      ...(watch.onWire && { onWire: watch.onWire }),
    })
    const body = cameraAt === undefined ? made.body : withCamera(made.body, cameraAt(made.body.clock))
    return ok({ ...made, body: beating(body, options) })
  }
  const opened = await openSerialRobot({ devices, map: setup.map, cameraAt, signal, device }, watch)
  return opened.ok ? ok({ ...opened.value, body: beating(opened.value.body, options) }) : opened
}

const rest = ({ restSeconds, signal }: ServiceRobotOptions): Promise<void> =>
  sleep(restSeconds * 1000, undefined, { signal }).catch(() => undefined)

const whatMoves = (episode: number, map: FieldMap, virtual: boolean): string =>
  virtual
    ? `the virtual robot will run its tree on field ${map.id}, from episode ${episode} to the end of the run`
    : `episode ${episode} on field ${map.id}: lay the field, put the robot on its home area, clear the ` +
      `way; it will move`

/** Which alarms of the first look hold the robot until somebody arms it once more (AMB-01). */
function consoleOperator({ hold, arming }: ServiceRobotOptions): Operator {
  return {
    arm: () => Promise.resolve(null),
    mayMove: async (report, unneeded) => {
      if (!holds(report, hold)) return true
      return (await arming.ask(`the critic fears: ${fearsOf(report)} Move all the same?`, unneeded)) !== null
    },
  }
}

/** Each pace of the loop is a sign of its life. */
const beating = (
  body: RobotConnection,
  { beat, rest }: Pick<ServiceRobotOptions, 'beat' | 'rest'>,
): RobotConnection => ({
  ...whole(body),
  pace: (period) => {
    beat()
    return body.pace(ms(period))
  },
  close: () => {
    rest()
    body.close()
  },
})

const withCamera = (body: RobotConnection, camera: Camera): RobotConnection => ({ ...whole(body), camera })

/** Spread, a body of a class would lose its methods. */
const whole = (body: RobotConnection): RobotConnection => ({
  stream: body.stream,
  camera: body.camera,
  clock: body.clock,
  virtual: body.virtual,
  ...(body.wall && { wall: body.wall }),
  pace: (period) => body.pace(period),
  outcome: (world, seen) => body.outcome(world, seen),
  close: () => body.close(),
})

/** Which alarms of the first look hold the robot before its first motion (`alarm.hold`). */
export type Hold = 'none' | 'severe' | 'all'

/** Must somebody arm once more before the robot moves? An alarm of a later look notifies and holds nothing (AMB-01). */
export function holds(report: CriticReport, hold: Hold): boolean {
  if (report.mode !== 'initial' || hold === 'none') return false
  return hold === 'all' ? alarmOf(report).length + pictureWarnings(report).length > 0 : report.s > SEVERE
}

/** What whoever may let it move is told: what is wrong with the scene, and with the picture of it. */
export const fearsOf = (report: CriticReport): string =>
  [report.summary, ...pictureWarnings(report).map(({ text }) => `${text}.`)].join(' ')

/** "severe, safety-critical" in the paper's rubric */
const SEVERE = 0.7
