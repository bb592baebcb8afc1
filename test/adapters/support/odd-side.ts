import { setImmediate as turn } from 'node:timers/promises'
import { serveSide } from '#adapters/side-process/serve-side.js'

/** A side process that can be asked to do what a hostile document would make it do. */
export type OddSide = 'echo' | 'never end' | 'hoard' | 'terminated' | 'die'

serveSide(async (job: OddSide): Promise<string> => {
  if (job === 'echo') return job
  if (job === 'terminated') {
    process.kill(process.pid, 'SIGTERM')
    for (let turns = 0; turns < 100; turns++) await turn()
    return 'alive'
  }
  if (job === 'die') process.kill(process.pid, 'SIGKILL')
  const hoard: number[][] = []
  for (;;) if (job === 'hoard') hoard.push(Array.from({ length: 100_000 }, (_, index) => index / 3))
})
