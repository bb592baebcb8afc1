import { describe, expect, it } from 'vitest'
import type { RunOptions } from '#app/command-line/options.js'
import { sameModels } from '#app/run-folder/same-models.js'
import { asBegun } from '#cli/run/as-begun.js'
import { newWorldRun } from '#cli/run/begin-world.js'
import type { ModelStamp, RunManifest } from '#learning/manifest.js'

const stamp = (role: ModelStamp['role'], id: string, sha256 = 'a'.repeat(64)): ModelStamp => ({
  role,
  id,
  files: [{ path: `${id}.onnx`, sha256 }],
})
const MODELS = [stamp('critic', 'seer'), stamp('actor', 'editor')]
const DEFAULTS: RunOptions = {
  given: new Set(['resume']),
  episodes: 10,
  seed: 1,
  actor: 'model',
  faults: 'nominal',
  blockInfo: false,
  strictAlg1: false,
  out: 'runs',
  json: false,
}
const begun = (actor: RunManifest['actor'], models: readonly ModelStamp[]): RunManifest =>
  ({ key: 'F1-s1-0', actor, models }) as unknown as RunManifest

describe('who criticises and edits in a run that goes on', () => {
  it('is what it began with', () => {
    expect(asBegun(DEFAULTS, begun('rules', MODELS.slice(0, 1)))).toMatchObject({
      actor: 'rules',
      criticModel: 'seer',
    })
    expect(asBegun(DEFAULTS, begun('model', MODELS))).toMatchObject({
      actor: 'model',
      criticModel: 'seer',
      actorModel: 'editor',
    })
  })

  it('unless the command line says something else, which is judged', () => {
    const typed = { ...DEFAULTS, given: new Set(['actor', 'criticModel']), criticModel: 'other' }
    expect(asBegun(typed, begun('rules', MODELS.slice(0, 1)))).toEqual(typed)
  })

  it('names in words what differs, without a hash or JSON', () => {
    const said = (models: readonly ModelStamp[]): unknown => {
      const same = sameModels({ key: 'F1-s1-0', models: MODELS }, models)
      return same.ok || [same.error.expected, same.error.got]
    }
    expect(said([...MODELS].reverse())).toBe(true)
    expect(said(MODELS.slice(0, 1))).toEqual(['actor editor', 'no model as actor'])
    expect(said([stamp('critic', 'other'), stamp('actor', 'editor', 'b'.repeat(64))])).toEqual([
      'critic seer, actor editor',
      'critic other, actor editor with other contents of editor.onnx',
    ])
  })

  it('a world has no model yet: whoever asks for one is told', async () => {
    const options = { ...DEFAULTS, given: new Set(['world', 'actor']) }
    expect(await newWorldRun(options, 'home')).toMatchObject({ error: [{ code: 'run.no-model' }] })
    expect((await newWorldRun({ ...options, actor: 'rules' }, 'home')).ok).toBe(true)
  })
})
