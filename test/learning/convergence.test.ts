import { describe, expect, it } from 'vitest'
import type { EpisodeRecord } from '#learning/episode.js'
import { hasConverged } from '#learning/convergence.js'
import type { Issue } from '#learning/critic/report.js'
import { loop, recordsOf, resume, ScriptedCritic, scriptedMinds } from '../runtime/support/loop.js'

const issue = (grounded: Issue['grounded']) => ({ id: 'orientation@2', grounded })
const episode = (total: number, issues: readonly object[] = [], more: object = {}): EpisodeRecord =>
  ({ score: { lines: [], total }, reports: [{ mode: 'final', issues, ...more }] }) as unknown as EpisodeRecord

describe('nothing left to learn (CRIT-11)', () => {
  it('needs two clean FINAL reports in a row', () => {
    expect(hasConverged([])).toBe(false)
    expect(hasConverged([episode(150)])).toBe(false)
    expect(hasConverged([episode(150), episode(150)])).toBe(true)
    expect(hasConverged([episode(150), episode(140, [issue('unverified')]), episode(150)])).toBe(false)
  })

  it('counts what was refuted as nothing, and a critic that could not judge as not clean', () => {
    expect(hasConverged([episode(150, [issue('refuted')]), episode(150)])).toBe(true)
    expect(
      hasConverged([episode(150, [], { unavailable: 'the camera gave no picture' }), episode(150)]),
    ).toBe(false)
  })

  it('does not end while a better score is known', () => {
    expect(hasConverged([episode(150), episode(130), episode(130)])).toBe(false)
    expect(hasConverged([episode(150), episode(136), episode(149)])).toBe(true)
  })

  it('ends a run early that asked for it, says that it is complete, and a resumed one ends at once', async () => {
    // a critic that sees nothing wrong: a test tool
    const minds = scriptedMinds(new ScriptedCritic())
    const run = await loop({ episodes: 9, minds, untilClean: true })
    const records = recordsOf(run)
    expect(records.length).toBeLessThan(9)
    expect(hasConverged(records)).toBe(true)
    expect(hasConverged(records.slice(0, -1))).toBe(false)
    expect(run.end).toMatchObject({ kind: 'done', summary: { complete: true } })
    expect(recordsOf(await resume(run.folder, { minds }))).toHaveLength(records.length)
  })
})
