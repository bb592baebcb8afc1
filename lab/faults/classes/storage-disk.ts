import { join } from 'node:path'
import { mkdirSync, writeFileSync } from 'node:fs'
import { RunStore } from '#adapters/store/run-store.js'
import type { Rng } from '#base/random.js'
import { describeDiskError } from '#app/run-folder/disk-error.js'
import { diskError, onFaultyDisk, type DiskCall } from '../bench/store/faulty-disk.js'
import { field } from '../bench/scene.js'
import { resumed, storedClass, type StoredEnd } from '../bench/store/stored-class.js'
import { StoredRun } from '../bench/store/stored-run.js'
import type { FaultClass } from '../fault-class.js'

/** A disk that takes nothing more. */
export const STORAGE_DISK: readonly FaultClass[] = [
  storedClass(
    {
      id: 'storage-full',
      group: 'storage',
      title: 'The disk is full',
      cause: 'ENOSPC from some write of an episode on',
      declared: ['stopped-safe', 'refused'],
      why:
        'A command that cannot be journaled is not sent, and an episode that cannot be committed does ' +
        'not exist: the robot is stopped and the run ends. Once there is space, it resumes at the last ' +
        'complete episode. `refused` when the disk was full before the run existed: no robot was set up, ' +
        'and the same command starts it later.',
      operator: '“the run folder cannot be written: ENOSPC”. Free some space, `graft run --resume`.',
    },
    (run, rng, seed) =>
      broken(run, seed, rng, (nth, moment) => (nth.write > moment.write ? 'ENOSPC' : undefined)),
  ),
  storedClass(
    {
      id: 'storage-fsync',
      group: 'storage',
      title: 'The disk fails to keep what was written',
      cause: 'EIO from one fsync: the page may be lost, and later calls would say that all is well',
      declared: ['stopped-safe', 'refused'],
      why:
        'After a failed fsync the state of the file is unknown, so nothing is retried on it: the robot ' +
        'is stopped and the run ends. Rereading the log shows what is really there. `refused` when it ' +
        'failed before the run existed: no robot was set up, and the same command starts it later.',
      operator:
        '“the run folder cannot be written: EIO”. Copy the folder, change the disk, `graft run --resume`.',
    },
    (run, rng, seed) =>
      broken(run, seed, rng, (nth, moment, call) =>
        call === 'fsync' && nth.fsync === moment.fsync ? 'EIO' : undefined,
      ),
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
      const injected = refusedBySystem(join(file, 'other'))
      try {
        RunStore.create(join(file, 'runs'), manifest)
        return { end: 'broken', injected, detail: 'it was made' }
      } catch (error) {
        const reported = describeDiskError(error, file)
        if (reported === undefined) return { end: 'broken', injected, detail: String(error) }
        return { end: 'refused', injected, detail: reported.message }
      }
    },
  ),
]

/** @returns 1 when the system itself makes no folder there */
function refusedBySystem(folder: string): number {
  try {
    mkdirSync(folder)
    return 0
  } catch {
    return 1
  }
}

type Calls = Readonly<Record<DiskCall, number>>

/**
 * Runs until the disk fails, then once more with a disk that works. The moment is one of the calls that this
 * very run makes on a disk without faults: a fault that no call meets would prove nothing.
 */
async function broken(
  run: StoredRun,
  seed: number,
  rng: Rng,
  says: (nth: Calls, moment: Calls, call: DiskCall) => 'ENOSPC' | 'EIO' | undefined,
): Promise<StoredEnd> {
  const all = await callsOf(seed)
  const moment: Calls = { write: rng.int(all.write), fsync: 1 + rng.int(all.fsync) }
  const nth = { write: 0, fsync: 0 }
  let failures = 0
  try {
    await onFaultyDisk(
      run.root,
      (call) => {
        nth[call]++
        const code = says(nth, moment, call)
        if (code === undefined) return undefined
        failures++
        return diskError(code, call)
      },
      () => run.begin(),
    )
  } catch (error) {
    const reported = describeDiskError(error, run.folder)
    const words = error instanceof Error ? error.message : String(error)
    if (reported === undefined && !/ENOSPC|EIO/.test(words))
      return { end: 'broken', injected: failures, detail: `it ended with ${words}` }
    return run.folder === '' ? begunAgain(run, failures) : resumed(run, failures, 'stopped-safe')
  }
  return { end: 'broken', injected: failures, detail: 'it did not notice' }
}

/** The run did not exist yet: nothing may have moved, and the same call must begin it now. */
async function begunAgain(run: StoredRun, injected: number): Promise<StoredEnd> {
  if (run.robots > 0)
    return { end: 'broken', injected, detail: 'a robot was made for a run that does not exist' }
  const { kind } = await run.begin()
  return { end: kind === 'done' ? 'refused' : 'broken', injected, detail: `begun again, it ended ${kind}` }
}

/** How often the run of a seed writes and syncs when nothing fails. */
async function callsOf(seed: number): Promise<Calls> {
  const calls = { write: 0, fsync: 0 }
  const whole = new StoredRun(seed)
  try {
    await onFaultyDisk(
      whole.root,
      (call) => void calls[call]++,
      () => whole.begin(),
    )
  } finally {
    whole.remove()
  }
  return calls
}
