import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { must } from '#base/result.js'
import { stream } from '#base/random.js'
import { readPolicy } from '#app/policy.js'
import { replayInData } from '#cli/replay/data-world.js'
import { replayOnField } from '#cli/replay/field-world.js'
import { MomentWatch, type Moment } from '#cli/replay/moment.js'
import { reExecute } from '#cli/replay/re-execute.js'
import { replay } from '#cli/replay/replay.js'
import { readStoredEpisode, readStoredRun } from '#cli/replay/stored-episode.js'
import { REPO } from '#lab/architecture/source-tree.js'
import { writeReport } from '#report/write-report.js'
import { openBrowser } from '../dashboard/browser.js'
import { needs } from '../needs/needs.js'
import { library, loop, treeOf } from '../runtime/support/loop.js'

const scratch = mkdtempSync(join(tmpdir(), 'graft-scrubber-'))
let field = ''
let browser: Browser

beforeAll(async () => {
  const tree = must(readPolicy('bt/reference/best-F1.xml', library), 'the reference')
  field = (await loop({ tree, episodes: 2, faults: 'nominal', seed: 5 })).folder
}, 120_000)
afterAll(() => {
  rmSync(scratch, { recursive: true })
  rmSync(dirname(field), { recursive: true })
})

describe('the scrubber of a report', needs('chromium'), () => {
  beforeAll(async () => {
    browser = await openBrowser()
  }, 60_000)
  afterAll(() => browser.close())

  it('shows at 40 moments of a run on the field what graft replay --at shows', async () => {
    const page = await reportOf(field)
    const times = moments(await span(page, 2), 40)
    const replayed = await momentsOf(field, 2, times)
    const drawn: { readonly colours: readonly string[]; readonly robot: string | null }[] = []
    for (const [i, t] of times.entries()) {
      const there = expected(replayed[i] as Moment)
      expect(await shownAt(page, 2, t), `at ${t} ms`).toEqual(there)
      drawn.push(await drawnField(page, 2))
    }
    // the drawing is that of the beliefs, and stays while they stay
    for (const [i, { pose, facts }] of replayed.entries()) {
      const { colours, robot } = drawn[i] ?? { colours: [], robot: null }
      const zones = facts.filter(({ subject }) => subject.startsWith('zone '))
      const slots = zones.flatMap(({ text }) => text.replace(/^\w+: /, '').split(' '))
      expect(colours).toEqual(slots.map((slot) => `block ${COLOURS[slot] ?? 'none'}`))
      const [x = NaN, y = NaN] = [...(robot ?? '').matchAll(/-?[\d.]+/g)].map(Number)
      expect([x / 100, 2 - y / 100].map((each) => each.toFixed(3))).toEqual(
        [pose.x, pose.y].map((each) => each.toFixed(3)),
      )
    }
    expect(await laidOut(page, 2)).toEqual({ whole: true, wayStartsIn: true })
    expect(new Set(drawn.map(({ colours }) => colours.join())).size).toBeGreaterThanOrEqual(2)
    // what was compared is not always the same
    const frames = new Set(replayed.map(({ report }) => report?.frames.at(-1)))
    expect(frames.size).toBeGreaterThanOrEqual(4)
    expect(new Set(replayed.map(({ pose }) => `${pose.x},${pose.y}`)).size).toBeGreaterThanOrEqual(10)
    for (const t of times.slice(0, 3))
      expect(await atCommand(field, 2, t)).toEqual(plain(await momentsOf(field, 2, [t])))
  }, 300_000)

  it('shows at 40 moments of a run in the home what graft replay --at shows', async () => {
    const run = ['run', '--world', 'home', '--episodes', '2', '--out', scratch]
    const ran = spawnSync('node', [join(REPO, 'bin/graft.js'), ...run], { encoding: 'utf8', cwd: scratch })
    expect(ran.status, ran.stderr).toBe(0)
    const home = join(scratch, readdirSync(scratch)[0] ?? '')
    const page = await reportOf(home)
    const times = moments(await span(page, 2), 40)
    const replayed = await momentsOf(home, 2, times)
    for (const [i, t] of times.entries()) {
      const there = expected(replayed[i] as Moment)
      expect(await shownAt(page, 2, t), `at ${t} ms`).toEqual(there)
    }
    expect(new Set(replayed.map(({ facts }) => JSON.stringify(facts))).size).toBeGreaterThanOrEqual(4)
    const robots = new Set<unknown>()
    for (const t of times) {
      await move(page, 2, t)
      const at = `document.querySelector('#episode-2 .scrub-mark.on .robot')?.getAttribute('transform')`
      robots.add(await page.evaluate(at))
    }
    // on its way from one place to another it is at none
    expect([...robots].filter((at) => at !== undefined).length).toBeGreaterThanOrEqual(2)
  }, 400_000)

  it('follows keys, buttons, pointer and the chart; the lines in the charts follow it', async () => {
    const page = await reportOf(field)
    const slider = page.locator('#episode-2 .scrub input')
    const now = async (): Promise<number> => Number(await slider.inputValue())
    const { from, to } = await span(page, 2)
    await slider.focus()
    const pressed: number[] = []
    for (const key of ['ArrowRight', 'Shift+ArrowUp', 'ArrowLeft', 'End', 'Home']) {
      await page.keyboard.press(key)
      pressed.push((await now()) - from)
    }
    expect(pressed).toEqual([100, 120, 20, to - from, 0])
    await page.keyboard.press('PageDown')
    expect(await now()).toBe(from)
    await page.keyboard.press('PageUp')
    const change = await now()
    expect(change).toBeGreaterThan(from)
    await page.click('#episode-2 [data-jump="1"]')
    expect(await now()).toBeGreaterThan(change)
    await page.click('#episode-2 [data-jump="-1"]')
    expect(await now()).toBe(change)
    const chart = page.locator('#episode-2 .gantt')
    const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 }
    await chart.click({ position: { x: width / 2, y: height / 2 } })
    const half = await now()
    expect(Math.abs(half - (from + Number(await slider.getAttribute('data-end')) / 2))).toBeLessThan(100)
    const line = await page.locator('#episode-2 .gantt .scrub-now').getAttribute('x1')
    expect(Math.abs(Number(line?.replace('%', '')) - 50)).toBeLessThan(0.2)
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\d+\.\d\d seconds, MoveToZone/)
  }, 60_000)

  it('ends with what failed: a refused step is marked failed in the tree, and has a bar that can be seen', async () => {
    const tree = treeOf(
      '<Sequence><Action ID="MoveToZone" position="1" zone="1"/><Action ID="RotateBlocks" mask="1111"/></Sequence>',
    )
    const { folder } = await loop({ tree, episodes: 1 })
    const page = await reportOf(folder)
    await page.setViewportSize({ width: 360, height: 800 })
    const { to } = await span(page, 1)
    const ended = async (t: number): Promise<unknown> =>
      (await shownAt(page, 1, t)).tree.map(([label, status]) => [label.split(' ')[0], status])
    const atEnd = [
      ['Sequence', 'FAILURE'],
      ['MoveToZone', 'SUCCESS'],
      ['RotateBlocks', 'FAILURE'],
    ]
    expect(await ended(to)).toEqual(atEnd)
    // right before, it is what graft replay --at says of it: the tree is at rest
    const [moment] = await momentsOf(folder, 1, [to - 1])
    expect((await shownAt(page, 1, to - 1)).tree).toEqual(expected(moment as Moment).tree)
    for (const [chart, bar] of [
      ['.scrub-strip', '.failure'],
      ['.gantt', '.leaf-bar.failure'],
    ]) {
      const boxOf = async (selector: string): Promise<{ x: number; width: number }> =>
        (await page.locator(`#episode-1 ${selector}`).last().boundingBox()) ?? { x: NaN, width: NaN }
      const [around, seen] = [await boxOf(`${chart}`), await boxOf(`${chart} ${bar}`)]
      expect(seen.width, chart).toBeGreaterThanOrEqual(1.5)
      expect(seen.x + seen.width, chart).toBeLessThanOrEqual(around.x + around.width + 0.01)
    }
    rmSync(dirname(folder), { recursive: true })
  }, 60_000)

  it('plays to the end, and stops when it is moved', async () => {
    const page = await reportOf(field)
    const { to } = await span(page, 1)
    const play = page.locator('#episode-1 .scrub-play')
    await move(page, 1, to - 400)
    await play.click()
    const slider = page.locator('#episode-1 .scrub input')
    await vi.waitFor(async () => expect(await slider.inputValue()).toBe(String(to)), 30_000)
    expect(await play.getAttribute('aria-pressed')).toBe('false')
    await play.click()
    expect(await play.getAttribute('aria-pressed')).toBe('true')
    await slider.press('Home')
    expect(await play.getAttribute('aria-pressed')).toBe('false')
  }, 60_000)

  it('is not there without scripts', async () => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(pathToFileURL(must(await writeReport(field), 'the report')).href)
    expect(await page.locator('.scrub').count()).toBe(2)
    expect(await page.locator('.scrub').first().isVisible()).toBe(false)
  }, 60_000)

  it('shows tree and pictures of a run without a record of moments, and says what is missing', async () => {
    const old = join(scratch, 'old')
    must(await writeReport(field), 'the report')
    cpSync(field, old, { recursive: true })
    for (const episode of ['01', '02']) rmSync(join(old, 'episodes', episode, 'moments.jsonl'))
    const page = await reportOf(old)
    const [t = 0] = moments(await span(page, 2), 1)
    const [moment] = await momentsOf(field, 2, [t])
    const there = expected(moment as Moment)
    const { tree, frame, ...others } = await shownAt(page, 2, t)
    const began = there.tree.filter(([, status]) => status !== 'IDLE')
    expect(tree.filter(([, status]) => status !== 'IDLE').map(([, status]) => status)).toEqual(
      began.map(([, status]) => status),
    )
    expect([frame, others.pose, others.facts]).toEqual([there.frame, '', []])
    expect(await page.locator('#episode-2 .scrub').innerText()).toContain('is not in the record of episode 2')
    rmSync(old, { recursive: true })
  }, 60_000)
})

