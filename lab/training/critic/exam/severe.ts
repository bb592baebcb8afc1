import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FAULT_KINDS, severe } from '#lab/training/engine/profiles.js'
import { fieldTest } from './field-test.js'
import { openCriticHere } from './model-here.js'

/**
 * Does every severe fault call a human? Each kind is forced at every chance, alone: `npx tsx
 * lab/training/critic/exam/severe.ts [episodes a kind]`. Counted are episodes of the test split in which the fault
 * left something wrong; a call is an alarm of any report of the episode (s ≥ 0.5 or c < 0.3).
 */
const episodes = Number(process.argv[2] ?? 16)
const folder = mkdtempSync(join(tmpdir(), 'graft-severe-'))
const vision = await openCriticHere()
for (const kind of FAULT_KINDS) {
  const numbers = Array.from({ length: episodes }, (_, n) => 4 * n)
  const file = join(folder, `${kind}.jsonl`)
  const tested = await fieldTest(vision, 'test', numbers, { file, faults: severe(kind), looks: ['nominal'] })
  const wrong = tested.filter(({ examined }) => examined.some(({ truth }) => truth.some(concerns(kind))))
  const called = wrong.filter(({ examined }) => examined.some(({ alarm }) => alarm))
  const silent = wrong.filter((one) => !called.includes(one)).map(({ n }) => n)
  console.log(
    `${kind}: ${called.length} of ${wrong.length} episodes called a human` +
      `${silent.length > 0 ? `; silent: ${silent.join(', ')}` : ''}`,
  )
}
await vision.dispose()

function concerns(kind: (typeof FAULT_KINDS)[number]): (key: string) => boolean {
  const impacts = {
    navigation: ['navigation'],
    grip: ['grasp'],
    drop: ['placement', 'grasp'],
    rotation: ['orientation'],
    placement: ['placement'],
    cursor: ['shelf'],
  }[kind]
  return (key) => impacts.includes(key.split('@')[0] ?? '')
}
