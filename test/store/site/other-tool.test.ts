import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { StoreView } from '#adapters/store/site/view-store.js'
import { newFolder, openStore } from './support/store.js'

/** What `sqlite3 graft.db ".backup copy.db"` does with the locks: opens for writing, reads, closes. */
function lookAndClose(file: string): void {
  const program = `
    const { DatabaseSync } = require(${JSON.stringify(createRequire(import.meta.url).resolve('@photostructure/sqlite'))})
    const db = new DatabaseSync(${JSON.stringify(file)})
    db.exec('SELECT count(*) FROM meta')
    db.close()`
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

describe('another tool beside the service', () => {
  it.each(['thread', 'inline'] as const)(
    'finds the locks of the service, and does not take the log away from it (%s)',
    async (writer) => {
      const dir = newFolder()
      const store = openStore({ dir, writer })
      const note = { run: null, episode: null, field: 'F1', by: 'ann', kind: 'remark' } as const
      must(await store.addNote({ ...note, text: 'before' }), 'a note')
      lookAndClose(join(dir, 'graft.db'))
      expect(existsSync(join(dir, 'graft.db-wal'))).toBe(true)
      must(await store.addNote({ ...note, text: 'after' }), 'a note')
      const view = must(StoreView.open(dir), 'a view')
      expect(view.notesOf({ field: 'F1' }).map(({ text }) => text)).toEqual(['before', 'after'])
      expect(view.damage()).toEqual([])
      view.close()
    },
  )
})
