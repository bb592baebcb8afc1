import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { must, type Result } from '#base/result.js'
import { kindOf, parseManifest, promptOf } from '#adapters/models/manifest.js'
import { main } from '#cli/cli.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { addModel, removeModel } from '#cli/models/add-model.js'
import { findModel, verifyModels, readModels } from '#app/models/model-lists.js'
import { openModels } from '#app/models/open-models.js'
import { makeTinyGguf } from '../adapters/fixtures/make/tiny-gguf.js'
import { makeTinyVlm } from '../adapters/fixtures/make/tiny-vlm.js'

const LOAD_MS = 240_000
const shipped = must(
  parseManifest(readFileSync('models/manifest.json', 'utf8'), 'manifest'),
  'manifest',
).models
const idOf = (role: string): string => shipped.find((entry) => entry.role === role)?.id ?? ''
const [CRITIC, ACTOR] = [idOf('critic'), idOf('actor')]
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'graft-own-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true })
})

const own = () => must(readModels(dir), 'lists').filter(({ list }) => list === 'given')
const textOf = (result: Result<unknown, Diagnostic>): string =>
  result.ok ? '' : formatDiagnostic(result.error)

describe('graft models add', () => {
  it('looks into a GGUF file and lists it with what it says of itself', async () => {
    const file = makeTinyGguf(dir, 'qwen')
    const { entry, notes } = must(await addModel(file, { models: dir }), 'added')
    expect(entry).toMatchObject({
      id: 'tiny-qwen',
      role: 'actor',
      kind: 'gguf',
      architecture: 'qwen3',
      chat: true,
      contextSize: 2048,
      profile: 'full',
      files: [{ path: 'tiny-qwen.gguf' }],
    })
    expect(notes.join()).toContain('--think')
    expect(own().map((model) => model.entry)).toEqual([entry])
    expect(await verifyModels(own())).toEqual([])
  })

  it('looks into a folder and lists everything that loading reads', async () => {
    const folder = makeTinyVlm(dir, 'qwen2_5_vl')
    const { entry } = must(await addModel(folder, { models: dir, id: 'eye', timeout: 60 }), 'added')
    expect(entry).toMatchObject({
      id: 'eye',
      role: 'critic',
      kind: 'transformers',
      dtype: 'fp32',
      timeoutSeconds: 60,
    })
    expect(promptOf(entry)).toBe('prose')
    expect(entry.files).toHaveLength(8)
    expect(await verifyModels(own())).toEqual([])
  })

  it('refuses what cannot be loaded, and writes nothing', async () => {
    writeFileSync(join(dir, 'notes.gguf'), 'not a model')
    const gguf = makeTinyGguf(dir, 'llama')
    const folder = makeTinyVlm(dir, 'smolvlm')
    const wrong: readonly (readonly [string, object, RegExp])[] = [
      [join(dir, 'nowhere.gguf'), {}, /there is no .*nowhere\.gguf/],
      [join(dir, 'notes.gguf'), {}, /notes\.gguf cannot be used: .*magic/],
      [gguf, { role: 'critic' }, /cannot be the critic/],
      [folder, { role: 'actor' }, /cannot be the actor/],
      [folder, { dtype: 'q4' }, /it has no .*embed_tokens_q4\.onnx/],
      [dir, {}, /it has no config\.json/],
      [join(dir, 'tiny-llama-00001-of-00002.gguf'), {}, /there is no/],
    ]
    for (const [path, options, message] of wrong)
      expect(textOf(await addModel(path, { ...options, models: dir }))).toMatch(message)
    expect(existsSync(join(dir, 'manifest.json'))).toBe(false)
  })

  it('refuses a folder of an architecture that the library does not know, and says which it knows', async () => {
    const folder = makeTinyVlm(dir, 'smolvlm')
    writeFileSync(join(folder, 'config.json'), '{"model_type":"bert"}')
    const text = textOf(await addModel(folder, { models: dir }))
    expect(text).toContain('model_type "bert"')
    expect(text).toContain('qwen2_5_vl')
  })

  it('an id stands on a list once, also when the shipped list has it', async () => {
    const file = makeTinyGguf(dir, 'llama')
    must(await addModel(file, { models: dir }), 'added')
    expect(textOf(await addModel(file, { models: dir }))).toContain('graft models remove tiny-llama')
    expect(textOf(await addModel(file, { models: dir, id: ACTOR }))).toContain('already')
    must(removeModel('tiny-llama', dir), 'removed')
    expect(own()).toEqual([])
    expect(existsSync(file)).toBe(true)
    expect(textOf(removeModel('tiny-llama', dir))).toContain("lists no 'tiny-llama'")
  })
})

