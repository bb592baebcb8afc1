import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addRecord, readRecords, type TrainingRecord } from '../../src/adapters/dataset/records.js'
import { createCritic } from '../../src/mind/critic/critic.js'
import { answerText, scripted } from './support/scripted.js'
import { ONE_TRIP_RAN, trace } from './support/trace.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'graft-dataset-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const record = async (truth: string[]): Promise<TrainingRecord> => {
  const frame = await picture(sceneAtStart(['0000', '0000', '0000', '0000']))
  const critic = createCritic({ vision: scripted(answerText()).model, map: MAP, camera: CAMERA })
  const report = await critic.initial({ episode: 3, frame })
  return { pictures: [new Uint8Array([1, 2, 3])], trace: trace(ONE_TRIP_RAN), report, truth }
}

test('VRL-33: what is exported is read back equal, equal pictures are kept once', async () => {
  const records = [await record(['orientation@2']), await record([])]
  for (const each of records) await addRecord(folder, each)
  expect(await readRecords(folder)).toEqual({ ok: true, value: records })
  expect(readdirSync(join(folder, 'pictures'))).toHaveLength(1)
})

test('VRL-33: a line that names a path, a changed picture and a torn line are refused with their line', async () => {
  await addRecord(folder, await record([]))
  const lines = join(folder, 'records.jsonl')
  const whole = readFileSync(lines, 'utf8')
  const name = readdirSync(join(folder, 'pictures'))[0] ?? ''
  writeFileSync(lines, whole + whole.replace(name, '../../etc/passwd'))
  expect(await readRecords(folder)).toMatchObject({
    ok: false,
    error: { code: 'dataset.line', where: { line: 2 } },
  })
  writeFileSync(lines, whole.slice(0, 200))
  expect(await readRecords(folder)).toMatchObject({ ok: false, error: { code: 'dataset.line' } })
  writeFileSync(lines, whole)
  writeFileSync(join(folder, 'pictures', name), 'other')
  expect(await readRecords(folder)).toMatchObject({ ok: false, error: { code: 'dataset.picture' } })
})
