import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { writeReport } from '#report/write-report.js'
import { faultsOfAccess } from '../dashboard/access.js'
import { openBrowser } from '../dashboard/browser.js'
import { needs } from '../needs/needs.js'
import { openReport } from './browser.js'
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

/**
 * What reaches beyond the screen, or beyond a box that hides the rest or makes one scroll; text of charts, too. What is
 * only read aloud is not seen.
 */
const CUT = `[...document.querySelectorAll('body *:not(.scrub-said)')].filter((e) => e.checkVisibility()).flatMap((e) => {
  const { left, right } = e.getBoundingClientRect()
  const inChart = e.closest('svg') !== null && e.tagName !== 'svg'
  if (inChart && (e.tagName !== 'text' || e.closest('.marks, .world-map'))) return []
  const wide = !inChart && getComputedStyle(e).display !== 'inline' && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1
  const outside = right > innerWidth + 1 || left < -1
  return wide || outside ? e.tagName + '.' + (e.className.baseVal ?? e.className) + ': ' + e.textContent.trim().slice(0, 40) : []
})`

/** Figures and names of a chart that lie on each other. */
const OVERPRINTED = `[...document.querySelectorAll('svg.gantt, .curve svg')].flatMap((chart) => {
  const texts = [...chart.querySelectorAll('text')].filter((e) => e.checkVisibility()).map((e) => [e.textContent, e.getBoundingClientRect()])
  return texts.flatMap(([a, p], i) => texts.slice(i + 1).flatMap(([b, q]) =>
    Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4
      ? a + ' on ' + b : []))
})`
