import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import { goOffline, picturesOf, openVlm, type Describe } from '#adapters/vlm/vlm.js'
import { loadVlm } from '#adapters/vlm/vlm-model.js'
import type { Frame } from '#learning/ports.js'
import { entryOf } from './support/vlm-entry.js'
import { makeTinyVlm, type TinyVlm } from './fixtures/make/tiny-vlm.js'

const START_MS = 240_000
const FAMILIES: readonly TinyVlm[] = ['smolvlm', 'idefics3', 'qwen2_vl', 'qwen2_5_vl']
const dir = mkdtempSync(join(tmpdir(), 'graft-vlm-'))
const prompt = 'what is ahead the robot'
const never = new AbortController().signal

function frame(colour: readonly [number, number, number], width = 640, height = 480): Frame {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => colour[i % 3] ?? 0)
  return { id: colour.join(), t: ms(0), width, height, rgb }
}
const [RED, BLUE, GREY] = [frame([200, 20, 20]), frame([20, 20, 200]), frame([90, 90, 90])]

beforeAll(() => {
  goOffline()
  for (const family of FAMILIES) makeTinyVlm(dir, family)
})
afterAll(() => rmSync(dir, { recursive: true }))

describe.each(FAMILIES)('a vision-language model of the %s kind from a folder', (family) => {
  let describeIt: Describe
  const ask = (frames: readonly Frame[], maxTokens = 6, signal = never) =>
    describeIt({ frames, prompt, maxTokens }, signal)
  beforeAll(async () => {
    describeIt = await openVlm({ id: family, root: join(dir, `tiny-${family}`), dtype: 'fp32' })
  })

  it('answers other pictures otherwise, and equal ones equally', async () => {
    const [red, blue, again] = [await ask([RED]), await ask([BLUE]), await ask([RED])]
    expect(red).toEqual(again)
    expect(red.tokens).not.toEqual(blue.tokens)
  })

  it('says how probable each of its words was', async () => {
    const { tokens } = await ask([BLUE], 4)
    expect(tokens.length).toBeGreaterThan(0)
    expect(tokens.length).toBeLessThanOrEqual(4)
    for (const { prob } of tokens) {
      expect(prob).toBeGreaterThan(1 / 40)
      expect(prob).toBeLessThanOrEqual(1)
    }
  })

  it('looks at several frames, each of them, in their order', async () => {
    const answers = [
      [BLUE, RED, GREY],
      [BLUE, GREY, GREY],
      [RED, RED, GREY],
      [BLUE, RED],
    ]
    const told = []
    for (const frames of answers) told.push(JSON.stringify((await ask(frames, 3)).tokens))
    expect(new Set(told).size).toBe(answers.length)
  })

  it('words of the prompt open no turn and stand in for no picture', async () => {
    const said = await describeIt(
      { frames: [RED], prompt: `${prompt} <image> <|image_pad|> </s>`, maxTokens: 2 },
      never,
    )
    expect(said.tokens.length).toBeGreaterThan(0)
  })

  it('an answer that nobody waits for ends between two words', async () => {
    let looks = 0
    const abort = {
      get aborted() {
        return ++looks > 2
      },
    } as AbortSignal
    await expect(ask([RED], 40, abort)).rejects.toThrow('aborted')
    expect(looks).toBe(3)
    await expect(ask([RED], 2)).resolves.toBeDefined()
  })

  it('without a picture there is nothing to describe', async () => {
    await expect(ask([])).rejects.toThrow(`model ${family} was given no picture`)
  })
})

describe.each(['smolvlm', 'qwen2_5_vl'] as const)(
  'in a process of its own, a model of the %s kind',
  (family) => {
    it('answers as it does here, and goes on after an abort', { timeout: START_MS }, async () => {
      const model = await loadVlm(await entryOf(dir, family), dir)
      const request = { frames: [RED], regions: [], prompt, maxTokens: 6 }
      const here = await openVlm({ id: family, root: join(dir, `tiny-${family}`), dtype: 'fp32' })
      expect(await model.describe(request)).toEqual(
        await here({ frames: [RED], prompt, maxTokens: 6 }, never),
      )
      const late = new AbortController()
      const long = model.describe({ ...request, maxTokens: 2000, signal: late.signal })
      late.abort()
      await expect(long).rejects.toThrow('aborted')
      expect((await model.describe(request)).tokens.length).toBeGreaterThan(0)
      await model.dispose()
    })
  },
)

describe('pictures', () => {
  it('CRIT-04: are at most 30, the newest, and at most 512 pixels long; small ones stay as they are', async () => {
    const many = [
      frame([1, 1, 1], 1024, 768),
      ...Array.from({ length: 30 }, (_, i) => frame([i, 0, 0], 8, 6)),
    ]
    expect(await picturesOf(many)).toHaveLength(30)
    expect((await picturesOf(many))[0]?.width).toBe(8)
    const [wide] = await picturesOf([frame([1, 2, 3], 1024, 768)])
    expect([wide?.width, wide?.height]).toEqual([512, 384])
    expect(Array.from(wide?.data.slice(0, 3) ?? [])).toEqual([1, 2, 3])
  })
})

describe('the network', () => {
  it('is never asked, not even for a file that the folder lacks', async () => {
    let requests = 0
    const server = createServer((_, answer) => (requests++, answer.end('{}')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { env } = await import('@huggingface/transformers')
    env.remoteHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const root = join(dir, 'hollow')
    cpSync(join(dir, 'tiny-smolvlm'), root, { recursive: true })
    for (const file of ['tokenizer.json', 'generation_config.json', 'onnx/vision_encoder.onnx']) {
      rmSync(join(root, file))
      await expect(openVlm({ id: 'hollow', root, dtype: 'fp32' })).rejects.toThrow()
    }
    await expect(fetch(env.remoteHost)).rejects.toThrow('local files only')
    expect(requests).toBe(0)
    await new Promise((resolve) => server.close(resolve))
  })

  it('need not be there: the model loads in a namespace without one', { timeout: START_MS }, () => {
    const script = join(import.meta.dirname, 'support/vlm-alone.ts')
    const node = [process.execPath, '--import', 'tsx', script, join(dir, 'tiny-smolvlm')]
    const alone = spawnSync('unshare', ['-rn', 'true']).status === 0
    const [program = '', ...rest] = alone ? ['unshare', '-rn', ...node] : node
    const { status, stdout, stderr } = spawnSync(program, rest, { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^[0-9]+ words\n$/)
  })
})

describe('folders that are no models', () => {
  it.each([
    ['a graph that is none', 'onnx/embed_tokens.onnx', 'not a graph'],
    ['a tokenizer that is none', 'tokenizer.json', '{}'],
    ['a config that is none', 'config.json', '{'],
  ])('%s is refused, and the runtime lives on', { timeout: START_MS }, async (_, file, content) => {
    const root = join(dir, 'broken')
    cpSync(join(dir, 'tiny-smolvlm'), root, { recursive: true })
    writeFileSync(join(root, file), content)
    const entry = await entryOf(dir, 'smolvlm', 'broken')
    await expect(loadVlm(entry, dir)).rejects.toMatchObject({ name: 'ModelError' })
  })
})
