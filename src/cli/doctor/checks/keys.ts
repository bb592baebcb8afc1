import { join } from 'node:path'
import { findings, type Check } from '../check.js'

const { ok, warn, fail } = findings('keys')
const OTHERS = 0o077

/** Which clients may talk to the robot, and whether the keys are unreadable for everyone else. */
export const keys: Check = async ({ config, machine }) => {
  if (!config.console.enabled)
    return [
      warn(
        'the console is disabled: nobody can start, arm or stop anything remotely, and the robot stays SAFE',
        'set console.enabled to true; until then only systemctl stop graft and the emergency stop button stop it',
      ),
    ]
  const folder = join(config.store.dir, 'keys')
  if (
    machine.uid !== 0 &&
    (await machine.stat(config.store.dir)) !== undefined &&
    !(await machine.may(config.store.dir, 'read'))
  )
    return [warn(`you may not read ${config.store.dir}`, 'run it as root: sudo graft doctor')]
  const server = await machine.stat(join(folder, 'server.json'))
  if (server === undefined)
    return [ok(`there are no keys in ${folder} yet: they will be created at the first start`)]
  const names = (await machine.list(join(folder, 'allowed'))).filter((name) => name.endsWith('.json'))
  const secrets = [
    'server.json',
    ...(await machine.list(folder)).filter((name) => name.endsWith('.graft-key')),
  ]
  const loose = (
    await Promise.all(
      secrets.map(async (name) => ({
        path: join(folder, name),
        status: await machine.stat(join(folder, name)),
      })),
    )
  ).filter(({ status }) => status !== undefined && (status.mode & OTHERS) !== 0)
  const found = loose.map(({ path }) =>
    fail(`others may read ${path}`, `chmod 600 ${path}, and create new keys if somebody did`),
  )
  if (names.length === 0)
    found.push(warn('nobody may use the console', 'graft keys new NAME --role operator'))
  else
    found.push(
      ok(
        `${names.length} key${names.length === 1 ? '' : 's'}: ${names.map((name) => name.slice(0, -5)).join(', ')}`,
      ),
    )
  return found
}
