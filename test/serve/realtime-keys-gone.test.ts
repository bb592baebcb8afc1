import { chmodSync, chownSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKeyPair } from '#console-sockets/key-files.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { Service, type Json } from './support/service.js'

/** from the deed to the STOP: well within a second, ms */
const AT_ONCE = 1000
/** somebody to whom file permissions mean something */
const NOBODY = 65_534

const ready = (status: Json): boolean =>
  (status['models'] as { state: string }[]).every(({ state }) => state !== 'loading')
const health = (status: Json, id: string): { state: string; text: string; critical: boolean } | undefined =>
  (status['health'] as { id: string; state: string; text: string; critical: boolean }[]).find(
    (row) => row.id === id,
  )

describe('nobody who may stop can get in', () => {
  const service = new Service(
    'robot: { pace: real, restSeconds: 0 }\nmodels: { actor: rules }\nalarm: { hold: none }',
    { page: true, ...(process.getuid?.() === 0 && { uid: NOBODY }) },
  )
  const keys = join(service.state, 'state/keys')
  const moved = `${keys}-moved`
  const allowed = join(keys, 'allowed')
  const local = join(allowed, 'local.json')
  const newsAfter = async (seq: unknown): Promise<readonly StatusEvent[]> =>
    ((await service.ask('news', { after: seq, limit: 500 })) as { news: readonly StatusEvent[] }).news

  beforeAll(async () => {
    await service.start()
    await service.status('the models are there', ready)
  }, 120_000)
  afterAll(() => service.close())

  const access = async (): Promise<unknown> => health(await service.shown(), 'access')?.state
  const goesOut = (): Promise<void> =>
    service.until('nobody can get in', async () => (await access()) === 'failed')
  const comesIn = async (): Promise<void> => {
    await service.until('somebody can get in', async () => (await access()) === 'ok')
    service.connect()
  }

  let kept = ''
  const deeds: readonly (readonly [string, () => void, () => void])[] = [
    ['the keys folder is moved away', () => renameSync(keys, moved), () => renameSync(moved, keys)],
    ['the keys folder cannot be read', () => chmodSync(keys, 0), () => chmodSync(keys, 0o700)],
    ['the last one who may stop is revoked', () => renameSync(local, moved), () => renameSync(moved, local)],
    [
      'the key of the last one is cut short',
      () => {
        kept = readFileSync(local, 'utf8')
        writeFileSync(local, kept.slice(0, 20))
      },
      () => writeFileSync(local, kept),
    ],
    [
      'the local key has lost its file, and there is no other',
      () => renameSync(join(keys, 'local.graft-key'), moved),
      () => renameSync(moved, join(keys, 'local.graft-key')),
    ],
  ]

  test.each(deeds)(
    '%s while RUNNING: it stands at once, nothing arms, and when somebody can get in again nothing begins',
    async (_, take, giveBack) => {
      await service.ask('run', { episodes: 5 })
      await service.arm()
      await service.status('it moves', (status) => JSON.stringify(status['facts']).includes('moving'))
      const { seq } = await service.ask('status')
      const at = Date.now()
      take()
      await sleep(AT_ONCE + 500)
      // nobody has to be able to ask: the page says why
      expect(health(await service.shown(), 'access')).toMatchObject({ state: 'failed', critical: false })
      await service.until('the run is over', async () => (await service.shown())['activity'] === 'idle')
      expect(await service.shown()).toMatchObject({ mode: 'SAFE', armedBy: null })

      giveBack()
      await comesIn()
      await sleep(2500)
      expect(await service.ask('status')).toMatchObject({ mode: 'SAFE', activity: 'idle' })
      const statusEvent = await newsAfter(seq)
      const [first, ...others] = statusEvent.flatMap((one) => (one.kind === 'mode' ? [one] : []))
      expect(first?.change).toMatchObject({ from: 'RUNNING', to: 'STOPPED' })
      expect((first?.at ?? Infinity) - at).toBeLessThan(AT_ONCE)
      // no other one was armed
      expect(others.filter(({ change }) => change.to === 'ARMED')).toEqual([])
      const said = statusEvent.flatMap((one) =>
        one.kind === 'log' && one.level === 'error' ? [one.text] : [],
      )
      expect(said.filter((text) => text.includes('nobody can stop the robot'))).toHaveLength(1)
      expect(
        statusEvent.flatMap((one) =>
          one.kind === 'health' && one.row.id === 'access' ? [one.row.state] : [],
        ),
      ).toEqual(['failed', 'ok'])
    },
    120_000,
  )

  test('every key is exchanged for one that nobody may hold: it stands at once, and who holds the new one arms it', async () => {
    await service.ask('run', { episodes: 5 })
    await service.arm()
    await service.status('it moves', (status) => JSON.stringify(status['facts']).includes('moving'))
    const { publicKey } = newKeyPair()
    const mallory = join(allowed, 'mallory.json')
    const listed = { ...(JSON.parse(readFileSync(local, 'utf8')) as Json), name: 'mallory', publicKey }
    writeFileSync(mallory, JSON.stringify(listed), { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(mallory, NOBODY, NOBODY)
    renameSync(local, moved)
    await service.until('it stands', async () => (await service.shown())['activity'] === 'idle')
    expect(await service.shown()).toMatchObject({ mode: 'SAFE', armedBy: null })
    await service.until('somebody can get in', async () => (await access()) === 'ok')
    renameSync(moved, local)
    await sleep(500)
    rmSync(mallory)
    await comesIn()
    const said = (await newsAfter(0)).flatMap((one) => (one.kind === 'log' ? [one.text] : []))
    const why = said.filter((text) => text.includes('every key that could stop it was replaced'))
    // said when it happens, and again as what ended the run
    expect(why.map((text) => text.includes('nobody could stop the robot'))).toEqual([false, true])
  }, 120_000)

  test('and then it can be armed again', async () => {
    await service.ask('run', { episodes: 1 })
    await service.arm()
    await service.status('it runs', (status) => status['mode'] === 'RUNNING')
    await service.ask('stop')
    await service.status('it is idle', (status) => status['activity'] === 'idle')
    expect(readdirSync(allowed)).toEqual(['local.json'])
  }, 120_000)

  test('a drive by hand ends by it too', async () => {
    await service.ask('teleop.begin')
    await service.arm()
    await service.status('somebody drives', (status) => status['activity'] === 'teleop')
    renameSync(keys, moved)
    await goesOut()
    await service.until('the drive is over', async () => (await service.shown())['activity'] === 'idle')
    expect(await service.shown()).toMatchObject({ mode: 'SAFE', armedBy: null })
    renameSync(moved, keys)
    await comesIn()
  }, 120_000)

  test('what waits to be armed is withdrawn, and nothing begins', async () => {
    await service.ask('run', { episodes: 1 })
    await service.status('it waits', (status) => status['activity'] === 'waiting-for-arm')
    renameSync(keys, moved)
    await goesOut()
    await service.until('it waits no more', async () => (await service.shown())['activity'] === 'idle')
    renameSync(moved, keys)
    await comesIn()
    expect((await service.try('arm')).refused).toBe('arm.nothing-waits')
  }, 120_000)

  test('the watchdog has nothing to do with it: a restart brings no keys back', () => {
    expect(service.log.filter(({ source }) => source === 'watchdog')).toEqual([])
  })
})
