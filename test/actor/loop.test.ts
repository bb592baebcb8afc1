import { expect, test } from 'vitest'
import { stream } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { mainRoot } from '#learning/actor/units.js'
import { createActor } from '#learning/field/actor/actor.js'
import { ModelError, type LanguageModel } from '#learning/ports.js'
import { ScriptedModel } from './scripted-model.js'
import { deps, INITIAL, issue, report, situation } from './world.js'

const SHELF = '[{"why":"shelf","op":"insert","first":"root","node":"CursorSequence"}]'
const HOME = '[{"why":"score","op":"insert","last":"root","node":"MoveToHome"}]'
const input = situation(INITIAL, { report: report(issue('shelf', null)) })
const actor = (model: LanguageModel, more: Partial<typeof deps> = {}) =>
  createActor({ ...deps, ...more, model, profile: 'compact', seed: 1 })

test('CRIT-15: a plan that the twin refuses goes back to the model with the reason', async () => {
  const model = new ScriptedModel([SHELF, HOME, '[]'])
  const rehearse = (doc: TreeDoc) =>
    JSON.stringify(mainRoot(doc)).includes('CursorSequence')
      ? ({ ok: false, error: { text: 'MoveCursor: blocks lie in the corridor' } } as const)
      : ({ ok: true, value: null } as const)
  const output = await actor(model, { rehearse }).propose(input)
  expect(output.tries.map((t) => t.refusedBecause)).toEqual([
    'MoveCursor: blocks lie in the corridor',
    null,
    null,
  ])
  expect(model.asked[1]?.prompt).toContain(`REFUSED:${SHELF}`)
  expect(model.asked[1]?.prompt).toContain('shelf:tried')
  expect(output.patch.map((edit) => edit.op)).toEqual(['insert'])
})

test('after maxTries refusals there is no edit and the tree is untouched', async () => {
  const model = new ScriptedModel(['nonsense'])
  const output = await actor(model).propose(input)
  expect(model.asked).toHaveLength(3)
  expect(output).toMatchObject({ patch: [], tree: input.tree, confidence: 0 })
  expect(output.why).toMatch(/^no edit: 3 tries refused/)
})

test('an empty reply is a valid answer and is not rehearsed', async () => {
  const rehearse = () => {
    throw new Error('nothing to rehearse')
  }
  const output = await actor(new ScriptedModel(['[]']), { rehearse }).propose(input)
  expect(output).toMatchObject({ patch: [], tries: [{ reply: '[]', refusedBecause: null }] })
})

test('a tree that the twin refuses already may still be mended', async () => {
  const rehearse = () => ({ ok: false, error: { text: 'UnloadBlocks: zone 2 is taken' } }) as const
  const output = await actor(new ScriptedModel([HOME, '[]']), { rehearse }).propose(input)
  expect(output.patch).toHaveLength(1)
})

test('AMB-03: a model that fails is no edit with its reason; an abort is the caller’s own', async () => {
  const broken = new ScriptedModel([])
  broken.complete = () => Promise.reject(new ModelError('out of context'))
  expect((await actor(broken).propose(input)).why).toContain('out of context')
  await expect(actor(broken).propose(input, AbortSignal.abort())).rejects.toThrow(ModelError)
})

test('a prompt that cannot fit is no edit, and the model is not asked', async () => {
  const small = new ScriptedModel(['[]'], 150)
  expect((await actor(small).propose(input)).why).toContain('does not fit')
  expect(small.asked).toHaveLength(0)
})

test('VRL-09: a thousand garbage replies never crash and never edit without a valid patch', async () => {
  const rng = stream('garbage', 1)
  const pieces = [
    '[',
    ']',
    '{',
    '}',
    '"why"',
    ':',
    '"score"',
    ',',
    '"op":"remove"',
    '"at":"root"',
    '"at":"MoveToZone@1"',
    '```json',
    '<think>',
    '</think>',
    'null',
    '1e999',
    '\u0000',
    '"__proto__":1',
    SHELF,
    'Sure! ',
    '"op":"setAttr"',
    '"zone":99',
  ]
  let unedited = 0
  for (let i = 0; i < 1000; i++) {
    const reply = rng.chance(0.5)
      ? Array.from({ length: rng.int(12) }, () => rng.pick(pieces)).join('')
      : SHELF.slice(0, rng.int(SHELF.length)) + rng.pick(pieces)
    const output = await actor(new ScriptedModel([reply])).propose(input)
    expect(output.tries.length).toBeGreaterThan(0)
    if (output.patch.length > 0) continue
    unedited++
    expect(output.tree).toBe(input.tree)
  }
  expect(unedited).toBeGreaterThan(100)
})

test('MOD-20: thoughts and fences around a valid reply are cut off', async () => {
  const chatty = '<think>[maybe]</think>```json\n' + SHELF + '\n```'
  expect((await actor(new ScriptedModel([chatty, '[]'])).propose(input)).patch).toHaveLength(1)
})

test('VRL-06: the small model is asked edit by edit, each time with the tree and the causes as they are by then', async () => {
  const model = new ScriptedModel([SHELF, HOME, '[]'])
  const output = await actor(model).propose(input)
  expect(output.patch.map((edit) => edit.because)).toEqual(['shelf', 'score'])
  expect(model.asked).toHaveLength(2)
  expect(model.asked[1]?.prompt).toContain(
    'TREE:root[RetryUntilSuccessful@shelf=3[CursorSequence];MoveToZone@1',
  )
  expect(model.asked[1]?.prompt).toContain('shelf:done')
})
