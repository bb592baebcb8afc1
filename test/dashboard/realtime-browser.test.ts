import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Dashboard } from '#service/dashboard/dashboard.js'
import { must } from '#base/result.js'
import { SHIPPED_FIELDS } from '#config/field/choose-fields.js'
import { loadFieldFile } from '#config/field/field-file.js'
import type { OrderStatus, RunStatus } from '#runtime/status/service-status.js'
import { needs } from '../needs/needs.js'
import { openBrowser, watchedPage, type Watched } from './browser.js'
import { dashboardOf } from './support.js'
import { fakePublisher, treeParts } from './status-source.js'

const HOSTILE = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>\u202Egpj`
const RUN: RunStatus = {
  key: 'F1-s1',
  field: 'F1',
  seed: 1,
  episode: 3,
  episodes: 10,
  unit: 'zone 1',
  t: 0,
  scoreSoFar: 62.4,
  scores: [37.2, 160.2],
  endReasons: ['tree-success', 'home-reached'],
  best: 2,
}

const ORDER: OrderStatus = {
  order: `bring me the milk ${HOSTILE}`,
  by: 'ada',
  state: 'planned',
  id: '4f2a',
  understood: `the milk is on the kitchen table ${'and nothing else was moved '.repeat(8)}`,
  choices: [],
  steps: [
    { text: 'walk to the fridge', state: 'done' },
    { text: 'open the fridge', state: 'running' },
    { text: 'take the milk', state: 'open' },
  ],
  why: '',
}

let browser: Browser
let dashboard: Dashboard
const statusPublisher = fakePublisher()
const open = new Set<Watched>()

beforeAll(async () => {
  browser = await openBrowser()
  const field = must(await loadFieldFile(SHIPPED_FIELDS[0]?.file ?? ''), 'F1')[0]?.map
  dashboard = await dashboardOf(statusPublisher, {
    // a task of a world is no field
    field: () => (statusPublisher.status().run?.field.includes('/') === true ? null : (field ?? null)),
    episodes: () => [
      {
        run: HOSTILE,
        episode: 1,
        field: 'F1',
        score: 37.2,
        endReason: 'tree-success',
        treeHash: 'a',
      },
    ],
  })
}, 60_000)

afterAll(async () => {
  await browser.close()
  await dashboard.close()
})

const look = async (at: { width: number; height: number }, dark = false): Promise<Watched> => {
  const watched = await watchedPage(browser, { viewport: at, colorScheme: dark ? 'dark' : 'light' })
  open.add(watched)
  await watched.page.goto(dashboard.url)
  await watched.page.getByText('live', { exact: true }).waitFor()
  return watched
}

const WIDE = { width: 1440, height: 900 }

describe('dashboard in a browser', needs('chromium'), () => {
  it('shows what the service says, as it says it', async () => {
    const seen = await look(WIDE)
    const { page } = seen
    expect(await page.locator('#mode').textContent()).toBe('SAFE')
    statusPublisher.set({
      mode: 'RUNNING',
      activity: 'running',
      armedBy: 'ada',
      run: RUN,
      tree: treeParts(8),
    })
    await page.locator('#mode', { hasText: 'RUNNING' }).waitFor()
    await page.locator('#tree-running', { hasText: 'LowerLift' }).waitFor()
    expect(await page.locator('#tree li').count()).toBe(22)
    expect(await page.locator('#tree li.path').allTextContents()).toHaveLength(5)
    statusPublisher.set({ tree: treeParts(12) })
    await page.locator('#tree-running', { hasText: 'MoveToZone zone=2' }).waitFor()
    expect(await page.locator('#tree li[data-status=FAILURE]').count()).toBe(1)
    await page.locator('.figure b', { hasText: '62.4' }).waitFor()
    statusPublisher.publish({ kind: 'log', level: 'warn', source: 'store', text: 'the disk is slow' })
    await page.locator('#log li.warn', { hasText: 'the disk is slow' }).waitFor()
    statusPublisher.publish({ kind: 'pose', episode: 3, t: 0, x: 1.25, y: 0.5, theta: 0 })
    await page.locator('#map-name', { hasText: 'x 1.25 m' }).waitFor()
    expect(await page.locator('svg.field .zone').count()).toBe(8)
    statusPublisher.set({ facts: [{ subject: 'zone 2', text: 'unload: block blue orange ·' }] })
    await page.locator('svg.field .zone.unload .block.orange').waitFor()
    const fills = await page.evaluate<string[]>(
      `[...document.querySelectorAll('svg.field .zone.unload')]
        .find((zone) => zone.querySelector('.orange') !== null)
        .querySelectorAll('rect')
        .values().map((rect) => getComputedStyle(rect).fill).toArray()`,
    )
    // zone, unknown, blue, orange, nothing: each can be told from the others
    expect(new Set(fills).size).toBe(5)
  })

  it('shows pictures, alarms and a lost link with its seconds', async () => {
    const seen = await look(WIDE)
    const { page } = seen
    const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    statusPublisher.setPicture({ id: 'p1', at: 0, width: 64, height: 48, jpeg })
    statusPublisher.publish({ kind: 'picture', id: 'p1', t: 0, width: 64, height: 48 })
    const image = page.locator('#picture img')
    await image.waitFor()
    expect(await image.evaluate((element: { naturalWidth?: number }) => element.naturalWidth)).toBe(64)
    const record = {
      t: 0 as never,
      mode: 'final',
      step: 0,
      reasons: ['severity'],
      s: 0.8,
      c: 0.9,
      text: 'look',
    } as const
    statusPublisher.set({
      alarms: [
        { id: 'R/1/1', at: 0, run: 'R', episode: 1, record, acknowledged: null },
        ...[null, { by: 'ann', at: 0, note: '' }].map((acknowledged, n) => ({
          ...{ id: `R/1/${n + 2}`, at: 0, run: 'R', episode: 1, record, acknowledged },
          closed: { at: 0, why: 'not there' },
        })),
      ],
      link: {
        status: 'lost',
        device: null,
        silentMs: 2000,
        counters: null,
        controller: null,
        degraded: 0,
        last: '',
      },
    })
    await page.getByText('2 alarms are waiting to be acknowledged; the cause of 1 lasts.').waitFor()
    expect(await page.locator('#alarm-count').textContent()).toBe(
      '1 active unacknowledged · 1 returned unacknowledged · 1 gone',
    )
    expect(await page.locator('#alarms .mark').allTextContents()).toEqual([
      ...['active unacknowledged', 'returned unacknowledged', 'gone'],
    ])
    expect(await page.locator('#alarms code').allTextContents()).toEqual([
      ...['graft console alarm ack R/1/1', 'graft console alarm ack R/1/2'],
    ])
    await page.getByText(/Link lost, [3-9] s/).waitFor()
    statusPublisher.set({
      alarms: [],
      link: {
        status: 'up',
        device: null,
        silentMs: 10,
        counters: null,
        controller: null,
        started: 'watchdog reset',
        degraded: 0,
        last: '',
      },
    })
    await page.getByText(/Link lost/).waitFor({ state: 'detached' })
    await page.getByText('start of the controller: watchdog reset').waitFor()
  })

  it('a person drives before any run: the field is drawn, the robot moves on it, the picture is new', async () => {
    const { page } = await look(WIDE)
    const { run, activity } = statusPublisher.status()
    statusPublisher.set({ run: null, activity: 'teleop' })
    await page.locator('#activity', { hasText: 'driven by an operator' }).waitFor()
    const seen = new Set<string | null>()
    for (const x of [0.5, 0.6, 0.7]) {
      statusPublisher.publish({ kind: 'pose', episode: 0, t: 0, x, y: 0.5, theta: 0 })
      await page.locator('#map-name', { hasText: `x ${x.toFixed(2)} m` }).waitFor()
      seen.add(await page.locator('svg.field .robot').getAttribute('transform'))
    }
    expect(seen.size).toBe(3)
    expect(await page.locator('svg.field .trail').getAttribute('points')).toMatch(/( |^)50,.* 70,/)
    statusPublisher.set({ run, activity })
  })

  it('takes hostile text for text, everywhere', async () => {
    const seen = await look(WIDE)
    const { page } = seen
    const node = { path: '/', depth: 0, label: HOSTILE, kind: 'action', status: 'RUNNING' } as const
    const record = {
      t: 0 as never,
      mode: 'final',
      step: 0,
      reasons: [HOSTILE as never],
      s: 0.8,
      c: 0.9,
      text: HOSTILE,
    } as const
    const alarm = {
      id: HOSTILE,
      at: 0,
      run: HOSTILE,
      episode: 1,
      record,
      acknowledged: { by: HOSTILE, at: 0, note: HOSTILE },
    }
    statusPublisher.set({
      armedBy: HOSTILE,
      run: { ...RUN, key: HOSTILE, unit: HOSTILE },
      tree: { hash: HOSTILE, name: HOSTILE, nodes: [node] },
      facts: [{ subject: HOSTILE, text: HOSTILE }],
      blackboard: [{ key: HOSTILE, value: HOSTILE }],
      alarms: [alarm],
      models: [{ role: 'critic', id: HOSTILE, state: 'failed', text: HOSTILE }],
      health: [{ id: HOSTILE, state: 'failed', critical: true, ageMs: 1, deadlineMs: 1, text: HOSTILE }],
      policy: { field: HOSTILE, active: HOSTILE, trial: null },
      link: {
        status: 'up',
        device: HOSTILE,
        silentMs: 1,
        counters: null,
        controller: null,
        degraded: 0,
        last: '',
      },
      camera: { source: HOSTILE, state: 'stale', ageMs: 1, frames: 1, restarts: 0, text: HOSTILE },
    })
    statusPublisher.publish({ kind: 'log', level: 'info', source: HOSTILE, text: HOSTILE })
    await page.locator('#log li', { hasText: 'onerror' }).waitFor()
    await page.locator('#tree li', { hasText: 'onerror' }).waitFor()
    const shown = (await page.locator('body').innerText()).split('onerror=').length - 1
    expect(shown).toBeGreaterThanOrEqual(15)
    expect(await page.locator('body').innerText()).not.toContain('\u202E')
    expect(await page.locator('script').count()).toBe(1)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.title()).not.toBe('owned')
    statusPublisher.set({
      run: RUN,
      tree: treeParts(8),
      alarms: [],
      health: [],
      policy: null,
      facts: [],
      blackboard: [],
      models: [],
    })
  })

  it('without a map it draws none, and shows alarms whole', async () => {
    const seen = await look(WIDE)
    const { page } = seen
    const record = { t: 0 as never, mode: 'initial', step: 0, reasons: ['twin_refuses'], s: 1, c: 1 } as const
    const text =
      'the twin refuses this tree: the gripper is full: put what it holds down before that. '.repeat(3)
    const alarm = (n: number) => ({
      id: `R/1/${n}`,
      at: 0,
      run: 'R',
      episode: 1,
      record: { ...record, text },
    })
    statusPublisher.set({
      run: {
        ...RUN,
        field: 'home/tidy',
        episodes: 1,
        episode: 1,
        scores: [-33.1],
        endReasons: ['tree-failure'],
      },
      activity: 'idle',
      alarms: [1, 2, 3].map((n) => ({ ...alarm(n), acknowledged: null })),
    })
    await page.locator('#score-of', { hasText: 'task home/tidy' }).waitFor()
    await page.locator('.panel.map').waitFor({ state: 'hidden' })
    expect(await page.locator('#alarms b').allTextContents()).toEqual(
      Array(3).fill('the twin refuses the tree'),
    )
    const [list, card] = await Promise.all(
      ['#alarms', '#alarms li'].map((at) => page.locator(at).first().boundingBox()),
    )
    expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0))
    expect(list?.height).toBeGreaterThan(180)
    // one episode is one tick of the axis, and its dot is not the best where the run names none
    expect(await page.locator('svg.curve text.tick[text-anchor=middle]').allTextContents()).toEqual(['1'])
    expect(await page.locator('svg.curve circle.best').count()).toBe(0)
    statusPublisher.set({ run: RUN, activity: 'running', alarms: [] })
    await page.locator('svg.field').waitFor()
  })

  it.each([
    ['a phone', { width: 360, height: 640 }, true],
    ['a tablet', { width: 820, height: 1180 }, false],
    ['a wide screen', { width: 2200, height: 1200 }, true],
  ] as const)('fits %s: nothing sticks out', async (_, size, dark) => {
    const seen = await look(size, dark)
    // the map is asked for on its own, and its panel is hidden until it is there
    await seen.page.locator('svg.field').waitFor()
    for (const order of [null, ORDER]) {
      statusPublisher.set({ order })
      await seen.page.locator('#order-panel').waitFor({ state: order === null ? 'hidden' : 'visible' })
      expect(await seen.page.evaluate(STICKING_OUT)).toEqual([])
      expect(await seen.page.evaluate('document.documentElement.scrollWidth')).toBe(size.width)
    }
    statusPublisher.set({ order: null })
  })

  it('shows an order as text, its steps, and the command that confirms it', async () => {
    statusPublisher.set({ order: ORDER })
    const { page } = await look(WIDE)
    await page.locator('#order-state', { hasText: 'waits to be confirmed' }).waitFor()
    // above the tree, where it is seen
    const [order, tree] = await Promise.all(
      ['.panel.order', '.panel.tree'].map((at) => page.locator(at).boundingBox()),
    )
    expect((order?.y ?? Infinity) + (order?.height ?? 0)).toBeLessThanOrEqual(tree?.y ?? 0)
    expect(await page.locator('#order p').first().textContent()).toContain(
      HOSTILE.replace('\u202E', '\uFFFD'),
    )
    expect(await page.locator('#order li').allTextContents()).toEqual([
      'walk to the fridge (done)',
      'open the fridge (running)',
      'take the milk',
    ])
    expect(await page.locator('#order p.nothing').textContent()).toBe(
      'graft console do confirm 4f2a carries it out',
    )
    expect(await page.title()).not.toBe('owned')
    statusPublisher.set({ order: null })
    await page.locator('#order-panel').waitFor({ state: 'hidden' })
  })

  it('has enough contrast, by day and by night', async () => {
    for (const dark of [false, true]) {
      const seen = await look(WIDE, dark)
      const ratios = await seen.page.evaluate<Record<string, number>>(CONTRASTS)
      expect(Object.keys(ratios)).toHaveLength(8)
      expect(Object.entries(ratios).filter(([, ratio]) => ratio < 4.5)).toEqual([])
    }
  })

  it('says for how long the connection is lost, and comes back by itself', async () => {
    const own = await dashboardOf(statusPublisher)
    const { page } = await watchedPage(browser, { viewport: WIDE })
    await page.goto(own.url)
    await page.getByText('live', { exact: true }).waitFor()
    await own.close()
    await page.getByText(/Connection lost, [1-9]\d* s/).waitFor()
    const again = await dashboardOf(statusPublisher, { listen: `127.0.0.1:${own.port}` })
    await page.getByText('live', { exact: true }).waitFor()
    expect(await page.getByText(/Connection lost/).count()).toBe(0)
    await again.close()
  })

  it('asked nobody but the service, and had nothing to complain of', () => {
    const asked = [...open].flatMap((watched) => watched.asked)
    expect(asked.length).toBeGreaterThanOrEqual(100)
    expect(asked.filter((url) => !url.startsWith(`${dashboard.url}/`))).toEqual([])
    expect([...open].flatMap(({ troubles }) => troubles)).toEqual([])
  })
})

/** What reaches beyond the right edge, and panels that have collapsed. */
const STICKING_OUT = `[...document.querySelectorAll('body *')]
  .filter((e) => e.closest('[hidden]') === null)
  .filter((e) => e.closest('svg') === null || e.tagName === 'svg')
  .map((e) => [e, e.getBoundingClientRect()])
  .filter(([e, at]) => at.right > innerWidth + 0.5 || (e.matches('.panel') && at.height < 40))
  .map(([e, at]) => e.tagName + '#' + e.id + '.' + e.getAttribute('class') + ' to ' + at.right + ': ' + e.textContent.slice(0, 60))`

/** WCAG contrast of each ink on the ground that it stands on, computed by the page from its own colours. */
const CONTRASTS = `(() => {
  const style = getComputedStyle(document.documentElement)
  const probe = document.body.appendChild(document.createElement('i'))
  const luminance = (name) => {
    probe.style.color = style.getPropertyValue(name)
    const [r, g, b] = getComputedStyle(probe).color.match(/[\\d.]+/g).map((n) => {
      const c = n / 255
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const pairs = [['ink', 'card'], ['quiet', 'card'], ['quiet', 'paper'], ['quiet', 'soft'], ['leaf', 'leaf-soft'],
    ['amber', 'amber-soft'], ['rose', 'rose-soft'], ['blue', 'card']]
  const ratios = Object.fromEntries(pairs.map(([ink, ground]) => {
    const [a, b] = [luminance('--' + ink), luminance('--' + ground)].sort((x, y) => y - x)
    return [ink + ' on ' + ground, (a + 0.05) / (b + 0.05)]
  }))
  probe.remove()
  return ratios
})()`
