import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REFLEX_PERIOD } from '#runtime/robot-connection.js'
import { heapSlope, inconstant, sample, warm, type Sample } from './samples.js'
import { SoakedService } from './service.js'

export interface Soak {
  readonly hours: number
  readonly episodes: number
  readonly runs: number
  /** turns of the reflex loop while a tree ran */
  readonly turns: number
  readonly news: number
  readonly samples: readonly Sample[]
  readonly heapBytesPerHour: number
  readonly descriptors: readonly [number, number]
  readonly inconstant: ReturnType<typeof inconstant>
  readonly mostStoreBytes: number
  readonly seconds: number
}

/** Runs until so much virtual time has gone by, or until `seconds` of the wall clock have. */
export async function soak(options: {
  readonly hours: number
  readonly seconds: number
  readonly maxMiB: number
  readonly samples: number
  readonly tell?: (text: string) => void
}): Promise<Soak> {
  const dir = mkdtempSync(join(tmpdir(), 'graft-soak-'))
  const began = performance.now()
  const elapsed = (): number => (performance.now() - began) / 1000
  const service = await SoakedService.open(dir, options.maxMiB)
  const samples: Sample[] = []
  let [hours, episodes, runs] = [0, 0, 0]
  try {
    while (hours < options.hours && elapsed() < options.seconds) {
      const records = await service.run(++runs, EPISODES)
      hours += records.reduce((sum, { seconds }) => sum + seconds, 0) / 3600
      episodes += records.length
      const due =
        Math.max(hours / options.hours, elapsed() / options.seconds) >= (samples.length + 1) / options.samples
      if (!due) continue
      samples.push(sample(hours, await service.settle()))
      options.tell?.(
        `${hours.toFixed(2)} h, ${episodes} episodes, ${(samples.at(-1)?.heapBytes ?? 0) >> 10} KiB`,
      )
    }
  } finally {
    await service.close()
    rmSync(dir, { recursive: true, force: true })
  }
  const turns = Math.round((hours * 3_600_000) / REFLEX_PERIOD)
  const files = warm(samples).map(({ descriptors }) => descriptors)
  return {
    ...{ hours, episodes, runs, turns, samples, news: service.news },
    heapBytesPerHour: heapSlope(samples),
    descriptors: [Math.min(...files), Math.max(...files)],
    inconstant: inconstant(warm(samples)),
    mostStoreBytes: Math.max(...samples.map(({ storeBytes }) => storeBytes)),
    seconds: elapsed(),
  }
}

const EPISODES = 5
