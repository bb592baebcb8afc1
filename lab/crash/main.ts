import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import { must } from '#base/result.js'
import { bundledChild } from '#test/crash/support/bundle.js'
import { killAndJudge, planKills, type Killed } from '#test/crash/support/kills.js'
import { SUBJECTS } from '#test/crash/support/subjects.js'
import { lackOf } from '#test/needs/things.js'

/**
 * kill -9 on entering every call that changes the state of a run with a change of tree, and what the next start finds.
 *
 *     npx tsx lab/crash/main.ts [--store site] [--every 10]
 */
const { values } = parseArgs({
  options: { store: { type: 'string' }, every: { type: 'string', default: '1' } },
})

const lack = lackOf('strace')
if (lack !== undefined) {
  process.stderr.write(`nothing was tried: ${lack.text}\n`)
  process.exit(1)
}
const wasm = must(readFirmware(), 'the firmware')
const root = realpathSync(mkdtempSync(join(tmpdir(), 'graft-crash-')))
const { program, remove } = await bundledChild()
let broken = 0
try {
  for (const subject of SUBJECTS.filter(({ name }) => values.store === undefined || name === values.store)) {
    const began = performance.now()
    const folder = join(root, subject.name)
    const plan = await planKills(program, subject, folder)
    const points = plan.points.filter((_, i) => i % Number(values.every) === 0)
    const killed: Killed[] = []
    for (const point of points) {
      const end = await killAndJudge(program, subject, folder, plan, point, wasm)
      killed.push(end)
      for (const what of end.broken) process.stdout.write(`${end.call} #${end.nth}: ${what}\n`)
      if (process.stderr.isTTY) process.stderr.write(`\r${killed.length} of ${points.length} `)
    }
    broken += killed.filter((each) => each.broken.length > 0).length
    report(subject.name, killed, plan.points.length, (performance.now() - began) / 1000)
  }
} finally {
  remove()
  rmSync(root, { recursive: true, force: true })
}
process.exit(broken === 0 ? 0 : 1)

function report(name: string, killed: readonly Killed[], planned: number, seconds: number): void {
  const kinds = new Map<string, number>()
  for (const { call } of killed) kinds.set(call, (kinds.get(call) ?? 0) + 1)
  const bad = killed.filter((each) => each.broken.length > 0).length
  const missed = killed.filter((each) => each.missed).length
  process.stdout.write(
    `${name}: killed at ${killed.length - missed} of ${planned} calls in ${seconds.toFixed(0)} s ` +
      `(${[...kinds].map(([call, n]) => `${call} ${n}`).join(', ')}); ` +
      `${missed} not reached; broken promises at ${bad}\n`,
  )
}
