import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '#adapters/store/site/database/sqlite.js'
import { openDatabase } from '#adapters/store/site/database/open-database.js'
import { diskState } from '#adapters/store/site/keep/limits.js'
import { previewPrune } from '#adapters/store/site/keep/prune-order.js'
import { imageFile, layoutOf, recordingFolder } from '#adapters/store/site/layout.js'
import { SiteReader } from '#adapters/store/site/read/reader.js'
import { SiteRun } from '#adapters/store/site/site-run.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import { releaseBallast, reserveBallast } from '#adapters/store/site/writer/ballast.js'
import { inlineWriterClient } from '#adapters/store/site/writer/inline.js'
import { totalOf } from '#adapters/store/site/writer/jobs.js'
import { Writer } from '#adapters/store/site/writer/writer.js'
import { sha256 } from '#base/hash.js'
import { must } from '#base/result.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { diskText } from '#service/housekeeping.js'
import { alarmOf, manifestOf, recordOf, type Told } from './support/record.js'
import { newClock, newFolder, openRun, openStore, withoutSums } from './support/store.js'

const DAY = 24 * 3600 * 1000
const NOTHING_KEPT = { maxBytes: 0, keepFailures: 0 } as const

/** A picture of some size that no other episode has. */
const picture = (episode: number, bytes = 1000): Buffer => Buffer.alloc(bytes, `picture ${episode} `)

async function fill(store: SiteStore, told: readonly Told[], close = true): Promise<string> {
  const run = await openRun(store)
  for (const [i, each] of told.entries()) {
    const episode = i + 1
    run.saveFrame(episode, 'own', picture(episode))
    run.saveFrame(episode, 'shared', Buffer.from('the same in all'))
    writeFileSync(run.wirePath(episode), Buffer.alloc(500))
    run.step({ kind: 'X', episode, t: 5, unit: 'u' as never, label: 'l', status: 'SUCCESS' })
    run.command({
      kind: 'issued',
      at: 1 as never,
      session: 1,
      id: episode as never,
      command: {} as never,
      episode,
    })
    await run.commit(recordOf(episode, each))
  }
  if (close) await run.close('done')
  return run.key
}

const left = (store: SiteStore, key: string): string =>
  store
    .episodes(key)
    .map(({ episode, bulk }) => `${episode}:${bulk}`)
    .join(' ')

