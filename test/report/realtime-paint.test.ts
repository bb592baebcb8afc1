import { rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { writeReport } from '#report/write-report.js'
import { openBrowser } from '../dashboard/browser.js'
import { needs } from '../needs/needs.js'
import { loop } from '../runtime/support/loop.js'
import { openPainted } from './browser.js'

const EPISODES = 10
let browser: Browser
let file = ''

// how soon it is painted, `npm run bench:report` measures: here a busy computer would decide
describe('the report of ten episodes, when it is opened', needs('chromium'), () => {
  beforeAll(async () => {
    browser = await openBrowser()
    const { folder } = await loop({ episodes: EPISODES, faults: 'nominal', seed: 1 })
    file = must(await writeReport(folder), 'the report')
  }, 240_000)
  afterAll(async () => {
    await browser.close()
    rmSync(dirname(dirname(file)), { recursive: true })
  })

  it('is one file of 3 MB at most, whole, and asks for nothing else', async () => {
    expect(statSync(file).size).toBeLessThanOrEqual(3_000_000)
    const { page, paint, asked, troubles } = await openPainted(browser, file)
    expect(paint).toBeGreaterThan(0)
    expect(asked.filter((address) => !address.startsWith('data:'))).toEqual([pathToFileURL(file).href])
    expect(troubles).toEqual([])
    const count = (selector: string): Promise<number> => page.locator(selector).count()
    expect(await count('article')).toBe(EPISODES)
    expect(await count('.scrub')).toBe(EPISODES)
    expect(await count('.film img')).toBeGreaterThanOrEqual(4 * EPISODES)
    expect(await count('.film img')).toBeLessThanOrEqual(14 * EPISODES)
  }, 60_000)
})
