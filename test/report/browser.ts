import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { watchedPage, type Watched } from '../dashboard/browser.js'

/** Opens a report, at an address within it if there is one. */
export async function openReport(
  browser: Browser,
  { file, hash = '', ...options }: BrowserContextOptions & { readonly file: string; readonly hash?: string },
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(`${pathToFileURL(file).href}${hash}`)
  return page
}

/** Opens a report as for the first time. @returns with `paint`: ms from the start to the first contentful paint */
export async function openPainted(
  browser: Browser,
  file: string,
): Promise<Watched & { readonly paint: number }> {
  const watched = await watchedPage(browser, { viewport: { width: 1440, height: 800 } })
  await watched.page.goto(pathToFileURL(file).href)
  return { ...watched, paint: await watched.page.evaluate<number>(PAINT) }
}

/** A page is loaded before its first frame is shown: the entry may come later. */
const PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
  }).observe({ type: 'paint', buffered: true })
})`

/** Waits until nothing scrolls any more. */
export async function stands(page: Page): Promise<void> {
  const offset = (): Promise<number> => page.evaluate('scrollY')
  for (let [still, was] = [0, await offset()]; still < 5;) {
    await page.waitForTimeout(60)
    const now = await offset()
    still = now === was ? still + 1 : 0
    was = now
  }
}

/**
 * @returns how many pixels each of these stands below where the page puts what it goes to, once nothing scrolls any more;
 * 0 for one that stands lower because the page ends
 */
export async function offPlace(page: Page, ids: readonly string[]): Promise<number[]> {
  await stands(page)
  return page.evaluate(`((ids) => {
    const place = document.querySelector('nav').getBoundingClientRect().bottom + ${GAP}
    const atEnd = document.documentElement.scrollHeight - innerHeight - scrollY < 1
    return ids.map((id) => {
      const { top } = document.getElementById(id).getBoundingClientRect()
      return atEnd && top > place && top < innerHeight ? 0 : top - place
    })
  })(${JSON.stringify(ids)})`)
}

/** the gap that the page leaves between its bar and what it has gone to */
const GAP = 12

/**
 * What reaches beyond the screen, or beyond a box that hides the rest or makes one scroll; text of charts, too. What is
 * only read aloud is not seen.
 */
export const CUT = `[...document.querySelectorAll('body *:not(.scrub-said)')].filter((e) => e.checkVisibility()).flatMap((e) => {
  const { left, right } = e.getBoundingClientRect()
  const inChart = e.closest('svg') !== null && e.tagName !== 'svg'
  if (inChart && (e.tagName !== 'text' || e.closest('.marks, .world-map'))) return []
  const wide = !inChart && getComputedStyle(e).display !== 'inline' && e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1
  const outside = right > innerWidth + 1 || left < -1
  return wide || outside ? e.tagName + '.' + (e.className.baseVal ?? e.className) + ': ' + e.textContent.trim().slice(0, 40) : []
})`

/** Figures and names of a chart that lie on each other. */
export const OVERPRINTED = `[...document.querySelectorAll('svg.gantt, .curve svg')].flatMap((chart) => {
  const texts = [...chart.querySelectorAll('text')].filter((e) => e.checkVisibility()).map((e) => [e.textContent, e.getBoundingClientRect()])
  return texts.flatMap(([a, p], i) => texts.slice(i + 1).flatMap(([b, q]) =>
    Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4
      ? a + ' on ' + b : []))
})`
