import { expect, it } from 'vitest'
import { must } from '#base/result.js'
import { recordOperations } from '#service/operations/records.js'
import { fakePublisher } from '../dashboard/status-source.js'
import { alarmOf } from '../store/site/support/record.js'
import { newFolder, openRun, openStore } from '../store/site/support/store.js'

it('alarm.list has an open alarm however many newer ones were acknowledged', async () => {
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
