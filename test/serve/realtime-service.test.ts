import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { Service, type Json } from './support/service.js'

const ready = (status: Json): boolean =>
  (status['models'] as { state: string }[]).every(({ state }) => state !== 'loading')
const activity = (wanted: string) => (status: Json) => status['activity'] === wanted

describe('the service, from its start to its end, through the console', () => {
  const service = new Service('robot: { pace: fast }\nrun: { episodes: 2 }\nmodels: { actor: rules }')
  beforeAll(async () => {
    await service.start()
    await service.status('the models are there', ready)
  }, 120_000)
  afterAll(() => service.close())

  test('law 7: it comes up SAFE, and neither run nor arm alone moves anything', async () => {
    expect(await service.ask('status')).toMatchObject({ mode: 'SAFE', activity: 'idle' })
    expect((await service.try('arm')).refused).toBe('arm.nothing-waits')
    const { key } = await service.ask('run')
    expect(key).toMatch(/^F1-s1-/)
    expect((await service.try('run')).refused).toBe('run.busy')
    const waiting = await service.status('it waits', activity('waiting-for-arm'))
    expect(waiting).toMatchObject({ mode: 'SAFE', run: { scores: [] } })
    await service.ask('arm')
    expect((await service.try('confirm', { token: 'ffffff' })).refused).toBe('arm.token')
    expect(await service.ask('status')).toMatchObject({ mode: 'SAFE', run: { scores: [] } })
    await service.ask('stop')
    await service.status('it is idle', activity('idle'))
    expect(await service.ask('episode.list')).toEqual([])
  }, 120_000)

  test('a run: its episodes, score sheet, alarms, trees and slots are kept and can be asked for', async () => {
    await service.ask('run', { seed: 2 })
    await service.arm()
    const end = await service.status('the run is over', activity('idle'))
    expect(end).toMatchObject({ mode: 'SAFE', run: { episode: 2 } })
    const episodes = (await service.ask('episode.list')) as unknown as { score: number; tree: string }[]
    expect(episodes).toHaveLength(2)
    const sheet = await service.ask('episode.score', { episode: 2 })
    expect(sheet['total']).toBe(episodes[1]?.score)
    const [first, second] = episodes
    expect(first?.tree).not.toBe(second?.tree)
    const { text } = await service.ask('tree.diff', { from: first?.tree, to: second?.tree })
    expect(text).toMatch(/^[+-] /m)
    const slots = (await service.ask('tree.slots', { field: 'F1' })) as unknown as {
      active: string
      events: number
    }[]
    expect(slots[0]?.active).toBe(first?.tree)
    expect(slots[0]?.events).toBeGreaterThanOrEqual(5)
    const { xml } = await service.ask('tree.get', { hash: first?.tree.slice(0, 10) })
    expect(xml).toContain('<BehaviorTree')
  }, 120_000)

  test('VRL-14, CRIT-08: an alarm is acknowledged once, a report of the critic is judged', async () => {
    const alarms = (await service.ask('alarm.list')) as unknown as { id: string; acknowledged: unknown }[]
    expect(alarms.length).toBeGreaterThanOrEqual(1)
    const [{ id } = { id: '' }] = alarms
    await service.ask('alarm.ack', { id, note: 'seen to' })
    const after = (await service.ask('alarm.list')) as unknown as { id: string; acknowledged: unknown }[]
    expect(after.find((alarm) => alarm.id === id)).toMatchObject({
      acknowledged: { by: 'anna', note: 'seen to' },
    })
    expect((await service.try('alarm.ack', { id: 'no/1/1' })).refused).toBe('store.no-alarm')
    await service.ask('audit', { episode: 1, report: 0, verdict: 'operational' })
    await service.ask('audit', { episode: 1, report: 1, verdict: 'causal' })
    expect(await service.ask('audit.counts')).toMatchObject({
      operational: 1,
      causal: 1,
      total: 2,
      operationalShare: 0.5,
    })
    expect((await service.try('audit', { episode: 1, report: 99, verdict: 'causal' })).refused).toBe(
      'store.no-report',
    )
  }, 120_000)

  test('a tree of an operator is checked, staged, run first and taken back', async () => {
    const { xml } = await service.ask('tree.get')
    const refused = await service.try('tree.stage', { field: 'F1', xml: '<root', cause: 'x' })
    expect(refused.refused).toMatch(/^xml\./)
    const { hash } = await service.ask('tree.stage', {
      field: 'F1',
      xml: String(xml).replace('<Sequence', '<Sequence name="mine"'),
      cause: 'tried by hand',
    })
    await service.ask('run', { episodes: 1 })
    await service.arm()
    await service.status('the run is over', activity('idle'))
    const [episode] = (await service.ask('episode.list')) as unknown as { tree: string }[]
    expect(episode?.tree).toBe(hash)
    const back = await service.ask('tree.rollback', { field: 'F1', cause: 'enough' })
    expect(back['hash']).not.toBe(hash)
  }, 120_000)

  test('an emergency stop is latched until reset', async () => {
    await service.ask('run', { episodes: 50 })
    await service.arm()
    await service.status('it runs', (status) => status['mode'] === 'RUNNING')
    await service.ask('estop')
    await service.status('it is latched', activity('estopped'))
    expect((await service.try('run')).refused).toBe('estop.latched')
    expect((await service.try('arm')).refused).toBe('estop.latched')
    await service.until('it can be lifted', async () => (await service.try('reset')).refused === undefined)
    const [last] = (await service.ask('run.list', { limit: 1 })) as unknown as { key: string; how: string }[]
    expect(['estop', 'stopped']).toContain(last?.how)
    expect(await service.ask('status')).toMatchObject({ mode: 'SAFE', activity: 'idle' })
  }, 120_000)

  test('kill -9 in the middle of a run: the next start is SAFE, keeps every episode, and goes on when told', async () => {
    const { key } = await service.ask('run', { episodes: 40, seed: 3 })
    await service.arm()
    const before = await service.status(
      'episodes are done',
      (status) => (status['run'] as { scores: unknown[] }).scores.length >= 2,
    )
    const kept = (before['run'] as { scores: number[] }).scores
    expect(await service.end('SIGKILL')).toBe('SIGKILL')
    await service.start()
    const alarms = (await service.ask('alarm.list')) as unknown as {
      acknowledged: unknown
      at: number
    }[]
    expect(alarms.length).toBeGreaterThanOrEqual(1)
    // what nobody has seen waits, whether it lasts or not
    const waiting = alarms
      .filter(({ acknowledged }) => acknowledged === null)
      .toSorted((one, other) => one.at - other.at)
    expect(await service.ask('status')).toMatchObject({
      mode: 'SAFE',
      activity: 'idle',
      run: null,
      alarms: waiting,
    })
    const episodes = (await service.ask('episode.list', { run: key })) as unknown as { score: number }[]
    expect(episodes.slice(0, kept.length).map(({ score }) => score)).toEqual(kept)
    // who is quicker than the models waits for them, and is not told that they are others
    await service.ask('run', { resume: key })
    await service.arm()
    await service.status(
      'it goes on',
      (status) =>
        (status['run'] as { scores: unknown[] } | null)?.scores.length !== undefined &&
        (status['run'] as { scores: unknown[] }).scores.length > episodes.length,
    )
    await service.ask('stop')
    await service.status('it is idle', activity('idle'))
  }, 180_000)

  test('recordings lie beside their episodes, and a clean end is clean', async () => {
    const root = join(service.state, 'state/recordings')
    const files = readdirSync(root, { recursive: true }).map(String)
    const recorded = files.filter((name) => name.endsWith('.mcap'))
    expect(recorded.length).toBeGreaterThanOrEqual(5)
    for (const name of recorded) {
      const [run, episode] = name.split('/')
      expect(name).toBe(`${run}/${episode}/${run}-${episode}.mcap`)
      expect(files).toContain(`${run}/${episode}/wire.bin`)
    }
    expect(await service.end('SIGTERM')).toBe(0)
    expect(existsSync(join(service.state, 'state/lock'))).toBe(false)
  }, 120_000)
})

