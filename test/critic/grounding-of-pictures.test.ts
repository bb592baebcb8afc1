import { beforeAll, describe, expect, test } from 'vitest'
import { lageaCode } from '#learning/critic/codes.js'
import { crossExamine, editWeight, reexamined } from '#learning/field/critic/grounding/contradiction.js'
import { readExecuted } from '#learning/field/critic/blame/executed.js'
import { ground, type GroundingInput } from '#learning/field/critic/grounding/grounding.js'
import { createCritic } from '#learning/field/critic/critic.js'
import { shownGrounding, type Impact, type Issue } from '#learning/critic/report.js'
import type { Frame } from '#learning/ports.js'
import { slotCentre } from '#simulation/field/dimensions.js'
import { evidence, ONE_TRIP, ONE_TRIP_RAN, robotAt, trace, type Ran } from './support/trace.js'
import { answerText, scripted } from './support/scripted.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'

let frame: Frame
beforeAll(async () => {
  frame = await picture(sceneAtStart(['0110', '0000', '0000', '0000']))
})

const issue = (impact: Impact, zone: number | null = null, mask: string | null = null): Issue => ({
  id: `${impact}@${zone}`,
  code: lageaCode(impact),
  impact,
  nodePath: null,
  zone,
  mask,
  explanation: '',
  suggestedFix: '(n/a)',
  severity: 0.5,
  evidence: { frames: [], traceSeq: [] },
  grounded: 'unverified',
})

const groundingInput = (
  ran: readonly Ran[] = ONE_TRIP_RAN,
  more: Partial<GroundingInput> = {},
): GroundingInput => ({
  map: MAP,
  camera: CAMERA,
  frame,
  executed: readExecuted(trace(ran)),
  evidence: undefined,
  limitS: 100,
  ...more,
})

const verdict = (claim: Issue, w: GroundingInput) => ground([claim], w)[0]?.grounded

describe('CRIT-09: each claim is held against the best witness', () => {
  test('colour judges orientation', () => {
    expect(verdict(issue('orientation', 1, '0110'), groundingInput())).toBe('confirmed')
    expect(verdict(issue('orientation', 1, '1001'), groundingInput())).toBe('refuted')
    expect(verdict(issue('orientation', 1, '1100'), groundingInput())).toBe('unverified')
    expect(verdict(issue('orientation', 2, '1111'), groundingInput())).toBe('refuted')
  })

  test('vacuum judges grasp before the camera does, as long as the robot may hold up what is seen', () => {
    const left = groundingInput(ONE_TRIP_RAN, { evidence: evidence({ 1: '0001' }) })
    expect(verdict(issue('grasp', 1, '0001'), left)).toBe('confirmed')
    const held = groundingInput(ONE_TRIP_RAN.slice(0, 2), { evidence: evidence({ 1: '0000' }) })
    expect(verdict(issue('grasp', 1, '0001'), held)).toBe('refuted')
    const fellBack = groundingInput(ONE_TRIP_RAN, { evidence: evidence({ 1: '0000' }) })
    expect(verdict(issue('grasp', 1, '0001'), fellBack)).toBe('confirmed')
    expect(verdict(issue('grasp', 1, '0001'), groundingInput())).toBe('confirmed')
  })

  test('what confirms less than is claimed is shown as unverified, and weighs in an edit as before', async () => {
    const whole = sceneAtStart(['0110', '0000', '0000', '0000'])
    const zone = MAP.zones.find(({ id }) => id === 1)
    const gone = slotCentre(zone as NonNullable<typeof zone>, 3)
    const away = ({ x, y }: { readonly x: number; readonly y: number }) => Math.hypot(x - gone.x, y - gone.y)
    const blocks = whole.blocks.filter(({ at }) => away(at) > 0.03)
    expect(blocks).toHaveLength(whole.blocks.length - 1)
    const besideItsSlot = { frame: await picture({ ...whole, blocks }) }
    const judged = (claim: Issue, w: GroundingInput) => {
      const one = ground([claim], w)[0] as Issue
      return [one.grounded, shownGrounding(one), editWeight(one)]
    }
    // the zone has paint, and none of it on the slot that is claimed
    const fellBack = groundingInput(ONE_TRIP_RAN, { evidence: evidence({ 1: '0000' }), ...besideItsSlot })
    expect(judged(issue('grasp', 1, '0001'), fellBack)).toEqual(['confirmed', 'unverified', 1])
    expect(judged(issue('grasp', 1), fellBack)).toEqual(['confirmed', 'confirmed', 1])
    // a vacuum that holds the claimed blocks to be there bears on them
    const left = groundingInput(ONE_TRIP_RAN, { evidence: evidence({ 1: '0001' }), ...besideItsSlot })
    expect(judged(issue('grasp', 1, '0001'), left)).toEqual(['confirmed', 'confirmed', 1])
    // an unloading that failed says nothing of slots on which the vacuum has set blocks down
    const ran = readExecuted(trace([...ONE_TRIP_RAN.slice(0, 3), ['/3/0/0', '!UnloadBlocks']]))
    const shown = (mask: string) =>
      crossExamine([issue('placement', 2, mask)], undefined, {
        executed: ran,
        evidence: evidence({ 2: '1100' }),
      }).map((one) => [one.grounded, shownGrounding(one)])
    expect([shown('0011'), shown('1111')]).toEqual([
      [['confirmed', 'confirmed']],
      [['confirmed', 'unverified']],
    ])
  })

  test('odometry judges the final position, and says nothing when it does not know where it is', () => {
    const at = (x: number, y: number) =>
      groundingInput(ONE_TRIP_RAN, { evidence: evidence({}, robotAt(x, y)) })
    expect(verdict(issue('final-position'), at(0.3, 1.75))).toBe('refuted')
    expect(verdict(issue('final-position'), at(0.8, 0.8))).toBe('confirmed')
    expect(verdict(issue('final-position'), at(Number.NaN, Number.NaN))).toBe('unverified')
  })

  test('trace judges navigation, coverage and time; the shelf belief judges the shelf', () => {
    expect(verdict(issue('navigation', 1), groundingInput())).toBe('refuted')
    expect(verdict(issue('navigation', 1), groundingInput([['/0', '!MoveToZone', { zone: '1' }]]))).toBe(
      'confirmed',
    )
    expect(verdict(issue('coverage', 1, '1111'), groundingInput())).toBe('refuted')
    expect(verdict(issue('coverage', 3, '1111'), groundingInput())).toBe('confirmed')
    expect(verdict(issue('timing'), groundingInput())).toBe('refuted')
    expect(verdict(issue('timing'), groundingInput(ONE_TRIP_RAN, { limitS: 10 }))).toBe('confirmed')
    const shelf = (where: 'init' | 'target' | 'unknown') =>
      verdict(issue('shelf'), groundingInput(ONE_TRIP_RAN, { evidence: evidence({}, { shelf: where }) }))
    expect([shelf('init'), shelf('target'), shelf('unknown')]).toEqual(['confirmed', 'refuted', 'unverified'])
  })

  test('style has no witness', () => {
    expect(verdict(issue('style'), groundingInput())).toBe('unverified')
  })

  test('a model that invents 45 % of its issues reaches a precision of 1 after grounding', () => {
    const real = [issue('orientation', 1, '0110'), issue('coverage', 3, '1111'), issue('coverage', 5, '1111')]
    const invented = [issue('orientation', 3, '0110'), issue('navigation', 2), issue('timing')]
    const judged = ground([...real, ...invented], groundingInput())
    const kept = judged.filter(({ grounded }) => grounded === 'confirmed')
    expect(kept.map(({ id }) => id)).toEqual(real.map(({ id }) => id))
  })
})

