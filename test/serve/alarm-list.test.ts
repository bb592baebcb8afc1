import { expect, it } from 'vitest'
import { must } from '#base/result.js'
import { LIMITS } from '#console/protocol.js'
import { recordOperations } from '#service/operations/records.js'
import { fakePublisher } from '../dashboard/status-source.js'
import { alarmOf } from '../store/site/support/record.js'
import { newFolder, openRun, openStore } from '../store/site/support/store.js'

it('alarm.list has an unacknowledged alarm however many newer ones were acknowledged', async () => {
  const store = openStore({ dir: newFolder() })
  const run = await openRun(store)
  for (let number = 1; number <= 202; number++) {
    // each about another tree, so that each is an alarm of its own
    const alarm = { ...alarmOf(0.6), reasons: ['twin_refuses' as const], text: `tree ${number}` }
    run.step({ kind: 'A', episode: 1, t: number, alarm })
    const id = `${run.key}/1/${number}`
    if (number > 1) must(await store.acknowledge(id, 'ann', ''), 'an alarm')
  }
  const listed = must(
    await recordOperations(store, fakePublisher())['alarm.list']({}, {
      name: 'ann',
      role: 'viewer',
    } as never),
    'alarms',
  )
  expect(listed.map(({ acknowledged }) => acknowledged === null)).toEqual([
    true,
    ...Array<boolean>(200).fill(false),
  ])
  expect(listed[0]?.id).toBe(`${run.key}/1/1`)
})

it('alarm.list has every unacknowledged alarm that a reply has room for, and the status how many there are', async () => {
  const list = async (of: number, text: string) => {
    const store = openStore({ dir: newFolder() })
    const publisher = fakePublisher()
    const run = await openRun(store)
    for (let number = 1; number <= of; number++) {
      const alarm = { ...alarmOf(0.6), reasons: ['twin_refuses' as const], text: `${text} ${number}` }
      run.step({ kind: 'A', episode: 1, t: number, alarm })
    }
    const operations = recordOperations(store, publisher)
    const who = { name: 'ann', role: 'operator' } as never
    must(await operations['alarm.ack']({ id: `${run.key}/1/${of}` }, who), 'an alarm')
    expect(publisher.status().unacknowledged).toBe(of - 1)
    return must(await operations['alarm.list']({}, who), 'alarms')
  }
  expect((await list(260, 'tree')).filter(({ acknowledged }) => acknowledged === null)).toHaveLength(259)
  const cut = await list(800, 'x'.repeat(2000))
  const bytes = Buffer.byteLength(JSON.stringify({ v: 1, id: 1, ok: true, result: cut }))
  expect(bytes).toBeLessThan(LIMITS.reply)
  expect(bytes).toBeGreaterThan(LIMITS.reply * 0.95)
})

it('alarm.ack of an alarm that somebody has acknowledged says who and when, and that the note is not kept', async () => {
  const store = openStore({ dir: newFolder() })
  const run = await openRun(store)
  run.step({ kind: 'A', episode: 1, t: 1, alarm: alarmOf(0.6) })
  const id = `${run.key}/1/1`
  const ack = async (name: string, note?: string) =>
    recordOperations(store, fakePublisher())['alarm.ack']({ id, ...(note !== undefined && { note }) }, {
      name,
      role: 'operator',
    } as never)
  const [first, second] = await Promise.all([ack('ann', 'it stands'), ack('bob', 'it burns')])
  expect(first).toMatchObject({ ok: true, value: { acknowledged: { by: 'ann', note: 'it stands' } } })
  const at = new Date(store.alarm(id)?.acknowledged?.at ?? NaN).toISOString()
  const said = `alarm ${id} was acknowledged by ann at ${at}`
  const refused = (message: string) => ({ ok: false, error: { code: 'alarm.acknowledged', message } })
  expect(second).toMatchObject(refused(`${said}; your note was not kept`))
  expect(await ack('ann', 'it stands')).toMatchObject({ ok: true, value: { acknowledged: { by: 'ann' } } })
  expect(await ack('ann', 'it burns')).toMatchObject(refused(`${said}; your note was not kept`))
  expect(await ack('bob')).toMatchObject(refused(said))
  expect(store.alarm(id)?.acknowledged).toMatchObject({ by: 'ann', note: 'it stands' })
})

it('alarm.ack of one that was acknowledged without a note speaks of none', async () => {
  const store = openStore({ dir: newFolder() })
  const run = await openRun(store)
  run.step({ kind: 'A', episode: 1, t: 1, alarm: alarmOf(0.6) })
  const ack = async (name: string) =>
    recordOperations(store, fakePublisher())['alarm.ack']({ id: `${run.key}/1/1` }, {
      name,
      role: 'operator',
    } as never)
  await ack('ann')
  expect(await ack('bob')).toMatchObject({ error: { hint: 'nothing is left to do about it' } })
})
