import { describe, expect, test } from 'vitest'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { must } from '#base/result.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { accessGuard, AccessGuard } from '#service/motion/access-guard.js'
import { ArmingService } from '#service/motion/arming.js'
import { RunManager } from '#service/motion/run-manager.js'
import { serviceRobots } from '#service/motion/service-robots.js'
import { driveOperations } from '#service/operations/drive.js'
import { HealthReporter } from '#service/health-reporter.js'
import { fakePublisher } from '../dashboard/status-source.js'

const SOMEBODY = { mayStop: ['key of anna'], why: null }
const NOBODY = { mayStop: [], why: 'the keys are gone' }
const anna = { name: 'anna', role: 'operator', client: 'operator-1' } as const

function guard() {
  let now = 0
  const moves = { now: false }
  const said: (string | null)[] = []
  const one = new AccessGuard(
    () => now,
    () => moves.now,
    (barred) => said.at(-1) !== barred && said.push(barred),
  )
  const lookAfter = (time: number): void => {
    now += time
    one.checkSilence()
  }
  return { one, said, lookAfter, moves }
}

describe('nothing moves that nobody could stop', () => {
  test('the word of the console counts at once, both ways', () => {
    const { one, said } = guard()
    one.onReport(SOMEBODY)
    one.onReport(NOBODY)
    one.onReport(SOMEBODY)
    expect(said).toEqual([null, 'the keys are gone', null])
  })

  test('a console that is silent for more than a second lets nobody in', () => {
    const { one, said, lookAfter } = guard()
    one.onReport(SOMEBODY)
    for (let looked = 0; looked < 5; looked++) lookAfter(200)
    expect(said).toEqual([null])
    lookAfter(1)
    expect(said).toEqual([null, 'the console no longer answers'])
    one.onReport(SOMEBODY)
    expect(said.at(-1)).toBeNull()
  })

  test('one that never said a word lets nobody in either', () => {
    const { said, lookAfter } = guard()
    for (let looked = 0; looked < 6; looked++) lookAfter(200)
    expect(said).toEqual(['the console is not open yet'])
  })

  test('a run that was asked for before the first report has replaced no key', () => {
    const { one, said, moves } = guard()
    moves.now = true
    one.onReport(SOMEBODY)
    expect(said).toEqual([null])
    one.onReport({ mayStop: ['key of mallory'], why: null })
    expect(said.at(-1)).toContain('every key that could stop it was replaced')
  })

  test('while it moves one of those must remain who could stop it when that began', () => {
    const { one, said, moves } = guard()
    const stops = (...mayStop: string[]): void => one.onReport({ mayStop, why: null })
    stops('anna', 'local')
    moves.now = true
    stops('anna', 'mallory')
    stops('mallory', 'local')
    expect(said).toEqual([null])
    stops('mallory')
    expect(said.at(-1)).toContain('every key that could stop it was replaced')
    stops('anna', 'mallory')
    expect(said.at(-1)).toBeNull()
    stops('mallory')
    moves.now = false
    stops('mallory')
    moves.now = true
    stops('mallory')
    expect(said.at(-1)).toBeNull()
  })

  test('this process stood for five seconds: that says nothing of the console', () => {
    const { one, said, lookAfter } = guard()
    one.onReport(SOMEBODY)
    lookAfter(5000)
    one.onReport(SOMEBODY)
    expect(said).toEqual([null])
  })
})

