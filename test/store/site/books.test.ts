import { describe, expect, it } from 'vitest'
import { sha256 } from '#base/hash.js'
import { must } from '#base/result.js'
import { recordOf } from './support/record.js'
import { newFolder, openRun, openStore } from './support/store.js'

const NOTE = {
  run: null,
  episode: null,
  field: 'F1',
  by: 'ann',
  kind: 'scene-reset',
  text: 'blocks laid again',
} as const

describe('what is written down beside the runs', () => {
  it('long-term memory keeps the newest of a key, by kind and field', async () => {
    const store = openStore({ dir: newFolder() })
    for (const [field, key, json] of [
      ['F1', 'a', '1'],
      ['F1', 'b', '2'],
      ['F2', 'a', '3'],
      ['F1', 'a', '4'],
    ] as const)
      must(await store.remember('lesson', field, key, json), 'a memory')
    must(await store.remember('other', 'F1', 'a', '5'), 'a memory')
    expect(store.memories('lesson', 'F1')).toEqual([
      { field: 'F1', key: 'b', json: '2' },
      { field: 'F1', key: 'a', json: '4' },
    ])
    expect(store.memories('lesson').map(({ json }) => json)).toEqual(['2', '3', '4'])
  })

  it('PRAG-06: notes come oldest first, the newest of many, by run or by field', async () => {
    const store = openStore({ dir: newFolder() })
    const { key } = await openRun(store)
    for (let n = 1; n <= 5; n++) must(await store.addNote({ ...NOTE, text: `note ${n}` }), 'a note')
    must(await store.addNote({ ...NOTE, run: key, episode: 2, text: 'of the run' }), 'a note')
    expect(store.notesOf({ field: 'F1' }, 3).map(({ text }) => text)).toEqual([
      'note 4',
      'note 5',
      'of the run',
    ])
    expect(store.notesOf({ run: key })).toMatchObject([{ episode: 2, by: 'ann' }])
    expect(store.notesOf({ field: 'F9' })).toEqual([])
  })

  it('events of policy slots keep their order and their field, also over a restart', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    must(await store.addSlotEvents('F1', ['a', 'b']), 'events')
    must(await store.addSlotEvents('F2', ['x']), 'events')
    must(await store.addSlotEvents('F1', ['c']), 'events')
    await store.close()
    const again = openStore({ dir })
    must(await again.addSlotEvents('F1', ['d']), 'events')
    expect(again.slotEvents('F1')).toEqual(['a', 'b', 'c', 'd'])
    expect(again.slotFields()).toEqual(['F1', 'F2'])
  })

  it('VRL-34: an edited tree knows its parent, its author and its cause; the first who said so is believed', async () => {
    const store = openStore({ dir: newFolder() })
    const run = await openRun(store)
    const [before, after] = ['<root/>', '<root ></root>']
    const [parent, hash] = [sha256(before), sha256(after)]
    must(await store.addTree(parent, before, { parent: null, author: 'initial', cause: 'shipped' }), 'a tree')
    run.saveTree(parent, before)
    run.saveTree(hash, after)
    await run.commit(recordOf(1, { treeHash: parent, next: hash }))
    expect(store.tree(hash)).toMatchObject({ ok: true, value: { parent, author: 'actor', cause: 'as told' } })
    expect(store.tree(parent)).toMatchObject({ ok: true, value: { author: 'initial', xml: before } })
    must(await store.addTree(hash, after, { parent: null, author: 'operator:ann', cause: 'mine' }), 'a tree')
    expect(store.tree(hash)).toMatchObject({ ok: true, value: { author: 'actor' } })
    expect(run.loadTree(hash)).toBe(after)
    expect(() => run.loadTree('b'.repeat(64))).toThrow(/has stored no tree/)
    expect(store.tree(hash.slice(0, 7))).toMatchObject({ ok: false, error: { code: 'store.no-tree' } })
  })

  it('a store that is closed takes nothing, and says so', async () => {
    const store = openStore({ dir: newFolder(), writer: 'thread' })
    await store.close()
    expect(await store.addNote(NOTE)).toMatchObject({ ok: false, error: { code: 'store.not-written' } })
  })
})
