import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { setAside } from '#adapters/store/site/folder/set-aside.js'
import { imageFile, layoutOf } from '#adapters/store/site/layout.js'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { StoreView } from '#adapters/store/site/view-store.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { must } from '#base/result.js'
import { main } from '#cli/cli.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { digests } from '../../../lab/faults/bench/changes.js'
import { holdLock } from './support/hold-lock.js'
import { recordOf } from './support/record.js'
import { asAnotherTool, newClock, newFolder, openRun, openStore, withoutSums } from './support/store.js'

const PICTURES = 12

/** A store with pictures and recordings. @param closed false: as a killed service leaves it, with its log */
async function used(dir: string, closed = true): Promise<SiteStore> {
  const store = openStore({ dir })
  const run = await openRun(store, PICTURES)
  for (let n = 1; n <= PICTURES; n++) {
    run.saveFrame(n, 'f', Buffer.from(`picture ${n}`))
    writeFileSync(run.wirePath(n), `wire ${n}`)
    await run.commit(recordOf(n))
  }
  if (!closed) return store
  await run.close('done')
  await store.close()
  return store
}

const opening = (dir: string) => SiteStore.open({ dir, now: newClock(), writer: 'inline' })
const codeOf = (dir: string): string => {
  const opened = opening(dir)
  return opened.ok ? 'opened' : opened.error.code
}

/** what is left of the store, without the lock and the ballast */
const left = (dir: string): ReadonlyMap<string, string> =>
  new Map([...digests(dir)].filter(([path]) => !/\/(lock|ballast|graft\.db-(wal|shm))$/.test(path)))

const pictures = (dir: string): number =>
  [...digests(join(dir, 'images')).keys()].filter((path) => path.endsWith('.jpg')).length

describe('a lost database deletes nothing', () => {
  it.each([
    ['emptied', (file: string) => truncateSync(file, 0)],
    ['deleted', (file: string) => rmSync(file)],
  ])('%s, with its log beside it: refused by name, every byte stays', async (_, lose) => {
    const dir = newFolder()
    const copy = newFolder()
    const store = await used(dir, false)
    // as a kill leaves it: the folder with the log, and no process
    for (const name of readdirSync(dir)) {
      if (name === 'lock') continue
      cpSync(join(dir, name), join(copy, name), { recursive: true })
    }
    await store.close()
    lose(join(copy, 'graft.db'))
    const before = left(copy)
    expect(before.size).toBeGreaterThan(2 * PICTURES)
    for (let start = 0; start < 3; start++) {
      const opened = opening(copy)
      expect(opened).toMatchObject({ ok: false, error: { code: 'store.lost' } })
      const { message, hint } = (opened as { readonly error: Diagnostic }).error
      expect(message).toContain('graft.db')
      expect(hint).toContain('graft store set-aside')
    }
    const view = StoreView.open(copy)
    expect(view).toMatchObject({ ok: false, error: { code: 'store.lost' } })
    expect(left(copy)).toEqual(before)
    expect(pictures(copy)).toBe(PICTURES)
  })

  it.each(['images', 'recordings', 'store.json'])(
    '%s alone says that a store has been here',
    async (part) => {
      const dir = newFolder()
      await used(dir)
      for (const name of readdirSync(dir)) if (name !== part) rmSync(join(dir, name), { recursive: true })
      expect(codeOf(dir)).toBe('store.lost')
      expect(existsSync(join(dir, part))).toBe(true)
    },
  )

  it('the database of another store is refused, and no picture goes', async () => {
    const [dir, other] = [newFolder(), newFolder()]
    await used(dir)
    const empty = openStore({ dir: other })
    await empty.close()
    rmSync(join(dir, 'graft.db'))
    cpSync(join(other, 'graft.db'), join(dir, 'graft.db'))
    expect(codeOf(dir)).toBe('store.damaged')
    withoutSums(dir)
    expect(codeOf(dir)).toBe('store.other')
    expect(pictures(dir)).toBe(PICTURES)
  })

  it('an older copy of the database keeps the pictures that it does not know', async () => {
    const dir = newFolder()
    await used(dir)
    asAnotherTool(dir, 'DELETE FROM frames; DELETE FROM images; DELETE FROM episodes')
    const store = openStore({ dir })
    expect(pictures(dir)).toBe(PICTURES)
    await store.close()
    expect(pictures(dir)).toBe(PICTURES)
  })

  it('`graft store set-aside` keeps all of it in a folder of its own; the next start begins a new store', async () => {
    const dir = newFolder()
    await used(dir)
    truncateSync(join(dir, 'graft.db'), 0)
    const files = [...left(dir).values()].sort()
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await main(['store', 'set-aside', '--state', dir])).toBe(EXIT.ok)
    vi.restoreAllMocks()
    expect([...left(dir).values()].sort()).toEqual(files)
    const store = openStore({ dir })
    expect(store.runs()).toEqual([])
    const aside = readdirSync(dir).filter((name) => name.startsWith('set-aside-'))
    expect(aside).toHaveLength(1)
    expect(pictures(join(dir, aside[0] ?? ''))).toBe(PICTURES)
  })

  it('sets nothing aside while a service writes it, nor where there is nothing', async () => {
    const dir = newFolder()
    expect(setAside(dir, 0)).toMatchObject({ ok: false, error: { code: 'store.missing' } })
    await used(dir)
    const release = await holdLock(dir)
    const before = left(dir)
    expect(setAside(dir, 0)).toMatchObject({ ok: false, error: { code: 'store.in-use' } })
    expect(left(dir)).toEqual(before)
    release()
  })

  it('a marker that cannot be read is a refusal with what to do, and no bug', async () => {
    const dir = newFolder()
    await used(dir)
    rmSync(join(dir, 'store.json'))
    mkdirSync(join(dir, 'store.json'))
    const opened = opening(dir)
    expect(opened).toMatchObject({ ok: false, error: { code: 'store.cannot-open' } })
    expect(opened.ok ? '' : opened.error.hint).toContain("does it belong to the service's user")
    expect(pictures(dir)).toBe(PICTURES)
  })

  it('a marker that has changed on the disk is told and written again', async () => {
    const dir = newFolder()
    await used(dir)
    writeFileSync(join(dir, 'store.json'), 'something else')
    const told: string[] = []
    const store = openStore({ dir, onProblem: ({ code }) => void told.push(code) })
    expect(told).toEqual(['store.marker'])
    await store.close()
    const again = openStore({ dir, onProblem: ({ code }) => void told.push(code) })
    expect(told).toEqual(['store.marker'])
    expect(again.runs()).toHaveLength(1)
  })
})

