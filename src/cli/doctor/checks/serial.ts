import { anyOf } from '#app/command-line/words.js'
import { findings, isRunning, type Check, type Finding, type Patient } from '../check.js'
import { accessTo } from '../access.js'
import { hasCh340, usbSerialOf } from '../usb-serial.js'

const { ok, warn, fail } = findings('serial')
const RULES = '/usr/lib/udev/rules.d'
const BY_ID = '/dev/serial/by-id'
/** a name that may denote another device after the next replug */
const NUMBERED = /^\/dev\/tty(USB|ACM)\d+$/

/** The controller's device: present, accessible, low-latency, and used by no other program. */
export const serial: Check = async (patient) => {
  const { config, machine } = patient
  const { body, devices } = config.robot
  if (body === 'virtual') return [ok('the robot is virtual: it needs no serial device')]
  const names = await machine.devices(devices)
  if (names.length === 0)
    return [
      fail(
        `there is no serial device ${anyOf(devices)}`,
        `plug the controller in and check ${BY_ID}; the name graft-stm32 comes from the udev rule ` +
          `(graft install, then replug)`,
      ),
      ...(await brltty(patient)),
    ]
  const found = await Promise.all(names.map((name) => look(name, patient)))
  return [...found.flat(), ...(await modemManager(names, patient)), ...(await brltty(patient))]
}

async function look(name: string, patient: Patient): Promise<readonly Finding[]> {
  const { machine, unit } = patient
  const status = await machine.stat(name)
  if (status?.kind !== 'device')
    return [
      fail(
        `${name} is not a device`,
        'robot.devices names files under /dev; is something else mounted there?',
      ),
    ]
  const refused = await accessTo(name, status, machine)
  if (refused !== undefined) return [fail(`${name}: ${refused.text}`, refused.mend)]
  const holders = await machine.holders(name)
  if (holders.length > 0 && !isRunning(unit))
    return [
      fail(
        `${name} is in use by process ${holders.join(', ')}`,
        `stop it: only one program can use the port`,
      ),
    ]
  const usb = await usbSerialOf(name, machine)
  const notes = [
    ...(usb?.chip === undefined ? [] : [usb.chip]),
    ...(usb?.latencyMs === undefined ? [] : [`latency ${usb.latencyMs} ms`]),
    ...(holders.length > 0 ? ['in use by the service'] : []),
  ]
  const found = [ok([name, ...notes].join(', '))]
  if ((usb?.latencyMs ?? 0) > 1)
    found.push(
      warn(
        `${name} buffers bytes for up to ${usb?.latencyMs} ms before sending (latency_timer)`,
        `the udev rule sets it to 1: graft install, then replug; for now: echo 1 | sudo tee ` +
          `/sys/bus/usb-serial/devices/${usb?.tty}/latency_timer`,
      ),
    )
  return [...found, ...(await naming(name, patient))]
}

/** Whether the name is stable across replugs and reboots. */
async function naming(name: string, { config, machine }: Patient): Promise<readonly Finding[]> {
  const all = await machine.list(BY_ID)
  const stable = `set robot.devices to one of ${BY_ID}: ${all.join(', ') || 'none found'}`
  if (NUMBERED.test(name) && config.robot.devices.split(',').includes(name))
    return [warn(`${name} may be another device after a replug`, stable)]
  if (name === '/dev/graft-stm32' && all.length > 1)
    return [warn(`there are ${all.length} USB serial devices, and ${name} is one of them`, stable)]
  return []
}

/** ModemManager sends AT commands to new serial devices, unless a udev rule forbids it. */
async function modemManager(names: readonly string[], { machine }: Patient): Promise<readonly Finding[]> {
  const state = await machine.run('systemctl', ['is-active', 'ModemManager'])
  if (state?.out.trim() !== 'active') return []
  const open = []
  for (const name of names) {
    const known = await machine.run('udevadm', ['info', '--query=property', `--name=${name}`])
    if (known?.out.includes('ID_MM_DEVICE_IGNORE=1') !== true) open.push(name)
  }
  if (open.length === 0) return []
  return [
    warn(
      `ModemManager is running, and probes new serial devices: ${open.join(', ')}`,
      'graft install adds a udev rule that keeps it away, then replug; or systemctl disable --now ModemManager',
    ),
  ]
}

/** brltty takes a CH340 for a braille display, and the tty disappears. */
async function brltty({ machine }: Patient): Promise<readonly Finding[]> {
  const rules = (await machine.list(RULES)).filter((name) => name.includes('brltty'))
  const texts = await Promise.all(rules.map((name) => machine.read(`${RULES}/${name}`)))
  const takes = texts.some((text) => /^(?!#).*1a86\/7523/m.test(text ?? '')) && (await hasCh340(machine))
  const state = await machine.run('systemctl', ['is-active', 'brltty'])
  if (!takes && state?.out.trim() !== 'active') return []
  const what = takes
    ? 'brltty takes a CH340 adapter for a braille display'
    : 'brltty is running, and probes new'
  return [warn(takes ? what : `${what} serial devices`, 'apt remove brltty, then replug')]
}
