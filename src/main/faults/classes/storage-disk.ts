import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { RunStore } from '../../../adapters/store/run-store.js'
import { diskTrouble } from '../../disk-trouble.js'
import { diskError, onFaultyDisk } from '../bench/store/faulty-disk.js'
import { field } from '../bench/scene.js'
import { resumed, storedClass, type StoredEnd } from '../bench/store/stored-class.js'
import type { StoredRun } from '../bench/store/stored-run.js'
import type { FaultClass } from '../fault-class.js'

/** A disk that takes nothing more. */
export const STORAGE_DISK: readonly FaultClass[] = [
  storedClass(
    {
      id: 'storage-full',
      group: 'storage',
      title: 'The disk is full',
      cause: 'ENOSPC from some write of an episode on',
      declared: ['stopped-safe'],
      why: 'A command that cannot be journaled is not sent, and an episode that cannot be committed does not exist: the robot is stopped and the run ends. With space again it is resumed at the last whole episode.',
      operator: '“the run folder cannot be written: ENOSPC”. Free some space, `graft run --resume`.',
    },
    (run, rng) => {
      const from = 8 + rng.int(60)
      let writes = 0
      return broken(run, (call) => (call === 'write' && ++writes > from ? 'ENOSPC' : undefined))
    },
  ),
  storedClass(
    {
      id: 'storage-fsync',
      group: 'storage',
      title: 'The disk fails to keep what was written',
      cause: 'EIO from one fsync: the page may be lost, and later calls would say that all is well',
      declared: ['stopped-safe'],
      why: 'After a failed fsync nothing is known of the file, so nothing is tried again on it: the robot is stopped and the run ends. Reading the log anew shows what is really there.',
      operator:
        '“the run folder cannot be written: EIO”. Copy the folder, change the disk, `graft run --resume`.',
    },
    (run, rng) => {
      const at = 6 + rng.int(20)
      let syncs = 0
      return broken(run, (call) => (call === 'fsync' && ++syncs === at ? 'EIO' : undefined))
    },
  ),
  storedClass(
    {
      id: 'storage-not-writable',
      group: 'storage',
      title: 'The run folder cannot be made',
      cause: '`--out` below a file, on a read-only disk, or without the right to write',
      declared: ['refused'],
      why: 'The folder is made before any port is opened.',
      operator: '“the run folder cannot be written”, with the path. Give another folder with `--out`.',
    },
    async (run, rng) => {
      const file = join(run.root, `file-${rng.int(1000)}`)
      writeFileSync(file, '')
      const manifest = run.manifest(await field('F1'))
      try {
        RunStore.create(join(file, 'runs'), manifest)
        return { end: 'broken', injected: 1, detail: 'it was made' }
      } catch (error) {
        const told = diskTrouble(error, file)
        if (told === undefined) return { end: 'broken', injected: 1, detail: String(error) }
        return { end: 'refused', injected: 1, detail: told.message }
      }
    },
  ),
]

/** Runs until the disk fails, then once more with a disk that works. */
async function broken(
  run: StoredRun,
  says: (call: 'write' | 'fsync') => 'ENOSPC' | 'EIO' | undefined,
): Promise<StoredEnd> {
  let failures = 0
  try {
    await onFaultyDisk(
      run.root,
      (call) => {
        const code = says(call)
        if (code === undefined) return undefined
        failures++
        return diskError(code, call)
      },
      () => run.begin(),
    )
  } catch (error) {
    const told = diskTrouble(error, run.folder)
    const words = error instanceof Error ? error.message : String(error)
    if (told === undefined && !/ENOSPC|EIO/.test(words))
      return { end: 'broken', injected: failures, detail: `it ended with ${words}` }
    return resumed(run, failures, 'stopped-safe')
  }
  return { end: 'broken', injected: failures, detail: 'it did not notice' }
}
