import type { Evidence } from '#learning/field/critic/evidence.js'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { alarmOf } from '#learning/critic/alarm.js'
import { createCritic } from '#learning/field/critic/critic.js'
import type { Critic, FinalInput, InitialInput } from '#learning/critic/critic.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { parseReport } from '#learning/field/critic/schema.js'
import type { Frame, VisionModel } from '#learning/ports.js'
import { loadOnnxVision } from '#adapters/onnx/onnx-vision.js'
import { ONE_TRIP, ONE_TRIP_RAN, evidence, robotAt, trace } from './support/trace.js'
import { answerText, scripted } from './support/scripted.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'

let frame: Frame
beforeAll(async () => {
  frame = await picture(sceneAtStart(['0110', '0000', '0000', '0000']))
})

const criticOf = (vision: VisionModel, timeoutMs = 5000): Critic<Evidence> =>
  createCritic({ vision, map: MAP, camera: CAMERA, timeoutMs })

const finalInput = (): FinalInput<Evidence> => ({
  episode: 1,
  frame,
  doc: ONE_TRIP,
  trace: trace(ONE_TRIP_RAN),
  evidence: evidence({ 1: '0000', 2: '1111' }),
  endReason: 'tree-success',
})

describe('VRL-08: the three modes', () => {
  test('a mode cannot be built without its inputs', () => {
    expectTypeOf<Parameters<Critic<Evidence>['initial']>[0]>().toEqualTypeOf<InitialInput>()
    // @ts-expect-error INTERMEDIATE needs the trace
    const noTrace: Parameters<Critic['intermediate']>[0] = { episode: 1, step: 1, frame: null, doc: ONE_TRIP }
    // @ts-expect-error FINAL needs to know why the episode ended
    const noEnd: FinalInput = { ...finalInput(), endReason: undefined }
    expect([noTrace, noEnd]).toHaveLength(2)
  })

  test('each zone of a picture is read once', () => {
    const [{ id: zone } = { id: 0 }] = MAP.zones
    expect(readFaces(frame, CAMERA, MAP, zone)).toBe(readFaces(frame, CAMERA, MAP, zone))
    const other = { ...frame }
    expect(readFaces(other, CAMERA, MAP, zone)).not.toBe(readFaces(frame, CAMERA, MAP, zone))
    expect(readFaces(other, CAMERA, MAP, zone)).toEqual(readFaces(frame, CAMERA, MAP, zone))
  })

  test('each report validates, carries its mode and step, and keeps the model’s words', async () => {
    const { model } = scripted(answerText())
    const critic = criticOf(model)
    const { endReason: _, ...moment } = finalInput()
    const reports = [
      await critic.initial({ episode: 1, frame }),
      await critic.intermediate({ ...moment, step: 2 }),
      await critic.final(finalInput()),
    ]
    expect(reports.map(({ mode, step }) => [mode, step])).toEqual([
      ['initial', 0],
      ['intermediate', 2],
      ['final', 0],
    ])
    for (const report of reports) {
      expect(parseReport(report).error).toBeUndefined()
      expect(report.raw).toBe(answerText())
    }
    expect(reports.map(({ lagea }) => lagea?.key_frame_indices)).toEqual([undefined, undefined, [0, 2]])
  })

  test('AMB-26: the outcome is the environment’s, whatever the model sees', async () => {
    const { model } = scripted(answerText())
    const critic = criticOf(model)
    expect((await critic.final(finalInput())).outcome).toBe('success')
    expect((await critic.final({ ...finalInput(), endReason: 'tree-failure' })).outcome).toBe('failure')
  })

  test('a model with a closed vocabulary is told the facts and nothing else', async () => {
    const { model, requests } = scripted(answerText())
    await criticOf(model).final(finalInput())
    expect(requests[0]?.prompt).toBe(
      'final z1 loaded z2 filled4 z3 waiting z4 free z5 waiting z6 free z7 waiting z8 free track untouched needed robot z2 time in-time',
    )
  })
})