describe('retention', () => {
  it('is bounded by bytes: pictures and recordings of the oldest episodes go first, then their bulk', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const key = await fill(store, [{}, {}, {}])
    const total = totalOf(store.usage())
    await store.close()
    const small = openStore({ dir, limits: { maxBytes: total - 2000, keepFailures: 0 } })
    const gone = must(await small.prune(), 'retention')
    expect(gone.map(({ what, episode }) => `${what} ${episode}`)).toEqual(['pictures 1', 'pictures 2'])
    expect(left(small, key)).toBe('1:no-pictures 2:no-pictures 3:whole')
    expect(small.image(sha256(picture(1)))).toBeUndefined()
    expect(existsSync(recordingFolder(small.layout, key, 1))).toBe(false)
    // a picture stays while somebody names it
    expect(small.image(sha256('the same in all'))).toBeDefined()
    expect(existsSync(recordingFolder(small.layout, key, 3))).toBe(true)
    expect(small.steps(key, 1)).toHaveLength(1)
    expect(totalOf(small.usage())).toBeLessThanOrEqual(total - 2000)
    expect(must(await small.prune(), 'retention')).toEqual([])
  })

  it('nothing but what must stay stays when there is no room at all', async () => {
    const store = openStore({ dir: newFolder(), limits: NOTHING_KEPT })
    const old = await fill(store, [{}, {}])
    const live = await fill(store, [{}], false)
    const gone = must(await store.prune(), 'retention')
    expect(gone.map(({ what, run, episode }) => `${what} ${run === old} ${episode}`)).toEqual([
      'pictures true 1',
      'pictures true 2',
      'bulk true 1',
      'bulk true 2',
      'run true null',
    ])
    expect(store.runs().map(({ key }) => key)).toEqual([live])
    expect(left(store, live)).toBe('1:whole')
    expect(existsSync(join(store.layout.recordings, old))).toBe(false)
  })

  it('never the last failures: an end that is none, or a severe alarm', async () => {
    const store = openStore({ dir: newFolder(), limits: { maxBytes: 0, keepFailures: 2 } })
    const key = await fill(store, [
      { endReason: 'tree-failure' },
      { endReason: 'estop' },
      { alarms: [alarmOf(0.71)] },
      { alarms: [alarmOf(0.7)] },
      { endReason: 'home-reached' },
    ])
    must(await store.prune(), 'retention')
    expect(left(store, key)).toBe('1:record-only 2:whole 3:whole 4:record-only 5:record-only')
    expect(store.journal(key).map(({ episode }) => episode)).toEqual([2, 3])
  })

  it('is bounded by age', async () => {
    const dir = newFolder()
    const store = openStore({ dir, now: newClock(1_700_000_000_000) })
    const old = await fill(store, [{}])
    await store.close()
    let uptime = 0
    const later = openStore({
      dir,
      now: newClock(1_700_000_000_000 + 10 * DAY),
      uptime: () => uptime,
      limits: { maxAgeDays: 9, keepFailures: 0 },
    })
    const young = await fill(later, [{}])
    // the robot was off for ten days, or its clock is wrong: after a day of work it is believed
    for (; uptime < DAY; uptime += DAY / 48) expect(must(await later.prune(), 'retention')).toEqual([])
    for (; uptime < 1.1 * DAY; uptime += DAY / 48) must(await later.prune(), 'retention')
    expect(later.runs().map(({ key }) => key)).toEqual([young])
    expect(young).not.toBe(old)
  })

  it('CRIT-08: the counts of judged reports outlive the runs that they were about', async () => {
    const store = openStore({ dir: newFolder(), limits: NOTHING_KEPT })
    const key = await fill(store, [{}, {}, {}])
    for (const [episode, verdict] of [
      [1, 'operational'],
      [2, 'operational'],
      [3, 'grounding'],
    ] as const)
      must(await store.audit({ run: key, episode, report: 0, verdict, by: 'ann' }), 'a judgement')
    must(
      await store.audit({ run: key, episode: 3, report: 0, verdict: 'causal', by: 'ann' }),
      'a second thought',
    )
    expect(
      await store.audit({ run: key, episode: 3, report: 9, verdict: 'causal', by: 'ann' }),
    ).toMatchObject({
      ok: false,
      error: { code: 'store.no-report' },
    })
    must(await store.prune(), 'retention')
    expect(store.runs()).toEqual([])
    expect(store.auditCounts()).toEqual({
      counts: { operational: 2, grounding: 0, causal: 1, incomplete: 0 },
      total: 3,
      operationalShare: 2 / 3,
    })
  })

  it('PRAG-06: a note on the scene stays with its field', async () => {
    const store = openStore({ dir: newFolder(), limits: NOTHING_KEPT })
    const key = await fill(store, [{}])
    const note = {
      run: key,
      episode: 1,
      field: 'F1',
      by: 'ann',
      kind: 'scene-reset',
      text: 'blocks laid again',
    } as const
    must(await store.addNote(note), 'a note')
    expect(store.notesOf({ run: key })).toMatchObject([note])
    must(await store.prune(), 'retention')
    expect(store.notesOf({ field: 'F1' })).toMatchObject([note])
  })

  it('any store, any bounds: the plan foretells what goes, the rest fits or may not go, and no picture is lost', async () => {
    let pruned = 0
    const told = fc.record({ endReason: fc.constantFrom('tree-success' as const, 'tree-failure' as const) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(told, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 3 }),
        async (runs, share, keepFailures) => {
          const dir = newFolder()
          const first = openStore({ dir })
          const keys: string[] = []
          for (const each of runs) keys.push(await fill(first, each))
          const maxBytes = Math.round(totalOf(first.usage()) * share)
          await first.close()
          const store = openStore({ dir, limits: { maxBytes, keepFailures, maxAgeDays: 36_500 } })
          const failures = keys.flatMap((key) =>
            store
              .episodes(key)
              .filter(({ failure }) => failure)
              .map(({ episode }) => `${key}/${episode}`),
          )
          const gone = must(await store.prune(), 'retention')
          pruned += gone.length
          const kept = failures.slice(-keepFailures || failures.length)
          for (const name of keepFailures === 0 ? [] : kept) {
            const [key = '', episode] = name.split('/')
            expect(store.episodes(key).find((each) => each.episode === Number(episode))?.bulk).toBe('whole')
          }
          const fits = totalOf(store.usage()) <= maxBytes
          expect(fits || previewPrune(store.layout, openView(dir), store.bounds(), []).length === 0).toBe(
            true,
          )
          for (const { key } of store.runs())
            for (const { episode } of store.episodes(key))
              for (const { image } of store.frames(key, episode)) expect(store.image(image)).toBeDefined()
          await store.close()
          rmSync(dir, { recursive: true })
        },
      ),
      { numRuns: 12 },
    )
    expect(pruned).toBeGreaterThan(12)
  }, 120_000)

  it('a crash between row and file leaves nothing that the next start does not sweep', async () => {
    const dir = newFolder()
    const store = openStore({ dir, limits: NOTHING_KEPT })
    const key = await fill(store, [{}])
    const hash = sha256(picture(1))
    must(await store.prune(), 'retention')
    await store.close()
    const layout = layoutOf(dir)
    // as if the process had ended after the rows went
    writeFileSync(imageFile(layout, hash), picture(1))
    mkdirSync(recordingFolder(layout, key, 1), { recursive: true })
    const db = openSqlite(layout.database, { readOnly: false })
    db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(`gone ${key}`, key)
    db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)').run(`gone-picture ${hash}`, hash)
    db.close()
    withoutSums(dir)
    await openStore({ dir }).close()
    expect(existsSync(imageFile(layout, hash))).toBe(false)
    expect(existsSync(join(layout.recordings, key))).toBe(false)
  })
})

