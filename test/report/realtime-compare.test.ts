import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { compareRuns } from '#report/compare/compare-runs.js'
import { faultsOfAccess } from '../dashboard/access.js'
import { openBrowser } from '../dashboard/browser.js'
import { needs } from '../needs/needs.js'
import { CUT, openReport, OVERPRINTED } from './browser.js'
import { manifestOf, writeFixtureRun } from './fixture.js'

/** Runs that end together, in the middle, and where another does. */
const RUNS = [
  { seed: 1, episodes: 5 },
  { seed: 2, episodes: 5 },
  { seed: 3, episodes: 3 },
  { seed: 4, episodes: 2 },
]

describe('the page of several runs', needs('chromium'), () => {
  let browser: Browser
  const folders: string[] = []
  const files: string[] = []
  beforeAll(async () => {
    browser = await openBrowser()
    const manifest = manifestOf()
    for (const { seed, episodes } of RUNS)
      folders.push(
        await writeFixtureRun({ manifest: { ...manifest, key: `F1-s${seed}-1a2b3c4d`, seed }, episodes }),
      )
    const models = manifest.models.filter(({ role }) => role === 'critic')
    const ruled = { ...manifest, key: 'F1-s1-9f8e7d6c', actor: 'rules', models } as const
    folders.push(await writeFixtureRun({ manifest: ruled, episodes: 4 }))
    const [first = ''] = folders
    for (const runs of [folders.slice(0, -1), folders])
      files.push(must(await compareRuns(runs, dirname(first)), 'a comparison').file)
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    for (const folder of folders) rmSync(dirname(folder), { recursive: true })
  })

  it.each([360, 768, 1440])(
    '%i px wide, each line has its name beside it, whole and apart',
    async (width) => {
      for (const file of files) {
        const page = await openReport(browser, { file, viewport: { width, height: 800 } })
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        expect(await page.evaluate(CUT)).toEqual([])
        expect(await page.evaluate(OVERPRINTED)).toEqual([])
        expect((await page.evaluate<string[]>(NAMES)).sort()).toEqual(
          file === files[0]
            ? ['seed 1', 'seed 2', 'seed 3', 'seed 4']
            : ['s1-1a2b3c4d', 's1-9f8e7d6c', 's2-1a2b3c4d', 's3-1a2b3c4d', 's4-1a2b3c4d'],
        )
      }
    },
  )

  it.each(['light', 'dark'] as const)(
    '%s, axe-core finds no fault, and names can be read',
    async (colorScheme) => {
      for (const file of files) {
        const page = await openReport(browser, { file, colorScheme, viewport: { width: 360, height: 800 } })
        expect(await faultsOfAccess(page)).toEqual([])
        const [ink = '', card = ''] = await page.evaluate<string[]>(COLOURS)
        expect(ink).not.toBe(card)
      }
    },
  )
})

const NAMES = `[...document.querySelectorAll('.band .end text')].filter((e) => e.checkVisibility()).map((e) => e.textContent)`

/** of a name, and of what it stands on */
const COLOURS = `[
  getComputedStyle(document.querySelector('.band .end text')).fill,
  getComputedStyle(document.querySelector('.band')).backgroundColor,
]`
