import { describe, expect, it } from 'vitest'
import { must } from '../../src/base/result.js'
import { compare } from '../../src/main/replay/compare.js'
import { reExecute } from '../../src/main/replay/re-execute.js'
import { readStoredEpisode, readStoredRun } from '../../src/main/replay/stored-episode.js'
import { library, loop } from '../runtime/support/loop.js'

describe('replaying a run', () => {
  it('AMB-39: every episode of a run with faults is the same again', async () => {
    const { folder } = await loop({ episodes: 4, faults: 'nominal', seed: 5 })
    const run = must(readStoredRun(folder), 'the run')
    expect(run.records.length).toBe(4)
    for (const { episode } of run.records) {
      const stored = must(readStoredEpisode(run, episode, library), 'the episode')
      const again = compare(stored, must(await reExecute(stored, library), 'the replay'))
      expect(again.difference).toBeUndefined()
      expect(again.played).toBe(again.stored)
      expect(again.events).toBeGreaterThan(30)
    }
  })

  it('finds the moment of a pulled cable', async () => {
    const { folder } = await loop({ episodes: 3, unplug: { episode: 2, atSeconds: 7.305 } })
    const run = must(readStoredRun(folder), 'the run')
    expect(run.records.at(-1)?.endReason).toBe('link-lost')
    for (const { episode } of run.records) {
      const stored = must(readStoredEpisode(run, episode, library), 'the episode')
      expect(compare(stored, must(await reExecute(stored, library), 'the replay')).difference).toBeUndefined()
    }
  })
})
