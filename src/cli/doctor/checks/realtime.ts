import { findings, isRunning, type Check, type Patient } from '../check.js'

const { ok, warn } = findings('realtime')
const RANK = 20
const CHRT = '/usr/bin/chrt'
const SHARE = '/proc/sys/kernel/sched_rt_runtime_us'
const SLOW = 'STOP may take 0.3 s when other programs are busy'
/** fields of `/proc/PID/stat` (proc(5)), counted after the program's name */
const [PRIORITY, POLICY] = [37, 38]
const NAMES: Readonly<Record<string, string>> = { '1': 'first in first out', '2': 'round robin' }

/** Whether the reflex loop's thread has, or will get, real-time priority. One line, whatever the cause. */
export const realtime: Check = async (patient) => {
  const { machine, unit } = patient
  if (patient.config.robot.body === 'virtual') return [ok('a virtual robot does without')]
  const refuses = await whyNot(patient)
  if (isRunning(unit)) {
    const stat = (await machine.read(`/proc/${unit?.mainPid}/stat`))?.split(') ').at(-1)?.split(' ') ?? []
    const name = NAMES[stat[POLICY] ?? '']
    if (name === undefined) return [warn(`graft.service runs at the normal rank: ${SLOW}`, refuses ?? AGAIN)]
    const share = (await machine.read(SHARE))?.trim()
    return share === '-1'
      ? [
          warn(
            'the kernel lets a real-time thread keep all of a processor (sched_rt_runtime_us is -1)',
            'sysctl kernel.sched_rt_runtime_us=950000, and look into /etc/sysctl.d who has changed it',
          ),
        ]
      : [ok(`the reflex loop has a rank: ${name} ${stat[PRIORITY] ?? ''}`)]
  }
  if (refuses !== undefined) return [warn(`there will be no real-time rank: ${SLOW}`, refuses)]
  if (unit?.loaded === true) return [ok('systemd gives the reflex loop its rank at the start')]
  const limit = /^Max realtime priority\s+\S+\s+(\S+)/m.exec(
    (await machine.read('/proc/self/limits')) ?? '',
  )?.[1]
  if (machine.uid === 0 || limit === 'unlimited' || Number(limit) >= RANK)
    return [ok('graft run --serial may take a rank')]
  return [
    warn(
      `you may not have a real-time rank: ${SLOW}`,
      `a line "YOU - rtprio ${RANK}" in /etc/security/limits.d/graft.conf, then log in again; graft.service needs none`,
    ),
  ]
}

const AGAIN = 'journalctl -u graft -b says why (chrt, scheduling); systemctl restart graft gives it anew'

/** Finds what denies real-time priority. @returns the fix */
async function whyNot({ machine, unit }: Patient): Promise<string | undefined> {
  if (unit?.loaded === true && (await machine.stat(CHRT)) === undefined)
    return `${CHRT} gives it, and is not there: apt install util-linux; then systemctl restart graft`
  if ((await machine.read(SHARE))?.trim() === '0')
    return 'sysctl kernel.sched_rt_runtime_us=950000, and look into /etc/sysctl.d who has set it to 0'
  const release = (await machine.read('/proc/sys/kernel/osrelease'))?.trim() ?? ''
  const kernel = (await machine.read(`/boot/config-${release}`)) ?? ''
  const running = isRunning(unit)
  return running && /^CONFIG_RT_GROUP_SCHED=y$/m.test(kernel)
    ? 'this kernel refuses it to services (CONFIG_RT_GROUP_SCHED): start it with rt_group_sched=0 (Linux ' +
        '6.16), or use one without, as Debian, Ubuntu and Raspberry Pi OS ship it'
    : undefined
}
