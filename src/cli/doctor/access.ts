import type { FileStatus, Machine } from './machine.js'

const READ_WRITE = 0o6

/**
 * Checks whether the service may use a device. Under `PrivateUsers=` only its own group counts; where user graft does
 * not exist, the caller is taken to be the one who will use it.
 * @returns why not, and the fix
 */
export async function accessTo(
  path: string,
  status: FileStatus,
  machine: Machine,
): Promise<{ readonly text: string; readonly mend: string } | undefined> {
  const service = await groupOf('graft', machine)
  const mode = `mode ${status.mode.toString(8).padStart(4, '0')}`
  const everybody = (status.mode & READ_WRITE) === READ_WRITE
  if (service !== undefined) {
    const ours = status.gid === service && ((status.mode >> 3) & READ_WRITE) === READ_WRITE
    if (ours || everybody) return undefined
    return {
      text: `group graft has no access to it (group ${status.gid}, ${mode})`,
      mend:
        'add vendor and product of the device to 70-graft.rules (udevadm info -a shows them), then ' +
        'udevadm control --reload && udevadm trigger',
    }
  }
  if ((await machine.may(path, 'read')) && (await machine.may(path, 'write'))) return undefined
  return {
    text: `you have no access to it (group ${status.gid}, ${mode})`,
    mend:
      'graft install creates the group and the udev rule; for yourself: usermod -aG dialout,video ' +
      '$USER, then log in again',
  }
}

/** The numeric ID of a group on this computer. */
async function groupOf(name: string, machine: Pick<Machine, 'read'>): Promise<number | undefined> {
  const line = (await machine.read('/etc/group'))?.split('\n').find((each) => each.startsWith(`${name}:`))
  const gid = Number(line?.split(':')[2] ?? NaN)
  return Number.isInteger(gid) ? gid : undefined
}
