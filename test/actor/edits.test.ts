import { describe, expect, test } from 'vitest'
import { writeTree } from '#bt/xml/write.js'
import { createActor } from '#learning/field/actor/actor.js'
import { printReply } from '#learning/field/actor/language.js'
import { ScriptedModel } from './scripted-model.js'
import { CURSOR, deps, INITIAL, issue, report, RETRY, situation, tree, TRIP, TURNED } from './world.js'

const TWO = `<Sequence>${RETRY(TRIP(1, 2, '0101'))}${TRIP(3, 6)}<MoveToHome/></Sequence>`

async function edited(body: string, reply: string) {
  const model = new ScriptedModel([reply])
  const actor = createActor({ ...deps, model, profile: 'full', seed: 1 })
  return actor.propose(situation(body, { report: report(issue('orientation', 2)) }))
}

const CASES: readonly (readonly [string, string, string, string])[] = [
  [
    'insert',
    INITIAL,
    '[{"why":"score","op":"insert","last":"root","node":"Transfer","from":3,"to":6,"mask":"0000"}]',
    INITIAL.replace('</Sequence>', `${RETRY(TRIP(3, 6), 3)}</Sequence>`),
  ],
  [
    'insert keeps home last',
    TWO,
    '[{"why":"score","op":"insert","last":"root","node":"CursorSequence"}]',
    TWO.replace('<MoveToHome/>', `${RETRY(CURSOR, 3)}<MoveToHome/>`),
  ],
  [
    'insert of a unit beside a leaf lands among the units',
    TWO,
    '[{"why":"score","op":"insert","after":"UnloadBlocksSequence@2","node":"Transfer","from":5,"to":8,"mask":"1000"}]',
    `<Sequence>${RETRY(TRIP(1, 2, '0101'))}${RETRY(TURNED(5, 8, '1000'), 3)}${TRIP(3, 6)}<MoveToHome/></Sequence>`,
  ],
  [
    'insert of a turn lands behind the drive, right before the blocks are set down',
    TWO,
    '[{"why":"orientation@2","op":"insert","after":"LoadBlocksSequence@3","node":"RotateBlocks","mask":"1000"}]',
    TWO.replace(TRIP(3, 6), TURNED(3, 6, '1000')),
  ],
  [
    'insert of a turn with something else between stays where it was said',
    TWO.replace('<MoveToZone zone="6"/>', '<CustomDelay duration="1"/><MoveToZone zone="6"/>'),
    '[{"why":"orientation@2","op":"insert","after":"LoadBlocksSequence@3","node":"RotateBlocks","mask":"1000"}]',
    TWO.replace(
      '<MoveToZone zone="6"/>',
      '<RotateBlocks mask="1000"/><CustomDelay duration="1"/><MoveToZone zone="6"/>',
    ),
  ],
  [
    'remove',
    TWO,
    '[{"why":"score","op":"remove","at":"RotateBlocks@1"}]',
    TWO.replace('<RotateBlocks mask="0101"/>', ''),
  ],
  [
    'wrap',
    TWO,
    '[{"why":"trace","op":"wrap","at":"Sequence@6","node":"RetryUntilSuccessful","num_attempts":2}]',
    TWO.replace(TRIP(3, 6), RETRY(TRIP(3, 6))),
  ],
  [
    'unwrap',
    TWO,
    '[{"why":"trace","op":"unwrap","at":"RetryUntilSuccessful@2"}]',
    TWO.replace(RETRY(TRIP(1, 2, '0101')), TRIP(1, 2, '0101')),
  ],
  [
    'move',
    TWO,
    '[{"why":"trace","op":"move","at":"Sequence@6","first":"root"}]',
    `<Sequence>${TRIP(3, 6)}${RETRY(TRIP(1, 2, '0101'))}<MoveToHome/></Sequence>`,
  ],
  [
    'setAttr',
    TWO,
    '[{"why":"trace","op":"setAttr","at":"MoveToZone@6","zone":8}]',
    TWO.replace('zone="6"', 'zone="8"'),
  ],
  [
    'setAttr flip',
    TWO,
    '[{"why":"orientation@2","op":"setAttr","at":"RotateBlocks@1","flip":"0011"}]',
    TWO.replace('0101', '0110'),
  ],
  [
    'setAttr flip to nothing',
    TWO,
    '[{"why":"orientation@2","op":"setAttr","at":"RotateBlocks@1","flip":"0101"}]',
    TWO.replace('<RotateBlocks mask="0101"/>', ''),
  ],
  [
    'replaceSubtree',
    TWO,
    '[{"why":"score","op":"replaceSubtree","at":"Sequence@6","node":"Transfer","from":5,"to":8,"mask":"0000"}]',
    TWO.replace(TRIP(3, 6), RETRY(TRIP(5, 8), 3)),
  ],
  [
    'two edits of one reply, the second named in the old tree',
    TWO,
    '[{"why":"score","op":"insert","first":"root","node":"CursorSequence"},{"why":"orientation@2","op":"setAttr","at":"RotateBlocks@1","flip":"1000"}]',
    TWO.replace('0101', '1101').replace('<Sequence>', `<Sequence>${RETRY(CURSOR, 3)}`),
  ],
]

describe('VRL-06: every edit of the reply language, end to end', () => {
  test.each(CASES)('%s', async (_, before, reply, after) => {
    const output = await edited(before, reply)
    expect(output.tries.map((t) => t.refusedBecause)).toEqual([null])
    expect(writeTree(output.tree)).toBe(writeTree(tree(after)))
    expect(output.patch.every((edit) => edit.because !== '')).toBe(true)
  })
})

describe('VRL-06: replies that name what is not there are refused with a reason', () => {
  test.each([
    ['an address', '[{"why":"score","op":"remove","at":"RotateBlocks@9"}]', /no node 'RotateBlocks@9'/],
    [
      'a library node',
      '[{"why":"score","op":"insert","last":"root","node":"Teleport"}]',
      /no node 'Teleport'/,
    ],
    ['a cause', '[{"why":"grasp@7","op":"remove","at":"MoveToHome"}]', /no cause/],
    ['a value out of range', '[{"why":"score","op":"setAttr","at":"MoveToZone@6","zone":12}]', /zone/],
    ['a change', '[{"why":"score","op":"setAttr","at":"MoveToZone@6","zone":6}]', /changes nothing/],
    [
      'too much',
      `[${Array(3).fill('{"why":"score","op":"remove","at":"MoveToHome"}').join(',')}]`,
      /edit language/,
    ],
    ['the root', '[{"why":"score","op":"remove","at":"root"}]', /root cannot be removed/],
  ])('%s', async (_, reply, reason) => {
    const output = await edited(TWO, reply)
    expect(output.patch).toEqual([])
    expect(output.tries[0]?.refusedBecause).toMatch(reason)
  })
})

test('printReply and parseReply are inverse for masks that look like numbers', () => {
  const drafts = [{ why: 'score', op: 'setAttr', at: 'RotateBlocks@1', name: 'mask', value: '1000' } as const]
  expect(printReply(drafts)).toBe('[{"why":"score","op":"setAttr","at":"RotateBlocks@1","mask":"1000"}]')
})
