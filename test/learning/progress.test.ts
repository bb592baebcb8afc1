import { expect, it } from 'vitest'
import type { EpisodeRecord } from '#learning/episode.js'
import { noProgress } from '#learning/progress.js'

const episode = (total: number, decision: 'edited' | 'no-edit' | 'rolled-back'): EpisodeRecord =>
  ({ seconds: 12.5, score: { lines: [], total }, update: { decision, why: 'nothing to edit' } }) as never
const idle = episode(0, 'no-edit')

it('a human is called once, with the second episode in a row without points and without an edit', () => {
  const calls = (records: readonly EpisodeRecord[]) =>
    records.flatMap((_, i) => (noProgress(records.slice(0, i + 1)) === null ? [] : [i + 1]))
  expect(calls([idle, idle, idle, idle])).toEqual([2])
  expect(calls([idle, episode(5, 'no-edit'), idle, idle])).toEqual([4])
  expect(calls([idle, episode(-9, 'edited'), idle, episode(-1, 'rolled-back'), idle])).toEqual([])
  expect(noProgress([])).toBeNull()
})

it('an episode that was cut short neither counts as one nor begins the count anew', () => {
  const cut = { ...idle, endReason: 'operator-stop' } as EpisodeRecord
  expect(noProgress([idle, cut])).toBeNull()
  expect(noProgress([cut, cut])).toBeNull()
  expect(noProgress([idle, cut, idle])).not.toBeNull()
})

it('says why, when, and what a person can do', () => {
  expect(noProgress([idle, idle])).toMatchObject({
    t: 12_500,
    reasons: ['no_progress'],
    text: '2 episodes in a row without points and without an edit (nothing to edit): change the tree, the field or the camera by hand, or stop the run',
  })
})
