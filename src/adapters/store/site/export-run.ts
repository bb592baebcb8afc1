import { copyFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { makeFolders } from '#adapters/files/make-folders.js'
import { RunStore } from '../run-store.js'
import { recordingFolder } from './layout.js'
import type { SiteReader } from './read/reader.js'

/** What an export wrote, and what was missing. */
export interface Exported {
  readonly folder: string
  readonly episodes: number
  readonly pictures: number
  /** pictures that are gone or damaged */
  readonly missing: number
}

/**
 * Exports a run as a run folder (docs/run-folder.md) for `graft report`, `graft tap` and `graft data`. Data removed by
 * retention is not included.
 *
 * @param root the folder in which the run's folder is created
 */
export function exportRun(site: SiteReader, key: string, root: string): Result<Exported, Diagnostic> {
  const found = site.run(key)
  if (!found.ok) return found
  const records = site.records(key)
  if (!records.ok) return records
  makeFolders(root)
  const log = RunStore.create(root, { ...found.value.manifest, key })
  const trees = new Set([found.value.manifest.policy.hash])
  let pictures = 0
  let missing = 0
  for (const entry of site.journal(key)) log.command(entry)
  for (const record of records.value) {
    const { episode } = record
    for (const step of site.steps(key, episode)) log.step(step)
    for (const kind of ['trace', 'moments'] as const)
      log.saveLines(episode, kind, site.lines(key, episode, kind))
    for (const { id, image } of site.frames(key, episode)) {
      const jpeg = site.image(image)
      if (jpeg === undefined) missing++
      else log.saveFrameNow(episode, id, jpeg)
      pictures += jpeg === undefined ? 0 : 1
    }
    copyRecordings(recordingFolder(site.layout, key, episode), log.wirePath(episode))
    log.commitNow(record)
    for (const hash of [record.treeHash, record.update.nextHash]) trees.add(hash)
  }
  for (const hash of trees) {
    const tree = site.tree(hash)
    if (tree.ok) log.saveTree(hash, tree.value.xml)
  }
  if (found.value.summary !== null) log.saveSummary(found.value.summary)
  log.close()
  return ok({ folder: log.folder, episodes: records.value.length, pictures, missing })
}

function copyRecordings(from: string, wire: string): void {
  if (!existsSync(from)) return
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile()) copyFileSync(join(from, entry.name), join(wire, '..', entry.name))
}
