import { describe, expect, it } from 'vitest'
import { readSteps } from '#adapters/store/run-store.js'
import { followsAlgorithm1 } from '#learning/events.js'
import { actorDeps } from '#app/models/model-set.js'
import { createRulesActor } from '#learning/field/actor/actor.js'
import { library, loop, recordsOf, ScriptedCritic, scriptedMinds, treeOf } from './support/loop.js'

// the second unload finds the zone taken
const TWICE = treeOf(
  '<Sequence>' +
    ('<MoveToZone zone="1"/><SubTree ID="LoadBlocksSequence"/>' +
      '<MoveToZone zone="2"/><SubTree ID="UnloadBlocksSequence"/>') +
    '<MoveToZone zone="2"/><SubTree ID="UnloadBlocksSequence"/></Sequence>',
)
const kinds = (folder: string, episode: number): string =>
  readSteps(folder)
    .filter((step) => step.episode === episode)
    .map(({ kind }) => kind)
    .join('')

describe('a tree that the twin refuses', () => {
  it('is told before its episode, with what would mend it; the next episode runs a mended one', async () => {
    const minds = {
      ...scriptedMinds(),
      actorFor: (map: Parameters<ReturnType<typeof scriptedMinds>['actorFor']>[0]) =>
        createRulesActor(actorDeps(map, library)),
    }
    const run = await loop({ episodes: 2, tree: TWICE, minds })
    const [first, second] = recordsOf(run)
    expect(first?.alarms.map(({ reasons }) => reasons)).toEqual([['twin_refuses']])
    expect(first?.alarms[0]).toMatchObject({ t: 0, mode: 'initial' })
    expect(first?.alarms[0]?.text).toMatch(/^(?!.*refuses).*UnloadBlocks/)
    expect(kinds(run.folder, 1)).toMatch(/^AI/)
    expect(followsAlgorithm1([...kinds(run.folder, 1)] as never)).toBe(true)
    expect(first?.update.patch.some(({ because }) => because === 'twin')).toBe(true)
    expect(second?.alarms).toEqual([])
    expect(second?.score.total).toBeGreaterThan(first?.score.total ?? Infinity)
  })
})

describe('a loop that gets nowhere', () => {
  it('calls a human after the second episode without points and without an edit, once', async () => {
    const idle = {
      ...scriptedMinds(new ScriptedCritic()),
      actorFor: () => ({
        id: 'idle',
        propose: (input: { tree: typeof TWICE }) =>
          Promise.resolve({ patch: [], tree: input.tree, tries: [], confidence: 1, why: 'no idea' }),
      }),
    }
    const stay = treeOf('<MoveToZone zone="1"/>')
    const run = await loop({ episodes: 4, tree: stay, minds: idle })
    const alarms = recordsOf(run).map(({ alarms: own }) => own.map(({ reasons }) => reasons.join()))
    expect(alarms).toEqual([[], ['no_progress'], [], []])
    expect(kinds(run.folder, 2)).toMatch(/RUAH$/)
    expect(followsAlgorithm1([...kinds(run.folder, 2)] as never)).toBe(true)
  })
})