describe('AMB-03: a critic that cannot judge alarms and never throws', () => {
  test.each([
    [1, 2],
    [2, 3],
    [3, 3],
    [9, 3],
  ])('LAGEA-02: garbage %i times means %i calls', async (failures, calls) => {
    const { model, requests } = scripted(
      ...Array.from({ length: failures }, () => 'z1 nonsense'),
      answerText(),
    )
    const report = await criticOf(model).initial({ episode: 1, frame })
    expect(requests).toHaveLength(calls)
    expect(report.unavailable === undefined).toBe(failures <= 2)
    if (failures > 2) {
      expect(alarmOf(report)).toEqual(['critic_unavailable'])
      expect(report.c).toBe(0)
      expect(report.raw).toBe('z1 nonsense')
      expect(report.issues).toEqual([])
      expect(parseReport(report).error).toBeUndefined()
    }
  })

  test('an exception, a model that never answers, a camera without a picture', async () => {
    const thrown = await criticOf(scripted(new Error('out of memory')).model).initial({ episode: 1, frame })
    expect(thrown.unavailable).toBe('out of memory')
    const silent = scripted(() => new Promise(() => undefined))
    const late = await criticOf(silent.model, 20).initial({ episode: 1, frame })
    expect(late.unavailable).toBe('no answer within 20 ms')
    expect(silent.requests[0]?.signal?.aborted).toBe(true)
    const blind = await criticOf(scripted(answerText()).model).final({ ...finalInput(), frame: null })
    expect(blind.unavailable).toContain('no picture')
    for (const report of [thrown, late, blind]) expect(alarmOf(report)).toEqual(['critic_unavailable'])
  })

  test('probabilities that are no numbers make the confidence 0, which alarms', async () => {
    const { model } = scripted(() =>
      Promise.resolve({ text: answerText(), tokens: [{ text: 'z1', prob: Number.NaN }] }),
    )
    const report = await criticOf(model).initial({ episode: 1, frame })
    expect(report.c).toBe(0)
    expect(alarmOf(report)).toEqual(['low_confidence'])
  })
})

describe('the shipped model on frames of the virtual camera', () => {
  let vision: VisionModel
  beforeAll(async () => {
    const files = ['vision_encoder.onnx', 'embed_tokens.onnx', 'decoder.onnx', 'config.json']
    const entry = { id: 'graft-critic', files: files.map((name) => ({ path: `critic/${name}` })) }
    vision = await loadOnnxVision(entry, 'models')
  }, 120_000)
  afterAll(() => vision.dispose())

  test.each([
    ['F1', ['0000', '0000', '0000', '0000']],
    ['F2', ['1111', '0000', '1111', '0000']],
    ['F3', ['0101', '1010', '0011', '1100']],
    ['F4', ['0001', '0111', '1000', '1110']],
    ['F5', ['1111', '1111', '1111', '1111']],
  ] as const)('VRL-11: a clean set-up of %s has s = 0, no issue and no alarm', async (_, faces) => {
    const report = await criticOf(vision).initial({ episode: 1, frame: await picture(sceneAtStart(faces)) })
    expect(report).toMatchObject({ s: 0, issues: [] })
    expect(alarmOf(report)).toEqual([])
    expect(report.c).toBeGreaterThan(0.5)
  })

  test('blocks that came out wrong way up are found, attributed, masked and confirmed', async () => {
    const critic = criticOf(vision)
    const start = sceneAtStart(['0110', '0000', '0000', '0000'])
    await critic.initial({ episode: 1, frame: await picture(start) })
    const unload = MAP.zones.find(({ id }) => id === 2)
    if (!unload) throw new Error('no zone 2')
    const moved = start.blocks.map((block, i) =>
      i < 4
        ? { ...block, at: { ...block.at, x: (block.at.x - 0.45 + 0.8) as never, y: unload.at.y } }
        : block,
    )
    const end = {
      ...start,
      blocks: moved,
      robot: { ...start.robot, pose: { ...start.robot.pose, ...unload.at } },
    }
    const sensed = evidence({ 1: '0000', 2: '1111' }, robotAt(unload.at.x, unload.at.y))
    const report = await critic.final({ ...finalInput(), frame: await picture(end), evidence: sensed })
    const issue = report.issues.find(({ impact }) => impact === 'orientation')
    expect(issue).toMatchObject({
      id: 'orientation@2',
      zone: 2,
      mask: '0110',
      nodePath: '/3/0/0',
      fix: { kind: 'insert-rotate', before: '/3', mask: '0110' },
      grounded: 'confirmed',
    })
    expect(report.issues.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['coverage@3', 'coverage@5', 'coverage@7', 'final-position', 'shelf']),
    )
  })
})
