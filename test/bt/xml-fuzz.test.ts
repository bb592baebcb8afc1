import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import { checkText } from '#bt/check.js'
import { CODES } from '#bt/codes.js'
import { NodeLibrary } from '#bt/library.js'
import { BT_LINTS } from '#bt/validate/lint/lints.js'
import { LIMITS } from '#bt/limits.js'
import { Cursor } from '#bt/xml/cursor.js'
import { readNodesModel } from '#bt/xml/read-model.js'

/** Documents to try: a few hundred by default, `GRAFT_FUZZ=1000000` for a long run. */
const ROUNDS = Number(process.env['GRAFT_FUZZ'] ?? 600)

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const corpus = read('../conformance/cases.jsonl')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly xml: string }).xml)
const palette = readNodesModel(read('fixtures/ros/palette.xml'), 'palette.xml')
const library = new NodeLibrary(palette.ok ? palette.value : [])
const seeds = [
  ...corpus,
  read('fixtures/ros/navigate.xml'),
  read('fixtures/ros/palette.xml'),
  read('../../bt/nodes.xml'),
]

const PIECES = [
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
    '&#0;',
    '&#xD800;',
    '<!--',
    '-->',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    '<!DOCTYPE',
    '<!ENTITY',
    'root',
    'BehaviorTree',
    ' ID="Main"',
    ' ID=""',
  ],
  ...[
    'Sequence',
    'SubTree',
    '<include path="x"/>',
    '<TreeNodesModel>',
    '\n',
    '\r',
    '\r\n',
    '\u0000',
    '\ud800',
  ],
  ...[
    '__proto__',
    'constructor',
    '{',
    '}',
    '{=}',
    ' _skipIf="a:="',
    ' _autoremap="x"',
    '\u{1f916}',
    '-1',
    '1e999',
  ],
]

function mutated(rng: Rng): string {
  let text = rng.pick(seeds)
  for (let edits = 1 + rng.int(4); edits > 0; edits--) {
    const start = rng.int(text.length + 1)
    const end = Math.min(text.length, start + rng.int(40))
    const [head, cut, tail] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
    const other = rng.pick(seeds)
    const from = rng.int(other.length)
    switch (rng.int(6)) {
      case 0:
        text = head + tail
        break
      case 1:
        text = head + cut + cut + tail
        break
      case 2:
        text = head + rng.pick(PIECES) + tail
        break
      case 3:
        text = head + rng.pick(PIECES) + cut + tail
        break
      case 4:
        text = head + other.slice(from, from + rng.int(200)) + tail
        break
      case 5:
        text = head + String.fromCharCode(rng.int(0x10000)) + tail
        break
    }
  }
  return text
}

const check = (text: string) =>
  checkText(text, { file: 'f.xml', library, lints: BT_LINTS, load: () => seeds[0] })

describe(`fuzz: ${ROUNDS} documents`, { timeout: 20_000 + 20 * ROUNDS }, () => {
  afterEach(() => vi.restoreAllMocks())

  it('mutated and spliced ones never make the check throw; every problem has a known code and a place inside', () => {
    const rng = stream('xml-fuzz')
    let refused = 0
    for (let round = 0; round < ROUNDS; round++) {
      const text = mutated(rng)
      const { diagnostics, doc } = check(text)
      const lines = text.split(/\r\n|\n|\r/)
      for (const { code, where } of diagnostics) {
        if (!CODES.has(code)) expect.fail(`unknown code ${code}`)
        const width = (lines[(where?.line ?? 1) - 1]?.length ?? -1) + 1
        if (where?.file === 'f.xml' && where.column > width) expect.fail(`${code} beyond its line in ${text}`)
      }
      if (diagnostics.some(({ severity }) => severity === 'error')) refused += 1
      else if (doc === undefined) expect.fail(`neither a document nor an error: ${text}`)
      readNodesModel(text, 'f.xml')
    }
    expect(refused).toBeGreaterThan(ROUNDS / 4)
    expect(refused).toBeLessThan(ROUNDS)
  })

  it('random text is refused, whatever it is', () => {
    const rng = stream('xml-fuzz', 'bytes')
    for (let round = 0; round < ROUNDS; round++) {
      const text = Array.from({ length: rng.int(200) }, () => String.fromCharCode(rng.int(256))).join('')
      expect(check(text).diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
    }
  })

  it('the work grows with the length of the text, never faster, and so do the messages', () => {
    const rng = stream('xml-fuzz', 'steps')
    const take = vi.spyOn(Cursor.prototype, 'take')
    for (let round = 0; round < ROUNDS; round++) {
      const piece = rng.pick(PIECES) + rng.pick(PIECES) + rng.pick(PIECES)
      const text = piece.repeat(1 + rng.int(2000))
      take.mockClear()
      const { diagnostics } = check(text)
      expect(take.mock.calls.length).toBeLessThanOrEqual(12 * text.length + 20)
      expect(diagnostics.length).toBeLessThanOrEqual(2 * LIMITS.diagnostics + 1)
    }
  })
})