describe('files that are not ours', () => {
  const FOREIGN = [
    'images/holiday/beach.jpg',
    'images/ab/note.txt',
    'images/ab/beach.jpg',
    'images/a file',
    'recordings/a file',
    'recordings/F1-s1-12345678/mine.txt',
    'recordings/F1-s1-12345678/01/mine.txt',
    'recordings/F1-s1-12345678/mine/wire.bin',
  ]

  it('stay, whatever starts and whatever retention removes; a plain file among the pictures ends nothing', async () => {
    const dir = newFolder()
    for (const path of FOREIGN) {
      mkdirSync(join(dir, path, '..'), { recursive: true })
      writeFileSync(join(dir, path), path)
    }
    await used(dir)
    const store = openStore({ dir, limits: { maxBytes: 0, keepFailures: 0 } })
    const layout = layoutOf(dir)
    expect(store.image(sha256(Buffer.from('picture 1')))).toBeDefined()
    expect(must(await store.prune(), 'retention')).toHaveLength(2 * PICTURES + 1)
    expect(store.runs()).toEqual([])
    expect(existsSync(imageFile(layout, sha256(Buffer.from('picture 1'))))).toBe(false)
    expect(existsSync(join(dir, 'recordings/F1-s1-12345678/02'))).toBe(false)
    expect(FOREIGN.filter((path) => !existsSync(join(dir, path)))).toEqual([])
  })

  it('a plain file where the folder of the pictures belongs is refused by name', () => {
    const dir = newFolder()
    writeFileSync(join(dir, 'images'), 'a file')
    expect(codeOf(dir)).toBe('store.cannot-open')
  })
})

describe('a state folder that somebody takes away under the service', () => {
  it('is not made again by what the service goes on to write', async () => {
    const dir = newFolder()
    const store = openStore({ dir, writer: 'thread' })
    const run = await openRun(store)
    renameSync(dir, `${dir}.aside`)
    try {
      run.saveFrame(1, 'f', Buffer.from('picture'))
      run.recordingFolder(1)
      run.wirePath(1)
      await run.commit(recordOf(1))
      expect(existsSync(dir)).toBe(false)
    } finally {
      renameSync(`${dir}.aside`, dir)
    }
  })
})
