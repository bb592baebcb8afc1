import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { SHIPPED_FIELDS } from '#config/field/choose-fields.js'
import { loadFieldFile } from '#config/field/field-file.js'
import type { RunStatus, ServiceStatus, StatusAlarm } from '#runtime/status/service-status.js'
import type { Dashboard } from '#service/dashboard/dashboard.js'
import { needs } from '../needs/needs.js'
import { openBrowser, watchedPage } from './browser.js'
import { dashboardOf } from './support.js'
import { fakePublisher } from './status-source.js'

const KEY = 'F1-s1-6265da1e'
const RUN: RunStatus = {
  ...{ key: KEY, field: 'F1', seed: 1, episode: 41, episodes: 50, unit: 'zone 1', t: 0, scoreSoFar: 0 },
  scores: Array.from({ length: 40 }, (_, i) => i),
  endReasons: Array.from({ length: 40 }, () => 'tree-success' as const),
  best: 40,
}
const alarm = (episode: number, n: number): StatusAlarm => ({
  id: `${KEY}/${episode}/${n}`,
  ...{ at: Date.UTC(2026, 10, 22, 12), run: KEY, episode, acknowledged: null },
  record: {
    ...{ t: (1000 * n + 340) as never, mode: 'intermediate', step: 2, reasons: ['severity'] },
    ...{ s: 0.8, c: 0.9, text: `zone ${n}: orange face up` },
  },
})
/** raised in episode 9, and again in episode 11 */
const LASTING: StatusAlarm = {
  ...alarm(9, 6),
  ...{ count: 2, first: { run: KEY, episode: 9, t: 6340 }, newest: { run: KEY, episode: 11, t: 2100 } },
}
const ALARMS = [alarm(7, 12), LASTING, alarm(41, 3), alarm(900, 5)]
const SIZES = [
  [360, 740],
  [768, 1024],
  [1440, 900],
] as const

let browser: Browser
let dashboard: Dashboard
const statusPublisher = fakePublisher({ run: RUN, activity: 'running', mode: 'RUNNING', alarms: ALARMS })
const troubles: (readonly string[])[] = []

beforeAll(async () => {
  browser = await openBrowser()
  const field = must(await loadFieldFile(SHIPPED_FIELDS[0]?.file ?? ''), 'F1')[0]?.map
  dashboard = await dashboardOf(statusPublisher, {
    field: () => field ?? null,
    episodes: () =>
      RUN.scores.map((score, i) => ({
        ...{ run: KEY, episode: i + 1, field: 'F1', score, endReason: 'tree-success', treeHash: 'a' },
      })),
  })
  for (const { id, episode, record } of ALARMS)
    statusPublisher.publish({ kind: 'alarm', id, episode, record })
}, 60_000)
afterAll(async () => {
  await browser.close()
  await dashboard.close()
})

async function open([width, height]: readonly [number, number], hash = ''): Promise<Page> {
  const watched = await watchedPage(browser, { viewport: { width, height }, reducedMotion: 'reduce' })
  troubles.push(watched.troubles)
  await watched.page.goto(`${dashboard.url}/${hash}`)
  await watched.page.getByText('live', { exact: true }).waitFor()
  await watched.page.locator('svg.field').waitFor()
  return watched.page
}

/** Is all of it on the screen, and not behind the head of the page or cut by what scrolls around it? */
async function isSeen(page: Page, selector: string): Promise<boolean> {
  await page.locator(selector).waitFor()
  return page.evaluate(`(${SEEN})(document.querySelector(${JSON.stringify(selector)}))`)
}

const rowOf = (episode: number): string => `[id="episode-${KEY}-${episode}"]`

