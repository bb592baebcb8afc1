import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Soak } from './support/soak.js'
import { heapSlope, inconstant, slope, type Sample } from './support/samples.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Virtual hours, and seconds of the wall clock after which it is enough: `GRAFT_SOAK_HOURS=24 GRAFT_SOAK_SECONDS=9000` */
const HOURS = process.env['GRAFT_SOAK_HOURS'] ?? '24'
const SECONDS = process.env['GRAFT_SOAK_SECONDS'] ?? '30'

it('hours of episodes leave heap, descriptors, timers and store as they were', async () => {
  const {
    hours,
    episodes,
    heapBytesPerHour,
    descriptors,
    inconstant: changed,
    samples,
    mostStoreBytes,
  } = await soaked()
  const grown = (samples.at(-1)?.heapBytes ?? 0) - (samples[0]?.heapBytes ?? 0)
  console.log(
    `${hours.toFixed(2)} h of virtual time, ${episodes} episodes: heap ${grown >> 10} KiB from the first sample to the last ` +
      `(${(heapBytesPerHour / 1024 / 1024).toFixed(2)} MiB/h), descriptors ${descriptors.join('…')}, changed ${JSON.stringify(changed)}`,
  )
  expect(episodes).toBeGreaterThanOrEqual(5)
  expect(samples.length).toBeGreaterThanOrEqual(3)
  // a slope says something after hours only: in a short soak the caches still fill
  if (hours >= 3) expect(heapBytesPerHour).toBeLessThan(1024 * 1024)
  else expect(grown).toBeLessThan(4 * 1024 * 1024)
  expect(descriptors[1] - descriptors[0]).toBeLessThanOrEqual(1)
  for (const [least, most] of Object.values(changed)) expect(most - least).toBeLessThanOrEqual(1)
  expect(mostStoreBytes).toBeLessThan(2 * STORE_MIB * 1024 * 1024)
}, 12_000_000)

it('the judge sees a leak, and a constant one sees none', () => {
  const at = (i: number): Sample => ({
    ...{ hours: i, heapBytes: 30e6 + 2e6 * i, residentBytes: 0, descriptors: 20, storeBytes: 0 },
    resources: { Timeout: i, Immediate: 1 },
  })
  const leaking = Array.from({ length: 10 }, (_, i) => at(i))
  expect(heapSlope(leaking)).toBeCloseTo(2e6)
  expect(inconstant(leaking)).toEqual({ Timeout: [0, 9] })
  expect(slope([[1, 5]])).toBe(0)
})

const STORE_MIB = 16

/** In a process of its own, whose garbage can be collected on demand. */
function soaked(): Promise<Soak> {
  const args = ['--expose-gc', '--import', 'tsx', 'lab/soak/main.ts', '--json', '--samples', '6']
  const more = ['--hours', HOURS, '--seconds', SECONDS, '--store-mib', String(STORE_MIB)]
  const child = spawn(process.execPath, [...args, ...more], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(JSON.parse(out) as Soak) : reject(new Error(err))))
  })
}
