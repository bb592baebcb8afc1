import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { wholeNumber } from '#app/command-line/options.js'
import { openBrowser } from '#test/dashboard/browser.js'
import { openPainted } from '#test/report/browser.js'
import { REPO } from '../claims/register.js'

/**
 * How soon a browser paints the report of a run, and how large the file is: Chromium opens the report of a run of its
 * own again and again, each time with nothing kept from before. Needs Chromium and `npm run build`.
 *
 *     npm run bench:report -- --episodes 10 --loads 20 --json
 */
const USAGE = 'npm run bench:report -- --episodes N --loads N --json'
const { values } = parseArgs({
  options: {
    episodes: { type: 'string', default: '10' },
    loads: { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
})
const [episodes, loads] = [countOf('--episodes', values.episodes), countOf('--loads', values.loads)]
const scratch = mkdtempSync(join(tmpdir(), 'graft-paint-'))
const browser = await openBrowser()
try {
  const command = ['run', '--field', 'F1', '--episodes', String(episodes), '--seed', '1', '--out', scratch]
  const run = spawnSync(process.execPath, [join(REPO, 'bin/graft.js'), ...command], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`the run ended with ${run.status}: ${run.stderr}`)
  const file = join(scratch, readdirSync(scratch)[0] ?? '', 'report.html')
  const paints: number[] = []
  for (let load = 0; load < loads; load++) {
    const { page, paint } = await openPainted(browser, file)
    paints.push(paint)
    await page.context().close()
  }
  paints.sort((a, b) => a - b)
  const [median, slowest] = [Math.floor(loads / 2), loads - 1].map((i) => Math.round(paints[i] ?? Infinity))
  const megabytes = Math.round(statSync(file).size / 1e4) / 100
  console.log(
    values.json
      ? JSON.stringify({ episodes, loads, median, slowest, megabytes })
      : `${episodes} episodes, ${megabytes} MB: first contentful paint after ${median} ms at p50, ` +
          `${slowest} ms at most, of ${loads} loads`,
  )
} finally {
  await browser.close()
  rmSync(scratch, { recursive: true })
}

function countOf(option: string, text: string): number {
  try {
    return wholeNumber(1, 1000)(text)
  } catch (error) {
    process.stderr.write(`${option} ${text}: ${(error as Error).message}\nusage: ${USAGE}\n`)
    process.exit(2)
  }
}
