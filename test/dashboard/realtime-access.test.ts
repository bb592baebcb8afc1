import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dashboard } from '#service/dashboard/dashboard.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import { SHIPPED_FIELDS } from '#config/field/choose-fields.js'
import { loadFieldFile } from '#config/field/field-file.js'
import type { StatusParts } from '#runtime/status/status-publisher.js'
import { needs } from '../needs/needs.js'
import { faultsOfAccess } from './access.js'
import { openBrowser, watchedPage } from './browser.js'
import { dashboardOf } from './support.js'
import { fakePublisher, treeParts } from './status-source.js'

const said = { mode: 'final', step: 0, reasons: ['severity'], text: 'a block is lost' } as const
const record = { ...said, t: ms(0), s: 0.8, c: 0.9 }
const alarm = { at: 0, run: 'F1-s1', episode: 1, record }

/** Something in every panel. */
const BUSY: Partial<StatusParts> = {
  mode: 'RUNNING',
  activity: 'running',
  armedBy: 'ada',
  tree: treeParts(8),
  run: {
    ...{
      key: 'F1-s1',
      field: 'F1',
      seed: 1,
      episode: 3,
      episodes: 10,
      unit: 'zone 1',
      t: 0,
      scoreSoFar: 62.4,
    },
    ...{ scores: [37.2, 160.2], endReasons: ['tree-success', 'home-reached'], best: 2 },
  },
  order: {
    ...{
      order: 'bring me the milk',
      by: 'ada',
      state: 'planned',
      id: '4f2a',
      understood: 'the milk',
      choices: [],
    },
    ...{ steps: [{ text: 'open the fridge', state: 'running' }], why: '' },
  },
  facts: [{ subject: 'zone 2', text: 'unload: block blue orange ·' }],
  blackboard: [{ key: 'zone', value: '2' }],
  alarms: [
    { ...alarm, id: 'F1-s1/1/1', acknowledged: null },
    { ...alarm, id: 'F1-s1/1/2', acknowledged: { by: 'ada', at: 0, note: 'seen' } },
  ],
  models: [{ role: 'critic', id: 'faces', state: 'failed', text: 'no file' }],
  health: [{ id: 'loop', state: 'failed', critical: true, ageMs: 1, deadlineMs: 1, text: 'late' }],
  policy: { field: 'F1', active: 'a', trial: null },
  link: {
    ...{
      status: 'lost',
      device: null,
      silentMs: 2000,
      counters: null,
      controller: null,
      degraded: 0,
      last: '',
    },
  },
}

let browser: Browser
let dashboard: Dashboard
const statusPublisher = fakePublisher()

beforeAll(async () => {
  browser = await openBrowser()
  const field = must(await loadFieldFile(SHIPPED_FIELDS[0]?.file ?? ''), 'F1')[0]?.map
  const episode = { run: 'F1-s1', episode: 1, field: 'F1', score: 37.2, treeHash: 'a' }
  dashboard = await dashboardOf(statusPublisher, {
    field: () => field ?? null,
    episodes: () => [{ ...episode, endReason: 'tree-success' }],
  })
}, 60_000)

afterAll(async () => {
  await browser.close()
  await dashboard.close()
})

describe('the dashboard for people who do not see well, or use no mouse', needs('chromium'), () => {
  it.each(['light', 'dark'] as const)('%s, axe-core finds no fault, idle and busy', async (colorScheme) => {
    for (const width of [360, 1440]) {
      const { page } = await watchedPage(browser, { colorScheme, viewport: { width, height: 900 } })
      await page.goto(dashboard.url)
      await page.getByText('live', { exact: true }).waitFor()
      expect(await faultsOfAccess(page)).toEqual([])
      const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer()
      statusPublisher.set(BUSY)
      statusPublisher.setPicture({ id: 'p1', at: 0, width: 64, height: 48, jpeg })
      statusPublisher.publish({ kind: 'picture', id: 'p1', t: 0, width: 64, height: 48 })
      statusPublisher.publish({ kind: 'log', level: 'warn', source: 'store', text: 'the disk is slow' })
      await page.locator('#log li', { hasText: 'the disk is slow' }).last().waitFor()
      await page.locator('svg.field').waitFor()
      await page.locator('#order-panel').waitFor()
      expect(await faultsOfAccess(page)).toEqual([])
      await page.context().close()
    }
  })
})