/** What a page shows at a moment, or a replay. */
interface Shown {
  readonly frame: string
  readonly pose: string
  readonly unit: string
  readonly tree: readonly (readonly [label: string, status: string])[]
  readonly facts: readonly (readonly [subject: string, text: string])[]
}

async function reportOf(folder: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1000, height: 800 } })).newPage()
  await page.goto(pathToFileURL(must(await writeReport(folder), 'the report')).href)
  return page
}

const span = (page: Page, episode: number): Promise<{ readonly from: number; readonly to: number }> =>
  page.evaluate(`(() => {
    const { min, max } = document.querySelector('#episode-${episode} .scrub input')
    return { from: Number(min), to: Number(max) }
  })()`)

const moments = ({ from, to }: { readonly from: number; readonly to: number }, count: number): number[] => {
  const random = stream(19, 'scrubber')
  return Array.from({ length: count }, () => from + random.int(to - from))
}

const move = (page: Page, episode: number, t: number): Promise<void> =>
  page.evaluate(`(() => {
    const slider = document.querySelector('#episode-${episode} .scrub input')
    slider.value = '${t}'
    slider.dispatchEvent(new Event('input'))
  })()`)

async function shownAt(page: Page, episode: number, t: number): Promise<Shown> {
  await move(page, episode, t)
  return page.evaluate(`(() => {
    const scrub = document.querySelector('#episode-${episode} .scrub')
    const textOf = (selector) => scrub.querySelector(selector)?.textContent ?? ''
    const frame = scrub.querySelector('.scrub-picture').dataset.frame
    const film = document.querySelector('#episode-${episode} .film [data-frame="' + frame + '"] img')
    const picture = scrub.querySelector('.scrub-picture img')
    return {
      frame: film?.src === picture?.src ? frame : 'another picture',
      pose: textOf('.scrub-pose'),
      unit: textOf('.scrub-unit'),
      tree: [...scrub.querySelectorAll('.scrub-tree li')].map((row) => [
        row.querySelector('.scrub-name').textContent,
        row.dataset.status,
      ]),
      facts: [...scrub.querySelectorAll('.scrub-facts dl div')]
        .filter((row) => !row.hidden)
        .map((row) => [...row.children].map((child) => child.textContent)),
    }
  })()`)
}

