import { beforeAll, expect, test } from 'vitest'
import { createCritic } from '#learning/field/critic/critic.js'
import type { Frame } from '#learning/ports.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'
import { answerText, scripted } from './support/scripted.js'
import { evidence, ONE_TRIP, ONE_TRIP_RAN, trace } from './support/trace.js'

let frame: Frame
beforeAll(async () => {
  frame = await picture(sceneAtStart(['0000', '0000', '0000', '0000']))
})

const HIDDEN = 'hidden hidden hidden hidden'
const world = evidence({ 1: '0000', 2: '1111' })

/** INITIAL clean; then what the pictures after the trip and at the end show. */
async function reports(after: Record<string, string>, end: Record<string, string>, ran = ONE_TRIP_RAN) {
  const said: Record<string, string> = { a: answerText(), b: answerText(after), c: answerText(end) }
  const { model } = scripted(({ frames }) =>
    Promise.resolve({ text: said[frames[0]?.id ?? ''] ?? '', tokens: [], confidence: 1 }),
  )
  const critic = createCritic({ vision: model, map: MAP, camera: CAMERA })
  const moment = { episode: 1, doc: ONE_TRIP, evidence: world }
  const look = (id: string): Frame => ({ ...frame, id })
  await critic.initial({ episode: 1, frame: look('a') })
  await critic.intermediate({ ...moment, step: 1, frame: look('b'), trace: trace(ONE_TRIP_RAN) })
  return critic.final({ ...moment, frame: look('c'), trace: trace(ran), endReason: 'tree-success' })
}

test('an orange block that is hidden now and was seen before is reported, with the picture it was seen in', async () => {
  const seen = {
    z1: 'empty empty empty empty',
    z2: 'blue orange blue blue orientation s0.30',
    overall: 's0.30',
  }
  const report = await reports(seen, { z1: 'empty empty empty empty', z2: HIDDEN })
  const issue = report.issues.find(({ id }) => id === 'orientation@2')
  expect(issue).toMatchObject({ mask: '0100', grounded: 'unverified', evidence: { frames: ['b', 'c'] } })
  expect(issue?.explanation).toContain('in picture b')
  expect(report.s).toBeGreaterThanOrEqual(0.3)
})

test('a zone that a skill has touched since is not answered from an older picture', async () => {
  const ran = [...ONE_TRIP_RAN, ...ONE_TRIP_RAN] as const
  const seen = {
    z1: 'empty empty empty empty',
    z2: 'blue orange blue blue orientation s0.30',
    overall: 's0.30',
  }
  const report = await reports(seen, { z1: 'empty empty empty empty', z2: HIDDEN }, ran)
  expect(report.issues.map(({ id }) => id)).not.toContain('orientation@2')
})

test('load zones that were full at the start and never touched are still to be loaded, seen or not', async () => {
  const clear = { z1: 'empty empty empty empty' }
  const report = await reports(clear, { ...clear, z3: HIDDEN, z5: HIDDEN })
  expect(report.issues.map(({ id }) => id)).toEqual(expect.arrayContaining(['coverage@3', 'coverage@5']))
})

test('nothing of another episode is remembered (VRL-16)', async () => {
  const orange = answerText({ z2: 'orange blue blue blue orientation s0.30', overall: 's0.30' })
  const { model } = scripted(orange, answerText(), answerText({ z2: HIDDEN }))
  const critic = createCritic({ vision: model, map: MAP, camera: CAMERA })
  await critic.intermediate({
    episode: 1,
    doc: ONE_TRIP,
    evidence: world,
    step: 1,
    frame,
    trace: trace(ONE_TRIP_RAN),
  })
  await critic.initial({ episode: 2, frame })
  const report = await critic.final({
    episode: 2,
    doc: ONE_TRIP,
    evidence: world,
    frame,
    trace: trace(ONE_TRIP_RAN),
    endReason: 'tree-success',
  })
  expect(report.issues.map(({ id }) => id)).not.toContain('orientation@2')
})
