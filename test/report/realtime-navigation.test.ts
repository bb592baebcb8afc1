import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { writeReport } from '#report/write-report.js'
import { openBrowser } from '../dashboard/browser.js'
import { needs } from '../needs/needs.js'
import { offPlace, openReport, stands } from './browser.js'
import { writeFixtureRun } from './fixture.js'

/** pixels that a landing may be off */
const OFF = 8
const EPISODES = [1, 2, 3, 4, 5]
let browser: Browser
let file = ''
let folder = ''

beforeAll(async () => {
  folder = await writeFixtureRun()
  file = must(await writeReport(folder), 'the report')
}, 60_000)

afterAll(() => rmSync(dirname(folder), { recursive: true }))

describe('report in a browser', needs('chromium'), () => {
  beforeAll(async () => {
    browser = await openBrowser()
  }, 60_000)
  afterAll(() => browser.close())

  for (const width of [360, 768, 1440]) {
    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const open = (hash = ''): Promise<Page> =>
        openReport(browser, { file, hash, reducedMotion, viewport: { width, height: 800 } })

      describe(`${width} px wide, ${reducedMotion}`, () => {
        it('every link within the page lands at what it names', async () => {
          const page = await open()
          const links = await page.evaluate<string[]>(
            `[...new Set([...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute('href')))]`,
          )
          expect(links.length).toBeGreaterThanOrEqual(9)
          const off: Record<string, number> = {}
          for (const link of links.filter((each) => each !== '#top')) {
            await page.locator(`a[href="${link}"]`).last().click()
            ;[off[link] = NaN] = await offPlace(page, [link.slice(1)])
          }
          expect(misses(off)).toEqual({})
          await page.click('a[href="#top"]')
          await stands(page)
          expect(await page.evaluate('scrollY')).toBe(0)
        })

        it('a deep link lands, at an episode and at a part of one', async () => {
          const off: Record<string, number> = {}
          for (const id of ['episode-1', 'episode-3', 'episode-5', 'episode-2-actor', 'episode-4-critic']) {
            const page = await open(`#${id}`)
            ;[off[id] = NaN] = await offPlace(page, [id])
            await page.context().close()
          }
          expect(misses(off)).toEqual({})
        })

        it('j, k and t turn one episode each, also when they come quickly', async () => {
          const page = await open()
          const at = async (keys: string): Promise<number> => {
            await page.keyboard.type(keys)
            return landed(page)
          }
          const alone = []
          for (const key of 'jjjkjj') alone.push(await at(key))
          expect(alone).toEqual([1, 2, 3, 2, 3, 4])
          expect([await at('kkk'), await at('jjjj'), await at('k')]).toEqual([1, 5, 4])
          await page.keyboard.press('t')
          await stands(page)
          expect(await page.evaluate('scrollY')).toBe(0)
        })
      })
    }
  }

  it('the filter shows what it says, keys keep to it, and a link to what it hides brings all back', async () => {
    const page = await openReport(browser, { file, viewport: { width: 1440, height: 800 } })
    const shown = (): Promise<number[]> => shownOn(page)
    const refusals = page.getByRole('button', { name: 'refusals 1' })
    await refusals.focus()
    await page.keyboard.press('Space')
    expect(await shown()).toEqual([3])
    expect(await page.locator('tbody tr[data-has]:visible').count()).toBe(1)
    expect(await page.locator('[role=status]').textContent()).toBe('episodes shown: 1 of 5')
    await page.getByRole('button', { name: 'edits 4' }).click()
    expect(await shown()).toEqual([1, 2, 3, 4])
    await page.keyboard.type('jjjjjj')
    expect(await landed(page)).toBe(4)
    await page.evaluate(`location.hash = '#episode-5'`)
    expect(await landed(page)).toBe(5)
    expect(await shown()).toEqual(EPISODES)
    await refusals.click()
    await page.getByRole('button', { name: 'show all' }).click()
    expect(await shown()).toEqual(EPISODES)
  })

  it('the filter is in the address: a link shows what its sender sees', async () => {
    const page = await openReport(browser, { file, viewport: { width: 1440, height: 800 } })
    await page.getByRole('button', { name: 'refusals 1' }).click()
    expect(await hashOf(page)).toBe('#only=refusals')
    await page.getByRole('button', { name: 'alarms 2' }).click()
    expect(await hashOf(page)).toBe('#only=alarms,refusals')
    const left = await shownOn(page)
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(EPISODES.length)
    await page.locator('nav a[href="#episode-3"]').click()
    expect(await landed(page)).toBe(3)
    const hash = await hashOf(page)
    expect(hash).toBe('#episode-3&only=alarms,refusals')

    const sent = await openReport(browser, { file, hash, viewport: { width: 1440, height: 800 } })
    expect(await landed(sent)).toBe(3)
    expect(await shownOn(sent)).toEqual(left)
    expect(await sent.locator('[data-filter][aria-pressed=true]').count()).toBe(2)
    await sent.locator('#episode-3 .scrub-controls [data-jump="1"]').click()
    await expect.poll(() => hashOf(sent)).toMatch(/^#episode-3@\d+\.\d{3}&only=alarms,refusals$/)
    const moment = await openReport(browser, { file, hash: await hashOf(sent) })
    const secondsOn = (of: Page): Promise<string> => of.locator('#episode-3 .scrub-time').innerText()
    expect(await secondsOn(moment)).toBe(await secondsOn(sent))
    expect(await secondsOn(moment)).not.toBe('0.00 s')
    expect(await shownOn(moment)).toEqual(left)

    // a program that was given the link has encoded what it may
    const encoded = hash.replace(',', '%2C')
    expect(await shownOn(await openReport(browser, { file, hash: encoded }))).toEqual(left)
  })

  it('a filter that hides the episode whose moment was just chosen keeps the address', async () => {
    const page = await openReport(browser, {
      file,
      hash: '#episode-4',
      viewport: { width: 1440, height: 800 },
    })
    await page.locator('#episode-4 .scrub-controls [data-jump="1"]').click()
    await page.getByRole('button', { name: 'refusals 1' }).click()
    // longer than the address waits for a person to pause
    await page.waitForTimeout(600)
    expect(await hashOf(page)).toBe('#only=refusals')
  })

  it('back and forward go through the filters, too', async () => {
    const page = await openReport(browser, { file, hash: '#episode-2' })
    const seen: (readonly [hash: string, shown: readonly number[]])[] = []
    const note = async (): Promise<unknown> => seen.push([await hashOf(page), await shownOn(page)])
    await note()
    await page.getByRole('button', { name: 'refusals 1' }).click()
    await note()
    await page.locator('nav a[href="#episode-3"]').click()
    await note()
    await page.locator('#show-all').click()
    await note()
    expect(seen.map(([hash]) => hash)).toEqual([
      '#episode-2',
      '#only=refusals',
      '#episode-3&only=refusals',
      '#episode-3',
    ])
    for (const [way, i] of [-1, -1, -1, 1, 1, 1].map((step, turn) => [step, [2, 1, 0, 1, 2, 3][turn]])) {
      await page.evaluate(`history.go(${way})`)
      await expect.poll(async () => [await hashOf(page), await shownOn(page)]).toEqual(seen[i ?? -1])
    }
  })

  it('what no filter is called is ignored; a link to an episode that its filter leaves out shows all', async () => {
    for (const [hash, shown, then] of [
      ['#only=nonsense', EPISODES, '#only=nonsense'],
      ['#%', EPISODES, '#%'],
      ['#episode-4&only=nonsense,refusals,', EPISODES, '#episode-4'],
      ['#only=nonsense,refusals', [3], '#only=nonsense,refusals'],
      ['#episode-4&other=refusals', EPISODES, '#episode-4&other=refusals'],
    ] as const) {
      const page = await openReport(browser, { file, hash, viewport: { width: 1440, height: 800 } })
      expect([hash, await shownOn(page), await hashOf(page)]).toEqual([hash, shown, then])
      if (hash.includes('episode-4')) expect(await landed(page)).toBe(4)
      else expect(await page.locator('#show-all:visible').count()).toBe(shown.length < 5 ? 1 : 0)
      await page.context().close()
    }
  })

  it('without its script it shows everything, and no button that does nothing', async () => {
    const page = await openReport(browser, { file, javaScriptEnabled: false })
    expect(await page.locator('article:visible').count()).toBe(5)
    expect(await page.locator('button:visible').count()).toBe(0)
  })
})

const hashOf = (page: Page): Promise<string> => page.evaluate('location.hash')
const shownOn = (page: Page): Promise<number[]> =>
  page.evaluate(
    `[...document.querySelectorAll('article')].flatMap((a) => a.checkVisibility() ? Number(a.id.slice(8)) : [])`,
  )

const misses = (off: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(off).filter(([, by]) => !(Math.abs(by) <= OFF)))

/** @returns the episode whose head stands right below the bar; 0 when none does */
async function landed(page: Page): Promise<number> {
  const off = await offPlace(
    page,
    EPISODES.map((episode) => `episode-${episode}`),
  )
  return off.findIndex((by) => Math.abs(by) <= OFF) + 1
}
