import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TreeDoc } from '#bt/document.js'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash } from '#bt/xml/write.js'
import { benchFields } from '../../../lab/bench/fields/bench-fields.js'
import { faultNamed } from '../../../lab/bench/repair/trees/faults.js'
import { rightPlan, rightTree, type RightPlan } from '../../../lab/bench/repair/trees/right-plan.js'
import { actorDeps } from '#app/models/model-set.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import { createActor } from '#learning/field/actor/actor.js'
import { effectsOf } from '#learning/actor/repairs/edit-effects.js'
import { createTreePreview } from '#app/tree-preview.js'
import { findTwinRepair, intendedFaces } from '#learning/field/actor/repairs/twin-repair.js'
import { labelTree } from '#learning/field/actor/address.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { ScriptedModel } from '../scripted-model.js'
import { CURSOR, LOAD, report, RETRY, situation, tree, TRIP } from '../world.js'

const library = readLibrary()
let setup: FieldSetup
let plan: RightPlan

beforeAll(async () => {
  const fields = await benchFields()
  const f3 = fields.ok ? fields.value.find(({ map }) => map.id === 'F3') : undefined
  if (f3 === undefined) throw new Error('F3 is not shipped')
  setup = f3
  plan = rightPlan(f3, robotSubtrees(library))
})

const broken = (name: string): TreeDoc => {
  const doc = faultNamed(name)?.make(plan)
  if (!doc) throw new Error(`no tree with ${name}`)
  return doc
}

const inputOf = (tree: TreeDoc, more: object = {}) =>
  situation('<MoveToHome/>', { tree, map: setup.map, report: report(), ...more })

const silent = (maxEdits = 12) =>
  createActor({
    ...actorDeps(setup.map, library, maxEdits),
    model: new ScriptedModel(['[]']),
    profile: 'compact',
    seed: 1,
  })

const loadZone = (): number => setup.map.zones.find(({ kind }) => kind === 'load')?.id ?? 0
const yieldToEventLoop = (): Promise<void> => Promise.resolve()

function outlook(doc: TreeDoc) {
  const { points, ...seen } = createTreePreview(setup.map, library)(doc, intendedFaces(labelTree(doc)), false)
  if (points === null) throw new Error('the forecast cannot play this tree')
  return { ...seen, points }
}

/** mistakes that stop or starve a tree whatever the faces of the blocks are */
const CERTAIN = [
  'to-load-zone',
  'no-load',
  'no-unload',
  'unload-before-load',
  'no-shelf',
  'shelf-last',
  'delays',
  'fallback-root',
  'fallback-between',
]

