import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'
import type { Dashboard } from '#service/dashboard/dashboard.js'
import { drawnMap } from '#service/show/drawn-map.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { loadMap } from '#worlds/map/load-map.js'
import type { Fluents, Value } from '#worlds/value.js'
import { needs } from '../needs/needs.js'
import { openBrowser, watchedPage } from './browser.js'
import { dashboardOf } from './support.js'
import { fakePublisher } from './status-source.js'

const text = (file: string): string => readFileSync(projectFile(`worlds/home/${file}`), 'utf8')
const home = must(parseDomainText(text('world.yaml'), 'world.yaml'), 'the home')
const own = must(loadMap(text('map.yaml'), 'map.yaml', home), 'its map').map
const HOSTILE = `<img src=x onerror="document.title='owned'"></text><script>1</script>\u202Egpj`
const map = { ...own, areas: own.areas.map((area, i) => (i === 0 ? { ...area, label: HOSTILE } : area)) }

let browser: Browser
let dashboard: Dashboard
let facts: Fluents = home.initial
const statusPublisher = fakePublisher()
/** What the service would say of a changed belief. */
const believe = (changed: Readonly<Record<string, Value>>): void => {
  facts = new Map([...facts, ...Object.entries(changed)])
  statusPublisher.set({ facts: [...facts].map(([subject, value]) => ({ subject, text: String(value) })) })
}

beforeAll(async () => {
  browser = await openBrowser()
  dashboard = await dashboardOf(statusPublisher, { map: drawnMap(() => ({ map, facts: () => facts })) })
}, 60_000)
afterAll(async () => {
  await browser.close()
  await dashboard.close()
})

describe('the map of a world on the page', needs('chromium'), () => {
  it.each([false, true])('shows what is believed, as it changes; dark: %s', async (dark) => {
    believe({ at: 'dock', 'location(milk)': 'fridge', 'open(fridge)': false })
    const viewport = { width: 1440, height: 900 }
    const { page, troubles } = await watchedPage(browser, { viewport, colorScheme: dark ? 'dark' : 'light' })
    await page.goto(dashboard.url)
    await page.locator('svg.world-map').waitFor()
    expect(await page.locator('#h-map').textContent()).toBe('Map')
    expect(await page.locator('svg.world-map .spot-name').count()).toBe(19)
    believe({ at: 'fridge', 'location(milk)': 'gripper', 'open(fridge)': true })
    await page.locator('svg.world-map .spot-name', { hasText: 'fridge · open' }).waitFor()
    await page
      .locator('.caption', { has: page.locator('.robot-name') })
      .locator('.thing', { hasText: 'milk' })
      .waitFor()
    const shown = await page.locator('svg.world-map').textContent()
    expect(shown).toContain('<img src=x onerror=')
    expect(shown).not.toContain('\u202E')
    expect([await page.title(), troubles]).toEqual(['graft', []])
    await page.close()
  })
})
