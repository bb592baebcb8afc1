import { describe, expect, it } from 'vitest'

/** the words of the page, loaded as the browser does */
const words = (await import(new URL('../../src/service/dashboard/page/words.js', import.meta.url).href)) as {
  activityInWords(mode: string, activity: string): string
  stepInWords(unit: string): string
  episodesInWords(count: number): string
  isOldPicture(ms: number | null): boolean
}

describe('the words of the page', () => {
  it('do not say that a robot in SAFE is running', () => {
    expect(words.activityInWords('SAFE', 'running')).toBe('under way, nothing moves')
    expect(words.activityInWords('RUNNING', 'running')).toBe('')
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

  it('mark the picture of a camera that has stalled', () => {
    expect([null, 900, 8800].map((ms) => words.isOldPicture(ms))).toEqual([false, false, true])
  })
})
