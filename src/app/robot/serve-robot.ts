import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Clock } from '#base/clock.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import type { DriverAddress } from '#adapters/drivers/driver-socket.js'
import { serveSocket } from '#adapters/drivers/serve-socket.js'
import { serveStdio } from '#adapters/drivers/serve-stdio.js'
import type { DefinedRobot } from '#drivers/define-robot.js'
import { LineSide } from '#drivers/line-side.js'

export interface ServedRobot {
  /** Stops the robot, waits until it stands, and ends the connection; with `stdio` the process ends as well. */
  close(): Promise<void>
}

/** how often the robot is looked at when no host is there, ms */
const TICK_MS = 10

/**
 * Makes a driver of a defined robot in this process: on standard input and output for graft that has started it, on a
 * Unix socket or a loopback port for graft that connects. It starts SAFE, and is SAFE whenever no host is there.
 */
export async function serveRobot(
  robot: DefinedRobot,
  where: 'stdio' | DriverAddress = 'stdio',
): Promise<Result<ServedRobot, Diagnostic>> {
  const clock: Clock = { now: () => ms(performance.now()) }
  // one for all hosts: what an earlier one left moving keeps the next one's commands out
  const side = robot.start({ clock, boot: randomUUID() })
  const tell = (problem: Diagnostic): void => void process.stderr.write(`${formatDiagnostic(problem)}\n`)
  const open = (): LineSide => new LineSide(side, tell)
  if (where !== 'stdio') {
    const served = await serveSocket(where, open, robot.stopMs)
    if (!served.ok) return served
    // between two hosts as well: what ends late may have to be stopped once more
    const timer = setInterval(() => side.advance(), TICK_MS)
    return ok({ close: () => served.value.close().finally(() => clearInterval(timer)) })
  }
  const host = serveStdio(open(), robot.leaveMs ?? robot.stopMs)
  return ok({
    close: async () => {
      host.end('closed')
      await host.ended
    },
  })
}
