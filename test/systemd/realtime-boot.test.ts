import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'
import { Guest, type Phase } from './support/guest.js'

const CRITICAL = ['loop', 'reflex', 'link', 'store', 'console']
const PHASES = [
  'ready',
  'models',
  'episode',
  'dispensable',
  ...CRITICAL.map((row) => `wedge:${row}`),
  'kill',
  'stop',
  'badConfig',
  'journal',
]
const LIMIT = 240_000
const say = (line: string): boolean => process.stderr.write(`${line}\n`)

interface Thread {
  readonly tid: string
  readonly name: string
  readonly policy: string
  readonly priority: number
}

interface Process {
  readonly pid: string
  readonly command: string
  readonly threads: readonly Thread[]
  /** soft and hard limit of the rank that it may ask for */
  readonly right: readonly string[]
  /** soft and hard limit of private writable memory (RLIMIT_DATA), bytes, and what is used of it */
  readonly data: readonly string[]
  readonly used: number
  readonly expendable: number
}

interface Restart {
  readonly restarted: boolean
  readonly startedMs: number
  readonly readyMs: number
  /** of the new process at its READY */
  readonly cpuMs: number
}

describe('the service inside a real systemd, with its sandbox on', needs('systemd-nspawn'), () => {
  let guest: Guest
  let results: readonly Phase[] = []
  let journal = ''
  beforeAll(async () => {
    guest = new Guest('version: 1\nrobot: { body: virtual, pace: fast }\n')
    ;({ results, journal } = await guest.run(PHASES, LIMIT))
  }, LIMIT + 10_000)
  afterAll(() => guest.remove())
  const of = <T>(phase: string): T => {
    const found = results.find((each) => each.phase === phase)
    if (found === undefined) throw new Error(`the driver did not reach ${phase}:\n${journal.slice(-4000)}`)
    return found as unknown as T
  }

  it('goes through every phase', () => {
    expect(results.map(({ phase }) => phase)).toEqual(PHASES)
  })

  it('READY comes before the models, and the console answers in SAFE', () => {
    const ready = of<{ ok: boolean; mode: string; state: Record<string, string>; tookMs: number }>('ready')
    expect(ready).toMatchObject({ ok: true, mode: 'SAFE', state: { ActiveState: 'active' } })
    say(`systemd: start → READY ${Math.round(ready.tookMs)} ms`)
    const { models } = of<{ models: readonly { role: string; state: string }[] }>('models')
    expect(models.map(({ role, state }) => `${role} ${state}`).sort()).toEqual([
      'actor ready',
      'critic ready',
    ])
  })

  it('an episode by the console: run, arm, confirm, score', () => {
    const episode = of<{ run: object; confirm: object; score: number; end: string }>('episode')
    expect(episode).toMatchObject({ run: { ok: true }, confirm: { ok: true } })
    expect(episode.end, journal.slice(0, 12_000)).toBe('tree-success')
    expect(episode.score).toBeGreaterThan(0)
  })

  it('rows that the robot can do without are shown, and restart nothing', () => {
    const { same, rows } = of<{ same: boolean; rows: readonly { state: string }[] }>('dispensable')
    expect(same).toBe(true)
    expect(rows.map(({ state }) => state)).toEqual(['warn', 'warn'])
  })

  it.each(CRITICAL)('the watchdog restarts the service when %s stands still', (row) => {
    const { restarted, startedMs, readyMs } = of<Restart>(`wedge:${row}`)
    expect(restarted).toBe(true)
    say(`systemd: ${row} wedged → new process ${Math.round(startedMs)} ms, READY ${Math.round(readyMs)} ms`)
    expect(journal).toMatch(new RegExp(`Watchdog request .*unhealthy: .*${row} has sent no heartbeat`))
  })

  it('kill -9: it is back by itself', () => {
    const { restarted, startedMs, readyMs, cpuMs } = of<Restart>('kill')
    expect(restarted).toBe(true)
    const took = `new process ${Math.round(startedMs)} ms, READY ${Math.round(readyMs)} ms`
    say(`systemd: kill -9 → ${took}, of it ${cpuMs} ms of processor`)
  })

  it('a stop is clean', () => {
    const { tookMs, state } = of<{ tookMs: number; state: Record<string, string> }>('stop')
    expect(state).toMatchObject({ ActiveState: 'inactive', Result: 'success', ExecMainStatus: '0' })
    say(`systemd: stop ${Math.round(tookMs)} ms`)
  })

  it('a configuration that is refused is not started again, and the safe stop runs all the same', () => {
    const { state, safeStop } = of<{ state: object; safeStop: object }>('badConfig')
    expect(state).toMatchObject({
      ActiveState: 'failed',
      Result: 'exit-code',
      ExecMainStatus: '2',
      NRestarts: '0',
    })
    // no controller is there to be stopped, and it says so
    expect(safeStop).toMatchObject({ ExecMainStatus: '4' })
    expect(of<{ safeStop: string }>('journal').safeStop).toContain('there is no serial device')
  })

  it('journalctl -p err finds errors and nothing else', () => {
    const { errors, infos } = of<{ errors: string; infos: number }>('journal')
    expect(errors).toContain('the watchdog is not fed')
    expect(errors).toContain('"level":"fatal"')
    expect(errors).toContain('restarting, because this does not recover')
    expect(errors).not.toMatch(/"level":"(info|warn|debug)"/)
    expect(infos).toBeGreaterThan(10)
  })

  it('nothing was refused by the sandbox that the program asks for', () => {
    expect(journal).not.toMatch(/SIGSYS|seccomp|status=31/)
    expect(journal).not.toMatch(/graft has a bug/)
  })
})

