import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { writeReport } from '#report/write-report.js'
import { needs } from '../needs/needs.js'
import { writeFixtureRun } from './fixture.js'

const CHROMIUM = '/usr/bin/chromium'
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
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    })
  }, 60_000)
  afterAll(() => browser.close())

  it('every link of the bar lands at its episode', async () => {
    const page = await open('')
    for (const episode of [5, 2, 4, 1, 3]) {
      await page.click(`nav a[href="#episode-${episode}"]`)
      expect(await landed(page)).toBe(episode)
    }
  })

  it('a deep link lands at its episode', async () => {
    for (const episode of [1, 3, 5]) expect(await landed(await open(`#episode-${episode}`))).toBe(episode)
  })

  it('j and k turn one episode each, also when they come quickly', async () => {
    const page = await open('')
    const at: number[] = []
    for (const key of ['j', 'j', 'j', 'k', 'j', 'j']) {
      await page.keyboard.press(key)
      at.push(await landed(page))
    }
    expect(at).toEqual([1, 2, 3, 2, 3, 4])
    await page.keyboard.type('kkk')
    expect(await landed(page)).toBe(1)
    await page.keyboard.type('jjjj')
    expect(await landed(page)).toBe(5)
    await page.keyboard.press('k')
    expect(await landed(page)).toBe(4)
  })
})

async function open(hash: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 700, height: 600 } })).newPage()
  await page.goto(`${pathToFileURL(file).href}${hash}`)
  return page
}

/** @returns the episode whose head stands right below the bar, once nothing scrolls any more; 0 when none does */
async function landed(page: Page): Promise<number> {
  const offset = (): Promise<number> => page.evaluate('scrollY')
  for (let [still, was] = [0, await offset()]; still < 5;) {
    await page.waitForTimeout(60)
    const now = await offset()
    still = now === was ? still + 1 : 0
    was = now
  }
  return page.evaluate(`
    [...document.querySelectorAll('article')].findIndex((article) => {
      const { top } = article.getBoundingClientRect()
      const end = document.documentElement.scrollHeight - innerHeight - scrollY < 2
      return Math.abs(top - 64) < 30 || (end && top > 0 && !article.nextElementSibling)
    }) + 1`)
}
