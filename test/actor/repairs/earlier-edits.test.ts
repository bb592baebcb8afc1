import { expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { Edit } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { treeHash } from '#bt/xml/write.js'
import { createActor } from '#learning/field/actor/actor.js'
import { effectsOf } from '#learning/actor/repairs/edit-effects.js'
import { revertsEarlierEdit } from '#learning/actor/repairs/earlier-edits.js'
import { ScriptedModel } from '../scripted-model.js'
import { deps, INITIAL, issue, report, situation, tree } from '../world.js'

const START = tree(INITIAL)
const AWAY: Edit = { op: 'remove', at: '/3', because: 'score' }
const after = (patch: readonly Edit[]) => must(applyEdits(START, patch), 'a patch')

it('names the episode in which the tree ran, and what it scored', () => {
  const doc = after([AWAY])
  const history = [
    {
      episode: 2,
      treeHash: treeHash(doc),
      score: -3.25,
      decision: 'no-edit' as const,
      patch: [],
      issues: [],
    },
  ]
  expect(revertsEarlierEdit(START, [AWAY], doc, { history })).toBe(
    'this tree ran in episode 2 already, and scored -3.3',
  )
  expect(revertsEarlierEdit(START, [], doc, { history })).toBeNull()
  expect(revertsEarlierEdit(START, [AWAY], doc, {})).toBeNull()
})

it('an edit and its inverse in turn are refused, wherever the node stands by now', () => {
  const gone = after([AWAY])
  const because = (cause: string) =>
    new Map(effectsOf(START, [AWAY]).map(({ did }) => [did, { because: cause, episode: 2 }]))
  const node = {
    id: 'SubTree',
    kind: 'subtree',
    attrs: { ID: 'UnloadBlocksSequence' },
    children: [],
  } as const
  const back: Edit = { op: 'insert', parent: '/', index: 1, node, because: 'score' }
  const doc = must(applyEdits(gone, [back]), 'a patch')
  const refused = 'it takes back what an earlier edit of this run did'
  expect(revertsEarlierEdit(gone, [back], doc, { earlierEffects: because('score') })).toBe(refused)
  expect(revertsEarlierEdit(gone, [back], doc, { earlierEffects: new Map() })).toBeNull()
  // what was guessed gives way to what was seen, and to nothing less
  const seen = { ...back, because: 'coverage@2' }
  const said = (grounded: 'confirmed' | 'unverified') => report(issue('coverage', 2, { grounded }))
  const results = (['confirmed', 'unverified'] as const).map((grounded) =>
    ['score', 'trace', 'twin', 'coverage@1'].map((cause) =>
      revertsEarlierEdit(gone, [seen], doc, { earlierEffects: because(cause), report: said(grounded) }),
    ),
  )
  expect(results).toEqual([[null, null, refused, refused], Array<string>(4).fill(refused)])
  // what was seen gives way when it is seen again in a later episode
  const later = (episode: number) => [
    {
      episode,
      treeHash: 'x',
      score: 1,
      decision: 'no-edit' as const,
      patch: [],
      issues: said('confirmed').issues,
    },
  ]
  const earlierEffects = because('coverage@1')
  const past = (episode: number) => ({ earlierEffects, report: said('confirmed'), history: later(episode) })
  expect([1, 2, 3].map((episode) => revertsEarlierEdit(gone, [seen], doc, past(episode)))).toEqual([
    refused,
    refused,
    null,
  ])
  // so may a tree that ran
  const again = {
    episode: 3,
    treeHash: treeHash(doc),
    score: 4,
    decision: 'no-edit' as const,
    patch: [],
    issues: [],
  }
  expect(revertsEarlierEdit(gone, [seen], doc, { ...past(1), history: [...later(1), again] })).toMatch(
    /^this tree ran in episode 3/,
  )
  expect(revertsEarlierEdit(gone, [seen], doc, { ...past(3), history: [...later(3), again] })).toBeNull()
})

it('the speaker is told, and asked for something else', async () => {
  const SHELF = '[{"why":"shelf","op":"insert","first":"root","node":"CursorSequence"}]'
  const input = situation(INITIAL, { report: report(issue('shelf', null)) })
  const actor = (model: ScriptedModel) =>
    createActor({ ...deps, maxEdits: 1, model, profile: 'compact', seed: 1 })
  const first = await actor(new ScriptedModel([SHELF])).propose(input)
  const ran = {
    episode: 1,
    treeHash: treeHash(first.tree),
    score: 5,
    decision: 'rolled-back' as const,
    patch: [],
    issues: [],
  }
  const model = new ScriptedModel([SHELF, '[]'])
  const second = await actor(model).propose({ ...input, history: [ran] })
  expect(second.patch).toEqual([])
  expect(second.tries[0]?.refusedBecause).toBe('this tree ran in episode 1 already, and scored 5.0')
  expect(model.asked).toHaveLength(2)
})
