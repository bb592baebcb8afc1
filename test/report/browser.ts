import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Opens a report, at an address within it if there is one. */
export async function openReport(
  browser: Browser,
  { file, hash = '', ...options }: BrowserContextOptions & { readonly file: string; readonly hash?: string },
): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(`${pathToFileURL(file).href}${hash}`)
  return page
}

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
