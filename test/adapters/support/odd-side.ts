import { serveSide } from '#adapters/side-process/serve-side.js'

/** A side process that can be asked to do what a hostile document would make it do. */
export type OddSide = 'echo' | 'never end' | 'hoard'

serveSide((job: OddSide): string => {
  if (job === 'echo') return job
  const hoard: number[][] = []
  for (;;) if (job === 'hoard') hoard.push(Array.from({ length: 100_000 }, (_, index) => index / 3))
})
