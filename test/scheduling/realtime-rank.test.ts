import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'

const ODD = fileURLToPath(new URL('support/odd-loop.ts', import.meta.url))
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

interface Ended {
  readonly said: readonly Readonly<Record<string, unknown>>[]
  readonly signal: string | null
  /** of the other process that wanted a processor every 10 ms meanwhile */
  readonly turns: number
}

const run = (odd: string, endAfterMs: number, before: readonly string[] = []): Promise<Ended> =>
  new Promise((resolve) => {
    const [program = '', ...args] = [
      ...before,
      process.execPath,
      '--import',
      TSX,
      ODD,
      odd,
      String(endAfterMs),
    ]
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let [out, turns] = ['', 0]
    const other = setInterval(() => turns++, 10)
    child.stdout.on('data', (text: Buffer) => (out += text.toString()))
    child.on('close', (_, signal) => {
      clearInterval(other)
      const said = out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
      resolve({ said, signal, turns })
    })
  })

describe('the rank of the reflex loop, by the kernel of this computer', needs('a real-time rank'), () => {
  it('is the main thread’s alone, and nobody that it makes may ask for one', async () => {
    const { said } = await run('children', 2500)
    expect(said[0]).toEqual({ realTime: true, text: 'real-time, round robin 20', limits: ['0', '0'] })
    const { main, threads, child } = said[1] as { main: number; threads: readonly number[]; child: number }
    expect([main, child]).toEqual([2, 0])
    // V8's, libuv's and a worker
    expect(threads.length).toBeGreaterThanOrEqual(6)
    expect(new Set(threads)).toEqual(new Set([0]))
  })

  it('a rank that was given from outside is kept, and not inherited either', async () => {
    const { said } = await run('children', 2500, ['chrt', '--fifo', '7'])
    expect(said[0]).toMatchObject({ realTime: true, text: 'real-time, first in first out 7' })
    expect(said[1]).toMatchObject({ main: 1, child: 0 })
  })

  it('a loop that turns and never rests gives it back after three seconds', async () => {
    const { said, signal, turns } = await run('storm', 2500)
    expect(signal).toBeNull()
    expect(said.slice(1)).toEqual([
      { text: 'the real-time rank is given back, the loop was busy for 3 s without a rest' },
      { policy: 0 },
    ])
    expect(turns).toBeGreaterThan(100)
  }, 60_000)

  it('a loop without end is ended by the kernel, and others have had their turns', async () => {
    const { said, signal, turns } = await run('hang', 1500)
    expect(said).toHaveLength(1)
    expect(signal).toBe('SIGKILL')
    expect(turns).toBeGreaterThan(50)
  }, 60_000)
})
