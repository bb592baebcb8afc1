import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { imageFile, layoutOf } from '#adapters/store/site/layout.js'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { StoreView } from '#adapters/store/site/view-store.js'
import { checkStore } from '#adapters/store/site/check.js'
import { sha256 } from '#base/hash.js'
import { must } from '#base/result.js'
import { holdLock } from './support/hold-lock.js'
import { recordOf } from './support/record.js'
import { asAnotherTool, newClock, newFolder, openRun, openStore } from './support/store.js'

const codeOf = (dir: string): string => {
  const opened = SiteStore.open({ dir, now: newClock(), writer: 'inline' })
  return opened.ok ? 'opened' : opened.error.code
}

async function filled(dir: string, episodes = 2): Promise<void> {
  const store = openStore({ dir })
  const run = await openRun(store)
  for (let n = 1; n <= episodes; n++) {
    run.saveFrame(n, 'f', Buffer.from(`picture ${n}`))
    await run.commit(recordOf(n))
  }
  await run.close('done')
  await store.close()
}

function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const open = openSync(file, 'r+')
  writeSync(open, bytes, 0, bytes.length, at)
  closeSync(open)
}

describe('a store that cannot be trusted is refused by name, and left as it is', () => {
  it('a file that is no database', () => {
    const dir = newFolder()
    writeFileSync(join(dir, 'graft.db'), 'not a database at all '.repeat(300))
    expect(codeOf(dir)).toBe('store.damaged')
    expect(readFileSync(join(dir, 'graft.db'), 'utf8')).toMatch(/^not a database/)
    // the folder was given back
    expect(readdirSync(dir)).not.toContain('lock')
  })

  it('a database whose pages are damaged: every page in turn, all are noticed at the start', async () => {
    const dir = newFolder()
    await filled(dir, 6)
    const file = join(dir, 'graft.db')
    const whole = readFileSync(file)
    const garbage = Buffer.alloc(4096, 0x5a)
    const codes = new Map<string, number>()
    for (let page = 1; page * 4096 < whole.length; page++) {
      writeFileSync(file, whole)
      overwrite(file, page * 4096, garbage)
      const code = codeOf(dir)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    // page 1 would be another fault: it says what the file is
    expect([...codes]).toEqual([['store.damaged', whole.length / 4096 - 1]])
  })

  it('a record whose text has changed is refused by its CRC, when the database does not notice', async () => {
    const dir = newFolder()
    await filled(dir)
    asAnotherTool(dir, `UPDATE episodes SET record = replace(record, 'as told', 'as sold') WHERE episode = 2`)
    const store = openStore({ dir })
    const { key } = must({ ok: true, value: store.runs()[0] }, 'runs') ?? { key: '' }
    expect(store.episode(key, 1).ok).toBe(true)
    expect(store.episode(key, 2)).toMatchObject({ ok: false, error: { code: 'store.damaged-episode' } })
    expect(await store.resumeRun(key)).toMatchObject({ ok: false, error: { code: 'store.damaged-episode' } })
  })

  it('a store of a later graft', async () => {
    const dir = newFolder()
    await filled(dir)
    asAnotherTool(dir, 'PRAGMA user_version = 999')
    expect(codeOf(dir)).toBe('store.newer')
    const view = StoreView.open(dir)
    expect(view.ok ? 'opened' : view.error.code).toBe('store.newer')
  })

  it('a database of another program', () => {
    const dir = newFolder()
    asAnotherTool(dir, 'CREATE TABLE mail (a); PRAGMA application_id = 77')
    expect(codeOf(dir)).toBe('store.foreign')
  })

  it('a store that another living process writes; looking at it is allowed', async () => {
    const dir = newFolder()
    await filled(dir)
    const release = await holdLock(dir)
    expect(codeOf(dir)).toBe('store.in-use')
    release()
    const view = must(StoreView.open(dir), 'a look')
    expect(view.runs()).toHaveLength(1)
    view.close()
  })

  it('a folder that cannot be made', () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    expect(codeOf(join(file, 'state'))).toBe('store.cannot-open')
  })

  it('a picture that is no longer what its hash says is not given, and the check names it', async () => {
    const dir = newFolder()
    await filled(dir)
    const hash = sha256(Buffer.from('picture 1'))
    writeFileSync(imageFile(layoutOf(dir), hash), 'another picture')
    const view = must(StoreView.open(dir), 'a look')
    expect(view.image(hash)).toBeUndefined()
    expect(view.image(sha256(Buffer.from('picture 2')))).toBeDefined()
    const found = checkStore(view)
    expect(found).toMatchObject({ runs: 1, episodes: 2, pictures: 2 })
    expect(found.problems.some((text) => text.includes(hash))).toBe(true)
    view.close()
  })

  it('a tree whose text has changed', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const xml = '<root/>'
    const hash = sha256(xml)
    const origin = { parent: null, author: 'initial', cause: 'test' }
    must(await store.addTree(hash, xml, origin), 'a tree')
    expect(store.tree(hash.slice(0, 8))).toMatchObject({ ok: true, value: { xml, author: 'initial' } })
    expect(await store.addTree(hash, `${xml} `, origin)).toMatchObject({
      ok: false,
      error: { code: 'store.changed-tree' },
    })
    asAnotherTool(dir, `UPDATE trees SET xml = '<root></root>'`)
    expect(store.tree(hash)).toMatchObject({ ok: false, error: { code: 'store.changed-tree' } })
    must(await store.addTree(hash, xml, origin), 'the same tree again')
    expect(store.tree(hash).ok).toBe(true)
  })
})

describe('start is recovery', () => {
  it('removes halves of pictures, and keeps whole ones that no row names', async () => {
    const dir = newFolder()
    await filled(dir)
    const layout = layoutOf(dir)
    const orphan = sha256('orphan')
    mkdirSync(join(imageFile(layout, orphan), '..'), { recursive: true })
    writeFileSync(imageFile(layout, orphan), 'orphan')
    const named = sha256(Buffer.from('picture 1'))
    writeFileSync(`${imageFile(layout, named)}.tmp`, 'half')
    const store = openStore({ dir })
    expect(readFileSync(imageFile(layout, orphan), 'utf8')).toBe('orphan')
    expect(store.image(named)).toBeDefined()
    const left = readdirSync(layout.images, { recursive: true })
      .map(String)
      .filter((name) => name.includes('.'))
    expect(left.every((name) => name.endsWith('.jpg'))).toBe(true)
    expect(left).toHaveLength(3)
  })

  it('an interrupted episode is gone when its run goes on; its journal is there until then', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const run = await openRun(store)
    await run.commit(recordOf(1))
    run.step({ kind: 'X', episode: 2, t: 5, unit: 'u' as never, label: 'l', status: 'SUCCESS' })
    run.command({
      kind: 'issued',
      at: 1 as never,
      session: 1,
      id: 9 as never,
      command: {} as never,
      episode: 2,
    })
    await store.close()
    const again = openStore({ dir })
    expect(again.journal(run.key)).toHaveLength(1)
    const resumed = must(await again.resumeRun(run.key), 'a run')
    expect(resumed.records).toEqual([recordOf(1)])
    expect(again.journal(run.key)).toEqual([])
    await resumed.run.commit(recordOf(2))
    expect(again.episodes(run.key).map(({ episode }) => episode)).toEqual([1, 2])
  })
})
