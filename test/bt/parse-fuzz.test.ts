import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTree } from '#bt/xml/parse.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
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
    fc.assert(fc.property(broken, check), { numRuns: 500, seed: 3 })
  })

  it('lines end with LF, CR LF or CR', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const result = parseTree(
        ['<root BTCPP_format="4">', '<BehaviorTree ID="M">', ' <Nope/>', '</BehaviorTree></root>'].join(end),
        {
          file: 'f.xml',
          library: robotLibrary,
        },
      )
      expect(result.ok ? undefined : result.error[0]?.where).toEqual({ file: 'f.xml', line: 3, column: 2 })
    }
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

describe('documents made to hurt are refused without effort', () => {
  const many = (n: number, make: (i: number) => string): string =>
    Array.from({ length: n }, (_, i) => make(i)).join('')
  const inRoot = (trees: string): string => `<root BTCPP_format="4" main_tree_to_execute="T0">${trees}</root>`
  const tree = (i: number, body: string): string => `<BehaviorTree ID="T${i}">${body}</BehaviorTree>`
  const nested = (depth: number, body: string): string =>
    '<Inverter>'.repeat(depth) + body + '</Inverter>'.repeat(depth)

  it.each([
    ['lone ampersands', inRoot(tree(0, `<MoveToHome nam="${'&'.repeat(300_000)}"/>`)), 'bt.unknown-port'],
    [
      'line breaks in a value',
      inRoot(tree(0, `<MoveToHome nam="${'\n'.repeat(300_000)}"/>`)),
      'bt.unknown-port',
    ],
    ['brackets', '<'.repeat(300_000), 'xml.too-many-problems'],
    ['closing brackets and blanks', `<a b="${'> \n'.repeat(100_000)}`, 'xml.unterminated-value'],
    [
      'attributes',
      inRoot(tree(0, `<MoveToHome ${many(90_000, (i) => ` a${i}=""`)}/>`)),
      'xml.too-many-attributes',
    ],
    ['a name', `<${'a'.repeat(300_000)}/>`, 'xml.attribute'],
    ['comments', '<!--'.repeat(200_000), 'xml.unterminated'],
    ['declarations', '<!['.repeat(100_000), 'xml.unterminated'],
    ['entities', '<!ENTITY a "&a;&a;">'.repeat(50_000), 'xml.too-many-problems'],
    ['levels', inRoot(tree(0, nested(40_000, '<MoveToHome/>'))), 'xml.too-deep'],
    ['trees', inRoot(many(3000, (i) => tree(i, `<SubTree ID="T${i + 1}"/>`))), 'bt.too-large'],
    [
      'a loop of trees',
      inRoot(many(200, (i) => tree(i, `<SubTree ID="T${(i + 1) % 200}"/>`))),
      'bt.recursion',
    ],
    [
      'levels through trees',
      inRoot(many(30, (i) => tree(i, nested(250, `<SubTree ID="T${i + 1}"/>`))) + tree(30, '<MoveToHome/>')),
      'bt.opened-too-large',
    ],
  ])('%s', (_, text, code) => {
    const result = parseTree(text, { file: 'f.xml', library: robotLibrary })
    expect(result.ok ? [] : result.error.map((diagnostic) => diagnostic.code)).toContain(code)
    expect(result.ok ? 0 : result.error.length).toBeLessThanOrEqual(401)
  })
})
