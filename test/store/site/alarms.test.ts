import { describe, expect, it } from 'vitest'
import { MIGRATIONS } from '#adapters/store/site/database/schema.js'
import type { StoredChange } from '#runtime/status/run-alarms.js'
import { recordOperations } from '#service/operations/records.js'
import {
  alarmsAfter,
  countAlarms,
  endSceneAlarms,
  forgetAlarms,
  showAlarm,
  unacknowledgedAlarms,
} from '#service/show/shown-alarms.js'
import type { SiteRun } from '#adapters/store/site/site-run.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import { emptyReport } from '#learning/critic/report.js'
import type { AlarmRecord } from '#learning/episode.js'
import {
  alarmCounts,
  forbidsMotion,
  raisedAt,
  stateOf,
  type StatusAlarm,
} from '#runtime/status/service-status.js'
import { fakePublisher } from '../../dashboard/status-source.js'
import { alarmOf, manifestOf, recordOf } from './support/record.js'
import { asAnotherTool, newFolder, openRun, openStore } from './support/store.js'

const called = (run: SiteRun, episode: number, change: Partial<AlarmRecord> = {}): void =>
  run.step({ kind: 'A', episode, t: 1, alarm: { ...alarmOf(0.6), ...change } })

/** The critic looks at the scene before an episode, and nothing is wrong. */
const looked = (run: SiteRun, episode: number): void => {
  const report = emptyReport({ mode: 'initial', episode, step: 0 }, { c: 1, summary: '', model: 'made up' })
  run.step({ kind: 'I', episode, t: 0, report })
}

const shown = (store: SiteStore): string[] =>
  store.alarms().map((alarm) => `${alarm.id.slice(-3)} ${alarm.count ?? 1} ${stateOf(alarm)}`)

