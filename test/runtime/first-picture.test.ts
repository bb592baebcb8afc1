import { describe, expect, it } from 'vitest'
import { readSteps } from '#adapters/store/run-store.js'
import { followsAlgorithm1 } from '#learning/events.js'
import type { PictureCheck } from '#learning/critic/report.js'
import { loop, recordsOf, ScriptedCritic, scriptedMinds, treeOf } from './support/loop.js'

const CLEAN: PictureCheck = { registered: true, shift: { u: 0, v: 0 }, differ: 0, hue: 0, notSeen: [] }
const STAY = treeOf('<MoveToZone zone="1"/>')

const run = (picture: PictureCheck) =>
  loop({
    episodes: 2,
    tree: STAY,
    minds: scriptedMinds(new ScriptedCritic((mode) => (mode === 'initial' ? { picture } : {}))),
  })

describe('a first picture that is not as it should be', () => {
  it('calls a human before anything moves, once a run', async () => {
    const shifted = { ...CLEAN, shift: { u: 9, v: -4 } }
    const notSeen = [{ place: 4, mask: '1111', why: 'covered' }] as const
    const { folder, printed, ...rest } = await run({ ...shifted, notSeen })
    const [first, second] = recordsOf({ folder, printed, ...rest })
    expect(first?.alarms.map(({ mode, reasons }) => [mode, ...reasons])).toEqual([['initial', 'picture']])
    expect(first?.alarms[0]?.text).toMatch(/camera looks 10 pixels beside .*; zone 4 is not seen/)
    expect(second?.alarms.filter(({ reasons }) => reasons.includes('picture'))).toEqual([])
    const kinds = readSteps(folder)
      .filter(({ episode }) => episode === 1)
      .map(({ kind }) => kind)
    expect(kinds.slice(0, 2)).toEqual(['I', 'A'])
    expect(followsAlgorithm1(kinds)).toBe(true)
    expect(printed).toContain('zone 4 is not seen')
  })

  it('calls nobody for a picture as it should be', async () => {
    const done = await run(CLEAN)
    const reasons = recordsOf(done).flatMap(({ alarms }) => alarms.flatMap((alarm) => alarm.reasons))
    expect(reasons).not.toContain('picture')
  })
})
