import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { must } from '#base/result.js'
import { needs } from '../needs/needs.js'
import { bundledChild } from './support/bundle.js'
import { killAndJudge, planKills } from './support/kills.js'
import { evenly } from './support/sample.js'
import { SUBJECTS } from './support/subjects.js'

/** Points of each store that the suite tries; `npx tsx lab/crash/main.ts` tries all. */
const POINTS = Number(process.env['GRAFT_KILL_POINTS'] ?? 8)

describe('kill -9 on entering a call that changes the state', needs('strace'), () => {
  let child: Awaited<ReturnType<typeof bundledChild>>
  let root = ''
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'graft-kill-')))
    child = await bundledChild()
  })
  afterAll(() => {
    child.remove()
    rmSync(root, { recursive: true, force: true })
  })

  for (const subject of SUBJECTS) {
    it(`${subject.name}: nothing that was acknowledged is lost, the next start goes on, nothing is actuated twice`, async () => {
      const { program } = child
      const wasm = must(readFirmware(), 'the firmware')
      const folder = join(root, subject.name)
      const plan = await planKills(program, subject, folder)
      const points = evenly(plan.points, POINTS)
      const killed = []
      for (const point of points)
        killed.push(await reached(() => killAndJudge(program, subject, folder, plan, point, wasm)))
      console.log(`${subject.name}: killed at ${killed.length} of ${plan.points.length} calls`)
      expect(plan.points.length).toBeGreaterThan(60)
      expect(new Set(plan.points.map(({ call }) => call)).size).toBeGreaterThanOrEqual(4)
      expect(killed.filter(({ broken }) => broken.length > 0)).toEqual([])
      expect(killed.filter(({ missed }) => missed)).toEqual([])
      expect(killed.some(({ acks }) => acks > 10)).toBe(true)
    }, 240_000)
  }
})

/** SQLite writes some pages or a few less, as the work falls into its transactions: a point that was passed over is tried again. */
async function reached<T extends { readonly missed: boolean; readonly broken: readonly unknown[] }>(
  kill: () => Promise<T>,
): Promise<T> {
  let judged = await kill()
  for (let again = 2; again > 0 && judged.missed && judged.broken.length === 0; again--) judged = await kill()
  return judged
}
