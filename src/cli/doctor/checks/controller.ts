import { findings, isRunning, type Check } from '../check.js'

const { ok, warn, fail } = findings('controller')

/** Only with --probe: opens the port, sends Hello, and closes it. Moves nothing. */
export const controller: Check = async ({ config, machine, unit }) => {
  const { body, devices } = config.robot
  if (body === 'virtual') return [ok('the virtual one is part of the program')]
  if (isRunning(unit))
    return [
      warn(
        'in use by the service: not probed',
        'graft console status shows the link; or systemctl stop graft first',
      ),
    ]
  const answer = await machine.probe(devices)
  return 'why' in answer
    ? [
        fail(
          answer.why,
          'check power, cable and firmware version (that of this release); for a bad line see docs/bad-line.md',
        ),
      ]
    : [ok(`answers on ${answer.device}, boot ${answer.bootId}`)]
}
