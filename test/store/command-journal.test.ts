import { mkdtempSync, openSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { AppendQueue } from '#adapters/store/append-queue.js'
import { openLineLog, readLineLog } from '#adapters/store/line-log.js'

describe('a line that is written beside the loop', () => {
  it('is reported when it is on the disk, and never from within the call', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'graft-log-')), 'commands.jsonl')
    const log = openLineLog<{ readonly n: number }>(path)
    const reported: (Error | null)[] = []
    log.appendAsync({ n: 1 }, (failure) => reported.push(failure))
    expect(reported).toEqual([])
    await vi.waitFor(() => expect(reported).toEqual([null]))
    expect(readLineLog(path).values).toEqual([{ n: 1 }])
    log.close()
  })

  it('keeps its place among others, also those that nobody waits for, and what waits at the close is written', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'graft-log-')), 'commands.jsonl')
    const log = openLineLog<{ readonly n: number }>(path)
    const told: number[] = []
    for (let n = 1; n <= 300; n++) log.appendAsync({ n }, n % 7 === 0 ? () => told.push(n) : undefined)
    await log.flushed()
    expect(told).toEqual(Array.from({ length: 42 }, (_, i) => 7 * (i + 1)))
    for (let n = 301; n <= 400; n++) log.appendAsync({ n })
    log.close()
    const all = Array.from({ length: 400 }, (_, i) => ({ n: i + 1 }))
    await vi.waitFor(() => expect(readLineLog(path).values).toEqual(all))
  })

  it('a disk that takes nothing is told to whoever asked, then to whoever appends, and nothing follows a torn line', async () => {
    const queue = new AppendQueue(openSync('/dev/full', 'a'))
    const reported: unknown[] = []
    const bytes = Buffer.from('a line')
    queue.append(bytes, (failure) => reported.push(failure))
    await vi.waitFor(() => expect(reported).toEqual([expect.objectContaining({ code: 'ENOSPC' })]))
    expect(() => queue.append(bytes)).toThrow(/ENOSPC/)
    queue.append(bytes, (failure) => reported.push(failure))
    await vi.waitFor(() => expect(reported).toHaveLength(2))
    expect(reported[1]).toBe(reported[0])
    queue.close()
  })

  it('a log that cannot be written says so to whoever writes', () => {
    const log = openLineLog<{ readonly n: number }>(
      join(mkdtempSync(join(tmpdir(), 'graft-log-')), 'commands.jsonl'),
    )
    log.close()
    expect(() => log.appendAsync({ n: 1 }, () => undefined)).toThrow('it is closed')
  })
})
