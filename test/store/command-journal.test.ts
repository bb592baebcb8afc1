import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openLineLog, readLineLog } from '../../src/adapters/store/line-log.js'

describe('a line that is written beside the loop', () => {
  it('is in the file at once, and reported when it is on the disk', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'graft-log-')), 'commands.jsonl')
    const log = openLineLog<{ readonly n: number }>(path)
    const reported: (Error | null)[] = []
    log.appendBeside({ n: 1 }, (failure) => reported.push(failure))
    expect(reported).toEqual([])
    expect(readLineLog(path).values).toEqual([{ n: 1 }])
    await vi.waitFor(() => expect(reported).toEqual([null]))
    log.close()
  })

  it('a log that cannot be written says so to whoever writes', () => {
    const log = openLineLog<{ readonly n: number }>(
      join(mkdtempSync(join(tmpdir(), 'graft-log-')), 'commands.jsonl'),
    )
    log.close()
    expect(() => log.appendBeside({ n: 1 }, () => undefined)).toThrow(/EBADF/)
  })
})