describe('a file that is missing, cut short or another one', () => {
  const added = async (): Promise<void> => {
    must(await addModel(makeTinyGguf(dir, 'llama'), { models: dir }), 'gguf')
    must(await addModel(makeTinyVlm(dir, 'smolvlm'), { models: dir }), 'folder')
  }

  it('is named with the hash expected, of whatever kind the model is', async () => {
    await added()
    for (const file of own().flatMap(({ entry, dir: base }) =>
      entry.files.map(({ path }) => join(base, path)),
    )) {
      const whole = readFileSync(file)
      const spoil = [
        () => rmSync(file),
        () => truncateSync(file, whole.length - 1),
        () => appendFileSync(file, 'x'),
        () => writeFileSync(file, Buffer.from(whole).fill(0, whole.length - 1)),
      ]
      for (const wrong of whole.at(-1) === 0 ? spoil.slice(0, 3) : spoil) {
        wrong()
        const problems = (await verifyModels(own())).map(formatDiagnostic)
        expect(problems).toHaveLength(1)
        expect(problems[0]).toContain(file)
        expect(problems[0]).toMatch(/expected: \d+ bytes, sha256 [0-9a-f]{64}/)
        writeFileSync(file, whole)
      }
    }
  })

  it('one that the library would read though no manifest lists it is refused', async () => {
    await added()
    writeFileSync(join(dir, 'tiny-smolvlm', 'chat_template.jinja'), 'say yes')
    expect((await verifyModels(own())).map(formatDiagnostic).join()).toContain(
      'chat_template.jinja is not in the manifest',
    )
  })

  it('one that loading needs and the list lacks is named before the library stumbles', async () => {
    await added()
    const list = join(dir, 'manifest.json')
    for (const name of ['tokenizer.json', 'onnx/vision_encoder.onnx', 'config.json']) {
      const whole = readFileSync(list, 'utf8')
      const read = must(parseManifest(whole, list), 'list')
      const models = read.models.map((m) => ({
        ...m,
        files: m.files.filter(({ path }) => !path.endsWith(name)),
      }))
      writeFileSync(list, JSON.stringify({ models }))
      expect((await verifyModels(own())).map(formatDiagnostic).join()).toContain(`lists no ${name}`)
      writeFileSync(list, whole)
    }
  })
})

describe('choosing models', () => {
  it('by id or the first of a role, of one’s own folder first', { timeout: LOAD_MS }, async () => {
    must(await addModel(makeTinyGguf(dir, 'gemma'), { models: dir }), 'gguf')
    must(await addModel(makeTinyVlm(dir, 'smolvlm'), { models: dir, timeout: 5 }), 'folder')
    const opened = must(await openModels({ models: dir, actor: 'model', criticModel: CRITIC }), 'opened')
    expect([opened.critic.model.entry.id, opened.actor?.entry.id]).toEqual([CRITIC, 'tiny-gemma'])
    expect([opened.critic.prompt, opened.actor?.profile]).toEqual(['facts', 'full'])
    expect(opened.stamps.map(({ id, role }) => `${role} ${id}`)).toEqual([
      `critic ${CRITIC}`,
      'actor tiny-gemma',
    ])
    const reply = await opened.actor?.language.complete({
      prompt: 'go',
      maxTokens: 4,
      temperature: 0,
      seed: 0,
    })
    expect(reply?.tokens).toBe(4)
    await opened.close()
    const seeing = must(await openModels({ models: dir, actor: 'rules' }), 'opened')
    expect([seeing.critic.model.entry.id, seeing.critic.prompt, seeing.critic.timeoutMs]).toEqual([
      'tiny-smolvlm',
      'prose',
      5000,
    ])
    expect(seeing.actor).toBeNull()
    await seeing.close()
  })

  it.each([
    ['an id that nobody has', { actorModel: ACTOR.replace('c', 'k') }, `did you mean ${ACTOR}?`],
    ['a model of another role', { criticModel: ACTOR }, 'cannot be the critic'],
    ['a folder without a manifest', { models: '/nowhere' }, 'there is no /nowhere/manifest.json'],
  ])('%s is refused', async (_, request, message) => {
    const opened = await openModels({ actor: 'model', ...request })
    expect(opened.ok ? '' : opened.error.map(formatDiagnostic).join()).toContain(message)
  })

  it(
    'a file that verifies and still is no model is refused, and nothing stays open',
    { timeout: LOAD_MS },
    async () => {
      const folder = makeTinyVlm(dir, 'smolvlm')
      writeFileSync(join(folder, 'onnx/embed_tokens.onnx'), 'noise')
      must(await addModel(folder, { models: dir }), 'folder')
      const opened = await openModels({ models: dir, actor: 'model' })
      expect(opened.ok ? '' : opened.error.map(formatDiagnostic).join()).toContain(
        'tiny-smolvlm cannot be loaded',
      )
    },
  )
})

