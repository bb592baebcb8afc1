import { DecoderStorm } from '#test/link/support/decoder-storm.js'

/** One process of `npm run fuzz:link`: frames and seed come as arguments, counts go to the parent as they grow. */
const STEP = 500_000
const [frames, seed] = process.argv.slice(2).map(Number) as [number, number]
const storm = new DecoderStorm(seed)
const memory = (): { readonly heap: number; readonly rss: number } => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed, rss }
}

// the first step warms the compiler and the caches up: what grows after it grows for ever
storm.run(Math.min(STEP, frames))
const before = memory()
for (let left = frames - storm.counts.frames; left > 0; left -= STEP) {
  storm.run(Math.min(STEP, left))
  process.send?.({ counts: storm.counts })
}
process.send?.({ counts: storm.counts, before, after: memory() })
