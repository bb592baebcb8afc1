import { describe, expect, it } from 'vitest'
import { checkTree, rehearseTree } from '#robots/field/check-tree.js'
import { map, start } from '../../twin/field.js'
import { library, mission, treeOf } from '../support/rig.js'

const site = { map, library }

describe('MOD-02: the trees of the mission', () => {
  it.each(['initial.xml', 'reference/best-F1.xml', 'reference/fig9-after.xml', 'reference/fig9-before.xml'])(
    '%s passes, and every branch was looked at',
    (name) => {
      expect(checkTree(mission(name), start, site)).toMatchObject({
        verdict: 'passes',
        complete: true,
        warnings: [],
      })
    },
  )

  it('names the pair, the tree path and the advice of an edit that does not chain', () => {
    const edited = treeOf(
      '<Sequence><MoveToZone zone="3"/><SubTree ID="LoadBlocksSequence"/><MoveToZone zone="4"/>' +
        '<SubTree ID="UnloadBlocksSequence"/><SubTree ID="CursorSequence"/></Sequence>',
    )
    expect(rehearseTree(edited, start, site)).toMatchObject({
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