describe('an alarm is followed', needs('chromium'), () => {
  it.each(SIZES)('to its episode and its moment, on %i by %i', async (...size) => {
    const page = await open(size)
    await page.locator('#alarms a', { hasText: 'episode 7 at 12.3 s' }).click()
    await expect.poll(() => isSeen(page, rowOf(7))).toBe(true)
    const moment = page.locator('#episodes tr.followed ul')
    expect(await moment.allTextContents()).toEqual(['12.3 s severe: zone 12: orange face up'])
    expect(await page.locator('#episodes code').textContent()).toBe(
      `graft console episode show 7 --run ${KEY}`,
    )
    // the score goes on, and the table stays where it is
    for (const scoreSoFar of [1, 2, 3]) {
      statusPublisher.set({ run: { ...RUN, scoreSoFar } })
      await page.locator('.figure b', { hasText: `${scoreSoFar}.0` }).waitFor()
      expect(await isSeen(page, rowOf(7))).toBe(true)
    }
    // back to the alarms, and the same link once more
    await page.evaluate('scrollTo(0, 0)')
    await page.locator('#alarms a', { hasText: 'episode 7 at 12.3 s' }).click()
    await expect.poll(() => isSeen(page, rowOf(7))).toBe(true)
    await page.close()
  })

  it('to where it was raised first, which may be another episode than that of its newest call', async () => {
    const page = await open(SIZES[2])
    const moments = page.locator('#episodes tr.followed ul')
    const card = page.locator('#alarms li', { hasText: 'zone 6' })
    expect(await card.textContent()).toMatch(/raised 2 times, last in episode 11 at 2\.1 s, at \d/)
    await card.locator('a', { hasText: 'episode 9 at 6.3 s' }).click()
    await expect.poll(() => isSeen(page, rowOf(9))).toBe(true)
    expect(await moments.allTextContents()).toEqual(['6.3 s severe: zone 6: orange face up'])
    await card.locator('a', { hasText: 'episode 11 at 2.1 s' }).click()
    await expect.poll(() => isSeen(page, rowOf(11))).toBe(true)
    expect(await moments.allTextContents()).toEqual(['2.1 s severe, again: zone 6: orange face up'])
    await page.close()
  })

  it('to the episode that is under way; one that is not on the page any more is no link', async () => {
    const page = await open(SIZES[2])
    await page.locator('#alarms a', { hasText: 'episode 41 at 3.3 s' }).click()
    await expect.poll(() => isSeen(page, rowOf(41))).toBe(true)
    expect(await page.locator(rowOf(41)).textContent()).toContain('under way')
    expect(await page.locator('#alarms a', { hasText: 'episode 900' }).count()).toBe(0)
    expect(await page.locator('#alarms', { hasText: 'episode 900 at 5.3 s' }).count()).toBe(1)
    await page.close()
  })

  it('to its line of the log, also where the level hides it', async () => {
    const page = await open(SIZES[0])
    await page.locator('#log-level').selectOption('error')
    for (let i = 0; i < 120; i++)
      statusPublisher.publish({ kind: 'log', level: 'error', source: 'test', text: `line ${i}` })
    await page.locator('#log li', { hasText: 'line 119' }).waitFor()
    await page.locator('#alarms li', { hasText: 'zone 12' }).locator('a[href^="#log-"]').click()
    await expect.poll(() => isSeen(page, '#log li.followed')).toBe(true)
    expect(await page.locator('#log li.followed').textContent()).toContain(`${KEY}/7/12 (severe)`)
    // who raises the level again is not brought back by the next line
    await page.locator('#log-level').selectOption('error')
    statusPublisher.publish({ kind: 'log', level: 'error', source: 'test', text: 'one more' })
    await page.locator('#log li', { hasText: 'one more' }).waitFor()
    expect(await page.locator('#log-level').inputValue()).toBe('error')
    expect(await page.locator('#log li', { hasText: '/7/12' }).count()).toBe(0)
    await page.close()
  })

  it('by an address that somebody was sent; a broken one does no harm', async () => {
    const page = await open(SIZES[2], `#${encodeURIComponent(`episode-${KEY}-7`)}`)
    await expect.poll(() => isSeen(page, rowOf(7))).toBe(true)
    await page.close()
    await (await open(SIZES[2], '#%E0%A4%A')).close()
    expect(troubles.flat()).toEqual([])
  })
})

