import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { onPath } from '../needs/things.js'

/** Debian's chromium, which asks nobody for anything: what the thing `chromium` is for `needs`. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = onPath('chromium')
  if (executablePath === undefined) throw new Error('there is no chromium on PATH (apt-get install chromium)')
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-default-apps',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

export interface Watched {
  readonly page: Page
  /** errors and warnings of the page's console, and exceptions that nobody caught */
  readonly troubles: string[]
  /** every address that the page has asked for */
  readonly asked: string[]
}

export async function watchedPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Watched> {
  const page = await (await browser.newContext(options)).newPage()
  const troubles: string[] = []
  const asked: string[] = []
  page.on('console', (message) => {
    // a server that is busy says so and is asked again; the browser notes it all the same
    if (/status of 503/.test(message.text())) return
    if (['error', 'warning'].includes(message.type())) troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('request', (request) => asked.push(request.url()))
  return { page, troubles, asked }
}
