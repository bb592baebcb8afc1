import type { Evidence } from '#learning/field/critic/evidence.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCritic } from '#learning/field/critic/critic.js'
import type { FinalInput } from '#learning/critic/critic.js'
import { readProse } from '#learning/field/critic/dialogue/prose.js'
import { parseReport } from '#learning/field/critic/schema.js'
import type { Frame } from '#learning/ports.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'
import { scripted } from './support/scripted.js'
import { evidence, ONE_TRIP, ONE_TRIP_RAN, robotAt, trace } from './support/trace.js'

let frame: Frame
beforeAll(async () => {
  frame = await picture(sceneAtStart(['0100', '0000', '0000', '0000']))
})

const json = (change: Record<string, unknown> = {}): string =>
  JSON.stringify({
    zones: { 2: ['blue', 'blue', 'blue', 'blue'] },
    shelf: 'at-target',
    robot: 'home',
    stray: 0,
    issues: [],
    s: 0,
    ...change,
  })

const final = (id = 'last'): FinalInput<Evidence> => ({
  episode: 1,
  frame: { ...frame, id },
  doc: ONE_TRIP,
  trace: trace(ONE_TRIP_RAN),
  evidence: evidence({ 1: '0000', 2: '1111' }, robotAt(MAP.home.at.x, MAP.home.at.y)),
  endReason: 'tree-success',
})

const critic = (...replies: string[]) => {
  const { model, requests } = scripted(...replies)
  return { critic: createCritic({ vision: model, map: MAP, camera: CAMERA, prompt: 'prose' }), requests }
}

describe('CRIT-03: the question to a general model', () => {
  test('brief, rubric, two examples, pictures and note, in this order', async () => {
    const { critic: asked, requests } = critic(json())
    await asked.final(final())
    const prompt = requests[0]?.prompt ?? ''
    expect(prompt.split('\n').filter((line) => line.startsWith('## '))).toEqual([
      '## Task',
      '## Severity',
      '## Impacts',
      '## Answer',
      '## Pictures',
      '## Field',
      '## Earlier attempts',
      '## Reported in this episode',
      '## What the robot says it has done',
    ])
    expect(prompt).toContain('Without undesirable behaviour: {')
    expect(prompt).toContain('With undesirable behaviour: {')
    expect(prompt).toContain('zero, one or more undesirable behaviours')
    for (const example of prompt.matchAll(/undesirable behaviour: (\{.*\})/g))
      expect(readProse(example[1] ?? '', MAP)).toMatchObject({ ok: true })
  })

  test('VRL-16, AMB-07: M is told to later prompts of the same episode and to none of the next', async () => {
    const late = json({
      issues: [{ impact: 'timing', zone: null, severity: 0.5, explanation: 'late' }],
      s: 0.5,
    })
    const { critic: asked, requests } = critic(late, late, json())
    await asked.initial({ episode: 1, frame })
    const said = requests.length
    await asked.final(final())
    expect(requests[said]?.prompt).toContain('initial: timing')
    const before = requests.length
    await asked.initial({ episode: 2, frame })
    await asked.final({ ...final(), episode: 2 })
    expect(requests.slice(before).map(({ prompt }) => prompt.includes('initial: timing'))).not.toContain(true)
  })

  test('LAGEA-06, CRIT-04: FINAL shows the episode’s pictures in order, at most 30, the last one last', async () => {
    const { critic: asked, requests } = critic(json())
    await asked.initial({ episode: 1, frame: { ...frame, id: 'first' } })
    for (let step = 1; step <= 40; step++) {
      const { endReason: _, ...moment } = final(`p${step}`)
      await asked.intermediate({ ...moment, step })
    }
    const report = await asked.final(final())
    const shown = requests.at(-1)?.frames.map(({ id }) => id) ?? []
    expect(shown).toHaveLength(30)
    expect([shown[0], shown.at(-1)]).toEqual(['first', 'last'])
    expect(report.frames).toEqual(shown)
    expect(requests[5]?.frames).toHaveLength(1)
  })
})

describe('reading its answer', () => {
  test('findings become issues with attribution, mask and grounding, as with any model', async () => {
    const said = json({
      zones: { 1: ['blue', 'orange', 'blue', 'blue'], 2: ['empty', 'empty', 'empty', 'empty'] },
      issues: [{ impact: 'grasp', zone: 1, severity: 0.7 }],
      s: 0.7,
    })
    const { critic: asked } = critic(`Sure! \`\`\`json\n${said}\n\`\`\``)
    const report = await asked.final({ ...final(), evidence: evidence({ 1: '1111' }) })
    expect(report.issues[0]).toMatchObject({
      id: 'grasp@1',
      mask: '1111',
      nodePath: '/1/0/0',
      grounded: 'confirmed',
    })
    expect(report).toMatchObject({ s: 0.7 })
    expect(parseReport(report).error).toBeUndefined()
  })

  test('CRIT-10: refuted events come back as sentences, once', async () => {
    const said = json({ issues: [{ impact: 'final-position', zone: null, severity: 0.5 }], s: 0.5 })
    const { critic: asked, requests } = critic(said, json())
    const report = await asked.final(final())
    expect(requests).toHaveLength(2)
    expect(requests[1]?.prompt).toContain('The event "final-position" was not detected.')
    expect(requests[0]?.prompt).not.toContain('was not detected')
    expect(report.issues).toEqual([])
  })

  test.each([
    ['no JSON at all', 'I see nothing wrong.'],
    ['an impact that does not exist', json({ issues: [{ impact: 'gravity', zone: 1, severity: 0.5 }] })],
    ['a severity out of range', json({ issues: [{ impact: 'grasp', zone: 1, severity: 5 }] })],
    ['a zone that this field lacks', json({ issues: [{ impact: 'grasp', zone: 42, severity: 0.5 }] })],
    ['three slots', json({ zones: { 1: ['blue', 'blue', 'blue'] } })],
  ])('LAGEA-02: %s is asked for again and never guessed', async (_, reply) => {
    expect(readProse(reply, MAP).ok).toBe(false)
    const { critic: asked, requests } = critic(reply)
    const report = await asked.final(final())
    expect(requests).toHaveLength(3)
    expect(report).toMatchObject({ c: 0, issues: [] })
    expect(report.unavailable).toContain('could not be read')
  })
})