/** The blocks of the field as they are drawn, from slot to slot, and where the robot is. */
const drawnField = (
  page: Page,
  episode: number,
): Promise<{ readonly colours: readonly string[]; readonly robot: string | null }> =>
  page.evaluate(`(() => {
    const field = document.querySelector('#episode-${episode} .scrub .field')
    return {
      colours: [...field.querySelectorAll('.block')].map((block) => block.getAttribute('class')),
      robot: field.querySelector('.robot')?.getAttribute('transform') ?? null,
    }
  })()`)

/** Whether the view shows the whole ground, with its margin, and the way begins on it. */
const laidOut = (page: Page, episode: number): Promise<unknown> =>
  page.evaluate(`(() => {
    const field = document.querySelector('#episode-${episode} .scrub .field')
    const [ground, way] = ['.ground', '.scrub-way'].map((name) => field.querySelector(name))
    const { x, y, width, height } = field.viewBox.baseVal
    const size = ground.getBBox()
    const start = way.points[0].matrixTransform(way.transform.baseVal.consolidate().matrix)
    return {
      whole: [x, y, width - size.width, height - size.height].join() === '-4,-4,8,8',
      wayStartsIn: start.x > 0 && start.x < size.width && start.y > 0 && start.y < size.height,
    }
  })()`)

