import { join } from 'node:path'
import { findings, type Check } from '../check.js'

const { ok, warn, fail } = findings('clock')
/** this release was built later: a computer with an earlier date has lost its clock battery */
const BUILT = Date.UTC(2026, 0, 1)
const JUMP_MS = 60_000

/** The wall clock: episodes, logs and recordings are stamped with it; no motion depends on it. */
export const clock: Check = async ({ config, machine }) => {
  const now = machine.now()
  const said = new Date(now).toISOString()
  if (now < BUILT)
    return [
      fail(`the clock says ${said}`, 'set it (timedatectl set-time), and check the battery of the mainboard'),
    ]
  const newest = (await machine.stat(join(config.store.dir, 'graft.db')))?.changedMs ?? 0
  if (newest > now + JUMP_MS)
    return [
      fail(
        `the clock went back: the store was written at ${new Date(newest).toISOString()}, and now it is ${said}`,
        'set it (timedatectl set-time) before the next run, or its episodes sort before the old ones',
      ),
    ]
  const sync = await machine.run('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'])
  if (sync === undefined || sync.code !== 0) return [ok(`${said}; cannot tell whether it is synchronised`)]
  return sync.out.trim() === 'yes'
    ? [ok(`${said}, synchronised`)]
    : [warn(`${said}, not synchronised`, 'fine without a network; else timedatectl set-ntp true')]
}
