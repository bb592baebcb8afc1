import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tmpdir } from 'node:os'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { recordTerminal, screensOf } from './terminal.js'
import { screenPage } from './screen-page.js'

/**
 * Makes the recording of the README's first page from a run of its own: the terminal of `npm start`, then the report
 * that it leaves. Needs Chromium and `npm run build`; the seed is fixed, how long each line takes is not.
 *
 *     npm run docs:tour [OUT.webp]
 */
const WIDTH = 880
const HEIGHT = 560
/** Milliseconds of the run for each frame, and for how long frames of terminal and report are shown. */
const STEP = 1000
const SHOWN = 600
const READ = 1300
const LAST = 4000

const out = process.argv[2] ?? 'docs/images/tour.webp'
const folder = mkdtempSync(join(tmpdir(), 'graft-tour-'))
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
  const command = [resolve('bin/graft.js'), 'run', '--field', 'F1', '--episodes', '10', '--seed', '1']
  const terminal = await recordTerminal(process.execPath, command, folder)
  const frames: Frame[] = []
  for (const screen of await screensOf(terminal, STEP)) {
    await page.setContent(screenPage(screen, 'npm start'))
    frames.push({ picture: await page.screenshot(), delay: SHOWN })
  }
  const runs = join(folder, 'runs')
  const [run = ''] = readdirSync(runs)
  frames.push(...(await reportFrames(page, join(runs, run, 'report.html'))))
  writeFileSync(out, await animated(unlike(frames)))
  console.log(`${out}: ${frames.length} frames`)
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}

interface Frame {
  readonly picture: Buffer
  readonly delay: number
}

/** The first pages of the report, then one of its episodes, moment by moment. */
async function reportFrames(page: Page, report: string): Promise<Frame[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(pathToFileURL(report).href)
  const frames: Frame[] = []
  const shoot = async (): Promise<void> => {
    frames.push({ picture: await page.screenshot(), delay: READ })
  }
  await shoot()
  for (const part of ['.curve', '.episodes', '#episode-3', '#episode-3 .scrub']) {
    await page.evaluate(`document.querySelector('${part}').scrollIntoView()`)
    await shoot()
  }
  for (const share of [0.2, 0.4, 0.6, 0.8]) {
    await page.evaluate(`{
      const slider = document.querySelector('#episode-3 .scrub input')
      slider.value = Number(slider.min) + ${share} * (slider.max - slider.min)
      slider.dispatchEvent(new Event('input'))
    }`)
    await shoot()
  }
  return frames
}

/** Equal frames in a row are one that is shown longer, up to a limit: nobody waits for a robot in a picture. */
function unlike(frames: readonly Frame[]): Frame[] {
  const kept: Frame[] = []
  for (const frame of frames) {
    const last = kept.at(-1)
    if (last?.picture.equals(frame.picture) === true)
      kept[kept.length - 1] = { ...last, delay: Math.min(2 * SHOWN, last.delay + frame.delay) }
    else kept.push(frame)
  }
  return kept.map((frame, at) => (at === kept.length - 1 ? { ...frame, delay: LAST } : frame))
}

function animated(frames: readonly Frame[]): Promise<Buffer> {
  const delay = frames.map((frame) => frame.delay)
  return sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: 70, effort: 6, mixed: true, minSize: true, loop: 0, delay })
    .toBuffer()
}