describe('a disk that fills', () => {
  it('stops recordings before it stops runs', async () => {
    const limits = { lowBytes: 1000, fullBytes: 100 }
    expect([2000, 1000, 999, 100, 99].map((free) => diskState(free, limits))).toEqual([
      'ok',
      'ok',
      'low',
      'low',
      'full',
    ])
    let free = 999
    const store = openStore({ dir: newFolder(), limits, freeBytes: () => free })
    expect(store.disk()).toMatchObject({ freeBytes: 999, state: 'low' })
    expect((await store.openRun(manifestOf())).ok).toBe(true)
    free = 99
    expect(await store.openRun(manifestOf())).toMatchObject({
      ok: false,
      error: { code: 'store.no-room', expected: expect.stringContaining('store.fullMiB') as string },
    })
  })

  it('an episode for which there is no room is told, kept, and written when there is room again', async () => {
    const disk = runOnSmallDisk()
    const { run, troubles } = disk
    await run.commit(recordOf(1))
    disk.room(1)
    const big = { ...recordOf(2), field: 'x'.repeat(200_000) }
    await run.commit(big)
    expect(run.unwritten).toBe(1)
    expect(troubles.map(({ code }) => code)).toEqual(['store.full'])
    expect(disk.episodes()).toEqual([1])
    // looking goes on
    expect(disk.episode(1).ok).toBe(true)
    disk.room(1_000_000)
    await run.commit(recordOf(3))
    expect(run.unwritten).toBe(0)
    expect(disk.episodes()).toEqual([1, 2, 3])
    expect(disk.episode(2)).toEqual({ ok: true, value: big })
    await disk.close()
  })

  it('a command that cannot be journalled is not journalled: it must not leave', async () => {
    const disk = runOnSmallDisk()
    const { run } = disk
    disk.room(1)
    const journal = run.backgroundJournal(1)
    const command = { text: 'x'.repeat(100_000) } as never
    journal.journal({ kind: 'issued', at: 1 as never, session: 1, id: 5 as never, command })
    expect(() => journal.journaled(5)).toThrow(/journal of commands cannot be written/)
    const entry = { kind: 'issued', at: 1, session: 1, id: 6, command, episode: 1 } as never
    expect(() => run.command(entry)).toThrow(/journal of commands cannot be written/)
    await disk.close()
  })

  it('the alarm of a disk names the limit and what stops, for a disk that counts as full is not empty', () => {
    const disk = { freeBytes: 200 * 1024 ** 2, usedBytes: 0 }
    expect(diskText({ ...disk, state: 'full' })).toBe(
      '200 MiB are free on the disk of the store, less than store.fullMiB: recording has stopped, and no new run can start',
    )
    expect(diskText({ ...disk, state: 'low' })).toContain(
      'less than store.lowMiB: recording has stopped, driving goes on',
    )
    expect(diskText({ ...disk, state: 'ok' })).toContain('enough')
  })

  it('ballast goes when the disk is full, once', () => {
    const layout = layoutOf(newFolder())
    reserveBallast(layout, 1e6)
    expect(releaseBallast(layout)).toBe(false)
    reserveBallast(layout, 1e9)
    expect(statSync(join(layout.dir, 'ballast')).size).toBe(4 * 1024 * 1024)
    expect([releaseBallast(layout), releaseBallast(layout)]).toEqual([true, false])
  })

  it('jobs that fail in company are done alone: one mistake costs nobody else anything', () => {
    const layout = layoutOf(newFolder())
    mkdirSync(layout.images, { recursive: true })
    const writer = new Writer(layout, must(openDatabase(layout), 'a database'))
    const insert = (key: string) =>
      ({
        kind: 'write',
        sql: [{ sql: 'INSERT INTO meta (key, value) VALUES (?, ?)', values: [key, ''] }],
      }) as const
    const answers = writer.do([insert('a'), insert('b'), insert('a'), insert('c')])
    expect(answers.map((answer) => (answer.ok ? 'ok' : answer.code))).toEqual([
      'ok',
      'ok',
      'SQLITE_CONSTRAINT',
      'ok',
    ])
    writer.close()
    const db = openView(layout.dir)
    expect(
      db
        .prepare('SELECT key FROM meta ORDER BY key')
        .all()
        .map(({ key }) => key),
    ).toEqual(['a', 'b', 'c'])
    db.close()
  })
})

