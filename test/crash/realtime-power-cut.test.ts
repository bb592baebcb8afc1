import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'
import { bundledChild } from './support/bundle.js'
import { JudgeProcess } from './support/judge-process.js'
import { distinctStates, powerCuts } from './support/power/cuts.js'
import { FakeDisk, type NameDurability } from './support/power/disk.js'
import type { Operation } from './support/power/operations.js'
import { judgeState, recordMission, stage } from './support/power/recorded.js'
import { hasty, withoutSyncs } from './support/power/weaker.js'
import { evenly } from './support/sample.js'
import type { Subject } from './support/subject.js'
import { SUBJECTS } from './support/subjects.js'

/** States of each store and each law of names that the suite opens; `npx tsx lab/crash/power-cut.ts` opens all. */
const STATES = Number(process.env['GRAFT_POWER_CUTS'] ?? 375)

const recorded = new Map<string, Operation[]>()
let at: ReturnType<typeof stage>
let child: Awaited<ReturnType<typeof bundledChild>>
let judge: JudgeProcess
beforeAll(async () => {
  at = stage()
  child = await bundledChild()
  judge = new JudgeProcess(child.judge)
  for (const subject of SUBJECTS) recorded.set(subject.name, await recordMission(child.program, subject))
}, 120_000)
afterAll(() => {
  judge.close()
  child.remove()
  at.remove()
})

function operationsOf({ name }: Subject): readonly Operation[] {
  const operations = recorded.get(name)
  if (operations === undefined) throw new Error(`no mission of ${name} was recorded`)
  return operations
}

interface Cuts {
  readonly cuts: number
  readonly opened: number
  readonly wrong: readonly string[]
}

/** Cuts the power `most` times, evenly over all the ways, and opens what is left. */
async function cutPower(
  subject: Subject,
  operations: readonly Operation[],
  durability: NameDurability,
  most: number,
): Promise<Cuts> {
  const disk = new FakeDisk(operations, durability)
  const cuts = [...powerCuts(disk, { durability, seed: 1, random: 8, everyByte: subject.everyByte })]
  const wrong: string[] = []
  let opened = 0
  for (const state of distinctStates(disk, evenly(cuts, most))) {
    const goesOn = opened++ % Math.ceil(most / 4) === 1
    const broken = await judgeState(judge, subject, at.folder, state, goesOn)
    wrong.push(...broken.map((what) => `at ${state.position}: ${what}`))
  }
  return { cuts: cuts.length, opened, wrong }
}

describe.each(SUBJECTS)(
  'the power is cut, and of what was not synced any part may be there: $name',
  needs('strace'),
  (subject) => {
    it.each(['journal', 'letter'] as const)(
      'nothing that was acknowledged is lost, names by %s',
      async (durability) => {
        const operations = operationsOf(subject)
        const { cuts, opened, wrong } = await cutPower(subject, operations, durability, STATES)
        console.log(
          `${subject.name}, ${durability}: opened ${opened} states of ${cuts} power cuts in ${operations.length} operations`,
        )
        expect(wrong).toEqual([])
        expect(operations.length).toBeGreaterThan(100)
        expect(opened).toBeGreaterThan(0.7 * STATES)
        expect(cuts).toBeGreaterThan(10_000)
      },
      240_000,
    )

    it('the judge can fail: a store that syncs nothing, or speaks before it has synced, loses something', async () => {
      const operations = operationsOf(subject)
      for (const weaker of [withoutSyncs(operations), hasty(operations)]) {
        const { wrong } = await cutPower(subject, weaker, 'journal', 150)
        expect(wrong.length).toBeGreaterThan(0)
      }
    }, 120_000)
  },
)
