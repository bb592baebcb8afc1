import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSqlite } from '#adapters/store/site/database/sqlite.js'
import type { SiteRun } from '#adapters/store/site/site-run.js'
import type { SiteStore } from '#adapters/store/site/site-store.js'
import { recordOf } from './support/record.js'
import { newFolder, openRun, openStore } from './support/store.js'

/** 4 MiB of frames at which it is emptied, and the largest transaction of these tests */
const MOST_LOG = 1000 * 4120 + 256 * 1024

/** changes when the log is begun anew */
const saltOf = (log: string): string => readFileSync(log).toString('hex', 16, 24)
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** An episode with about 60 KB of rows that cannot be compressed. */
async function episode(run: SiteRun, n: number): Promise<void> {
  for (let id = 1; id <= 2; id++) {
    const command = { noise: Array.from({ length: 1700 }, () => Math.random()) }
    run.command({ kind: 'issued', at: id, session: 1, id, command, episode: n } as never)
  }
  run.saveFrame(n, 'f', Buffer.from(`picture ${n}`))
  await run.commit(recordOf(n))
}

/** Every reader that the service has, by statements that stay compiled. */
function look(store: SiteStore, run: string, n: number): void {
  store.runs(5)
  store.run(run)
  store.episode(run, n)
  store.steps(run, n)
  store.frames(run, n)
  store.alarms()
  store.alarms({ unacknowledged: true, limit: 1 })
  store.tree('a'.repeat(64))
  store.slotEvents('F1')
  store.usage()
}

describe('the log of the database', () => {
  it('stays bounded over many episodes, with a reader that looks after each of them', async () => {
    const dir = newFolder()
    const store = openStore({ dir, writer: 'thread' })
    const run = await openRun(store, 200)
    const log = join(dir, 'graft.db-wal')
    let most = 0
    const salts = new Set<string>()
    for (let n = 1; n <= 200; n++) {
      await episode(run, n)
      look(store, run.key, n)
      most = Math.max(most, sizeOf(log))
      salts.add(saltOf(log))
    }
    expect(most).toBeLessThan(MOST_LOG)
    expect(salts.size).toBeGreaterThanOrEqual(3)
    expect(sizeOf(join(dir, 'graft.db'))).toBeGreaterThan(2 * MOST_LOG)
  }, 120_000)

  it('grows while somebody reads one moment of it, is not tried to be emptied at every commit, and shrinks afterwards', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const run = await openRun(store, 400)
    const log = join(dir, 'graft.db-wal')
    const counter = (): number => readFileSync(join(dir, 'graft.db-sums')).readUInt32LE(8)
    await episode(run, 1)
    const other = openSqlite(join(dir, 'graft.db'), { readOnly: true })
    other.exec('BEGIN')
    other.prepare('SELECT count(*) FROM episodes').get()
    const before = counter()
    let n = 1
    while (sizeOf(log) < 2 * MOST_LOG) await episode(run, ++n)
    const tries = counter() - before
    expect(tries).toBeGreaterThan(0)
    // once for each 4 MiB more of log, not once for each of the commits above the bound
    expect(tries).toBeLessThanOrEqual(3)
    expect(other.prepare('SELECT count(*) AS n FROM episodes').get()).toEqual({ n: 1 })
    other.exec('COMMIT')
    other.close()
    const grown = sizeOf(log)
    for (let more = 0; more < 100 && sizeOf(log) >= grown; more++) await episode(run, ++n)
    expect(sizeOf(log)).toBeLessThan(MOST_LOG)
    expect(store.episodes(run.key)).toHaveLength(n)
  }, 120_000)
})
