import { describe, expect, test } from 'vitest'
import { candidatesOf } from '../../lab/training/actor/search/candidates.js'
import { kindOf } from '../../lab/training/actor/search/label.js'
import { readShipped } from '../../lab/training/actor/samples.js'
import { reportOf } from '../../lab/training/actor/situations/report.js'
import { symbolicScenario } from '../../lab/training/actor/situations/symbolic.js'
import { randomSetup } from '../../lab/training/engine/fields.js'
import { randomTree } from '../../lab/training/engine/trees.js'
import { stream } from '#base/random.js'
import { actorGrammar } from '#learning/field/actor/grammar/grammar.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import { parseReply, printReply } from '#learning/field/actor/language.js'
import { FRESH, type Progress } from '#learning/field/actor/situation/finding.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import { accepts } from './gbnf.js'
import { INITIAL, issue, library, map, report, RETRY, situation, TRIP } from './world.js'

function grammarOf(input: ActorInput, progress: Progress = FRESH): string {
  return actorGrammar({ situation: analyse(input, progress), map: input.map, library, maxEdits: 2 })
}

const input = situation(`<Sequence>${RETRY(TRIP(1, 2, '0101'))}<MoveToHome/></Sequence>`, {
  report: report(issue('orientation', 2, { mask: '0001' }), issue('grasp', 1, { grounded: 'refuted' })),
})
const grammar = grammarOf(input)

describe('VRL-02: only what exists can be generated', () => {
  test.each([
    '[]',
    '[{"why":"orientation@2","op":"setAttr","at":"RotateBlocks@1","flip":"0001"}]',
    '[{"why":"orientation@2","op":"setAttr","at":"RotateBlocks@1","mask":"{faces}"}]',
    '[{"why":"score","op":"insert","before":"MoveToHome","node":"CursorSequence"}]',
    '[{"why":"score","op":"insert","last":"root","node":"Transfer","from":3,"to":4,"mask":"0001"}]',
    '[{"why":"score","op":"insert","last":"root","node":"Transfer","from":3,"to":4,"mask":"0000"}]',
    '[{"why":"trace","op":"wrap","at":"RetryUntilSuccessful@2","node":"Timeout","msec":90000}]',
    '[{"why":"trace","op":"wrap","at":"root","node":"RetryUntilSuccessful","num_attempts":2}]',
    '[{"why":"trace","op":"unwrap","at":"RetryUntilSuccessful@2"}]',
    '[{"why":"trace","op":"move","at":"MoveToHome","first":"root"},{"why":"score","op":"remove","at":"RotateBlocks@1"}]',
    '[{"why":"trace","op":"replaceSubtree","at":"RetryUntilSuccessful@2","node":"MoveToZone","zone":8,"position":2}]',
    '[{"why":"trace","op":"setAttr","at":"MoveToZone@2","position":null}]',
    '[{"why":"trace","op":"insert","after":"LoadBlocksSequence@1","node":"CustomDelay","duration":2.5}]',
  ])('accepts %s', (reply) => {
    expect(accepts(grammar, reply)).toBe(true)
    expect(parseReply(reply, 2).ok).toBe(true)
  })

  test.each([
    ['an unknown address', '[{"why":"score","op":"remove","at":"RotateBlocks@3"}]'],
    ['a refuted issue as cause', '[{"why":"grasp@1","op":"remove","at":"RotateBlocks@1"}]'],
    ['a cause that nobody gave', '[{"why":"timing","op":"remove","at":"RotateBlocks@1"}]'],
    ['the root taken away', '[{"why":"score","op":"remove","at":"root"}]'],
    ['a zone that the field lacks', '[{"why":"score","op":"setAttr","at":"MoveToZone@2","zone":9}]'],
    [
      'a load zone as target',
      '[{"why":"score","op":"insert","last":"root","node":"Transfer","from":3,"to":5,"mask":"0000"}]',
    ],
    ['slots that nothing speaks of', '[{"why":"score","op":"setAttr","at":"RotateBlocks@1","mask":"1000"}]'],
    ['turning nothing over', '[{"why":"score","op":"setAttr","at":"RotateBlocks@1","mask":"0000"}]'],
    ['a mask of five', '[{"why":"score","op":"setAttr","at":"RotateBlocks@1","mask":"00000"}]'],
    ['a node that does not exist', '[{"why":"score","op":"insert","last":"root","node":"Teleport"}]'],
    ['a parameter of another node', '[{"why":"score","op":"setAttr","at":"MoveToHome","zone":2}]'],
    ['unwrapping a group of two', '[{"why":"score","op":"unwrap","at":"root"}]'],
    ['three edits', `[${Array(3).fill('{"why":"score","op":"remove","at":"MoveToHome"}').join(',')}]`],
    ['trailing blanks', '[]\n\n'],
    ['prose', 'I think [] is right'],
  ])('refuses %s', (_, reply) => {
    expect(accepts(grammar, reply)).toBe(false)
  })

  test('a field without zone 4 has no zone 4 in its grammar', () => {
    const smaller = { ...map, zones: map.zones.filter((zone) => zone.id !== 4) }
    expect(
      accepts(
        grammarOf(situation(INITIAL, { map: smaller })),
        '[{"why":"score","op":"setAttr","at":"MoveToZone@2","zone":4}]',
      ),
    ).toBe(false)
  })
})

test('every edit that the search tries for a supported finding can be generated and reads back as written', () => {
  const { library: nodes, subtrees } = readShipped()
  const kinds = new Set<string>()
  const tried = new Set<string>()
  for (let tree = 0; tree < 45; tree++) {
    const rng = stream('grammar', tree)
    const setup = randomSetup(rng, 'scatter', `grammar-${tree}`)
    const doc = randomTree(rng, setup.map, subtrees)
    const { truth, trace, score } = symbolicScenario(rng, setup, doc, 'train')
    const told = reportOf(rng, { map: setup.map, doc, truth, wording: 'train' })
    const input = { ...situation('<MoveToHome/>'), tree: doc, map: setup.map, report: told, trace, score }
    const grammarText = grammarOf(input)
    for (const { reply, draft, finding } of candidatesOf(input, analyse(input), nodes)) {
      // once for each kind and tree: matching a text against a grammar takes its time
      const kind = kindOf(draft)
      if (finding.status !== 'supported' || tried.has(`${tree} ${kind}`)) continue
      tried.add(`${tree} ${kind}`)
      kinds.add(kind)
      expect(accepts(grammarText, reply), reply).toBe(true)
      const drafts = parseReply(reply, 1)
      expect(drafts.ok && printReply(drafts.value)).toBe(reply)
    }
  }
  expect([...kinds].toSorted()).toEqual([
    'insert CursorSequence',
    'insert MoveToHome',
    'insert RotateBlocks',
    'insert Transfer',
    'move',
    'remove',
    'replaceSubtree',
    'setAttr flip',
    'setAttr mask',
    'setAttr num_attempts',
    'setAttr zone',
    'unwrap',
    'wrap',
  ])
})
