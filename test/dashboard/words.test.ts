import { describe, expect, it } from 'vitest'
import { NOBODY_COULD, type EndReason } from '#learning/episode.js'
import type { Mode } from '#runtime/modes.js'

const MODES: readonly Mode[] = ['SAFE', 'ARMED', 'RUNNING', 'STOPPED']

/** the words of the page, loaded as the browser does */
const words = (await import(new URL('../../src/service/dashboard/page/words.js', import.meta.url).href)) as {
  activityInWords(mode: string, activity: string): string
  stepInWords(unit: string): string
  episodesInWords(count: number): string
  isOldPicture(ms: number | null): boolean
  readonly END_REASONS: Readonly<Record<EndReason, string>>
}

const { waitingInWords } = (await import(
  new URL('../../src/service/dashboard/page/status.js', import.meta.url).href
)) as { waitingInWords: (of: { alarms: readonly object[]; unacknowledged?: number }) => string }

describe('the words of the page', () => {
  it('say how many alarms wait, also of those that are not shown, and whether their causes last', () => {
    const [lasts, over] = [
      { acknowledged: null, closed: null },
      { acknowledged: null, closed: { at: 1 } },
    ]
    const seen = { acknowledged: { by: 'ann' }, closed: null }
    const said = (alarms: readonly object[], unacknowledged?: number): string =>
      waitingInWords({ alarms, ...(unacknowledged !== undefined && { unacknowledged }) })
    expect(said([seen])).toBe('')
    expect(said([lasts, seen])).toBe('One alarm is waiting to be acknowledged.')
    expect(said([over])).toBe('One alarm is waiting to be acknowledged; its cause is gone.')
    expect(said([over, over])).toBe('2 alarms are waiting to be acknowledged; their causes are gone.')
    expect(said([over, lasts])).toBe('2 alarms are waiting to be acknowledged; the cause of 1 lasts.')
    expect(said([lasts, over], 250)).toBe('250 alarms are waiting to be acknowledged; the cause of 1 lasts.')
    expect(said([lasts, lasts], 250)).toBe('250 alarms are waiting to be acknowledged.')
  })

  it('do not say that a robot in SAFE is running, nor that one that brakes stands', () => {
    const said = MODES.map((mode) => [mode, words.activityInWords(mode, 'running')])
    expect(Object.fromEntries(said)).toEqual({
      SAFE: 'under way, nothing moves',
      ARMED: 'about to begin',
      RUNNING: '',
      STOPPED: 'stopping',
    })
    expect(words.activityInWords('SAFE', 'idle')).toBe('idle')
  })

  it('name a condition on facts as a person would, and leave other steps as they are', () => {
    expect(words.stepInWords('Holds formula=location(book) = cabinet')).toBe(
      'checks that location(book) = cabinet',
    )
    expect(words.stepInWords('Pick item=book')).toBe('Pick item=book')
  })

  it('count no episode as none', () => {
    expect([0, 1, 2].map((count) => words.episodesInWords(count))).toEqual([
      'no episode has ended yet',
      'the last episode of all runs',
      'the last 2 episodes of all runs',
    ])
  })

  it('say of a robot that nobody could stop the same as everybody else', () => {
    expect(words.END_REASONS['access-lost']).toBe(NOBODY_COULD)
  })

  it('mark the picture of a camera that has stalled', () => {
    expect([null, 900, 8800].map((ms) => words.isOldPicture(ms))).toEqual([false, false, true])
  })
})