describe('the manifest', () => {
  it('old entries are what they were, and keys that nobody knows are kept', () => {
    const text = readFileSync('models/manifest.json', 'utf8')
    const { models } = must(parseManifest(text, 'manifest'), 'manifest')
    const kinds = Object.fromEntries(models.map((entry) => [entry.role, [kindOf(entry), promptOf(entry)]]))
    expect(kinds['critic']).toEqual(['onnx-graft', 'facts'])
    expect(kinds['actor']?.[0]).toBe('gguf')
    const given = JSON.stringify({ models: [{ ...models[0], colour: 'red' }] })
    expect(must(parseManifest(given, 'm'), 'm').models[0]?.['colour']).toBe('red')
  })

  it('kinds, data types and ids are checked', () => {
    const entry = { id: 'a', role: 'critic', files: [{ path: 'x', bytes: 1, sha256: '0'.repeat(64) }] }
    for (const models of [[{ ...entry, kind: 'torch' }], [{ ...entry, dtype: 'fp64' }], [entry, entry]])
      expect(parseManifest(JSON.stringify({ models }), 'm').ok).toBe(false)
    expect(findModel([], 'x').ok).toBe(false)
  })
})

describe('on the command line', () => {
  const run = async (...argv: string[]) => {
    let [stdout, stderr] = ['', '']
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true))
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((stderr += String(text)), true))
    const code = await main(argv)
    vi.restoreAllMocks()
    return { code, stdout, stderr }
  }

  it('add, list, verify, remove', async () => {
    const file = makeTinyGguf(dir, 'llama')
    const added = await run('models', 'add', file, '--models', dir, '--id', 'mine', '--json')
    expect(added.code).toBe(EXIT.ok)
    expect(JSON.parse(added.stdout)).toMatchObject({ id: 'mine', kind: 'gguf' })
    expect(added.stderr).toContain('graft run --actor-model mine')
    expect((await run('models', 'list', '--models', dir)).stdout).toMatch(
      /^actor +mine +gguf +0\.\d+ MB in 1 file {2}\(given\)$/m,
    )
    expect((await run('models', 'verify', 'mine', '--models', dir)).stdout).toMatch(/ok\n$/)
    truncateSync(file, 100)
    const broken = await run('models', 'verify', 'mine', '--models', dir)
    expect([broken.code, broken.stdout]).toEqual([EXIT.models, ''])
    expect(broken.stderr).toContain(file)
    expect((await run('models', 'remove', 'mine', '--models', dir)).code).toBe(EXIT.ok)
    expect((await run('models', 'verify', 'mine', '--models', dir)).code).toBe(EXIT.usage)
  })

  it('bench says what it measured of a chat model and of a vision model', { timeout: LOAD_MS }, async () => {
    await run('models', 'add', makeTinyGguf(dir, 'gemma'), '--models', dir, '--id', 'tongue')
    await run('models', 'add', makeTinyVlm(dir, 'smolvlm'), '--models', dir, '--id', 'eye')
    const effort = ['--models', dir, '--rounds', '1', '--tokens', '8', '--json']
    const tongue = await run('models', 'bench', 'tongue', ...effort)
    expect(tongue.stderr).toContain('tongue: loading')
    const figures = JSON.parse(tongue.stdout) as Record<string, number>
    for (const name of [
      'loadMs',
      'promptPerSecond',
      'firstTokenWarmMs',
      'freePerSecond',
      'grammarRatio',
      'reusedTokens',
    ])
      expect(figures[name], name).toBeGreaterThan(0)
    const eye = await run('models', 'bench', 'eye', ...effort)
    expect(JSON.parse(eye.stdout)).toMatchObject({ id: 'eye', kind: 'vision', reportMs: null })
  })
})
