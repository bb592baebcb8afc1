import { findings, isRunning, type Check, type Patient } from '../check.js'

const { ok, warn } = findings('realtime')
const RANK = 20
const CHRT = '/usr/bin/chrt'
const SHARE = '/proc/sys/kernel/sched_rt_runtime_us'
const SLOW = 'STOP may take 0.3 s when other programs are busy'
/** fields of `/proc/PID/stat` (proc(5)), counted after the program's name */
const [PRIORITY, POLICY] = [37, 38]
const NAMES: Readonly<Record<string, string>> = { '1': 'SCHED_FIFO', '2': 'SCHED_RR' }

/** Whether the reflex loop's thread has, or will get, real-time priority. One line, whatever the cause. */
export const realtime: Check = async (patient) => {
  const { machine, unit } = patient
  if (patient.config.robot.body === 'virtual') return [ok('not needed for a virtual robot')]
  const refuses = await whyNot(patient)
  if (isRunning(unit)) {
    const stat = (await machine.read(`/proc/${unit?.mainPid}/stat`))?.split(') ').at(-1)?.split(' ') ?? []
    const name = NAMES[stat[POLICY] ?? '']
    if (name === undefined) return [warn(`graft.service runs at normal priority: ${SLOW}`, refuses ?? AGAIN)]
    const share = (await machine.read(SHARE))?.trim()
    return share === '-1'
      ? [
          warn(
            'the kernel lets a real-time thread keep all of a processor (sched_rt_runtime_us is -1)',
            'sysctl kernel.sched_rt_runtime_us=950000, and check /etc/sysctl.d for what changed it',
          ),
        ]
      : [ok(`the reflex loop has real-time priority: ${name} ${stat[PRIORITY] ?? ''}`)]
  }
  if (refuses !== undefined) return [warn(`there will be no real-time priority: ${SLOW}`, refuses)]
  if (unit?.loaded === true) return [ok('systemd gives the reflex loop real-time priority at start')]
  const limit = /^Max realtime priority\s+\S+\s+(\S+)/m.exec(
    (await machine.read('/proc/self/limits')) ?? '',
  )?.[1]
  if (machine.uid === 0 || limit === 'unlimited' || Number(limit) >= RANK)
    return [ok('graft run --serial can get real-time priority')]
  return [
    warn(
      `you may not use real-time priority: ${SLOW}`,
      `add "YOU - rtprio ${RANK}" to /etc/security/limits.d/graft.conf, then log in again; graft.service needs no line`,
    ),
  ]
}

const AGAIN = 'journalctl -u graft -b says why (chrt, scheduling); systemctl restart graft tries again'

/** Finds what denies real-time priority. @returns the fix */
async function whyNot({ machine, unit }: Patient): Promise<string | undefined> {
  if (unit?.loaded === true && (await machine.stat(CHRT)) === undefined)
    return `${CHRT}, which sets it, is missing: apt install util-linux; then systemctl restart graft`
  if ((await machine.read(SHARE))?.trim() === '0')
    return 'sysctl kernel.sched_rt_runtime_us=950000, and check /etc/sysctl.d for what set it to 0'
  const release = (await machine.read('/proc/sys/kernel/osrelease'))?.trim() ?? ''
  const kernel = (await machine.read(`/boot/config-${release}`)) ?? ''
  const running = isRunning(unit)
  return running && /^CONFIG_RT_GROUP_SCHED=y$/m.test(kernel)
    ? 'this kernel denies it to services (CONFIG_RT_GROUP_SCHED): boot it with rt_group_sched=0 (Linux ' +
        '6.16), or use one without, as shipped by Debian, Ubuntu and Raspberry Pi OS'
    : undefined
}