function service() {
  let now = 0
  const statusPublisher = fakePublisher({}, () => now)
  const manager = new RunManager(statusPublisher)
  const signs = new HealthReporter(() => now)
  const arming = new ArmingService(
    () => now,
    () => undefined,
  )
  const watch = accessGuard({ manager, healthReporter: signs, now: () => now })
  const drive = driveOperations(manager, arming, () => Promise.resolve({ ok: true, value: { key: 'x' } }))
  const row = () => signs.health.table().find(({ id }) => id === 'access')
  return {
    statusPublisher,
    manager,
    signs,
    arming,
    watch,
    drive,
    row,
    pass: (time: number) => (now += time),
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const until = async (holds: () => boolean): Promise<void> => {
  for (let turns = 0; !holds(); turns++) {
    if (turns > 1000) throw new Error('it does not come to it')
    await turn()
  }
}
const code = (result: { ok: boolean; error?: { code: string } }): string | undefined => result.error?.code

describe('the service without anybody who may stop it', () => {
  test('what is under way is stopped, nothing begins or arms, and nothing begins by itself when somebody is back', async () => {
    const { statusPublisher, manager, arming, watch, drive, row } = service()
    watch.onReport(SOMEBODY)
    let begun = 0
    const job = {
      name: 'a job',
      execute: async ({ signal }: { signal: AbortSignal }) => {
        begun += 1
        const by = await arming.ask('it will move', signal)
        await new Promise<void>((resolve) =>
          signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
        )
        return `armed by ${by}`
      },
    }
    expect(manager.begin(job).ok).toBe(true)
    await turn()
    watch.onReport(NOBODY)
    await turn()
    expect(manager.currentJob).toBeUndefined()
    expect(code(manager.begin(job))).toBe('access.nobody')
    expect(code(await drive.arm({}, anna))).toBe('access.nobody')
    expect(code(await drive.confirm({ token: 'x' }, anna))).toBe('access.nobody')
    expect(row()).toMatchObject({ state: 'failed', text: 'nobody can stop the robot: the keys are gone' })
    watch.onReport(SOMEBODY)
    await turn()
    expect([begun, manager.currentJob, arming.waitingFor]).toEqual([1, undefined, null])
    expect(statusPublisher.status()).toMatchObject({ mode: 'SAFE', activity: 'idle' })
    expect(code(await drive.arm({}, anna))).toBe('arm.nothing-waits')
    expect(manager.begin(job).ok).toBe(true)
  })

  test('who arms while a run is being prepared waits for it, and a stopped one is not waited for', async () => {
    const { statusPublisher, manager, arming, watch, drive } = service()
    watch.onReport(SOMEBODY)
    let prepared = (): void => undefined
    const begin = (): void => {
      const ready = new Promise<void>((resolve) => (prepared = resolve))
      manager.begin({
        name: 'a run',
        execute: async ({ signal }) => {
          statusPublisher.set({ activity: 'waiting-for-arm' })
          await ready
          return `${await arming.ask('it will move', signal)}`
        },
      })
    }
    begin()
    await turn()
    const armed = drive.arm({}, anna)
    for (let turns = 0; turns < 5; turns++) await turn()
    prepared()
    expect(await armed).toMatchObject({ ok: true, value: { what: 'it will move' } })
    manager.stop('anna')
    await turn()
    begin()
    await turn()
    const given = drive.arm({}, anna)
    manager.stop('anna')
    expect(code(await given)).toBe('arm.nothing-waits')
    prepared()
  })

  test('a token that was given before is void after', async () => {
    const { manager, arming, watch, drive } = service()
    watch.onReport(SOMEBODY)
    manager.begin({
      name: 'a job',
      execute: async ({ signal }) => `${await arming.ask('it will move', signal)}`,
    })
    await turn()
    const armed = await drive.arm({}, anna)
    watch.onReport(NOBODY)
    watch.onReport(SOMEBODY)
    const token = armed.ok ? armed.value.token : ''
    expect(token).toMatch(/^[0-9a-f]{6}$/)
    expect(code(await drive.confirm({ token }, anna))).toBe('arm.nothing-waits')
  })

  test('the row is red and bars motion, and the watchdog is fed all the same: a restart brings no keys back', () => {
    const { watch, signs, row } = service()
    watch.onReport(NOBODY)
    expect(row()).toMatchObject({ state: 'failed', critical: false })
    expect(signs.health.red()).toEqual([])
  })

  test('it is told once, however often the console says so', () => {
    const { statusPublisher, watch } = service()
    for (let said = 0; said < 20; said++) watch.onReport(NOBODY)
    watch.onReport(SOMEBODY)
    const lines = statusPublisher
      .since(0)
      .events.flatMap((statusEvent) => (statusEvent.kind === 'log' ? [statusEvent.level] : []))
    expect(lines).toEqual(['error', 'warn'])
  })

  test('wedged on purpose it hears nothing, and motion ends', () => {
    const { watch, signs, manager, pass } = service()
    watch.onReport(SOMEBODY)
    expect(manager.mayArm().ok).toBe(true)
    signs.wedge('access')
    for (let looked = 0; looked < 6; looked++) {
      pass(201)
      watch.onReport(SOMEBODY)
      watch.checkSilence()
    }
    expect(code(manager.mayArm())).toBe('access.nobody')
  })

  test('the emergency stop is not lifted by it', () => {
    const { watch, manager } = service()
    watch.onReport(SOMEBODY)
    manager.estop('by anna')
    watch.onReport(NOBODY)
    watch.onReport(SOMEBODY)
    expect(code(manager.mayArm())).toBe('estop.latched')
  })
})

describe('the next episode of a run', () => {
  test('of a virtual robot arms by itself, and never after nobody could stop it', async () => {
    const { manager, arming, watch } = service()
    watch.onReport(SOMEBODY)
    const [setup] = must(await chooseFields({ field: 'F1' }), 'field F1')
    const armedBy: (string | null)[] = []
    const kinds: string[] = []
    let goOn = (): void => undefined
    manager.begin({
      name: 'a run',
      execute: async ({ signal }) => {
        if (setup === undefined) throw new Error('there is no field F1')
        const connections = serviceRobots({
          setup,
          wasm: must(readFirmware(), 'the firmware'),
          seed: 1,
          body: 'virtual',
          pace: 'fast',
          faults: 'none',
          ground: 'ideal',
          scanner: 'none',
          devices: '',
          reconnectSeconds: 1,
          restSeconds: 0,
          hold: 'none',
          arming,
          signal,
          onTurn: () => undefined,
          onIdle: () => undefined,
          onDevice: () => undefined,
        })
        for (let episode = 1; episode <= 3; episode++) {
          const next = await connections.next(episode, { onWire: undefined, onProgress: () => undefined })
          if (next.ok) {
            armedBy.push(next.value.armedBy)
            next.value.body.close()
          } else kinds.push(next.error.kind)
          if (episode === 2) await new Promise<void>((resolve) => (goOn = resolve))
        }
        return 'over'
      },
    })
    await until(() => arming.waitingFor !== null)
    const armed = arming.arm('anna')
    arming.confirm('anna', armed.ok ? armed.value.token : '')
    await until(() => armedBy.length === 2)
    expect(armedBy).toEqual(['anna', 'anna'])
    watch.onReport(NOBODY)
    watch.onReport(SOMEBODY)
    goOn()
    await until(() => manager.currentJob === undefined)
    expect([armedBy.length, kinds]).toEqual([2, ['stopped']])
  })
})
