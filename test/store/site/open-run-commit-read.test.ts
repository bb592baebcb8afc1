import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { imageFile } from '#adapters/store/site/layout.js'
import { sha256 } from '#base/hash.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import type { CommandId } from '#link/wire-command.js'
import { alarmOf, manifestOf, recordOf } from './support/record.js'
import { newFolder, openRun, openStore } from './support/store.js'

const stop = { kind: 'stop' } as never
const issued = (id: number) =>
  ({ kind: 'issued', at: ms(id), session: 7, id: id as CommandId, command: stop }) as const

describe.each(['inline', 'thread'] as const)('the store of a robot, written %s', (writer) => {
  it('VRL-17: an episode with its steps, trace, pictures and tree is there after it was committed, and not before', async () => {
    const dir = newFolder()
    const store = openStore({ dir, writer })
    const run = await openRun(store)
    const jpeg = Buffer.from('a picture')
    run.saveTree('a'.repeat(64), '<root/>')
    run.saveFrame(1, 'f1', jpeg)
    run.step({ kind: 'X', episode: 1, t: 5, unit: 'Main/1' as never, label: 'Move', status: 'SUCCESS' })
    run.saveLines(1, 'trace', [
      { seq: 1, t: ms(0), path: 'p', node: 'n', args: {}, from: 'IDLE', to: 'RUNNING', attempt: 1 },
    ])
    expect(store.episodes(run.key)).toEqual([])
    expect(store.frames(run.key, 1)).toEqual([])
    await run.commit(recordOf(1, { score: 42 }))
    expect(store.episode(run.key, 1)).toEqual({ ok: true, value: recordOf(1, { score: 42 }) })
    expect(store.steps(run.key, 1)).toMatchObject([{ n: 1, kind: 'X', episode: 1 }])
    expect(store.lines(run.key, 1, 'trace')).toMatchObject([{ seq: 1, node: 'n' }])
    expect(store.frames(run.key, 1)).toEqual([{ id: 'f1', image: sha256(jpeg) }])
    expect(store.image(sha256(jpeg))).toEqual(jpeg)
    expect(existsSync(imageFile(store.layout, sha256(jpeg)))).toBe(true)
    expect(store.runs()).toMatchObject([{ key: run.key, finished: 1, scores: [42], ended: null }])
    await run.close('done')
    expect(store.runs()).toMatchObject([{ how: 'done' }])
    await store.close()
    expect(existsSync(join(dir, 'lock'))).toBe(false)
    expect(statSync(join(dir, 'graft.db-wal')).size).toBe(0)
  })

  it('a picture that is encoded after its episode was committed still comes to it', async () => {
    const store = openStore({ dir: newFolder(), writer })
    const run = await openRun(store)
    await run.commit(recordOf(1))
    run.saveFrame(1, 'late', Buffer.from('late'))
    run.saveFrame(2, 'early', Buffer.from('early'))
    await run.close('done')
    expect(store.frames(run.key, 1).map(({ id }) => id)).toEqual(['late'])
    expect(store.frames(run.key, 2)).toEqual([])
  })

  it('a command of virtual time is on the disk when it returns', async () => {
    const store = openStore({ dir: newFolder(), writer })
    const run = await openRun(store)
    run.command({ ...issued(1), episode: 1 })
    expect(store.journal(run.key)).toEqual([{ ...issued(1), episode: 1 }])
    run.command({ kind: 'settled', at: ms(9), session: 7, id: 1 as CommandId, state: 'accepted', episode: 1 })
    await run.commit(recordOf(1))
    expect(store.journal(run.key).map(({ kind }) => kind)).toEqual(['issued', 'settled'])
  })

  it('a command beside the loop is journalled once, when it is on the disk', async () => {
    const store = openStore({ dir: newFolder(), writer })
    const run = await openRun(store)
    const journal = run.backgroundJournal(1)
    journal.journal(issued(5))
    journal.journal(issued(6))
    await vi.waitFor(() => expect(journal.journaled(6)).toBe(true), 10_000)
    expect(store.journal(run.key).map(({ id }) => id)).toEqual([5, 6])
    expect([journal.journaled(5), journal.journaled(5), journal.journaled(6)]).toEqual([true, false, false])
  })

  it('VRL-14: an alarm can be acknowledged before its episode is over; the first one who did stays', async () => {
    const store = openStore({ dir: newFolder(), writer })
    const run = await openRun(store)
    run.step({ kind: 'A', episode: 1, t: 5, alarm: alarmOf(0.6) })
    run.step({ kind: 'A', episode: 1, t: 6, alarm: { ...alarmOf(0.8), reasons: ['low_confidence'] } })
    const id = `${run.key}/1/1`
    const done = must(await store.acknowledge(id, 'ann', 'picked it up'), 'an alarm')
    expect(done).toMatchObject({
      id,
      episode: 1,
      record: { s: 0.6 },
      acknowledged: { by: 'ann', note: 'picked it up' },
    })
    expect(must(await store.acknowledge(id, 'bob', 'me too'), 'an alarm').acknowledged?.by).toBe('ann')
    expect(store.alarms({ unacknowledged: true }).map((alarm) => alarm.id)).toEqual([`${run.key}/1/2`])
    expect(store.alarms()).toHaveLength(2)
    expect(await store.acknowledge('nobody/1/1', 'ann', '')).toMatchObject({
      ok: false,
      error: { code: 'store.no-alarm' },
    })
  })

  it('a run under way is not gone on with a second time', async () => {
    const store = openStore({ dir: newFolder(), writer })
    const run = await openRun(store)
    expect(await store.resumeRun(run.key)).toMatchObject({ ok: false, error: { code: 'store.under-way' } })
    await run.close('done')
    expect((await store.resumeRun(run.key)).ok).toBe(true)
    expect(await store.resumeRun('nothing')).toMatchObject({ ok: false, error: { code: 'store.no-run' } })
  })

  it('beats while the writer does what it is given, and only then', async () => {
    let beats = 0
    const store = openStore({ dir: newFolder(), writer, beat: () => beats++ })
    await vi.waitFor(() => expect(beats).toBeGreaterThan(1), 10_000)
    await store.close()
  })

  it('a second run of the same manifest has a name of its own', async () => {
    const store = openStore({ dir: newFolder(), writer })
    const keys = [await openRun(store), await openRun(store), await openRun(store)].map(({ key }) => key)
    const { key } = manifestOf()
    expect(keys).toEqual([key, `${key}-2`, `${key}-3`])
  })
})