const openView = (dir: string) => openSqlite(join(dir, 'graft.db'), { readOnly: true })

/** A run on a disk of which SQLite may use no page more than now, until it is given more. */
function runOnSmallDisk() {
  const layout = layoutOf(newFolder())
  mkdirSync(layout.images, { recursive: true })
  const db = must(openDatabase(layout), 'a database')
  const troubles: Diagnostic[] = []
  const onProblem = (problem: Diagnostic): void => void troubles.push(problem)
  const writer = inlineWriterClient(new Writer(layout, db), () => undefined)
  const manifest = manifestOf()
  writer.wait({
    kind: 'write',
    sql: [
      {
        sql: 'INSERT INTO runs (key, field, manifest, begun) VALUES (?, ?, ?, 1)',
        values: [manifest.key, 'F1', JSON.stringify(manifest)],
      },
    ],
  })
  const run = new SiteRun({
    ...{ key: manifest.key, manifest, layout, writer, onProblem, now: newClock() },
    treeText: () => undefined,
    onClosed: () => undefined,
  })
  return {
    run,
    troubles,
    episodes: () => new SiteReader(layout, db).episodes(run.key).map(({ episode }) => episode),
    episode: (n: number) => new SiteReader(layout, db).episode(run.key, n),
    room: (pages: number) => db.exec(`PRAGMA max_page_count = ${pages}`),
    close: () => writer.close(),
  }
}
