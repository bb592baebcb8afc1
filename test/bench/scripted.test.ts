import { describe, expect, it } from 'vitest'
import { CRITIC_PROFILES, type ProfileName } from '../../lab/scripted/profiles.js'
import { createScriptedCritic, misread, type TrueFault } from '../../lab/scripted/scripted-critic.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'
import { applyEdits } from '#bt/edit/apply.js'
import { validate } from '#bt/validate/validate.js'
import { randomTree } from '../../lab/training/engine/trees.js'
import { randomField } from '../../lab/training/engine/fields.js'
import { deviation, average } from '../../lab/bench/vrl/figures/interval.js'
import { applyFix } from '../../lab/bench/vrl/scripted/apply-fix.js'
import { imaginable } from '../../lab/bench/vrl/play/mind-stock.js'
import { randomFix } from '../../lab/bench/vrl/scripted/random-fix.js'
import { scriptedIssue } from '../../lab/bench/vrl/scripted/scripted-issue.js'
import { initialTree } from '../../lab/bench/vrl/workers/worker.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import type { CriticReport, Issue } from '#learning/critic/report.js'
import { benchmarkMap } from '../simulation/support/field.js'

const library = readLibrary()
const doc = initialTree(library)
const TRUTH: readonly TrueFault[] = [
  { impact: 'orientation', zone: 2, mask: '1100', nodePath: '/3', key: 'orientation@2' },
  { impact: 'final-position', zone: null, mask: null, nodePath: null, key: 'final-position' },
]
const REPORTS = 3000

/** What a profile says to the same two real issues in many FINAL reports. */
async function reports(name: ProfileName): Promise<readonly CriticReport[]> {
  const critic = createScriptedCritic({
    profile: CRITIC_PROFILES[name],
    luck: ['test'],
    truth: () => TRUTH,
    imaginable: imaginable(benchmarkMap),
    issue: (said, mode, input, rng) => {
      const issue = scriptedIssue(benchmarkMap, said, { mode, report: input, rng })
      return { ...issue, explanation: said.attributed ? 'right node' : 'wrong node' }
    },
  })
  const said: CriticReport[] = []
  for (let episode = 1; episode <= REPORTS; episode++)
    said.push(
      await critic.final({ episode, doc, trace: [], frame: null, endReason: 'tree-success' } as never),
    )
  return said
}

describe.each(Object.keys(CRITIC_PROFILES) as ProfileName[])(
  'the scripted critic %s (benchmarks §6.1)',
  (name) => {
    const { recall, falseIssue, attribution, faces, confidence } = CRITIC_PROFILES[name]
    const share = (all: readonly CriticReport[], of: (issues: readonly Issue[]) => boolean): number =>
      all.filter(({ issues }) => of(issues)).length / all.length
    // three standard errors of a share over 3 000 reports
    const NEAR = 0.028

    it('has the recall, false issues, attribution and sight of its profile', async () => {
      const all = await reports(name)
      const is = (key: string) => (issues: readonly Issue[]) => issues.some(({ id }) => id === key)
      expect(Math.abs(share(all, is('final-position')) - recall)).toBeLessThan(NEAR)
      const ghosts = (issues: readonly Issue[]) =>
        issues.some(({ id }) => !TRUTH.some(({ key }) => key === id))
      expect(Math.abs(share(all, ghosts) - falseIssue)).toBeLessThan(NEAR)
      const issues = all.flatMap((report) => report.issues)
      const right = issues.filter(({ explanation }) => explanation === 'right node').length / issues.length
      expect(Math.abs(right - attribution)).toBeLessThan(NEAR)
      const rng = stream('faces', name)
      const read = Array.from({ length: REPORTS }, () => misread('1100', faces, rng)).join('')
      const correct = [...read].filter((bit, i) => bit === '1100'[i % 4]).length / read.length
      expect(Math.abs(correct - faces)).toBeLessThan(NEAR / 2)
    })

    it('is as sure as its profile, within [0, 1], and says the same again', async () => {
      const all = await reports(name)
      const cs = all.map(({ c }) => c)
      expect(Math.min(...cs)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...cs)).toBeLessThanOrEqual(1)
      expect(Math.abs(average(cs) - confidence.mean)).toBeLessThan(0.015)
      expect(Math.abs(deviation(cs) - confidence.sd)).toBeLessThan(0.015)
      expect(await reports(name)).toEqual(all)
    })
  },
)

describe('severities of a scripted report', () => {
  it('s is that of its worst issue, and blocks count together', async () => {
    let unmasked = 0
    for (const { issues, s } of await reports('gemini')) {
      const worst = Math.max(0, ...issues.map(({ severity }) => severity))
      expect(s).toBeGreaterThanOrEqual(worst)
      if (issues.some(({ mask }) => mask !== null)) continue
      unmasked++
      expect(s).toBe(worst)
    }
    expect(unmasked).toBeGreaterThan(0)
  })
})

describe('the scripted actor', () => {
  it('finds fixes whose edits apply to any tree, or says why not; what they make can be read back or is refused by the validator', () => {
    let [applied, refused] = [0, 0]
    for (let i = 0; i < 1500; i++) {
      const rng = stream('random fixes', i)
      const map = randomField(rng, rng.pick(['scatter', 'grid', 'rows'] as const))
      const tree = randomTree(rng, map, robotSubtrees(library))
      const op = applyFix(tree, randomFix(tree, map, rng), library)
      if (!op.ok) {
        refused++
        expect(op.error).not.toBe('')
        continue
      }
      const edited = must(
        applyEdits(tree, [{ ...op.value, because: 'test' }]),
        'an edit of the scripted actor',
      )
      const errors = validate(edited, library, { compat: 'strict' }).filter(
        ({ severity }) => severity === 'error',
      )
      // taking the last child of a group is the one way to break a tree, and the validator sees it
      expect(errors.length === 0 || op.value.op === 'remove').toBe(true)
      applied++
    }
    expect(applied).toBeGreaterThan(1200)
    expect(applied + refused).toBe(1500)
  })
})