describe('the alarms of a store', () => {
  it('are one a cause: counted, acknowledged once, and told as they change', async () => {
    const changes: StoredChange[] = []
    const store = openStore({
      dir: newFolder(),
      alarmsOf: (run, stored) => alarmsAfter(run, stored, (change) => changes.push(change)),
    })
    const run = await openRun(store)
    called(run, 1)
    must(await store.acknowledge(`${run.key}/1/1`, 'ann', 'seen'), 'an alarm')
    for (let n = 0; n < 4; n++) called(run, 1)
    expect(shown(store)).toEqual(['1/1 5 active acknowledged'])
    expect(store.alarms()[0]?.acknowledged?.by).toBe('ann')
    looked(run, 2)
    expect(store.alarms()[0]?.closed?.why).toBe('not there before the start of episode 2')
    expect(changes.map(({ what, alarm }) => `${what} ${alarm.count ?? 0}`)).toEqual([
      'raised 1',
      ...['repeated 2', 'repeated 3', 'repeated 4', 'repeated 5'],
      'closed 5',
    ])
  })

  it('ask again where they get worse, and wait for somebody where they are over before anybody has looked', async () => {
    const dir = newFolder()
    const publisher = fakePublisher({ alarms: [] })
    const store = openStore({
      dir,
      alarmsOf: (key, stored) => alarmsAfter(key, stored, (change) => showAlarm(publisher, change)),
    })
    const run = await openRun(store)
    const id = `${run.key}/1/1`
    const states = (): string[] => [...publisher.status().alarms, ...store.alarms()].map(stateOf)
    const acknowledge = recordOperations(store, publisher)['alarm.ack']
    const seen = async (note: string) => acknowledge({ id, note }, { name: 'ann', role: 'operator' } as never)
    called(run, 1)
    await seen('one block')
    expect(states()).toEqual(Array(2).fill('active acknowledged'))
    called(run, 1)
    expect(states()).toEqual(Array(2).fill('active acknowledged'))
    called(run, 1, { s: 0.7 })
    expect(states()).toEqual(Array(2).fill('active unacknowledged'))
    await run.commit(recordOf(1))
    looked(run, 2)
    expect(states()).toEqual(Array(2).fill('returned unacknowledged'))
    await store.close()
    const next = openStore({ dir })
    expect(unacknowledgedAlarms(next).map(stateOf)).toEqual(['returned unacknowledged'])
    must(await next.acknowledge(id, 'bob', 'two blocks'), 'acknowledged')
    expect(shown(next)).toEqual(['1/1 3 gone'])
    expect(unacknowledgedAlarms(next)).toEqual([])
  })

  it('that got worse while somebody acknowledged them are not said to be acknowledged', async () => {
    const store = openStore({ dir: newFolder() })
    const run = await openRun(store)
    called(run, 1)
    const acknowledge = recordOperations(store, fakePublisher())['alarm.ack']
    const answer = acknowledge({ id: `${run.key}/1/1` }, { name: 'ann', role: 'operator' } as never)
    called(run, 1, { s: 0.7 })
    expect(await answer).toMatchObject({ ok: false, error: { code: 'alarm.worse' } })
    expect(shown(store)).toEqual(['1/1 2 active unacknowledged'])
  })

  it('that get worse before the store has written that are not shown as acknowledged, and keep what is newer', async () => {
    const publisher = fakePublisher({ alarms: [] })
    const store = openStore({
      dir: newFolder(),
      alarmsOf: (key, stored) => alarmsAfter(key, stored, (change) => showAlarm(publisher, change)),
    })
    const run = await openRun(store)
    called(run, 1)
    const id = `${run.key}/1/1`
    const acknowledge = async (later: () => void): Promise<unknown> => {
      const slow = {
        alarm: (of: string) => store.alarm(of),
        acknowledge: async (...said: Parameters<SiteStore['acknowledge']>) => {
          const written = await store.acknowledge(...said)
          later()
          return written
        },
        countUnacknowledged: () => store.countUnacknowledged(),
      }
      const operations = recordOperations(slow as unknown as SiteStore, publisher)
      return operations['alarm.ack']({ id }, { name: 'ann', role: 'operator' } as never)
    }
    expect(await acknowledge(() => called(run, 1, { s: 0.7 }))).toMatchObject({
      ok: false,
      error: { code: 'alarm.worse' },
    })
    expect(publisher.status().alarms).toMatchObject([{ id, worst: 0.7, count: 2, acknowledged: null }])
    await run.commit(recordOf(1))
    expect(shown(store)).toEqual(['1/1 2 active unacknowledged'])
    expect(await acknowledge(() => called(run, 1, { s: 0.7 }))).toMatchObject({
      ok: true,
      value: { count: 3 },
    })
    expect(publisher.status().alarms).toMatchObject([{ id, count: 3, acknowledged: { by: 'ann' } }])
  })

  it('that are over can be acknowledged all at once, and none that lasts or only people can judge', async () => {
    const publisher = fakePublisher({ alarms: [] })
    const store = openStore({
      dir: newFolder(),
      alarmsOf: (key, stored) => alarmsAfter(key, stored, (change) => showAlarm(publisher, change)),
    })
    const run = await openRun(store)
    const operations = recordOperations(store, publisher)
    const over = async (note: string) =>
      operations['alarm.ack.over']({ note }, { name: 'ann', role: 'operator' } as never)
    for (const text of ['a', 'b', 'c']) called(run, 1, { reasons: ['twin_refuses'], text })
    called(run, 1, { reasons: ['robot_in_doubt'] })
    called(run, 1, { reasons: ['not_started'] })
    must(await store.acknowledge(`${run.key}/1/1`, 'bob', 'seen'), 'an alarm')
    expect(await over('none yet')).toEqual({
      ok: true,
      value: { did: 'acknowledged 0 alarms that are over' },
    })
    looked(run, 2)
    called(run, 2)
    expect(await over('all put right')).toMatchObject({
      value: { did: 'acknowledged 2 alarms that are over' },
    })
    const states = (alarms: readonly StatusAlarm[]): string[] =>
      alarms.map((alarm) => `${alarm.id.slice(-3)} ${stateOf(alarm)} ${alarm.acknowledged?.note}`).toSorted()
    const expected = [
      ...['1/1 gone seen', '1/2 gone all put right', '1/3 gone all put right'],
      ...['1/4', '1/5', '2/1'].map((id) => `${id} active unacknowledged undefined`),
    ]
    expect(states(store.alarms())).toEqual(expected)
    expect(states(publisher.status().alarms).slice(1)).toEqual(expected.slice(1))
    expect(publisher.status().unacknowledged).toBe(3)
  })

  it('that get worse and were not shown come to the place of their age, where the last ones are the newest', () => {
    const alarm = (id: string, at: number): StatusAlarm => ({
      ...{ id, at, run: 'R', episode: 1, record: alarmOf(0.6), acknowledged: null },
    })
    const publisher = fakePublisher({ alarms: [alarm('R/1/2', 20), alarm('R/1/3', 30)] })
    showAlarm(publisher, { what: 'worsened', alarm: alarm('R/1/1', 10) })
    expect(publisher.status().alarms.map(({ id }) => id)).toEqual(['R/1/1', 'R/1/2', 'R/1/3'])
    expect(publisher.since(0).events).toMatchObject([{ kind: 'alarm-changed', what: 'worsened' }])
  })

  it('are left out where there are many: those that somebody has seen before those that nobody has', () => {
    const alarms = Array.from({ length: 100 }, (_, n): StatusAlarm => {
      const acknowledged = n === 99 ? { by: 'ann', at: 1, note: '' } : null
      const closed = n === 99 ? null : { at: 2, why: 'not there' }
      return { id: `R/1/${n}`, at: n, run: 'R', episode: 1, record: alarmOf(0.6), acknowledged, closed }
    })
    const publisher = fakePublisher({ alarms })
    const { acknowledged: _, ...raised } = { ...alarms[0], id: 'R/1/100', at: 100 } as StatusAlarm
    showAlarm(publisher, { what: 'raised', alarm: { ...raised, closed: null } })
    const ids = publisher.status().alarms.map(({ id }) => id)
    expect(ids).toHaveLength(100)
    expect(ids).not.toContain('R/1/99')
    expect(alarmCounts([...publisher.status().alarms, alarms[99] as StatusAlarm])).toBe(
      '1 active unacknowledged, 99 returned unacknowledged, 1 active acknowledged',
    )
  })

  it('survive a restart without a double, and end with the first look of the next run', async () => {
    const dir = newFolder()
    const first = openStore({ dir })
    const run = await openRun(first)
    called(run, 1)
    called(run, 1)
    await run.commit(recordOf(1))
    await first.close()
    const second = openStore({ dir })
    expect(shown(second)).toEqual(['1/1 2 active unacknowledged'])
    const resumed = must(await second.resumeRun(run.key), 'the run').run
    called(resumed, 2, { reasons: ['low_confidence'] })
    called(resumed, 2)
    expect(shown(second).toSorted()).toEqual(['1/1 3 active unacknowledged', '2/1 1 active unacknowledged'])
    await resumed.close('stopped')
    looked(await openRun(second), 1)
    expect(shown(second).toSorted()).toEqual([
      '1/1 3 returned unacknowledged',
      '2/1 1 returned unacknowledged',
    ])
  })

  it('end when a run of another place begins, or a person puts the scene right; what forbids motion stays', async () => {
    const publisher = fakePublisher({ alarms: [] })
    const store = openStore({
      dir: newFolder(),
      alarmsOf: (key, stored) => alarmsAfter(key, stored, (change) => showAlarm(publisher, change)),
    })
    const run = await openRun(store)
    called(run, 1)
    called(run, 1, { reasons: ['robot_in_doubt'] })
    await run.close('done')
    const same = await openRun(store)
    await endSceneAlarms(publisher, store, 'another scene', same.key)
    expect(shown(store)).toEqual(['1/2 1 active unacknowledged', '1/1 1 active unacknowledged'])
    await same.close('done')
    const field = { id: 'F2', setup: {} }
    const other = must(await store.openRun(manifestOf({ key: 'F2-s1-87654321', field })), 'a run')
    await endSceneAlarms(publisher, store, 'another scene', other.key)
    expect(shown(store)).toEqual(['1/2 1 active unacknowledged', '1/1 1 returned unacknowledged'])
    expect(publisher.status().alarms[0]?.closed).toMatchObject({ why: 'another scene' })
    called(other, 1)
    called(other, 1, { reasons: ['low_confidence'] })
    await other.close('done')
    await endSceneAlarms(publisher, store, 'ann has put the scene right', null)
    const states = new Map(store.alarms({ run: other.key }).map((alarm) => [alarm.id.slice(-3), alarm]))
    expect(states.get('1/1')?.closed).toMatchObject({ why: 'ann has put the scene right' })
    expect(states.get('1/2')?.closed).toBeNull()
  })

  it('say where they were raised first and last, also over episodes and runs', async () => {
    const store = openStore({ dir: newFolder() })
    const run = await openRun(store)
    called(run, 1, { t: ms(12_300) })
    called(run, 3, { t: ms(4500) })
    const first = { run: run.key, episode: 1, t: 12_300 }
    expect(store.alarms()[0]).toMatchObject({ episode: 1, first, newest: { ...first, episode: 3, t: 4500 } })
    await run.close('done')
    const other = await openRun(store)
    called(other, 2)
    expect(store.alarms()[0]).toMatchObject({ first, newest: { run: other.key, episode: 2, t: 100 } })
    // an earlier version has kept the moment of the newest call only
    const { first: _, newest: __, ...old } = store.alarms()[0] as StatusAlarm
    expect(raisedAt(old)).toEqual({ ...first, t: null })
    expect(raisedAt({ ...old, count: 1 })).toEqual({ ...first, t: 100 })
  })

  it('are again what they were before an episode that is played again', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const earlier = await openRun(store)
    called(earlier, 1, { reasons: ['low_confidence'] })
    await earlier.close('done')
    const run = await openRun(store)
    called(run, 1)
    called(run, 1)
    await run.commit(recordOf(1))
    const before = store.alarms()
    expect(before.map(({ count }) => count).toSorted()).toEqual([1, 2])
    called(run, 2)
    called(run, 2, { reasons: ['low_confidence'] })
    looked(run, 2)
    called(run, 2, { reasons: ['critic_unavailable'] })
    expect(store.alarms({ unacknowledged: true })).toHaveLength(3)
    await run.close('killed')
    must(await store.resumeRun(run.key), 'the run')
    expect(store.alarms()).toEqual(before)
    const publisher = fakePublisher({ alarms: [] })
    forgetAlarms(publisher, store, run.key)
    expect(publisher.status().alarms).toEqual(before.toReversed())
  })

  it('refuse no run where they cannot be read, and a new one gets no id of theirs', async () => {
    const dir = newFolder()
    const whole = openStore({ dir })
    const run = await openRun(whole)
    called(run, 1)
    await run.commit(recordOf(1))
    await run.close('killed')
    await whole.close()
    asAnotherTool(dir, `UPDATE alarms SET record = '{"count":'`)
    const troubles: string[] = []
    const changes: StoredChange[] = []
    const store = openStore({
      dir,
      alarmsOf: (key, stored) =>
        alarmsAfter(
          key,
          stored,
          (change) => changes.push(change),
          (why) => troubles.push(why),
        ),
    })
    await (await openRun(store)).close('done')
    const resumed = must(await store.resumeRun(run.key), 'the run').run
    called(resumed, 2)
    forgetAlarms(fakePublisher({ alarms: [] }), store, run.key, (why) => troubles.push(why))
    expect(troubles).toHaveLength(3)
    expect(changes.map(({ what }) => what)).toEqual(['raised'])
    expect(changes[0]?.alarm.id).toMatch(/\/2\/\d{10}$/)
  })

  it('are read before a run as far as they may still change, and no others', async () => {
    const store = openStore({ dir: newFolder() })
    const earlier = await openRun(store)
    called(earlier, 1, { reasons: ['robot_in_doubt'] })
    called(earlier, 1, { reasons: ['robot_in_doubt'] })
    called(earlier, 1)
    looked(earlier, 2)
    called(earlier, 2, { reasons: ['no_progress'] })
    for (const id of ['1/1', '2/1'])
      must(await store.acknowledge(`${earlier.key}/${id}`, 'ann', ''), 'an alarm')
    const run = await openRun(store)
    called(run, 1)
    looked(run, 2)
    const ids = (of: string): string[] => store.alarms({ run: of }).map(({ id }) => id)
    const other = await openRun(store)
    expect(ids(other.key)).toEqual([`${earlier.key}/2/1`, `${earlier.key}/1/2`])
    expect(ids(run.key)).toEqual([`${run.key}/1/1`, ...ids(other.key)])
  })

  it('of a robot in doubt are all kept: none is merged, closed, or forgotten with its episode', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const run = await openRun(store)
    called(run, 1)
    called(run, 1, { reasons: ['robot_in_doubt'] })
    called(run, 1, { reasons: ['robot_in_doubt'] })
    await run.close('killed')
    const resumed = must(await store.resumeRun(run.key), 'the run').run
    looked(resumed, 1)
    called(resumed, 1)
    expect(shown(store)).toEqual([
      '1/4 1 active unacknowledged',
      '1/3 1 active unacknowledged',
      '1/2 1 active unacknowledged',
    ])
  })

  it('of a robot in doubt come first, and one that is damaged keeps nobody from the others', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const run = await openRun(store)
    called(run, 1, { reasons: ['robot_in_doubt'] })
    for (const text of ['a', 'b', 'c', 'd']) called(run, 1, { text, reasons: ['not_started'] })
    await run.commit(recordOf(1))
    await store.close()
    asAnotherTool(dir, `UPDATE alarms SET life = '{"count":' WHERE id LIKE '%/1/1' OR id LIKE '%/1/3'`)
    const next = openStore({ dir })
    expect(next.alarms({ unacknowledged: true, limit: 2 }).map(({ id }) => id.slice(-3))).toEqual([
      '1/1',
      '1/5',
    ])
    expect(unacknowledgedAlarms(next).filter(forbidsMotion)).toHaveLength(1)
    expect(unacknowledgedAlarms(next)).toHaveLength(5)
  })

  it('are shown again as soon as there is room for those that were left out', () => {
    const alarm = (n: number): StatusAlarm => ({
      ...{ id: `R/1/${n}`, at: n, run: 'R', episode: 1, record: alarmOf(0.6), acknowledged: null },
    })
    const all = Array.from({ length: 150 }, (_, n) => alarm(n))
    const seen = { by: 'ann', at: 1, note: '' }
    const publisher = fakePublisher({ alarms: all.slice(50).map((one) => ({ ...one, acknowledged: seen })) })
    countAlarms(publisher, { alarms: () => all.slice(0, 50), countUnacknowledged: () => 50 })
    const { alarms, unacknowledged } = publisher.status()
    expect([alarms.length, unacknowledged]).toEqual([100, 50])
    expect(alarms.filter(({ acknowledged }) => acknowledged === null)).toHaveLength(50)
  })

  it('that forbid motion keep their run from retention, whether its episode was finished or not', async () => {
    for (const finished of [true, false]) {
      const limits = { maxBytes: 0, maxAgeDays: 90, keepFailures: 0, lowBytes: 0, fullBytes: 0 }
      const store = openStore({ dir: newFolder(), limits })
      const run = await openRun(store)
      called(run, 1, { reasons: ['robot_in_doubt'] })
      if (finished) await run.commit(recordOf(1))
      await run.close('killed')
      must(await store.prune(), 'pruned')
      expect(shown(store)).toEqual(['1/1 1 active unacknowledged'])
      must(await store.acknowledge(`${run.key}/1/1`, 'ann', 'it stands'), 'acknowledged')
      must(await store.prune(), 'pruned')
      expect(store.runs()).toEqual([])
    }
  })

  it('that somebody has acknowledged stay so where their episode is played again', async () => {
    const store = openStore({ dir: newFolder() })
    const run = await openRun(store)
    called(run, 1)
    must(await store.acknowledge(`${run.key}/1/1`, 'ann', 'I turned it by hand'), 'acknowledged')
    await run.close('killed')
    const resumed = must(await store.resumeRun(run.key), 'the run').run
    looked(resumed, 1)
    expect(shown(store)).toEqual(['1/1 0 gone'])
    called(resumed, 1)
    // its calls count once, and it is one alarm
    expect(shown(store)).toEqual(['1/1 1 active acknowledged'])
    expect(store.alarm(`${run.key}/1/1`)?.acknowledged).toMatchObject({
      by: 'ann',
      note: 'I turned it by hand',
    })
  })

  it('of another place are not closed by a look at this one', async () => {
    const store = openStore({ dir: newFolder() })
    const there = must(await store.openRun(manifestOf({ field: { id: 'F9', setup: null } })), 'a run')
    called(there, 1)
    await there.close('done')
    const here = await openRun(store)
    looked(here, 1)
    expect(shown(store)).toEqual(['1/1 1 active unacknowledged'])
  })

  it('that an earlier version has stored call by call are read as one for each text of an episode', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const { key } = await openRun(store)
    await store.close()
    const row = (n: number, episode: number, reason: string, text: string, by = 'NULL'): string => {
      const record = JSON.stringify({ ...alarmOf(0.6), reasons: [reason], text })
      const ack = `${by}, ${by === 'NULL' ? 'NULL' : n}, ${by === 'NULL' ? 'NULL' : "'note'"}`
      return `INSERT INTO alarms VALUES ('${key}/${episode}/${n}', '${key}', ${episode}, ${n}, '${record}', ${ack});`
    }
    const added = [...(MIGRATIONS.at(-1) ?? '').matchAll(/ADD COLUMN (\w+)/g)].map(([, name]) => name ?? '')
    expect(added).toEqual(['life', 'same_as'])
    asAnotherTool(
      dir,
      [
        ...added.map((name) => `ALTER TABLE alarms DROP COLUMN ${name};`),
        ...[1, 2, 3].map((n) => row(n, 1, 'severity', 'lost')),
        row(4, 1, 'severity', 'another'),
        ...[1, 2].map((n) => row(n, 2, 'severity', 'lost', n === 2 ? "'ann'" : 'NULL')),
        ...[1, 2].map((n) => row(n, 3, 'robot_in_doubt', 'it moves')),
        ...[1, 2].map((n) => row(n, 4, 'not_started', 'no power')),
        `PRAGMA user_version = ${MIGRATIONS.length - 1};`,
      ].join('\n'),
    )
    const read = openStore({ dir })
    expect(shown(read).toSorted()).toEqual([
      ...[
        '1/1 3 active unacknowledged',
        '1/4 1 active unacknowledged',
        '2/1 2 active acknowledged',
        '3/1 1 active unacknowledged',
        '3/2 1 active unacknowledged',
      ],
      ...['4/1 1 active unacknowledged', '4/2 1 active unacknowledged'],
    ])
    expect(read.alarm(`${key}/1/3`)?.id).toBe(`${key}/1/3`)
    expect(read.alarm(`${key}/2/1`)?.acknowledged).toEqual({ by: 'ann', at: 2, note: 'note' })
  })
})
