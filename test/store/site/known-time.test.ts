import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KnownTime } from '#adapters/store/site/keep/known-time.js'
import { must } from '#base/result.js'
import { recordOf } from './support/record.js'
import { newFolder, openRun, openStore } from './support/store.js'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const YEAR = 365 * DAY
const NOW = 1_700_000_000_000

/** A computer of which wall clock and uptime can be set. */
function computer() {
  let uptime = 0
  let off = 0
  return {
    now: () => NOW + uptime + off,
    uptime: () => uptime,
    passes: (ms: number) => (uptime += ms),
    jumps: (ms: number) => (off += ms),
  }
}

describe('retention distrusts the clock', () => {
  it('a clock that jumps a year for 18 s, once or again and again, removes nothing: nor when it jumps back', async () => {
    const clock = computer()
    const store = openStore({ dir: newFolder(), ...clock, limits: { maxAgeDays: 90, keepFailures: 0 } })
    const run = await openRun(store, 30)
    for (let n = 1; n <= 30; n++) {
      run.saveFrame(n, 'f', Buffer.from(`picture ${n}`))
      await run.commit(recordOf(n))
      clock.passes(60 * SECOND)
    }
    await run.close('done')
    for (const jump of [YEAR, -YEAR, 40 * YEAR]) {
      clock.jumps(jump)
      for (let t = 0; t < 18; t += 2) {
        clock.passes(2 * SECOND)
        expect(must(await store.prune(), 'retention')).toEqual([])
      }
      clock.jumps(-jump)
      expect(must(await store.prune(), 'retention')).toEqual([])
    }
    expect(store.episodes(run.key).filter(({ bulk }) => bulk === 'whole')).toHaveLength(30)
  })

  it('a start in the wrong year removes nothing, however often; the time that was known is kept', async () => {
    const dir = newFolder()
    const clock = computer()
    const limits = { maxAgeDays: 90, keepFailures: 0 }
    const first = openStore({ dir, ...clock, limits })
    const run = await openRun(first, 3)
    for (let n = 1; n <= 3; n++) await run.commit(recordOf(n))
    await run.close('done')
    await first.close()
    clock.jumps(YEAR)
    for (let start = 0; start < 20; start++) {
      const again = openStore({ dir, ...clock, limits })
      clock.passes(HOUR)
      expect(must(await again.prune(), 'retention')).toEqual([])
      await again.close()
    }
    const at = openStore({ dir, ...clock, limits })
    for (let hour = 0; hour < 6; hour++) {
      clock.passes(HOUR)
      must(await at.prune(), 'retention')
    }
    expect(at.runs()).toEqual([])
  })

  it('what was recorded in the wrong year is as old as what was recorded before and after it', async () => {
    const clock = computer()
    const store = openStore({ dir: newFolder(), ...clock, limits: { maxBytes: 0, keepFailures: 0 } })
    const run = await openRun(store, 3)
    for (const [n, jump] of [
      [1, 0],
      [2, -50 * YEAR],
      [3, 51 * YEAR],
    ] as const) {
      clock.jumps(jump)
      await run.commit(recordOf(n))
    }
    await run.close('done')
    const gone = must(await store.prune(3), 'retention')
    expect(gone.map(({ what, episode }) => `${what} ${episode}`)).toEqual([
      'pictures 1',
      'pictures 2',
      'pictures 3',
    ])
  })

  it('any clock: the known time never runs ahead of uptime by what was not said all through a day of it', () => {
    const look = fc.record({
      passes: fc.integer({ min: 0, max: 2 * HOUR }),
      off: fc.integer({ min: -YEAR, max: YEAR }),
    })
    fc.assert(
      fc.property(fc.array(look, { maxLength: 60 }), (looks) => {
        const time = new KnownTime({ known: NOW, leads: [], ofHour: 0 }, 0)
        let uptime = 0
        let believed = NOW
        const seen: { readonly uptime: number; readonly wall: number }[] = []
        for (const { passes, off } of looks) {
          uptime += passes
          const wall = NOW + uptime + off
          seen.push({ uptime, wall })
          time.observe(wall, uptime)
          expect(time.now(wall)).toBeLessThanOrEqual(wall)
          // within the first day nothing but uptime counts; later no more than the wall clock said at some time of this day
          const said = seen
            .filter((each) => uptime - each.uptime < DAY)
            .map((each) => each.wall - each.uptime)
          const most = Math.max(believed, Math.min(...said))
          expect(time.notes.known - uptime).toBeLessThanOrEqual(uptime < DAY ? NOW : most)
          believed = Math.max(believed, time.notes.known - uptime)
        }
      }),
    )
  })
})
