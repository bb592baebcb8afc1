import { dirname } from 'node:path'
import { findings, type Check, type Finding } from '../check.js'
import type { FileStatus, Machine } from '../machine.js'

const { ok, warn, fail } = findings('state')
const MIB = 2 ** 20
/** folders that do not survive a reboot */
const VOLATILE = /^\/(run|tmp|dev)(\/|$)/

/** The folder for episodes, keys and recordings, and its free space. */
export const state: Check = async ({ config, machine }) => {
  const { dir, lowMiB, fullMiB } = config.store
  const status = await machine.stat(dir)
  const there = status === undefined ? await nearest(dir, machine) : dir
  const found =
    status === undefined
      ? [ok(`${dir} does not exist yet: it will be created at the first start`)]
      : status.kind !== 'folder'
        ? [fail(`${dir} is not a folder`, 'store.dir names a folder of the service')]
        : [await writable(dir, status, machine), ...strict(dir, status, machine)]
  if (VOLATILE.test(dir))
    found.push(warn(`${dir} does not survive a reboot`, 'set store.dir to a folder on the disk'))
  const free = await machine.freeBytes(there)
  if (free === undefined) return found
  const room = `${(free / 2 ** 30).toFixed(1)} GiB free`
  const mend = 'delete recordings that you have copied (STATE/recordings), or reduce store.maxGiB'
  if (free < fullMiB * MIB) found.push(fail(`${room}: no run starts below ${fullMiB} MiB`, mend))
  else if (free < lowMiB * MIB) found.push(warn(`${room}: nothing is recorded below ${lowMiB} MiB`, mend))
  else found.push(ok(room))
  return found
}

async function writable(dir: string, status: FileStatus, machine: Machine) {
  const user = (await machine.read('/etc/passwd'))?.split('\n').find((line) => line.startsWith('graft:'))
  const service = Number(user?.split(':')[2] ?? NaN)
  if (Number.isInteger(service) && dir.startsWith('/var/lib/'))
    return status.uid === service
      ? ok(`${dir} belongs to the service`)
      : fail(`${dir} belongs to user ${status.uid}, not to graft`, `chown -R graft:graft ${dir}`)
  return (await machine.may(dir, 'write'))
    ? ok(`${dir} is writable`)
    : warn(`you may not write to ${dir}`, 'that is right if another user runs the service: sudo graft doctor')
}

/** The check that the service itself makes on start, whoever runs the doctor. */
function strict(dir: string, { uid }: FileStatus, machine: Machine): readonly Finding[] {
  const problem = machine.strangers(dir, uid)
  if (problem === undefined) return [ok(`only its owner and root may replace ${dir} or write to it`)]
  const { message, got, hint } = problem
  return [fail(`the service will not start: ${message}${got === undefined ? '' : ` (${got})`}`, hint ?? '')]
}

async function nearest(dir: string, machine: Machine): Promise<string> {
  let folder = dir
  while (folder !== dirname(folder) && (await machine.stat(folder)) === undefined) folder = dirname(folder)
  return folder
}
