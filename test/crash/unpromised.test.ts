import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openLineLog, readLineLog } from '#adapters/store/line-log.js'
import { damageOf } from '#adapters/store/run-store.js'

it('a gap in what no commit has promised is no damage; one in what a commit has promised is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'graft-unpromised-'))
  try {
    const log = (name: string, episodes: readonly number[]): void => {
      const file = openLineLog<{ readonly episode: number; readonly n: number }>(join(folder, name))
      for (const [n, episode] of episodes.entries()) file.append({ episode, n }, false)
      file.close()
    }
    log('episodes.jsonl', [1])
    log('events.jsonl', [1, 1, 2, 2])
    expect(damageOf(folder)).toBeUndefined()

    const path = join(folder, 'events.jsonl')
    const whole = readFileSync(path, 'utf8')
    // the third line never reached the disk, the fourth did
    writeFileSync(path, whole.replace('"episode":2,"n":2', '\0'.repeat(17)))
    expect(readLineLog(path).values).toHaveLength(2)
    expect(damageOf(folder)).toBeUndefined()
    writeFileSync(path, whole.replace('"episode":1,"n":0', '"episode":1,"n":9'))
    expect(damageOf(folder)).toEqual({ file: path, line: 1 })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
