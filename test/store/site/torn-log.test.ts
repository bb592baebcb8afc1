import { closeSync, cpSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { recordOf } from './support/record.js'
import { newClock, newFolder, openRun, openStore } from './support/store.js'

/** The folder of a store in use: its log holds a promised episode. */
async function inUse(): Promise<string> {
  const dir = newFolder()
  const store = openStore({ dir })
  const run = await openRun(store)
  run.saveFrame(1, 'f', Buffer.from('picture'))
  await run.commit(recordOf(1))
  const copy = newFolder()
  cpSync(dir, copy, { recursive: true })
  rmSync(join(copy, 'lock'), { recursive: true, force: true })
  return copy
}

function zero(file: string, at: number, length: number): void {
  const open = openSync(file, 'r+')
  writeSync(open, Buffer.alloc(length), 0, length, at)
  closeSync(open)
}

const codeOf = async (dir: string): Promise<string> => {
  const opened = SiteStore.open({ dir, now: newClock(), writer: 'inline' })
  if (!opened.ok) return opened.error.code
  await opened.value.close()
  return 'opened'
}

const HEADER = 32

describe('a header of the log that is not whole', () => {
  it.each([8, 16, 24, HEADER])(
    'with nothing behind it, as a power cut leaves it, is none: %i bytes',
    async (length) => {
      const dir = await inUse()
      const log = join(dir, 'graft.db-wal')
      writeFileSync(log, readFileSync(log).subarray(0, HEADER))
      zero(log, HEADER - length, length)
      // what was promised of this log is not there either
      rmSync(join(dir, 'graft.db-acked'))
      rmSync(join(dir, 'graft.db-sums'), { force: true })
      expect(await codeOf(dir)).toBe('opened')
    },
  )

  it.each([0, 8, 16, 24])('with frames behind it has changed: byte %i', async (at) => {
    const dir = await inUse()
    zero(join(dir, 'graft.db-wal'), at, 8)
    expect(await codeOf(dir)).toBe('store.damaged')
    // also when nobody knows how much of it was promised
    rmSync(join(dir, 'graft.db-acked'))
    expect(await codeOf(dir)).toBe('store.damaged')
  })
})

it('an empty database file, as a power cut leaves it when it is made, becomes a store like any other', async () => {
  const dir = newFolder()
  writeFileSync(join(dir, 'graft.db'), '')
  expect(await codeOf(dir)).toBe('opened')
  expect(await codeOf(dir)).toBe('opened')
})
