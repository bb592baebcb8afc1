import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { decodePicture, encodePicture, readPicture } from '../../lab/dataset/format/picture.js'
import { readAbout, readEpisodes } from '../../lab/dataset/format/read-dataset.js'
import { FORMAT, type DatasetAbout, type StoredEpisode } from '../../lab/dataset/format/stored-episode.js'
import { createDataset } from '../../lab/dataset/format/write-dataset.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { createCritic } from '#learning/field/critic/critic.js'
import { initialBelief } from '#twin/field/belief.js'
import { answerText, scripted } from './support/scripted.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'
import { ONE_TRIP_RAN, trace } from './support/trace.js'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'graft-dataset-')), 'set')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const ABOUT: DatasetAbout = {
  format: FORMAT,
  source: 'virtual',
  split: 'test',
  generator: { name: 'a test', hash: 'abc' },
  seeds: [1, 3],
  faults: 'none',
}

/** An episode as it would be exported, with a picture and a report of the product's critic. */
async function write(...seeds: number[]): Promise<StoredEpisode[]> {
  const frame = await picture(sceneAtStart(['0000', '0000', '0000', '0000']))
  const critic = createCritic({ vision: scripted(answerText()).model, map: MAP, camera: CAMERA })
  const report = await critic.initial({ episode: 3, frame })
  const writer = must(await createDataset(folder, ABOUT), 'a new set')
  const sha256 = await writer.picture(await encodePicture(frame))
  const episodes = seeds.map((seed) => episodeOf(seed, sha256, report))
  for (const each of episodes) await writer.episode(each)
  await writer.close()
  return episodes
}

function episodeOf(
  seed: number,
  sha256: string,
  report: StoredEpisode['moments'][number]['report'],
): StoredEpisode {
  const moment = {
    mode: 'initial',
    step: 0,
    traceLength: 0,
    evidence: { world: initialBelief(MAP), held: '0000' },
  } as const
  const issue = {
    impact: 'orientation',
    zone: 2,
    mask: '0100',
    nodePath: '/0/3',
    key: 'orientation@2',
  } as const
  return {
    setup: { map: MAP, orange: new Map([[1, '0101']]), start: { ...MAP.home.at, theta: 0 as never } },
    seed,
    episode: 3,
    tree: '<root/>',
    trace: trace(ONE_TRIP_RAN),
    endReason: 'tree-success',
    seconds: 12.5,
    facts: {
      source: 'ground-truth',
      operatingSeconds: 12.5,
      correct: 1,
      incorrect: 2,
      outside: 3,
      fullBatches: 0,
      robotHome: true,
      leftHome: true,
      blocksUnloaded: 4,
      shelfAtTarget: false,
    },
    score: { lines: [{ label: 'boxes', count: 2, points: 20 }], total: 20 },
    moments: [
      { ...moment, report, pictures: [{ variant: 'nominal', sha256, camera: CAMERA }], truth: [issue] },
      { ...moment, evidence: null, report: null, pictures: [], truth: null },
    ],
    bestEdits: [{ op: 'remove', at: '/0', because: 'timing' }],
  }
}

async function readAll(): Promise<{ episodes: StoredEpisode[]; problems: Diagnostic[] }> {
  const episodes: StoredEpisode[] = []
  const problems: Diagnostic[] = []
  for await (const read of readEpisodes(folder)) {
    if (read.ok) episodes.push(read.value)
    else problems.push(read.error)
  }
  return { episodes, problems }
}

const lines = (): string => join(folder, 'episodes.jsonl')
const pictureName = (): string => readdirSync(join(folder, 'pictures'))[0] ?? ''

describe('VRL-33: a set of episodes', () => {
  test('is read back equal, and equal pictures are kept once', async () => {
    const episodes = await write(1, 2)
    expect(await readAll()).toEqual({ episodes, problems: [] })
    expect(readdirSync(join(folder, 'pictures'))).toHaveLength(1)
    expect(await readAbout(folder)).toMatchObject({ ok: true, value: { ...ABOUT, episodes: 2 } })
  })

  test('gives its pictures back as frames of the size of their camera', async () => {
    await write(1)
    const bytes = must(await readPicture(folder, pictureName()), 'a picture')
    expect(must(await decodePicture(bytes, 'f'), 'a frame')).toMatchObject({
      width: CAMERA.width,
      height: CAMERA.height,
    })
    expect(await decodePicture(new Uint8Array([1, 2, 3]), 'f')).toMatchObject({ ok: false })
  })

  test('is never begun in a folder that is in use', async () => {
    await write(1)
    expect(await createDataset(folder, ABOUT)).toMatchObject({ ok: false, error: { code: 'dataset.folder' } })
  })
})

describe('VRL-33: a set that was tampered with is refused with its line', () => {
  test.each([
    ['a torn line', (text: string) => text.slice(0, -100), 'JSON'],
    ['a foreign line', (text: string) => `${text}{"hello":1}\n`, 'hello'],
    ['a field too many', (text: string) => text.replaceAll('"seed":2', '"seed":2,"more":1'), 'more'],
    [
      'a picture outside',
      (text: string) => text.replaceAll(/"sha256":"\w+"/g, '"sha256":"../../passwd"'),
      'sha256',
    ],
    ['a path that is none', (text: string) => text.replaceAll('"/0/3"', '"/../3"'), 'nodePath'],
    [
      'a moment after the end',
      (text: string) => text.replaceAll('"traceLength":0', '"traceLength":999'),
      'moment',
    ],
    ['an empty line', (text: string) => text.replace('\n', '\n\n'), 'JSON'],
  ])('%s', async (_, damage, says) => {
    await write(1, 2)
    writeFileSync(lines(), damage(readFileSync(lines(), 'utf8')))
    const { problems } = await readAll()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ code: 'dataset.line', where: { file: lines() } })
    expect(problems[0]?.message).toContain(says)
  })

  test('a line that was left out or added is noticed at the end', async () => {
    await write(1, 2)
    const text = readFileSync(lines(), 'utf8')
    writeFileSync(lines(), text.slice(0, text.indexOf('\n') + 1))
    expect((await readAll()).problems).toMatchObject([{ code: 'dataset.changed' }])
    writeFileSync(lines(), text)
    appendFileSync(lines(), text)
    expect((await readAll()).problems).toMatchObject([{ code: 'dataset.changed' }])
  })

  test('a set without its end, of another format, or no set at all', async () => {
    expect((await readAll()).problems).toMatchObject([{ code: 'dataset.about' }])
    await write(1)
    const about = join(folder, 'dataset.json')
    writeFileSync(about, readFileSync(about, 'utf8').replace(FORMAT, 'graft-episodes/99'))
    expect((await readAll()).problems).toMatchObject([{ got: 'graft-episodes/99' }])
    writeFileSync(about, '{')
    expect((await readAll()).problems).toMatchObject([{ code: 'dataset.about' }])
  })

  test('a picture that is missing, changed, a link, or named by a path', async () => {
    await write(1)
    const name = pictureName()
    const path = join(folder, 'pictures', name)
    const bytes = readFileSync(path)
    const refused = { ok: false, error: { code: 'dataset.picture' } }
    writeFileSync(path, 'other')
    expect(await readPicture(folder, name)).toMatchObject(refused)
    rmSync(path)
    expect(await readPicture(folder, name)).toMatchObject(refused)
    writeFileSync(join(folder, '..', 'outside'), bytes)
    symlinkSync(join(folder, '..', 'outside'), path)
    expect(await readPicture(folder, name)).toMatchObject(refused)
    expect(await readPicture(folder, '../outside')).toMatchObject(refused)
  })
})
