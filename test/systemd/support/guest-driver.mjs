// Runs inside the guest as root, drives the service through its console, and writes one JSON object a phase to /out/results.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAM = process.argv[2]
const PHASES = process.argv.slice(3)
const KEY = '/var/lib/graft/keys/local.graft-key'
const { connectConsole } = await import(`${PROGRAM}/dist/console-sockets/console-client.js`)

const say = (phase, facts) => appendFileSync('/out/results', `${JSON.stringify({ phase, ...facts })}\n`)
const sh = (program, ...args) => {
  try {
    return execFileSync(program, args, { encoding: 'utf8' })
  } catch (error) {
    return String(error.stdout ?? '') + String(error.stderr ?? error.message)
  }
}
const uptime = () => Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000
const show = (unit = 'graft') => {
  const names =
    'ActiveState,SubState,Result,NRestarts,MainPID,ExecMainStartTimestampMonotonic,ExecMainStatus,StatusText'
  const lines = sh('systemctl', 'show', unit, '-p', names, '-p', 'ActiveEnterTimestampMonotonic')
    .trim()
    .split('\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}
/** user and system time of a process so far, ms */
const cpuOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
const POLICIES = ['normal', 'fifo', 'rr', 'batch', '', 'idle', 'deadline']
/** every thread of a process, by the kernel: proc(5), stat, rt_priority and policy */
const threadsOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).map((tid) => {
    const [name, rest] = readFileSync(`/proc/${pid}/task/${tid}/stat`, 'utf8')
      .split(/^\d+ \(|\) /)
      .slice(1)
    const fields = rest.split(' ')
    return { tid, name, policy: POLICIES[Number(fields[38])], priority: Number(fields[37]) }
  })
/** all processes of the service */
const processes = () => {
  const uid = statSync('/var/lib/graft').uid
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && existsSync(`/proc/${pid}`) && statSync(`/proc/${pid}`).uid === uid)
    .map((pid) => ({
      pid,
      command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
      threads: threadsOf(pid),
      right: /Max realtime priority +(\S+) +(\S+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')).slice(1),
      data: /Max data size +(\S+) +(\S+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')).slice(1),
      used: Number(/^VmData:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
      expendable: Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8')),
    }))
}
const until = async (done, ms = 20_000) => {
  const end = uptime() + ms
  while (uptime() < end) {
    const value = await done()
    if (value) return value
    await sleep(25)
  }
  return undefined
}
const active = () => until(() => (show().ActiveState === 'active' ? show() : undefined), 40_000)

const client = await until(() => {
  if (!existsSync(KEY)) return undefined
  const made = connectConsole({ key: JSON.parse(readFileSync(KEY, 'utf8')), name: 'driver' })
  return made.ok ? made.value : undefined
}, 40_000)
const ask = async (command, params) =>
  (await until(async () => {
    const answer = await client.request(command, params, { timeoutMs: 5000 })
    return answer.ok || !/^console\.(unreachable|timeout)/.test(answer.error.code) ? answer : undefined
  }, 30_000)) ?? { ok: false, error: { code: 'driver.timeout', message: 'no answer' } }

/** kills or wedges, and waits for the next READY @returns milliseconds to the new process and to its READY */
const restarted = async (hurt) => {
  sh('systemctl', 'reset-failed', 'graft')
  const before = show()
  const at = await hurt(before)
  const after = await until(() => {
    const now = show()
    return now.MainPID !== '0' && now.MainPID !== before.MainPID && now.ActiveState === 'active'
      ? now
      : undefined
  })
  if (after === undefined) return { at, restarted: false, state: show() }
  const startedMs = Number(after.ExecMainStartTimestampMonotonic) / 1000 - at
  const readyMs = Number(after.ActiveEnterTimestampMonotonic) / 1000 - at
  return { restarted: true, startedMs, readyMs, cpuMs: cpuOf(after.MainPID) }
}

const phases = {
  ready: async () => {
    const state = await active()
    const status = await ask('status')
    return {
      state,
      ok: status.ok,
      mode: status.value?.mode,
      error: status.error,
      tookMs:
        Number(state?.ActiveEnterTimestampMonotonic) / 1000 -
        Number(state?.ExecMainStartTimestampMonotonic) / 1000,
    }
  },
  models: async () => {
    const began = uptime()
    const models = await until(async () => {
      const { value } = await ask('status')
      return value?.models?.length > 0 && value.models.every(({ state }) => state !== 'loading')
        ? value.models
        : undefined
    }, 60_000)
    return { models, afterMs: uptime() - began }
  },
  episode: async () => {
    const run = await ask('run', { field: 'F1', seed: 1, episodes: 1 })
    const arm = await ask('arm')
    const confirm = arm.ok ? await ask('confirm', { token: arm.value.token }) : arm
    const began = uptime()
    const over = await until(async () => {
      const { value } = await ask('status')
      return value?.activity === 'idle' && (value?.run?.scores?.length ?? 0) > 0 ? value : undefined
    }, 60_000)
    return {
      run,
      confirm,
      score: over?.run?.scores?.[0],
      end: over?.run?.endReasons?.[0],
      afterMs: uptime() - began,
      last: over ? undefined : (await ask('status')).value,
    }
  },
  scheduling: async () => {
    const row = await until(async () => {
      const { value } = await ask('status')
      return value?.health.find(({ id, state }) => id === 'scheduling' && state === 'ok')
    })
    return { main: show().MainPID, row, processes: processes() }
  },
  runaway: async () => {
    let [turns, worstMs, going] = [0, 0, true]
    // what an operator's ssh would feel: a process of normal rank that wants a processor 100 times a second
    const other = (async () => {
      for (let at = uptime(); going; turns++) {
        await sleep(10)
        worstMs = Math.max(worstMs, uptime() - at)
        at = uptime()
      }
    })()
    const facts = await restarted(async () => {
      const { ok } = await ask('fault.inject', { fault: 'spin' })
      if (!ok) throw new Error('spin was refused')
      return uptime()
    })
    going = false
    await other
    const rank = await until(() => threadsOf(show().MainPID).find(({ policy }) => policy === 'rr'))
    return { ...facts, turns, worstMs, rank: rank?.priority }
  },
  dispensable: async () => {
    const before = show()
    for (const row of ['camera', 'recorder']) await ask('fault.inject', { fault: `wedge:${row}` })
    await sleep(6500)
    const { value } = await ask('status')
    const after = show()
    const rows = value?.health.filter(({ id }) => id === 'camera' || id === 'recorder')
    return { same: before.MainPID === after.MainPID, rows }
  },
  kill: () =>
    restarted(({ MainPID }) => {
      const at = uptime()
      process.kill(Number(MainPID), 'SIGKILL')
      return at
    }),
  stop: async () => {
    const began = uptime()
    sh('systemctl', 'stop', 'graft')
    return { tookMs: uptime() - began, state: show() }
  },
  badConfig: async () => {
    const good = readFileSync('/etc/graft/graft.yaml', 'utf8')
    writeFileSync('/etc/graft/graft.yaml', 'version: 1\nrobot: 5\n')
    sh('systemctl', 'reset-failed', 'graft')
    sh('systemctl', 'start', 'graft')
    await until(() => show('graft-safe-stop').ExecMainStartTimestampMonotonic !== '0')
    await until(() => /failed|inactive/.test(show('graft-safe-stop').ActiveState))
    const facts = { state: show(), safeStop: show('graft-safe-stop') }
    writeFileSync('/etc/graft/graft.yaml', good)
    return facts
  },
  journal: () => ({
    errors: sh('journalctl', '-u', 'graft', '-p', 'err', '-o', 'cat', '--no-pager'),
    infos: sh('journalctl', '-u', 'graft', '-p', 'info..info', '-o', 'cat', '--no-pager').split('\n').length,
    safeStop: sh('journalctl', '-u', 'graft-safe-stop', '-o', 'cat', '--no-pager'),
    wire: sh('systemctl', 'show', 'graft', '-p', 'NRestarts'),
  }),
}
const wedge = (row) =>
  restarted(async () => {
    const at = uptime()
    const answer = await client.request('fault.inject', { fault: `wedge:${row}` }, { timeoutMs: 5000 })
    if (!answer.ok) say('refused', { row, answer })
    return at
  })

try {
  for (const phase of PHASES) {
    const [name, row] = phase.split(':')
    if (name === 'wedge') await ask('status')
    say(phase, name === 'wedge' ? await wedge(row) : await phases[name]())
  }
} catch (error) {
  say('broken', { error: String(error?.stack ?? error) })
}
writeFileSync('/out/journal', sh('journalctl', '--no-pager', '-o', 'short-monotonic', '-n', '2000'))
client?.close()
sh('systemctl', 'poweroff', '--force', '--no-block')
