import { SideProcess } from '#adapters/side-process/side-process.js'
import type { OddSide } from './odd-side.js'

/** Asks a process that dies of the question, and waits for nothing else: prints what it was told. */
const side = new SideProcess<OddSide, string>({
  program: 'odd-side',
  caller: import.meta.url,
  limitMs: 60_000,
  maxQueued: 1,
  heapMiB: 48,
  report: (text) => void process.stdout.write(`${text}\n`),
})
const answer = await side.ask('die', 0)
process.stdout.write(answer.ok ? answer.value : answer.error)
