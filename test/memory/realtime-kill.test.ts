import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkStore } from '#adapters/store/site/check.js'
import { StoreView } from '#adapters/store/site/view-store.js'
import { must } from '#base/result.js'
import { stream } from '#base/random.js'
import { storedLessons, tasksDone } from '#memory/lesson-book.js'

const KILLS = Number(process.env['GRAFT_KILLS'] ?? 10)
const root = fileURLToPath(new URL('../..', import.meta.url))
const bundle = `${root}dist/memory-kill-${process.pid}`
const dir = mkdtempSync(join(tmpdir(), 'graft-memory-kill-'))

beforeAll(async () => {
  await build({
    entryPoints: { child: fileURLToPath(new URL('support/remember-child.ts', import.meta.url)) },
    outdir: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['@photostructure/sqlite', 'yaml', 'sharp', 'typescript', 'esbuild'],
    conditions: ['source'],
    logLevel: 'error',
  })
}, 60_000)
afterAll(() => {
  for (const folder of [bundle, dir]) rmSync(folder, { recursive: true, force: true })
})

/** Lets tasks end for a while, then kills the process. @returns the last task and the count that were promised */
async function lifeOf(milliseconds: number, lines: number): Promise<readonly number[]> {
  const child = spawn(process.execPath, [join(bundle, 'child.js'), dir], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString()
    // anywhere in what it writes next
    if (said.split('\n').length > lines + 1) setTimeout(() => child.kill('SIGKILL'), milliseconds)
  })
  await once(child, 'close')
  return (said.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
}

it(`PRAG-07: ${KILLS} kills at random moments: what a task was promised to have taught is there, whole`, async () => {
  const random = stream('memory', 4)
  let promised = 0
  for (let life = 1; life <= KILLS; life++) {
    const [task = 0, held = 0] = await lifeOf(random.next() * 30, 1 + random.int(3))
    expect(task).toBeGreaterThan(promised)
    promised = task
    const view = must(StoreView.open(dir), `the memory after kill ${life}`)
    const { lessons, problems } = storedLessons(view, 'tabletop')
    // one task may have been written and not yet acknowledged; its count and its lesson are there both, or neither
    const done = tasksDone(view, 'tabletop')
    expect([task, task + 1]).toContain(done)
    expect(lessons.map(({ evidence }) => evidence.held)).toEqual([held + done - task])
    expect(problems).toEqual([])
    expect(checkStore(view).problems).toEqual([])
    view.close()
  }
  process.stdout.write(`${KILLS} kills, ${promised} tasks promised, 0 lost\n`)
  expect(promised).toBeGreaterThanOrEqual(KILLS)
}, 300_000)
