import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import { inRealTime } from '#app/connections/pace.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { DriverSessionOptions } from '#drivers/session/session-options.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import type { Fluents } from '#worlds/value.js'
import { DrawnAside, type View } from '../side/drawn-aside.js'
import { recorded, type WorldRobot, type WorldSimulation } from '../world-robots.js'
import { AsideDriver, startWorldThread, type AsideOptions } from './aside-driver.js'

export interface AsideRobotOptions extends AsideOptions, Pick<WorldSimulation, 'limits' | 'record' | 'tell'> {
  /** the name of the simulation: its `aside` makes the world, its `draw` draws it */
  readonly simulation: string
  /** what `aside` is given, data that can be sent to another thread */
  readonly setting: unknown
  /** of the session, different for each episode */
  readonly name: string
  readonly episode: number
  /** what is so until the thread says what is */
  readonly start: Fluents
  readonly session: Pick<DriverSessionOptions, 'journal' | 'journaled'>
  readonly view: Pick<View, 'picture' | 'model' | 'draw'>
}

/** A robot of a simulation in real time, in a world that is in a thread of its own. */
export function asideRobot(options: AsideRobotOptions): WorldRobot {
  const { simulation, name, episode, start, limits, record, tell = () => undefined } = options
  // first, because the disk may refuse it: nobody would end a thread that was started before
  const heard = record?.(episode)
  const clock = new VirtualClock()
  const driver = new AsideDriver(startWorldThread(simulation, options.setting), options)
  const peer = recorded(driver, clock, heard)
  const session = new DriverSession({
    ...{ clock, peer, session: name, ...options.session },
    ...(limits && { limits }),
  })
  const line = new DriverLine(session)
  const view: View = {
    ...{ ...options.view, simulation },
    get now() {
      return driver.state?.now ?? 0
    },
    moment: (id) => driver.moment(id),
  }
  const camera = new DrawnAside(view, { live: true, tell })
  return {
    line,
    time: {
      clock,
      virtual: false,
      wall: () => performance.now(),
      pace: inRealTime(clock, (period) => {
        driver.advance(period)
        clock.advance(period)
      }),
      close: () => {
        session.close()
        camera.close()
      },
    },
    camera,
    truth: () => ({
      facts: driver.state?.truth ?? start,
      operatingSeconds: (driver.state?.now ?? 0) / 1000,
    }),
    timeLimit: (skill) => ms(line.timeoutOf(skill) ?? 60_000),
  }
}
