import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'
import { startDriverProcess, type DriverProcessOptions } from '#adapters/drivers/driver-process.js'
import { connectDriver } from '#adapters/drivers/driver-socket.js'
import type { DriverHello } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { DriverLimits } from '#drivers/session/session-options.js'
import { LinePeer, type DriverStream } from '#drivers/line-peer.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import type { DriverSpec } from '#worlds/robot/load-robot.js'
import { monotonicClock } from '../connections/serial-connection.js'
import type { DriverRecording } from '../run-folder/episode-transcripts.js'
import { recorded, type WorldRobots } from './world-robots.js'

type RealDriver = Exclude<DriverSpec, { readonly kind: 'simulated' }>

export interface DriverRobotOptions {
  /** the robot's file promises them */
  readonly limits: DriverLimits
  /** why the world can do nothing with a driver that says this of itself */
  readonly objection?: (hello: DriverHello) => string | undefined
  /** a line that a process prints to standard error */
  readonly onLog: (line: string) => void
  readonly record?: DriverRecording
}

/**
 * A robot behind a driver of its own, in real time: a process that is started for each episode, or one that listens on
 * a socket of this computer.
 * @param folder of the world: a process is started there
 */
export const driverRobots =
  (spec: RealDriver, folder: string, options: DriverRobotOptions): WorldRobots =>
  (episode, journal) => {
    const { onLog, record, limits, objection } = options
    const clock = monotonicClock()
    // first, because the disk may refuse them: nobody would end a driver that was started before
    const [kept, heard] = [journal?.(false), record?.(episode)]
    const stream = openStream(spec, folder, {
      onLog,
      // it may brake until its declared time is over, also when this process ends at once
      graceMs: () => GRACE_MS + (session.hello?.stopMs ?? 0),
    })
    if (!stream.ok) return err({ kind: 'no-answer', text: stream.error.message })
    const peer = recorded(new LinePeer(stream.value), clock, heard)
    const session = new DriverSession({
      ...{ clock, peer, limits, ...kept, session: randomUUID() },
      ...(objection && { objection }),
    })
    const line = new DriverLine(session)
    let next = clock.now()
    return ok({
      line,
      time: {
        clock,
        virtual: false,
        pace: async (period: Ms) => {
          next = ms(Math.max(next + period, clock.now() - period))
          await sleep(Math.max(0, next - clock.now()))
        },
        close: () => session.close(),
      },
      camera: NO_CAMERA,
      laidByPeople: true,
      timeLimit: (skill) => ms(line.timeoutOf(skill) ?? DEFAULT_LIMIT_MS),
    })
  }

/** for a skill of which neither driver nor robot file says how long it may take, ms */
const DEFAULT_LIMIT_MS = 60_000

/** for a driver that stands to end by itself once its input has closed, ms */
const GRACE_MS = 1000

const NO_CAMERA = { capture: () => Promise.reject(new Error('no camera is connected to this run')) }

function openStream(
  spec: RealDriver,
  folder: string,
  options: Pick<DriverProcessOptions, 'onLog' | 'graceMs'>,
): Result<DriverStream, Diagnostic> {
  switch (spec.kind) {
    case 'process': {
      const [command, ...args] = spec.command
      return ok(startDriverProcess({ command, args, cwd: folder, ...options }))
    }
    case 'socket':
    case 'tcp':
      return connectDriver(spec)
  }
}
