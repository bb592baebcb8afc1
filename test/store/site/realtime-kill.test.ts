import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkStore } from '#adapters/store/site/check.js'
import { StoreView } from '#adapters/store/site/view-store.js'
import { must } from '#base/result.js'
import { stream } from '#base/random.js'
import { foldPolicy, onTrial } from '#learning/policy/fold.js'
import { readPolicyEvent } from '#learning/policy/events.js'

const KILLS = Number(process.env['GRAFT_KILLS'] ?? 12)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const bundle = `${root}dist/site-kill-${process.pid}`
const dir = mkdtempSync(join(tmpdir(), 'graft-site-kill-'))

beforeAll(async () => {
  await build({
    entryPoints: {
      child: fileURLToPath(new URL('support/kill-child.ts', import.meta.url)),
      // the store's thread looks for its program beside itself
      program: `${root}src/adapters/store/site/writer/program.ts`,
    },
    outdir: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['@photostructure/sqlite', 'yaml', 'sharp'],
    logLevel: 'error',
  })
}, 60_000)
afterAll(() => {
  for (const folder of [bundle, dir]) rmSync(folder, { recursive: true, force: true })
})

/** Lets a service write for a while, kills it. @returns what it was promised */
async function lifeOf(life: number, afterLines: number): Promise<readonly (readonly string[])[]> {
  const child = spawn(process.execPath, [join(bundle, 'child.js'), dir, String(life)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString()
    if (said.split('\n').length > afterLines) child.kill('SIGKILL')
  })
  await once(child, 'close')
  return said
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '))
}

describe('a service that is killed while it writes', () => {
  it(`VRL-17, G5: ${KILLS} kills at random moments: everything that was promised is there, and it starts again`, async () => {
    const random = stream('kills', 6)
    const promised = { episodes: 0, journal: 0, began: 0, finished: 0, committed: 0 }
    for (let life = 1; life <= KILLS; life++) {
      const lines = await lifeOf(life, 3 + Math.floor(random.next() * 60))
      expect(lines.length).toBeGreaterThan(2)
      const view = must(StoreView.open(dir), `the store after kill ${life}`)
      const key = lines.find(([what]) => what === 'run')?.[1] ?? ''
      const slots = foldPolicy(view.slotEvents('F1').map(readPolicyEvent))
      const events = view.slotEvents('F1').map(readPolicyEvent)
      const count = (kind: string): number => events.filter((event) => event.kind === kind).length
      for (const [what = '', first = '', second = ''] of lines) {
        switch (what) {
          case 'episode':
            expect(view.episode(key, Number(first))).toMatchObject({
              ok: true,
              value: { score: { total: Number(first) } },
            })
            expect(view.frames(key, Number(first)).map(({ id }) => id)).toEqual(['f1', 'f2', 'f3'])
            promised.episodes++
            break
          case 'journal':
            expect(
              view
                .journal(key)
                .some((entry) => entry.episode === Number(first) && entry.id === Number(second)),
            ).toBe(true)
            promised.journal++
            break
          case 'began':
            expect(count('began')).toBeGreaterThanOrEqual(Number(first))
            promised.began++
            break
          case 'finished':
            expect(count('finished')).toBeGreaterThanOrEqual(Number(first))
            promised.finished++
            break
          case 'committed':
            expect(slots.good).toContain(first)
            promised.committed++
            break
          case 'proposed':
            expect(slots.trees.has(first)).toBe(true)
            expect(view.tree(first).ok).toBe(true)
            break
        }
      }
      // A or B, never neither; both with their texts
      expect(slots.active).not.toBeNull()
      for (const hash of [slots.active ?? '', ...onTrial(slots).map((tree) => tree.hash)])
        expect(view.tree(hash).ok).toBe(true)
      expect(checkStore(view).problems).toEqual([])
      view.close()
    }
    process.stdout.write(`${KILLS} kills: ${JSON.stringify(promised)} promised, 0 lost\n`)
    expect(promised.episodes).toBeGreaterThan(KILLS)
    expect(promised.journal).toBeGreaterThan(3 * KILLS)
    expect(promised.committed).toBeGreaterThan(1)
  }, 600_000)
})