describe(
  'the real-time rank inside a real systemd, with a robot in real time',
  needs('systemd-nspawn'),
  () => {
    const PHASES_OF_RANK = ['ready', 'models', 'scheduling', 'runaway', 'stop']
    let of = <T>(phase: string): T => {
      throw new Error(`nothing has run, so there is no ${phase}`)
    }
    let journal = ''
    let guest: Guest
    beforeAll(async () => {
      guest = new Guest('version: 1\nrobot: { body: virtual }\n')
      const ran = await guest.run(PHASES_OF_RANK, LIMIT)
      journal = ran.journal
      of = (phase) => {
        const found = ran.results.find((each) => each.phase === phase)
        if (found === undefined)
          throw new Error(`the driver did not reach ${phase}:\n${journal.slice(-4000)}`)
        return found as never
      }
    }, LIMIT + 10_000)
    afterAll(() => guest.remove())

    it('the thread of the reflex loop has it, and no other of any process', () => {
      const { main, row, processes } = of<{ main: string; row: object; processes: readonly Process[] }>(
        'scheduling',
      )
      const threads = processes.flatMap(({ pid, threads: all }) => all.map((thread) => ({ pid, ...thread })))
      const ranked = threads.filter(({ policy }) => policy !== 'normal')
      expect(ranked).toEqual([{ pid: main, tid: main, name: 'node', policy: 'rr', priority: 20 }])
      expect(row).toMatchObject({ state: 'ok', critical: false, text: 'real-time, round robin 20' })
      // the runtime, both models, the console's sockets and the side process for trees, with their pools and compilers
      const commands = processes.map(({ command }) => command)
      for (const one of [
        /console-sockets\/console-server\/program/,
        /^graft trees|serve\/trees\/program/,
        /llama|inference/,
      ])
        expect(
          commands.filter((command) => one.test(command)).length,
          commands.join('\n'),
        ).toBeGreaterThanOrEqual(1)
      expect(processes.length).toBeGreaterThanOrEqual(5)
      expect(threads.length).toBeGreaterThan(30)
      for (const { pid, command, threads: all } of processes)
        say(
          `rank: ${pid === main ? 'rr 20 on one of' : 'normal, all'} ${all.length} threads  ${command.slice(0, 90)}`,
        )
    })

    it('nobody inside may ask for it, and a model is what the kernel ends when memory is short', () => {
      const { main, processes } = of<{ main: string; processes: readonly Process[] }>('scheduling')
      for (const { right } of processes) expect(right).toEqual(['0', '0'])
      // -500 by the unit; inside a container systemd may not lower it, and leaves 0
      expect(processes.find(({ pid }) => pid === main)?.expendable).toBeLessThanOrEqual(0)
      const models = processes.filter(({ command }) => /(llama|inference)-program/.test(command))
      expect(models.map(({ expendable }) => expendable)).toEqual([500, 500])
    })

    it('the process that strangers talk to has set itself a limit of memory, under the filter of system calls', () => {
      const { processes } = of<{ processes: readonly Process[] }>('scheduling')
      const bounded = processes.filter(({ data }) => data[1] !== 'unlimited')
      expect(bounded.map(({ command }) => command)).toEqual([
        expect.stringMatching(/console-sockets\/console-server\/program/),
      ])
      const [{ data = [], used = NaN } = {}] = bounded
      const [soft, hard] = data.map(Number)
      say(`console: ${Math.round(used / 1e6)} MB of data, ${Math.round(Number(hard) / 1e6)} MB at most`)
      expect(soft).toBe(hard)
      expect(Number(hard) - used).toBeGreaterThan(64e6)
      expect(Number(hard) - used).toBeLessThan(300e6)
    })

    it('a loop without end is ended by the kernel or the watchdog, the computer goes on, and the service is back', () => {
      const { restarted, startedMs, turns, worstMs, rank } = of<
        Restart & { turns: number; worstMs: number; rank: number }
      >('runaway')
      expect(restarted).toBe(true)
      expect(rank).toBe(20)
      // 2.5 s of processor time, and RestartSec
      say(
        `rank: runaway → new process ${Math.round(startedMs)} ms; another process: ${turns} turns, worst ${worstMs} ms`,
      )
      // 2.5 s of processor time and 3 s since the last sign of life lie close: whichever is over first
      const ended = /code=killed, status=(9\/KILL|6\/ABRT)/.exec(journal)?.[1]
      expect(ended, journal.slice(-4000)).toBeDefined()
      say(`rank: ended by ${ended === '9/KILL' ? 'the bound of processor time' : 'the watchdog'}`)
      expect(journal).not.toContain('watchdog is not fed')
      expect(turns).toBeGreaterThan(100)
      expect(of<{ state: object }>('stop').state).toMatchObject({ Result: 'success' })
    })
  },
)
