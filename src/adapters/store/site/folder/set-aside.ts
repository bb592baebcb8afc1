import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { syncDirectory } from '#adapters/files/durable-file.js'
import { layoutOf, type Layout } from '../layout.js'
import { lockStore } from './lock.js'
import { markerFile } from './marker.js'

/** Where a store was moved, and which parts. */
export interface SetAside {
  readonly folder: string
  readonly moved: readonly string[]
}

/**
 * Moves an unusable store into a separate subfolder, so that the next start creates a new one. Files are only renamed;
 * none is read, changed or removed.
 * @param now wall clock, milliseconds since the epoch: names the folder
 */
export function setAside(dir: string, now: number): Result<SetAside, Diagnostic> {
  const layout = layoutOf(dir)
  const there = partsOf(layout).filter((path) => existsSync(path))
  if (there.length === 0) return err(nothingThere(dir))
  const locked = lockStore(layout)
  if (!locked.ok) return locked
  try {
    const folder = freeName(
      join(dir, `set-aside-${new Date(now).toISOString().slice(0, 19).replace(/:/g, '')}Z`),
    )
    mkdirSync(folder, { mode: 0o700 })
    for (const path of there) renameSync(path, join(folder, basename(path)))
    syncDirectory(folder)
    syncDirectory(dir)
    return ok({ folder, moved: there.map((path) => basename(path)) })
  } finally {
    locked.value()
  }
}

const partsOf = (layout: Layout): readonly string[] => [
  ...['', '-wal', '-shm', '-sums', '-acked'].map((end) => `${layout.database}${end}`),
  layout.images,
  layout.recordings,
  markerFile(layout),
]

function freeName(path: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? path : `${path}-${n}`
    if (!existsSync(name)) return name
  }
}

const nothingThere = (dir: string): Diagnostic => ({
  code: 'store.missing',
  severity: 'error',
  message: `there is no store in ${dir}`,
  hint: 'pass its state folder with --state',
})
