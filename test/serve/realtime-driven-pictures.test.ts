import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { EventOf, StatusEvent } from '#runtime/status/status-event.js'
import { openBrowser } from '../dashboard/browser.js'
import { needs } from '../needs/needs.js'
import { Service } from './support/service.js'

/** A picture that whoever drives sees is no older, ms of the robot's own time. */
const OLDEST = 2000

let service: Service
let driving: NodeJS.Timeout
afterEach(async () => {
  clearInterval(driving)
  await service.close()
})

/**
 * Somebody drives until the test is over, and is heard whatever else is asked meanwhile.
 * @param watch what is done before
 */
async function drive(
  config: string,
  command: 'teleop.drive' | 'teleop.alive',
  params: object,
  watch = async (): Promise<unknown> => undefined,
): Promise<void> {
  const lines = ['robot: { pace: real, faults: none }', 'teleop: { windowMs: 2000 }', config]
  service = new Service(lines.join('\n'), { page: true })
  await service.start()
  await watch()
  const { session } = await service.ask('teleop.begin')
  await service.arm()
  await service.status('somebody drives', ({ activity }) => activity === 'teleop')
  driving = setInterval(() => void service.try(command, { session, ...params }), 200)
}

const SIDEWAYS = { vx: 0, vy: -0.03, wz: 0 }

/** Everything of these kinds that has happened so far. */
const happened = async <K extends StatusEvent['kind']>(...kinds: K[]): Promise<EventOf<K>[]> => {
  const all: StatusEvent[] = []
  for (;;) {
    const params = { after: all.at(-1)?.seq ?? 0, limit: 500 }
    const { news } = (await service.ask('news', params)) as unknown as { news: StatusEvent[] }
    if (news.length === 0) break
    all.push(...news)
  }
  return all.filter((one): one is EventOf<K> => (kinds as string[]).includes(one.kind))
}

const count = async (kind: StatusEvent['kind'], least: number): Promise<boolean> =>
  (await happened(kind)).length >= least

describe('who drives by hand sees where the robot is, and what it sees', () => {
  it('on the field: no picture is older than two seconds of its own time, and the pose moves', async () => {
    await drive('', 'teleop.drive', SIDEWAYS)
    await service.until('it was driven for five seconds', () => count('pose', 26))
    const events = await happened('pose', 'picture')
    const first = events.findIndex(({ kind }) => kind === 'picture')
    expect(events.slice(0, first).length).toBeLessThanOrEqual(OLDEST / 200)
    let taken = 0
    const ages = events.slice(first).flatMap((event) => {
      if (event.kind === 'picture') taken = event.t
      return event.kind === 'pose' ? [event.t - taken] : []
    })
    expect(ages.length).toBeGreaterThanOrEqual(16)
    // a computer that does something else for a while makes a picture late, not all of them
    expect(ages.filter((age) => age >= OLDEST).length).toBeLessThanOrEqual(ages.length / 10)
    const ys = events.flatMap((event) => (event.kind === 'pose' ? [event.y] : []))
    expect(Math.min(...ys)).toBeLessThan((ys[0] ?? 0) - 0.05)
  }, 120_000)

  it('in a world whose robot has pictures', { ...needs('MuJoCo'), timeout: 120_000 }, async () => {
    await drive('world: { name: tabletop }', 'teleop.alive', {})
    await service.until('there are pictures', () => count('picture', 6))
    const times = (await happened('picture')).map(({ t }) => t)
    // how many a second depends on what draws them: each is of a later moment
    expect(times.slice(1).map((t, i) => t > (times[i] ?? 0))).not.toContain(false)
  })
})

describe('on the page', needs('chromium'), () => {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await openBrowser()
    page = await browser.newPage()
  }, 60_000)
  afterAll(() => browser.close())

  it('picture after picture comes, and the robot moves on its field', async () => {
    await drive('', 'teleop.drive', SIDEWAYS, async () => page.goto((await service.page('/')).url))
    const [pictures, places, ages] = [new Set<string>(), new Set<string>(), [] as number[]]
    await service.until('five pictures were shown', async () => {
      const shown = await page.evaluate<[string?, string?, string?]>(SHOWN)
      const [picture, place, age = ''] = shown
      if (picture !== undefined) pictures.add(picture)
      if (place !== undefined) places.add(place)
      const [, old] = /simulated · ([\d.]+) s old/.exec(age) ?? []
      if (pictures.size > 1 && old !== undefined) ages.push(Number(old))
      return pictures.size >= 5 && places.size >= 5
    })
    await page.locator('#trends', { hasText: /Loop lateness ?\d+ ms/ }).waitFor()
    expect(ages.length).toBeGreaterThan(0)
    // the oldest picture would be one that stood when somebody began to drive; a median says what is usual
    expect(ages.sort((a, b) => a - b)[Math.floor(ages.length / 2)]).toBeLessThan(OLDEST / 1000)
  }, 120_000)
})

const SHOWN = `[
  document.querySelector('#picture img')?.src,
  document.querySelector('svg.field .robot')?.getAttribute('transform'),
  document.querySelector('#camera-age')?.textContent,
]`
