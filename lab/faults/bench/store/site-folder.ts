import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { picturesIn } from '#adapters/store/site/folder/store-files.js'
import { layoutOf } from '#adapters/store/site/layout.js'
import { SiteStore, type SiteStoreOptions } from '#adapters/store/site/site-store.js'
import { InvariantError, must } from '#base/result.js'
import { field } from '../scene.js'
import type { StoredRun } from './stored-run.js'

/** Pictures of each episode of the bench. */
const PICTURES = 4

export const openSite = (
  dir: string,
  more: Partial<SiteStoreOptions> = {},
): ReturnType<typeof SiteStore.open> => SiteStore.open({ dir, now: Date.now, writer: 'inline', ...more })

/** The episodes of a run as the service keeps them, with pictures. @returns the open store and its folder */
export async function siteOf(
  run: StoredRun,
  more: Partial<SiteStoreOptions> = {},
): Promise<{ readonly dir: string; readonly store: SiteStore }> {
  const end = await run.begin()
  if (end.kind !== 'done') throw new InvariantError(`a run without faults ended ${end.kind}`)
  const dir = join(run.root, 'site')
  const store = must(openSite(dir, more), 'a store')
  const kept = must(await store.openRun(run.manifest(await field('F1'))), 'a run')
  for (const record of end.records) {
    for (let n = 1; n <= PICTURES; n++)
      kept.saveFrame(record.episode, `f${n}`, Buffer.from(`picture ${n} of episode ${record.episode}`))
    await kept.commit(record)
  }
  await kept.close('done')
  return { dir, store }
}

/** The folder as a kill leaves it, with its log: a copy of that of a store that is still open. */
export function asKilled(dir: string): string {
  const copy = `${dir}-killed`
  for (const name of readdirSync(dir))
    if (name !== 'lock') cpSync(join(dir, name), join(copy, name), { recursive: true })
  return copy
}

export const picturesOf = (dir: string): number => picturesIn(layoutOf(dir)).length