describe('the field fits its panel', needs('chromium'), () => {
  it.each(SIZES)('%i by %i: nothing is cut, wherever the robot is', async (...size) => {
    const page = await open(size)
    for (const [x, y] of [
      [0.15, 0.15],
      [2.8, 1.8],
    ] as const) {
      statusPublisher.publish({ kind: 'pose', episode: 1, t: 0, x, y, theta: 0.7 })
      await page.locator('#map-name', { hasText: `x ${x.toFixed(2)} m` }).waitFor()
      expect(await page.evaluate(CUT_IN_FIELD)).toEqual({ parts: expect.any(Number) as number, cut: [] })
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(size[0])
    await page.close()
  })
})

describe('plots over time', needs('chromium'), () => {
  it('show score, losses of the link and lateness of the loop as they come', async () => {
    const page = await open(SIZES[0])
    const plots = page.locator('#trends .trend')
    const counters = { ...NO_LOSSES, retransmits: 4 }
    statusPublisher.set({ run: { ...RUN, scoreSoFar: 12.5 }, link: linkOf(counters), timing: timingOf(3.2) })
    await plots.nth(2).getByText('3 ms', { exact: true }).waitFor()
    statusPublisher.set({
      run: { ...RUN, scoreSoFar: 48 },
      link: linkOf({ ...counters, retransmits: 6, badCrc: 1 }),
      timing: timingOf(41.4),
    })
    await plots.nth(0).getByText('highest 48.0').waitFor()
    await plots.nth(1).getByText('highest 3 a second').waitFor()
    await plots.nth(2).getByText('highest 41 ms').waitFor()
    expect(await plots.locator('h3').allTextContents()).toEqual(['Score', 'Link losses', 'Loop lateness'])
    const drawn = await page.evaluate<number[]>(POINTS)
    expect(drawn).toHaveLength(3)
    for (const count of drawn) expect(count).toBeGreaterThanOrEqual(2)
    // a session whose driver counts no frames: how long it is silent
    statusPublisher.set({ link: { ...linkOf(NO_LOSSES), counters: null, silentMs: 130 } })
    await plots.nth(1).getByText('130 ms', { exact: true }).waitFor()
    // a page that comes later has the minutes before
    statusPublisher.set({ run: { ...RUN, scoreSoFar: 5 }, timing: timingOf(1) })
    await plots.nth(0).getByText('5.0', { exact: true }).waitFor()
    const later = await open(SIZES[0])
    const first = later.locator('#trends .trend')
    await first.nth(0).getByText('highest 48.0').waitFor()
    expect(await first.nth(2).locator('p').textContent()).toBe('1 ms highest 41 ms')
    for (const count of await later.evaluate<number[]>(POINTS)) expect(count).toBeGreaterThanOrEqual(3)
    await later.close()
    await page.close()
  })
})

type Link = ServiceStatus['link']
const NO_LOSSES = {
  ...{ frames: 10, badCobs: 0, badCrc: 0, badLength: 0, oversize: 0, seqGaps: 0, unreadable: 0 },
  ...{ txFrames: 10, txDropped: 0, retransmits: 0, eventsDropped: 0 },
}
const linkOf = (counters: object): Link => ({
  ...{ status: 'up', device: null, silentMs: 10, controller: null, degraded: 0, last: '' },
  counters: counters as Link['counters'],
})
const SPREAD = { count: 1, p50: 1, p99: 1, p999: 1, max: 1 }
const timingOf = (lately: number): ServiceStatus['timing'] => ({
  ...{ eventLoop: SPREAD, reflex: SPREAD, stood: 0, lately },
  heartbeat: { count: 1, worstMs: 1, over120: 0, over200: 0 },
})

const SEEN = `(element) => {
  const at = element.getBoundingClientRect()
  let [top, bottom] = [document.querySelector('.top').getBoundingClientRect().bottom, innerHeight]
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (around === document.body || getComputedStyle(around).overflowY === 'visible') continue
    const box = around.getBoundingClientRect()
    ;[top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
  }
  return at.height > 0 && at.top >= top - 1 && at.bottom <= bottom + 1
}`

const POINTS = `[...document.querySelectorAll('#trends polyline')]
  .map((line) => line.getAttribute('points').split(' ').length)`

const CUT_IN_FIELD = `(() => {
  const svg = document.querySelector('svg.field')
  const panel = document.querySelector('.panel.map').getBoundingClientRect()
  const box = svg.getBoundingClientRect()
  const inside = (at, box) => at.left >= box.left - 0.5 && at.right <= box.right + 0.5 &&
    at.top >= box.top - 0.5 && at.bottom <= box.bottom + 0.5
  const parts = [...svg.querySelectorAll('rect, circle, path, polyline, text')]
  const cut = parts.filter((part) => !inside(part.getBoundingClientRect(), box))
  const all = inside(box, panel) && panel.left >= 0 && panel.right <= innerWidth ? cut : [svg]
  return { parts: parts.length, cut: all.map((part) => part.outerHTML.slice(0, 80)) }
})()`
