import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readCommands } from '#adapters/store/run-store.js'
import { cutOffOrders } from '#app/orders/found-orders.js'

const bin = fileURLToPath(new URL('../../bin/graft.js', import.meta.url))
const out = realpathSync(mkdtempSync(join(tmpdir(), 'graft-do-kill-')))
afterAll(() => rmSync(out, { recursive: true, force: true }))

interface Ended {
  readonly said: string
  readonly shown: string
  readonly code: number | null
  readonly signal: string | null
}

/** `graft do` in the home. @param killAt it is killed with signal 9 once it has printed this */
function graftDo(args: readonly string[], killAt?: string): Promise<Ended> {
  const options = ['--yes', '--no-memory', '--faults', 'none', '--out', out]
  const child = spawn(process.execPath, [bin, 'do', ...args, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [shown, said] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    if (killAt !== undefined && shown.includes(killAt)) child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ said, shown, code, signal }))
  })
}

/** The skills whose commands have left for the robot, over all runs. */
const sent = (): readonly string[] =>
  readdirSync(out)
    .filter((name) => existsSync(join(out, name, 'commands.jsonl')))
    .sort()
    .flatMap((name) => readCommands(join(out, name)))
    .flatMap((entry) =>
      entry.kind === 'issued' && 'skill' in entry.command ? [String(entry.command.skill)] : [],
    )

describe('kill -9 of graft do', () => {
  it('in the middle of a step is found by the next one, and no step that had ended is taken again', async () => {
    const killed = await graftDo(['put the book in the cabinet and close it'], '3. ')
    expect([killed.signal, killed.code]).toEqual(['SIGKILL', null])
    const before = sent()
    expect(before.length).toBeGreaterThanOrEqual(3)
    const [cut] = cutOffOrders(out)
    expect(cut?.done).toBeGreaterThanOrEqual(2)
    const other = await graftDo(['open the fridge'])
    expect([other.code, sent().length]).toEqual([2, before.length])
    expect(other.said).toMatch(
      /do\.cut-off: The order "put the book in the cabinet and close it" was cut off/,
    )

    const resumed = await graftDo(['--resume'])
    expect(resumed.said).toMatch(/It is done\.\n$/)
    expect(resumed.code).toBe(0)
    // the way to the table may be taken once more: it was under way, and it is seen that the robot is not there
    const again = cut?.inFlight === undefined ? 0 : 1
    expect(sent().filter((skill) => skill === 'Open')).toHaveLength(1)
    expect(sent().length).toBeLessThanOrEqual(7 + again)
    expect(cutOffOrders(out)).toEqual([])
  }, 240_000)
})