const COLOURS: Readonly<Record<string, string>> = { blue: 'blue', orange: 'orange', block: 'unknown' }

/** The same of a replay. What is believed not to be so, a page counts. */
function expected({ tree, facts, pose, report, unit }: Moment): Shown {
  const { x, y, theta } = pose
  const degrees = ((theta * 180) / Math.PI).toFixed(1).replace('-0.0', '0.0')
  const inOrder = new Map(facts.map(({ subject, text }) => [subject, text]))
  return {
    frame: report?.frames.at(-1) ?? '',
    pose: Number.isFinite(x) ? `x ${x.toFixed(3)} m, y ${y.toFixed(3)} m, ${degrees}°` : '',
    unit,
    tree: tree.nodes.map(({ label, status }) => [label.replace(/^SubTree:(\S+)(?: "\1")?/, '$1'), status]),
    facts: [...inOrder].filter(([subject, text]) => subject !== 'pose' && text !== 'no'),
  }
}

/** What `graft replay --at` says of each time, in one replay: the state of the newest turn up to then. */
async function momentsOf(folder: string, episode: number, times: readonly number[]): Promise<Moment[]> {
  const run = must(readStoredRun(folder), 'the run')
  const inWorld = run.manifest.key.startsWith('home')
  const world = inWorld
    ? must(await replayInData(run.manifest, undefined, () => undefined), 'the home')
    : replayOnField(library)
  const stored = must(readStoredEpisode(run, episode, world.library), 'the episode')
  const watch = new MomentWatch(stored.record.treeHash)
  const found = new Map<number, Moment>()
  await reExecute(stored, world, {
    prepared: (shown) => watch.prepared(shown),
    event: (event) => watch.event(event),
    step: (step) => watch.step(step),
    command: (entry) => watch.command(entry),
    refusal: (refusal) => watch.refusal(refusal),
    turn: (t) => {
      const moment = watch.now(t)
      for (const time of times) if (t <= time && moment !== undefined) found.set(time, moment)
    },
  })
  return times.map((time) => found.get(time) as Moment)
}

const plain = ([moment]: readonly Moment[]): unknown => JSON.parse(JSON.stringify(moment))

/** What the command itself prints. */
async function atCommand(folder: string, episode: number, at: number): Promise<unknown> {
  let printed = ''
  const io = { out: { write: (text: string) => (printed += text) }, err: { write: () => 0 }, env: {} }
  const options = { episode, at, json: true, out: dirname(folder) }
  expect(await replay(basename(folder), options, io as never)).toBe(0)
  const { type, episode: of, ...moment } = JSON.parse(printed) as Record<string, unknown>
  expect([type, of]).toEqual(['moment', episode])
  return moment
}
