import { parseArgs } from 'node:util'
import { bundledChild } from '#test/crash/support/bundle.js'
import { JudgeProcess } from '#test/crash/support/judge-process.js'
import { distinctStates, powerCuts } from '#test/crash/support/power/cuts.js'
import { FakeDisk, type NameDurability } from '#test/crash/support/power/disk.js'
import { judgeState, recordMission, stage } from '#test/crash/support/power/recorded.js'
import type { Subject } from '#test/crash/support/subject.js'
import { SUBJECTS } from '#test/crash/support/subjects.js'
import { lackOf } from '#test/needs/things.js'

/**
 * Power cuts at every operation of a run with a change of tree, in every way that the model of the disk allows (any
 * subset by chance), opened by the product's own code.
 *
 *     npx tsx lab/crash/power-cut.ts [--store site] [--law journal] [--random 40] [--every 10]
 */
const { values } = parseArgs({
  options: {
    store: { type: 'string' },
    durability: { type: 'string' },
    random: { type: 'string', default: '40' },
    /** one state in so many is opened */
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    /** one state in so many goes on to the end of its run */
    resume: { type: 'string', default: '200' },
  },
})

const lack = lackOf('strace')
if (lack !== undefined) {
  process.stderr.write(`nothing was tried: ${lack.text}\n`)
  process.exit(1)
}
const { program, judge: judgeProgram, remove } = await bundledChild()
let broken = 0
try {
  for (const subject of SUBJECTS.filter(({ name }) => values.store === undefined || name === values.store)) {
    const operations = await recordMission(program, subject)
    const durabilities = (['journal', 'letter'] as const).filter(
      (durability) => values.durability === undefined || durability === values.durability,
    )
    for (const durability of durabilities)
      broken += await cutPower(subject, new FakeDisk(operations, durability), durability)
  }
} finally {
  remove()
}
process.exit(broken === 0 ? 0 : 1)

async function cutPower(subject: Subject, disk: FakeDisk, durability: NameDurability): Promise<number> {
  const began = performance.now()
  const { folder, remove: clear } = stage()
  const judge = new JudgeProcess(judgeProgram)
  const reasons = new Map<string, number>()
  let [distinct, opened, resumed, bad] = [0, 0, 0, 0]
  try {
    const cuts = powerCuts(disk, {
      durability,
      seed: Number(values.seed),
      random: Number(values.random),
      everyByte: subject.everyByte,
    })
    for (const state of distinctStates(disk, cuts)) {
      distinct++
      if (distinct % Number(values.every) !== 0) continue
      const resumes = opened++ % Number(values.resume) === 0
      if (resumes) resumed++
      const wrong = await judgeState(judge, subject, folder, state, resumes)
      if (wrong.length > 0) bad++
      for (const what of wrong.slice(0, 1)) {
        const kind = `at ${state.position}: ${what}`.replace(folder, '…')
        reasons.set(kind, (reasons.get(kind) ?? 0) + 1)
      }
    }
  } finally {
    judge.close()
    clear()
  }
  for (const [reason, times] of [...reasons].slice(0, 20)) process.stdout.write(`  ${times} × ${reason}\n`)
  process.stdout.write(
    `${subject.name}, names by ${durability}: ${disk.operations.length} operations, ${distinct} distinct states, ` +
      `${opened} opened, ${resumed} of them resumed to their end, broken promises in ${bad} ` +
      `(${((performance.now() - began) / 1000).toFixed(0)} s)\n`,
  )
  return bad
}