describe('a service in real time', () => {
  const service = new Service('robot: { pace: real }\nmodels: { actor: rules }\nalarm: { hold: none }')
  beforeAll(async () => {
    await service.start()
    await service.status('the models are there', ready)
  }, 120_000)
  afterAll(() => service.close())

  test('pause lets the step end and begins none; resume goes on; PRAG-06: the scene is put right meanwhile', async () => {
    await service.ask('run', { episodes: 1 })
    await service.arm()
    await service.status('it moves', (status) => JSON.stringify(status['facts']).includes('moving'))
    expect((await service.try('scene.reset', { note: 'put block 2 back' })).refused).toBe('busy')
    await service.ask('pause')
    await service.status('it stands', (status) => JSON.stringify(status['facts']).includes('standing'))
    await service.status('it is held', activity('paused'))
    // the step that was under way may end now
    await sleep(1000)
    const { seq: held } = await service.ask('status')
    await sleep(1000)
    expect(await steps(held)).toEqual([])
    expect(await service.ask('scene.reset', { note: 'put block 2 back' })).toEqual({
      did: 'noted; the twin now believes the scene as it began',
    })
    await service.ask('resume')
    await service.until('it goes on', async () => (await steps(held)).length > 0)
    await service.ask('stop')
    await service.status('it is idle', activity('idle'))
    const shown = await service.ask('episode.show', { episode: 1 })
    expect(shown).toMatchObject({ notes: ['put block 2 back (anna)'] })
  }, 180_000)

  const steps = async (after: unknown): Promise<readonly string[]> => {
    const { news: statusEvent } = (await service.ask('news', { after, limit: 500 })) as unknown as {
      news: { kind: string }[]
    }
    return statusEvent.map(({ kind }) => kind).filter((kind) => kind === 'node')
  }

  test('who drives by hand and falls silent has let go', async () => {
    const { session } = await service.ask('teleop.begin')
    expect(await service.ask('teleop.drive', { session, vx: 0.1, vy: 0, wz: 0 })).toEqual({
      refused: 'nobody has armed and confirmed yet',
    })
    await service.arm()
    await service.status('somebody drives', activity('teleop'))
    await service.ask('teleop.drive', { session, vx: 0, vy: -0.05, wz: 0 })
    await service.status('the window is over', activity('idle'))
    expect((await service.try('teleop.drive', { session, vx: 0, vy: 0, wz: 0 })).refused).toBe('teleop.over')
  }, 120_000)
})
