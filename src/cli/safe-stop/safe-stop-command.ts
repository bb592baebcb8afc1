import type { Command } from 'commander'
import { formatDiagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'

interface Options {
  readonly config?: string
  readonly serial?: string
  readonly json: boolean
}

export function addSafeStopCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('safe-stop')
    .description('make sure that the robot stands: say Hello to the controller, send STOP, let go')
    .option('--config <file>', 'whose robot.devices to look at (default: /dev/graft-stm32, /dev/ttyACM*)')
    .option('--serial <devices>', 'devices, paths and patterns, instead of those of the configuration')
    .option('--json', 'one JSON object a device', false)
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
      if (outcomes.length === 0) tell(`there is no serial device ${devices}: no robot to stop`)
      finish(outcomes.some(({ what }) => what === 'stopped') ? EXIT.ok : EXIT.linkLost)
    })
}

const WORDS = {
  stopped: 'the robot stands',
  'not-opened': 'cannot be opened',
  silent: 'is no controller of ours',
  unconfirmed: 'THE STOP IS NOT CONFIRMED',
} as const

const tell = (text: string): void => void process.stderr.write(`${text}\n`)

/** A configuration that cannot be read may be the very reason for the failure: then the usual devices are tried. */
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
It is what systemd starts when graft.service has failed for good (OnFailure=), and what you may start by hand. The
controller stops by itself 200 ms after the last heartbeat; this makes sure. It moves nothing, ever, and a service that
still holds the port is left alone.

Examples:
  graft safe-stop
  graft safe-stop --config /etc/graft/graft.yaml
  graft safe-stop --serial '/dev/ttyACM*' --json

Exit codes: 0 the robot stands, or is virtual · 4 no controller was reached · 2 bad command line`
