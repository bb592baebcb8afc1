import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { repairMcap } from '#adapters/mcap/repair.js'
import { stream } from '#base/random.js'
import { readBack } from './support/read-back.js'

/** How often a recorder is killed here; `GRAFT_KILLS=40` for the full figure. */
const KILLS = Number(process.env['GRAFT_KILLS'] ?? 5)
const CHILD = fileURLToPath(new URL('support/recording-child.ts', import.meta.url))

it(
  `keeps 98 % of what was older than a second when it is killed, ${KILLS} times`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-kill-'))
    const rng = stream('record', 'kill')
    let [due, kept, all] = [0, 0, 0]
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        const path = join(folder, `${kill}.mcap`)
        const { told, at } = await killed(path, 2500 + rng.int(1500))
        const repaired = await repairMcap(path)
        expect(repaired).toMatchObject({ ok: true, value: { kind: 'repaired' } })
        const found = new Set((await readBack(path)).messages.map(({ data }) => (data as { n: number }).n))
        const old = told.filter(({ time }) => time < at - 1000)
        // it has really recorded for longer than what may be lost
        expect(old.length).toBeGreaterThan(100)
        due += old.length
        kept += old.filter(({ n }) => found.has(n)).length
        all += told.length
      }
      const share = (100 * kept) / due
      process.stdout.write(
        `kill: ${kept} of ${due} messages older than 1 s survive (${share.toFixed(2)} %), of ${all} in all, ${KILLS} kills\n`,
      )
      expect(share).toBeGreaterThanOrEqual(98)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  60_000 + KILLS * 20_000,
)

interface Told {
  readonly n: number
  readonly time: number
}

/** Lets a recorder work for so long after its first message, then kills it. */
async function killed(path: string, ms: number): Promise<{ told: readonly Told[]; at: number }> {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), CHILD, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  let at = 0
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (piece: string) => {
    if (text === '')
      setTimeout(() => {
        at = Date.now()
        child.kill('SIGKILL')
      }, ms)
    text += piece
  })
  await new Promise((resolve) => child.once('close', resolve))
  const lines = text.split('\n').slice(0, -1)
  return {
    told: lines.map((line) => {
      const [n, time] = line.split(' ').map(Number) as [number, number]
      return { n, time }
    }),
    at,
  }
}
