import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { writeReport } from '#report/write-report.js'
import { faultsOfAccess } from '../dashboard/access.js'
import { openBrowser } from '../dashboard/browser.js'
import { needs } from '../needs/needs.js'
import { CUT, openReport, OVERPRINTED } from './browser.js'
import { PLACES } from './places.js'

let browser: Browser
const files = new Map<string, string>()

describe.each(Object.entries(PLACES))('the page of a run %s', needs('chromium'), (place, write) => {
  beforeAll(async () => {
    browser = await openBrowser()
    files.set(place, must(await writeReport(await write()), 'the report'))
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    rmSync(dirname(dirname(files.get(place) ?? '')), { recursive: true })
  })
  const file = (): string => files.get(place) ?? ''

  it.each([360, 768, 1440])(
    '%i px wide, nothing is cut, and nothing needs scrolling sideways',
    async (width) => {
      const page = await openReport(browser, { file: file(), viewport: { width, height: 800 } })
      await page.evaluate(UNFOLD)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await page.evaluate(CUT)).toEqual([])
      expect(await page.evaluate(OVERPRINTED)).toEqual([])
    },
  )

  it.each(['light', 'dark'] as const)('%s, axe-core finds no fault', async (colorScheme) => {
    for (const width of [360, 1440]) {
      const page = await openReport(browser, { file: file(), colorScheme, viewport: { width, height: 800 } })
      await page.evaluate(UNFOLD)
      expect(await faultsOfAccess(page)).toEqual([])
    }
  })
})

const UNFOLD = `document.querySelectorAll('details').forEach((each) => { each.open = true })`