describe('VRL-31: the cross-examination', () => {
  /** vrl.txt Fig. 9: the critic reports empty unload zones although trace and score show that blocks were placed */
  const claim = issue('placement', 2, '1111')
  const executed = readExecuted(trace(ONE_TRIP_RAN))
  const raw = answerText({ z2: 'empty empty empty empty placement s0.70', overall: 's0.70' })

  test('Fig. 9: contradicted by vacuum and trace', () => {
    const [judged] = crossExamine([claim], undefined, { executed, evidence: evidence({ 2: '1111' }) })
    expect(judged?.grounded).toBe('refuted')
  })

  test('Fig. 9: contradicted by the score alone, once it is known', () => {
    const report = {
      mode: 'final' as const,
      episode: 1,
      step: 0,
      outcome: 'success' as const,
      issues: [claim],
      s: 0.7,
      c: 0.9,
      summary: '',
      raw,
      model: 'm',
      frames: [],
    }
    const at = (score: number) =>
      reexamined(report, { executed, evidence: undefined, score }).issues[0]?.grounded
    expect(at(37.2)).toBe('refuted')
    expect(at(-20)).toBe('unverified')
  })

  test('an unloading that failed by its own account supports the claim', () => {
    const ran = readExecuted(trace([...ONE_TRIP_RAN.slice(0, 3), ['/3/0/0', '!UnloadBlocks']]))
    const [judged] = crossExamine([claim], undefined, { executed: ran, evidence: evidence() })
    expect(judged?.grounded).toBe('confirmed')
  })

  test('CRIT-02, AMB-31: refuted weighs nothing, unverified correctness half, style whole', () => {
    expect(editWeight({ grounded: 'refuted', impact: 'style' })).toBe(0)
    expect(editWeight({ grounded: 'unverified', impact: 'orientation' })).toBe(0.5)
    expect(editWeight({ grounded: 'unverified', impact: 'style' })).toBe(1)
    expect(editWeight({ grounded: 'confirmed', impact: 'orientation' })).toBe(1)
  })
})

test('a refuted claim is kept and marked, and s falls to what is left', async () => {
  const text = answerText({
    z1: 'blue blue blue blue coverage s0.20',
    z3: 'blue blue blue blue coverage s0.20',
    time: 'timing s0.50',
    overall: 's0.50',
  })
  const critic = createCritic({ vision: scripted(text).model, map: MAP, camera: CAMERA })
  const input = { episode: 1, frame, doc: ONE_TRIP, trace: trace(ONE_TRIP_RAN), endReason: 'tree-success' }
  const report = await critic.final({ ...input, evidence: evidence({ 2: '1111' }) })
  expect(report.issues.map(({ id, grounded }) => [id, grounded])).toEqual([
    ['coverage@1', 'refuted'],
    ['coverage@3', 'confirmed'],
    ['timing', 'refuted'],
  ])
  expect(report.s).toBe(0.2)
  expect(report.raw).toBe(text)
})
