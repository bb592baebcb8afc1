import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTree } from '../../src/bt/xml/parse.js'
import { readNodesModel } from '../../src/bt/xml/read-model.js'
import { treeHash, writeTree } from '../../src/bt/xml/write.js'
import { arbitraryNode, withMain } from './support/arbitrary-tree.js'
import { loadMission, missionText, robotLibrary } from './support/mission.js'

const initial = loadMission('initial.xml')
const subtrees = missionText('subtrees.xml')
const seeds = ['initial.xml', 'nodes.xml', 'reference/fig9-before.xml'].map((name) =>
  missionText(name).replace('../', ''),
)
const load = (path: string): string | undefined => (path === 'subtrees.xml' ? subtrees : undefined)

/** Reads it, and if it is accepted expects that it survives writing and reading. */
function check(text: string): void {
  const result = parseTree(text, { file: 'f.xml', library: robotLibrary, load })
  if (result.ok) {
    const again = parseTree(writeTree(result.value), { file: 'g.xml', library: robotLibrary })
    expect(again.ok && treeHash(again.value)).toBe(treeHash(result.value))
  } else {
    expect(result.error.some((diagnostic) => diagnostic.severity === 'error')).toBe(true)
  }
  readNodesModel(text, 'f.xml')
}

describe('fuzz: no input makes the parser throw, and what it accepts it writes and reads again', () => {
  const pieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '/',
      '</',
      '/>',
      '"',
      "'",
      '=',
      '&',
      '&lt;',
      '&#',
      '&#x41;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
    ],
    ...[
      '<!DOCTYPE',
      'root',
      'BehaviorTree',
      ' ID="Main"',
      'Sequence',
      'MoveToZone',
      ' zone="1"',
      'SubTree',
      'include',
      ' ',
    ],
    ...[
      '\n',
      '\r',
      '\u0000',
      '\ud800',
      '\u{1f916}',
      '__proto__',
      'constructor',
      '{',
      '}',
      'TreeNodesModel',
      ' path="x"',
    ],
  )

  it('on random text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check), { numRuns: 1000, seed: 1 })
  })

  it('on random pieces of XML', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
        check,
      ),
      { numRuns: 2000, seed: 2 },
    )
  })

  it('on shipped files with characters cut out, doubled or replaced', () => {
    const broken = fc
      .record({
        text: fc.constantFrom(...seeds),
        at: fc.nat(),
        length: fc.nat(30),
        put: fc.option(pieces),
        copy: fc.boolean(),
      })
      .map(({ text, at, length, put, copy }) => {
        const start = at % text.length
        const cut = text.slice(start, start + length)
        return text.slice(0, start) + (put ?? '') + (copy ? cut + cut : '') + text.slice(start + length)
      })
    fc.assert(fc.property(broken, check), { numRuns: 1000, seed: 3 })
  })

  it('every generated tree is accepted and written as it was read', () => {
    fc.assert(
      fc.property(arbitraryNode, (root) => {
        const doc = withMain(initial, root)
        const text = writeTree(doc)
        const result = parseTree(text, { file: 'f.xml', library: robotLibrary })
        expect(result.ok && writeTree(result.value)).toBe(text)
      }),
      { numRuns: 300, seed: 4 },
    )
  })
})
