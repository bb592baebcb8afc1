import { describe, expect, it } from 'vitest'
import { planOf, rehearseTree } from '../../src/robot/plan.js'
import { sayStep } from '../../src/twin/rehearse.js'
import { map, start } from '../twin/field.js'
import { mission, treeOf } from './support/rig.js'

const plan = (body: string): string[] => planOf(treeOf(body)).map((step) => `${step.path} ${sayStep(step)}`)

describe('the nominal branch of a tree', () => {
  it('inlines subtrees and keeps the paths of the running tree', () => {
    expect(planOf(mission('initial.xml')).map((step) => `${step.path} ${sayStep(step)}`)).toEqual([
      '/0 MoveToZone zone="1"',
      '/1/0/0 LoadBlocks',
      '/2 MoveToZone zone="2"',
      '/3/0/0 UnloadBlocks',
    ])
  })

  it.each([
    ['<RetryUntilSuccessful num_attempts="5"><MoveToHome/></RetryUntilSuccessful>', ['/0 MoveToHome']],
    ['<Fallback><MoveToHome/><MoveCursor/></Fallback>', ['/0 MoveToHome']],
    ['<Fallback><AlwaysFailure/><MoveCursor/></Fallback>', ['/1 MoveCursor']],
    [
      '<Fallback><Inverter><MoveToHome/></Inverter><MoveCursor/></Fallback>',
      ['/0/0 MoveToHome', '/1 MoveCursor'],
    ],
    [
      '<Sequence><ForceSuccess><MoveToHome/></ForceSuccess><MoveCursor/></Sequence>',
      ['/0/0 MoveToHome', '/1 MoveCursor'],
    ],
    ['<Sequence><ForceFailure><MoveToHome/></ForceFailure><MoveCursor/></Sequence>', ['/0/0 MoveToHome']],
    ['<Sequence><AlwaysSuccess/><AlwaysFailure/><MoveCursor/></Sequence>', []],
    ['<Repeat num_cycles="2"><MoveToHome/></Repeat>', ['/0 MoveToHome', '/0 MoveToHome']],
    ['<Parallel><MoveToHome/><MoveCursor/></Parallel>', ['/0 MoveToHome', '/1 MoveCursor']],
    ['<Timeout msec="9"><MoveToHome name="x"/></Timeout>', ['/0 MoveToHome']],
  ] as const)('%s', (body, steps) => {
    expect(plan(body)).toEqual(steps)
  })

  it('fills in what a SubTree node hands to its tree', () => {
    const inner = '</BehaviorTree><BehaviorTree ID="Go"><MoveToZone zone="{where}" position="{how}"/>'
    expect(plan(`<SubTree ID="Go" where="3" how="{outer}"/>${inner}`)).toEqual([
      '/0 MoveToZone zone="3" position="{how}"',
    ])
  })
})

describe('MOD-02: trees rehearsed in the twin', () => {
  it.each(['initial.xml', 'reference/best-F1.xml', 'reference/fig9-after.xml', 'reference/fig9-before.xml'])(
    '%s goes through',
    (name) => {
      expect(rehearseTree(mission(name), start, map).ok).toBe(true)
    },
  )

  it('names the pair, the tree path and the advice of an edit that does not chain', () => {
    const edited = treeOf(
      '<Sequence><MoveToZone zone="3"/><SubTree ID="LoadBlocksSequence"/><MoveToZone zone="4"/>' +
        '<SubTree ID="UnloadBlocksSequence"/><SubTree ID="CursorSequence"/></Sequence>',
    )
    expect(rehearseTree(edited, start, map)).toMatchObject({
      ok: false,
      error: {
        checkId: 'zone-open',
        step: { path: '/3/0/0' },
        text:
          'UnloadBlocks after MoveToZone zone="4": zone 4 does not count until the shelf is at its target: ' +
          'run CursorSequence before UnloadBlocks',
      },
    })
  })
})
