import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { SiteRun } from '#adapters/store/site/site-run.js'
import { SiteStore, type SiteStoreOptions } from '#adapters/store/site/site-store.js'
import { openSqlite } from '#adapters/store/site/database/sqlite.js'
import { must } from '#base/result.js'
import { alarmsAfter } from '#service/show/shown-alarms.js'
import { manifestOf } from './record.js'

const folders: string[] = []
const open: SiteStore[] = []
afterEach(async () => {
  for (const store of open.splice(0)) await store.close().catch(() => undefined)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder that is removed after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'graft-site-'))
  folders.push(folder)
  return folder
}

/** Changes the database as another tool would, and takes the checksums away, as a person does who wants that. */
export function asAnotherTool(dir: string, sql: string): void {
  const db = openSqlite(join(dir, 'graft.db'), { readOnly: false })
  db.exec(sql)
  db.close()
  withoutSums(dir)
}

export function withoutSums(dir: string): void {
  for (const end of ['sums', 'acked']) rmSync(join(dir, `graft.db-${end}`), { force: true })
}

/** A clock that goes on by a second with every look. */
export function newClock(from = 1_700_000_000_000): () => number {
  let now = from
  return () => (now += 1000)
}

/** Without a thread, unless the test asks for one. */
export function openStore(options: Partial<SiteStoreOptions> & { readonly dir: string }): SiteStore {
  const store = must(
    SiteStore.open({ now: newClock(), writer: 'inline', alarmsOf: alarmsAfter, ...options }),
    'a store',
  )
  open.push(store)
  return store
}

export async function openRun(store: SiteStore, episodes = 3): Promise<SiteRun> {
  return must(await store.openRun(manifestOf({ episodes })), 'a run')
}
