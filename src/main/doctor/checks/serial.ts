import { findings, isRunning, type Check, type Finding, type Patient } from '../check.js'
import { accessTo } from '../access.js'

const { ok, warn, fail } = findings('serial')
/** each of them opens serial devices that appear, and says things to them */
const MEDDLERS = ['ModemManager', 'brltty'] as const

/** The device of the controller: there, ours, and nobody else's. */
export const serial: Check = async (patient) => {
  const { config, machine } = patient
  const { body, devices } = config.robot
  if (body === 'virtual') return [ok('the robot is virtual: it needs no serial device')]
  const names = await machine.devices(devices)
  if (names.length === 0)
    return [
      fail(
        `there is no serial device ${devices}`,
        'plug the controller in and look under /dev/serial/by-id; the name graft-stm32 comes from the udev rule (graft install, then replug)',
      ),
    ]
  const found = await Promise.all(names.map((name) => look(name, patient)))
  return [...found.flat(), ...(await meddlers(patient))]
}

async function look(name: string, { machine, unit }: Patient): Promise<readonly Finding[]> {
  const facts = await machine.stat(name)
  if (facts?.kind !== 'device')
    return [
      fail(`${name} is no device`, 'robot.devices names files under /dev; is something else mounted there?'),
    ]
  const refused = await accessTo(name, facts, machine)
  if (refused !== undefined) return [fail(`${name}: ${refused.text}`, refused.mend)]
  const holders = await machine.holders(name)
  if (holders.length > 0 && !isRunning(unit))
    return [fail(`${name} is held by process ${holders.join(', ')}`, `end it: the port has room for one`)]
  return [ok(`${name}${holders.length > 0 ? ', held by the service' : ''}`)]
}

async function meddlers({ machine }: Patient): Promise<readonly Finding[]> {
  const states = await Promise.all(
    MEDDLERS.map(async (name) => ({ name, state: await machine.run('systemctl', ['is-active', name]) })),
  )
  return states
    .filter(({ state }) => state?.out.trim() === 'active')
    .map(({ name }) =>
      warn(`${name} is running, and talks to serial devices that appear`, `systemctl disable --now ${name}`),
    )
}
