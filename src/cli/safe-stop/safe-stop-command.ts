import type { Command } from 'commander'
import { formatDiagnostic } from '#base/diagnostic.js'
import { anyOf } from '#app/command-line/words.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'

interface Options {
  readonly config?: string
  readonly serial?: string
  readonly json: boolean
}

export function addSafeStopCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('safe-stop')
    .description('make sure that the robot has stopped: connect to the controller, send STOP and disconnect')
    .option('--config <file>', 'configuration with robot.devices (default: /dev/graft-stm32, /dev/ttyACM*)')
    .option('--serial <devices>', 'devices, paths and patterns, instead of those of the configuration')
    .option('--json', 'one JSON object per device', false)
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const devices = await devicesOf(options)
      if (devices === undefined) {
        tell('the robot is virtual: it ends with its process, there is nothing to stop')
        return finish(EXIT.ok)
      }
      const [{ safeStop }, { monotonicClock }] = await Promise.all([
        import('./safe-stop.js'),
        import('#app/connections/serial-connection.js'),
      ])
      const outcomes = await safeStop(devices, monotonicClock())
      for (const outcome of outcomes) {
        const { device, what, text } = outcome
        process.stdout.write(
          `${options.json ? JSON.stringify(outcome) : `${device}: ${WORDS[what]} (${text})`}\n`,
        )
      }
      if (outcomes.length === 0) tell(`there is no serial device ${anyOf(devices)}: no robot to stop`)
      finish(outcomes.some(({ what }) => what === 'stopped') ? EXIT.ok : EXIT.linkLost)
    })
}

const WORDS = {
  stopped: 'the robot has stopped',
  'not-opened': 'cannot be opened',
  silent: 'is not one of our controllers',
  unconfirmed: 'THE STOP IS NOT CONFIRMED',
} as const

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

/** An unreadable configuration may be the very cause of the failure: then tries the default devices. */
async function devicesOf(options: Options): Promise<string | undefined> {
  if (options.serial !== undefined) return options.serial
  const { loadSite } = await import('#config/service/site-config.js')
  const site = await loadSite(options.config)
  if (site.ok) {
    const { body, devices } = site.value.robot
    return body === 'virtual' && options.config !== undefined ? undefined : devices
  }
  for (const problem of site.error) tell(formatDiagnostic(problem))
  const usual = await loadSite(undefined)
  if (!usual.ok) return undefined
  tell(`the configuration cannot be used: trying ${usual.value.robot.devices}`)
  return usual.value.robot.devices
}

const HELP = `
systemd runs this when graft.service has failed permanently (OnFailure=), and you may run it manually. The controller
stops by itself 200 ms after the last heartbeat; this makes sure. It never moves anything, and leaves a service that
still holds the port alone.

Examples:
  graft safe-stop
  graft safe-stop --config /etc/graft/graft.yaml
  graft safe-stop --serial '/dev/ttyACM*' --json

Exit codes: 0 the robot has stopped, or is virtual · 2 bad command line · 4 no controller was reached`
