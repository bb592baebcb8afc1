import { describe, expect, it } from 'vitest'
import { Blackboard, type Entry } from '#bt/blackboard.js'
import { compileScript, ScriptError } from '#bt/script/compile.js'
import { parseScript } from '#bt/script/parse.js'
import { printScript } from '#bt/script/print.js'
import { variablesOf } from '#bt/script/variables.js'
import { boardOf, COLORS } from './board.js'

const COUNT = Number(process.env.GRAFT_FUZZ ?? 20_000)

const SEEDS = [
  'x := x + 1; y := x * 2; z := y > 10 ? 1 : 0',
  "s := 'n' .. i .. '-' .. (d + 1); s += 'end'",
  'a:=1+2==3&&4>3||false; b:=2*3+4*5-6/3; c:=1<2&&2<3?10:20',
  '@g := RED; @g == BLUE ? (q := 0xFF & ~i) : (q := 2.5e-3)',
  'i += 1; i -= 0.5; d *= i; d /= 0; b = !b; v := v; e = 1',
  "'3abc' == 3 && !'x' < -1 <= 'true'",
  'n := 9223372036854775807; n | 1 ^ 2; u := n .. s',
]
const PIECES = [
  ...[
    '(',
    ')',
    ';',
    ':=',
    '=',
    '==',
    '+=',
    '..',
    '.',
    "'",
    '"',
    '#',
    '?',
    ':',
    '&&',
    '|',
    '^',
    '~',
    '!',
    '<',
    '>=',
  ],
  ...[
    'x',
    's',
    'v',
    'e',
    '@',
    '_',
    'RED',
    'true',
    '0',
    '1',
    '0x',
    '1e',
    '9',
    '.5',
    '65.',
    ' ',
    '\n',
    '\t',
    '\u00a0',
  ],
  ...[
    'é',
    '🐎',
    '\ud83d',
    '\0',
    '\\',
    '((((((((',
    '- - - -',
    '1?1:',
    'a:=',
    '+1+1+1',
    's+=s;s+=s;',
    '9999999999999999999',
  ],
]

/** Counts what a run asks of the blackboard: scripts have no loops, so their length bounds it. */
class CountingBoard extends Blackboard {
  steps = 0

  override entry(key: string): Entry | undefined {
    this.steps += 1
    return super.entry(key)
  }
}

describe(`fuzz: ${COUNT} mutated scripts`, () => {
  it('are read, printed and run without anything but problems and script errors', () => {
    const random = mulberry32(20_260_102)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
    const seen = { refused: 0, failed: 0, ran: 0 }
    let board = boardFor()
    for (let i = 0; i < COUNT; i += 1) {
      let text = pick(SEEDS)
      for (let k = Math.floor(random() * 6); k >= 0; k -= 1) text = mutate(text, random, pick)
      if (i % 50 === 0) board = boardFor()
      seen[examine(text, board, random() < 0.3)] += 1
    }
    expect(seen.refused).toBeGreaterThan(COUNT / 20)
    expect(seen.failed).toBeGreaterThan(COUNT / 20)
    expect(seen.ran).toBeGreaterThan(COUNT / 50)
  }, 600_000)
})

function examine(text: string, blackboard: CountingBoard, strict: boolean): 'refused' | 'failed' | 'ran' {
  const script = compileScript(text, { compat: strict ? 'strict' : '4.10' })
  if (!script.ok) {
    const offsets = script.error.map(({ offset }) => offset)
    const sound =
      offsets.length > 0 &&
      offsets.every((offset, i) => offset >= (offsets[i - 1] ?? 0) && offset <= text.length)
    if (!sound)
      throw new Error(`no sound problems for ${JSON.stringify(text)}: ${JSON.stringify(script.error)}`)
    return 'refused'
  }
  const printed = printScript(script.value.ast)
  const again = parseScript(printed)
  if (!again.ok || printScript(again.value) !== printed)
    throw new Error(`printed wrongly: ${JSON.stringify(text)}`)
  variablesOf(script.value.ast)
  blackboard.steps = 0
  try {
    script.value.run({ blackboard, enums: COLORS })
    return 'ran'
  } catch (cause) {
    if (!(cause instanceof ScriptError)) throw new Error(`crashed on ${JSON.stringify(text)}`, { cause })
    return 'failed'
  } finally {
    if (blackboard.steps > text.length + 1) throw new Error(`too many steps for ${JSON.stringify(text)}`)
  }
}

function boardFor(): CountingBoard {
  const board = new CountingBoard(new Blackboard())
  boardOf(
    {
      x: ['int32', 1],
      i: ['int64', 9_007_199_254_740_993n],
      d: ['double', 2.5],
      s: ['string', 'text'],
      b: ['bool', true],
      v: ['vector<int32>', [1, 2]],
      e: ['int32'],
      q: ['uint8', 200],
      c: ['Color', 1],
    },
    board,
  )
  return board
}

function mutate(text: string, random: () => number, pick: <T>(items: readonly T[]) => T): string {
  const from = Math.floor(random() * (text.length + 1))
  const to = Math.min(text.length, from + Math.floor(random() * 5))
  const cut = Math.floor(random() * (text.length + 1))
  switch (Math.floor(random() * 6)) {
    case 0:
      return text.slice(0, from) + text.slice(to)
    case 1:
      return text.slice(0, from) + pick(PIECES) + text.slice(to)
    case 2:
      return text.slice(0, from) + pick(PIECES).repeat(1 + Math.floor(random() * 40)) + text.slice(from)
    case 3:
      return `${text.slice(0, from)}${text.slice(cut, cut + 12)}${text.slice(from)}`
    case 4:
      return `${text.slice(0, from)}; ${pick(SEEDS).slice(cut % 20)}`
    default:
      return text.slice(0, from) + pick(PIECES) + text.slice(from)
  }
}

/** A small seeded generator, so that a failure comes again. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
