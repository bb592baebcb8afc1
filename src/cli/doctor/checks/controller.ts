import { findings, isRunning, type Check } from '../check.js'

const { ok, warn, fail } = findings('controller')

/** Only with --probe: opens the port, sends Hello, and closes it. Moves nothing. */
export const controller: Check = async ({ config, machine, unit }) => {
  const { body, devices } = config.robot
  if (body === 'virtual') return [ok('the virtual one is part of the program')]
  if (isRunning(unit))
    return [
      warn(
        'the service talks to it: not asked',
        'graft console status shows the link; or systemctl stop graft first',
      ),
    ]
  const answer = await machine.probe(devices)
  return 'why' in answer
    ? [
        fail(
          answer.why,
          'power, cable, firmware of this release; docs/bad-line.md for a line that is there and bad',
        ),
      ]
    : [ok(`answers on ${answer.device}, boot ${answer.bootId}`)]
}
