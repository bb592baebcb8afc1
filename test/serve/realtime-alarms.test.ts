import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stateOf, type StatusAlarm } from '#runtime/status/service-status.js'
import { Service, type Json } from './support/service.js'

const activity = (wanted: string) => (status: Json) => status['activity'] === wanted

/** In its third episode with this seed the virtual robot loses a block, and every report after that sees it. */
const CONFIG = 'robot: { pace: fast }\nrun: { episodes: 3 }\nmodels: { actor: rules }'

describe('the alarm of a lost block in the service', () => {
  const service = new Service(CONFIG)
  beforeAll(async () => {
    await service.start()
    await service.status('the models are there', (status) =>
      (status['models'] as { state: string }[]).every(({ state }) => state !== 'loading'),
    )
  }, 120_000)
  afterAll(() => service.close())

  const listed = async (): Promise<readonly StatusAlarm[]> =>
    (await service.ask('alarm.list')) as unknown as readonly StatusAlarm[]
  const play = async (): Promise<void> => {
    await service.ask('run', { seed: 1 })
    await service.arm()
    await service.status('the run is over', activity('idle'))
  }

  it('is one, however many reports see it, and those of the episodes before it are closed', async () => {
    await play()
    const { alarms: calls } = (await service.ask('episode.show', { episode: 3 })) as unknown as {
      alarms: unknown[]
    }
    expect(calls.length).toBeGreaterThanOrEqual(4)
    const alarms = await listed()
    expect(alarms.filter(({ episode }) => episode === 3)).toMatchObject([
      { count: calls.length, causes: ['placement@2'], closed: null, acknowledged: null },
    ])
    const others = alarms.filter(({ episode }) => episode !== 3)
    expect(others.map(({ closed }) => closed?.why)).toEqual(['not there before the start of episode 2'])
    expect((await service.ask('status'))['alarms']).toHaveLength(alarms.length)
  }, 120_000)

  it('is acknowledged once, is the same after a restart, and ends when the next run has looked', async () => {
    const [{ id } = { id: '' }] = await listed()
    await service.ask('alarm.ack', { id, note: 'picked it up' })
    await service.end('SIGKILL')
    await service.start()
    const after = await listed()
    expect(after.filter((alarm) => alarm.id === id)).toMatchObject([
      { count: 6, acknowledged: { by: 'anna' } },
    ])
    // the other was over before anybody has looked, so it still waits for somebody
    const waiting = (await service.ask('status'))['alarms'] as StatusAlarm[]
    expect(waiting.map(stateOf)).toEqual(['returned unacknowledged'])
    expect(waiting[0]?.id).not.toBe(id)
    await play()
    const all = await listed()
    expect(all.find((alarm) => alarm.id === id)?.closed?.why).toBe('not there before the start of episode 1')
    expect(all.filter(({ closed }) => closed === null)).toHaveLength(1)
    expect(new Set(all.map((alarm) => alarm.id)).size).toBe(all.length)
  }, 240_000)
})
