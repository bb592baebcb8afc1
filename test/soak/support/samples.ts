import { readdirSync } from 'node:fs'

/** What a process holds at a moment at which nothing is under way. */
export interface Sample {
  /** virtual hours since the begin */
  readonly hours: number
  /** after a collection of garbage */
  readonly heapBytes: number
  readonly residentBytes: number
  readonly descriptors: number
  /** kinds of timers, handles and requests → how many are active */
  readonly resources: Readonly<Record<string, number>>
  readonly storeBytes: number
}

export function sample(hours: number, storeBytes: number): Sample {
  // twice: what finalisers let go is collected by the second one
  globalThis.gc?.()
  globalThis.gc?.()
  const resources: Record<string, number> = {}
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1
  const { heapUsed, rss } = process.memoryUsage()
  return {
    hours,
    heapBytes: heapUsed,
    residentBytes: rss,
    descriptors: readdirSync('/proc/self/fd').length,
    resources,
    storeBytes,
  }
}

/** Slope of the line of least squares through the points; 0 for fewer than two. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const n = points.length
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / n
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return n < 2 || spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / spread
}

/** Bytes of the heap that each hour adds, the warm-up left out. @param share of the samples that are warm-up */
export const heapSlope = (samples: readonly Sample[], share = 0.3): number =>
  slope(warm(samples, share).map(({ hours, heapBytes }) => [hours, heapBytes]))

export const warm = (samples: readonly Sample[], share = 0.3): readonly Sample[] =>
  samples.slice(Math.floor(samples.length * share))

/** Timers and handles whose number is not the same in all samples, with their least and most. */
export function inconstant(samples: readonly Sample[]): Readonly<Record<string, readonly [number, number]>> {
  const kinds = new Set(samples.flatMap(({ resources }) => Object.keys(resources)))
  return Object.fromEntries(
    [...kinds].flatMap((kind) => {
      const counts = samples.map(({ resources }) => resources[kind] ?? 0)
      const range = [Math.min(...counts), Math.max(...counts)] as const
      return range[0] === range[1] ? [] : [[kind, range]]
    }),
  )
}