describe('what the twin refuses is mended without a word of a model', () => {
  it.each(CERTAIN)('%s', async (name) => {
    const doc = broken(name)
    const before = outlook(doc)
    const { patch, tree: mended, why, confidence } = await silent().propose(inputOf(doc))
    const after = outlook(mended)
    expect(patch.length).toBeGreaterThan(0)
    expect(new Set(patch.map(({ because }) => because))).toEqual(new Set(['twin']))
    expect(after.refused).toEqual([])
    expect(after.points).toBeGreaterThan(before.points)
    expect(after.points).toBeGreaterThan(0.9 * outlook(rightTree(plan)).points)
    expect(why).toMatch(/^the twin: .+ \(mended: -?\d+ to \d+ points expected\)/)
    expect(confidence).toBe(1)
  })

  it('blocks that are carried home, which nothing refuses', async () => {
    const doc = tree(`<Sequence>${TRIP(1, 2)}<MoveToZone zone="3"/>${LOAD}<MoveToHome/></Sequence>`)
    const { patch, why } = await silent().propose(inputOf(doc))
    expect(why).toMatch(/^the twin: what LoadBlocksSequence@3 takes is never set down/)
    expect(patch.length).toBeGreaterThan(0)
  })

  it('the right tree is left alone', async () => {
    const { patch, why } = await silent().propose(inputOf(rightTree(plan)))
    expect(patch).toEqual([])
    expect(why).toBe('nothing was found')
  })

  it('within the edits that a patch may hold', async () => {
    const { patch } = await silent(1).propose(inputOf(broken('no-load')))
    expect(patch).toHaveLength(1)
  })

  it('not by a tree that ran already, and not by taking back what an edit of this run did', async () => {
    const doc = broken('no-shelf')
    const first = await silent().propose(inputOf(doc))
    const ran = {
      episode: 4,
      treeHash: treeHash(first.tree),
      score: 12,
      decision: 'no-edit',
      patch: [],
      issues: [],
    }
    const again = await silent(1).propose(inputOf(doc, { history: [ran] }))
    expect(treeHash(again.tree)).not.toBe(treeHash(first.tree))
    const undone = new Map(
      effectsOf(doc, first.patch).map(({ inverse }) => [inverse, { because: 'twin', episode: 1 }]),
    )
    const other = await silent(1).propose(inputOf(doc, { earlierEffects: undone }))
    expect(effectsOf(doc, other.patch).filter(({ inverse }) => undone.has(inverse))).toEqual([])
    expect(treeHash(other.tree)).not.toBe(treeHash(first.tree))
  })

  it('does the same in less time, behind the speaker only, and leaves the shelf alone that no trip waits for', async () => {
    const right = rightTree(plan)
    const [first] = setup.map.zones.filter(({ kind, needsShelf }) => kind === 'unload' && !needsShelf)
    const lone = tree(
      `<Sequence>${RETRY(CURSOR)}${RETRY(TRIP(loadZone(), first?.id ?? 0))}<MoveToHome/></Sequence>`,
    )
    const deps = { ...actorDeps(setup.map, library), foresee: createTreePreview(setup.map, library) }
    const found = await findTwinRepair(inputOf(lone), deps, {
      isAllowed: () => true,
      yieldToEventLoop,
      tidy: true,
    })
    expect(found?.edits).toEqual([{ op: 'remove', at: '/0' }])
    expect(found?.to).toBeGreaterThan((found?.from ?? Infinity) + 2)
    expect(
      await findTwinRepair(inputOf(lone), deps, { isAllowed: () => true, yieldToEventLoop, tidy: false }),
    ).toBeUndefined()
    // what the search found is not to be had quicker, and a tree that is refused is mended first
    expect(
      await findTwinRepair(inputOf(right), deps, { isAllowed: () => true, yieldToEventLoop, tidy: true }),
    ).toBeUndefined()
    const refused = await findTwinRepair(inputOf(broken('no-shelf')), deps, {
      isAllowed: () => true,
      yieldToEventLoop,
      tidy: true,
    })
    expect(refused?.edits.map(({ op }) => op)).toEqual(['insert'])
  })

  it('leaves a tree alone that the forecast cannot play: SubTrees with ports that share a key', async () => {
    const [from, to] = [loadZone(), setup.map.zones.find(({ kind }) => kind === 'unload')?.id]
    const xml = `<root BTCPP_format="4" main_tree_to_execute="Main"><include path="subtrees.xml"/><BehaviorTree ID="Main">
      <Sequence><SubTree ID="Trip" from="${from}" to="${to}"/><SubTree ID="Trip" from="${from}" to="${to}"/></Sequence></BehaviorTree>
      <BehaviorTree ID="Trip"><Sequence><MoveToZone zone="{from}"/>${LOAD}<MoveToZone zone="{to}"/></Sequence></BehaviorTree></root>`
    const subtrees = readFileSync(new URL('../../../bt/subtrees.xml', import.meta.url), 'utf8')
    const doc = must(parseTree(xml, { file: 'test.xml', library, load: () => subtrees }), 'tree')
    expect(createTreePreview(setup.map, library)(doc, new Map(), true).points).toBeNull()
    const { patch } = await silent().propose(inputOf(doc))
    expect(patch).toEqual([])
  })

  it('gives the reflex loop a breath before each tree that it plays', async () => {
    const doc = broken('no-load')
    const deps = { ...actorDeps(setup.map, library), foresee: createTreePreview(setup.map, library) }
    let [played, breaths] = [0, 0]
    const counted = {
      ...deps,
      foresee: (...args: Parameters<typeof deps.foresee>) => {
        played++
        return deps.foresee(...args)
      },
    }
    const yieldToEventLoop = () => Promise.resolve(void breaths++)
    const found = await findTwinRepair(inputOf(doc), counted, {
      isAllowed: () => true,
      yieldToEventLoop,
      tidy: false,
    })
    expect(found?.to).toBeGreaterThan(found?.from ?? Infinity)
    expect(breaths).toBe(played - 1)
    expect(played).toBeGreaterThan(3)
    expect(
      await findTwinRepair(inputOf(doc), counted, { isAllowed: () => false, yieldToEventLoop, tidy: false }),
    ).toBeUndefined()
  })
})
