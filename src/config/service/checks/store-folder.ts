import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'

/**
 * Says why no service can keep its store in this folder, whoever runs it; undefined: it may, if its user may write
 * there. Creates nothing: a check is no start.
 */
export async function unusableStore(folder: string): Promise<Diagnostic | undefined> {
  const got = await obstacle(folder)
  if (got === undefined) return undefined
  return {
    code: 'config.store-folder',
    severity: 'error',
    message: `store.dir names ${folder}, in which nothing can be stored`,
    expected: 'a folder on a disk, there already or to be made',
    got,
    hint: 'name another folder, or leave store.dir out: null is $STATE_DIRECTORY, or .graft in the working folder',
  }
}

/** Looks at the folder, or at the nearest one above it that is there. */
async function obstacle(folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const found = await stat(at).catch(() => undefined)
    if (found === undefined && at !== dirname(at)) continue
    if (found?.isDirectory() === false) return `${at} is not a folder`
    const kind = await statfs(at).catch(() => undefined)
    return KERNELS.has(kind?.type ?? 0)
      ? `${at} belongs to the kernel, which keeps no files of others`
      : undefined
  }
}

/** the types of the file systems proc and sys, as statfs(2) tells them */
const KERNELS: ReadonlySet<number> = new Set([0x9fa0, 0x62656572])
