import { expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import { fieldDomain } from '#twin/field/field-domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import { PLAN_LIMITS } from '#twin/plan/limits.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import { map, start } from '../field.js'
import { inLine } from './line-oracle.js'

const domain = fieldDomain(map)
const ROUNDS = Number(process.env['GRAFT_FUZZ'] ?? 1000)

it('a line of steps fares as the rules say one after the other: verdict, pair, check and text', () => {
  const rng = stream(1, 'old-rehearsal')
  let failed = 0
  for (let i = 0; i < ROUNDS; i++) {
    const plan = Array.from({ length: 1 + rng.int(14) }, (_, index) => someStep(rng, index))
    const before = inLine(plan, start, map)
    const node: PlanNode = {
      kind: 'in-order',
      until: 'failure',
      children: plan.map((step) => ({ kind: 'step', step })),
    }
    const report = checkPlan(node, start, domain, { ...PLAN_LIMITS, fixes: 0 })
    expect(report.verdict).toBe(before.ok ? 'passes' : 'fails')
    if (before.ok) continue
    failed += 1
    const { text, checkId, step, after } = before.error
    expect(report.failures[0]).toMatchObject({ text, checkId, step, after, swallowed: false })
  }
  expect(failed).toBeGreaterThan(ROUNDS / 10)
})

function someStep(rng: Rng, index: number): PlannedStep {
  const zone = `${rng.int(rng.chance(0.05) ? 12 : 9)}`
  const likely = [
    ['MoveToZone', { zone }],
    ['MoveToZone', { zone, position: '2' }],
    ['LoadBlocks', {}],
    ['UnloadBlocks', {}],
    ['MoveCursor', {}],
    ['MoveToHome', {}],
    ['RotateBlocks', { mask: ['0101', '1111', '0000', '{faces}', 'x'][rng.int(5)] ?? '' }],
    ['CustomDelay', { duration: rng.chance(0.9) ? '1' : '99' }],
    ['ReadFaces', rng.chance(0.5) ? { zone: '1' } : {}],
    ['Dance', {}],
  ] as const
  const [skill, args] = likely[rng.chance(0.7) ? rng.int(4) : rng.int(likely.length)] ?? likely[0]
  return { skill, args, path: `/${index}` }
}
