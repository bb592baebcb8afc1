import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { RunSummary } from '../src/learning/curve.js'

/**
 * How much ten episodes teach, with the shipped models and with the rule-based actor, on every field and some seeds. Each
 * cell is a run of the command itself, so that the figures are those of the product.
 *
 *     npm run bench:learning -- --seeds 1,2,3 --episodes 10
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,2,3' },
    episodes: { type: 'string', default: '10' },
    fields: { type: 'string', default: 'F1,F2,F3,F4,F5' },
    json: { type: 'boolean', default: false },
  },
})

const graft = fileURLToPath(new URL('../bin/graft.js', import.meta.url))
const out = mkdtempSync(join(tmpdir(), 'graft-bench-'))
const rows: { readonly field: string; readonly actor: string; readonly runs: readonly RunSummary[] }[] = []
try {
  for (const field of values.fields.split(',')) {
    for (const actor of ['model', 'rules']) {
      const runs = values.seeds.split(',').map((seed) => runOnce(field, actor, seed))
      rows.push({ field, actor, runs })
      if (!values.json) process.stderr.write(`${field} ${actor} done\n`)
    }
  }
} finally {
  rmSync(out, { recursive: true })
}
process.stdout.write(values.json ? `${JSON.stringify(rows)}\n` : table())

function runOnce(field: string, actor: string, seed: string): RunSummary {
  const args = [
    'run',
    '--field',
    field,
    '--seed',
    seed,
    '--episodes',
    values.episodes,
    '--actor',
    actor,
    '--json',
    '--out',
    out,
  ]
  const { stdout, stderr, status } = spawnSync(process.execPath, [graft, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  const last = stdout.trim().split('\n').at(-1) ?? ''
  if (status !== 0) throw new Error(`graft ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(last) as RunSummary
}

function table(): string {
  const head = `| field | actor | first episode | last three | gain | best | rolled back |\n|---|---|---|---|---|---|---|\n`
  const body = rows.map(({ field, actor, runs }) => {
    const cells = [
      mean(runs, (run) => run.first),
      `${mean(runs, (run) => run.lastThree)} (${runs.map((run) => run.lastThree.toFixed(0)).join(', ')})`,
      `${mean(runs, (run) => run.gain)}`,
      mean(runs, (run) => run.best.score),
      mean(runs, (run) => run.rollbacks),
    ]
    return `| ${[field, actor, ...cells].join(' | ')} |\n`
  })
  return head + body.join('')
}

function mean(runs: readonly RunSummary[], of: (run: RunSummary) => number): string {
  return (runs.reduce((sum, run) => sum + of(run), 0) / runs.length).toFixed(1)
}
