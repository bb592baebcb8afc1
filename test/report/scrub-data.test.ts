import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonScript, render } from '#report/html.js'
import { scrubber } from '#report/scrubber/scrubber.js'
import { ChangeList, Words, type ScrubData } from '#report/scrubber/changes.js'

/** the browser's side of it, loaded as the browser does */
const page = (await import(new URL('../../src/report/page/moments.js', import.meta.url).href)) as {
  stateAt(
    data: ScrubData,
    t: number,
  ): {
    readonly facts: ReadonlyMap<number, string>
    readonly pose: { readonly x: number; readonly y: number; readonly degrees: number } | null
    readonly marks: ReadonlySet<number>
  }
  timesOf(data: ScrubData): readonly number[]
}

const NOTHING: ScrubData = {
  from: 0,
  to: 0,
  words: [],
  ...{ tree: [], pose: [], facts: [], marks: [], unit: [], frame: [], said: [] },
}

it('a scrubber says until when pose and beliefs are recorded, where that is not the whole episode', () => {
  const step = { seq: 1, path: '/', node: 'n', args: {}, attempt: 1 } as const
  const trace = [
    { ...step, t: 500, from: 'IDLE', to: 'RUNNING' },
    { ...step, t: 9000, from: 'RUNNING', to: 'SUCCESS' },
  ]
  const shown = (changes: readonly object[], alarms: readonly object[] = []): string =>
    render(
      scrubber(
        {
          ...{ trace, steps: [], frames: [] },
          ...{ record: { episode: 2, alarms: [], refusals: [] }, moments: { nodes: [], changes } },
        } as never,
        alarms as never,
        { key: 'k' } as never,
        { field: undefined, map: undefined },
      ),
    ).replace(/\s+/g, ' ')
  const pose = { t: 500, pose: [0, 0, 0] }
  expect(shown([pose, { t: 8000, full: true }])).toContain('is recorded up to 7.5 s: with 50000 changes')
  expect(shown([pose])).not.toContain('is recorded up to')
  // an alarm in words, once, however often its cause was reported
  const call = { t: 2500, reasons: ['severity', 'low_confidence'], text: 'spilt' }
  const said = shown(
    [pose],
    [
      { isNew: true, calls: [call, { ...call, t: 4500 }] },
      { isNew: false, calls: [{ ...call, reasons: ['critic_unavailable'], t: 6500 }] },
      { isNew: false, calls: [] },
    ],
  )
  expect(said).toContain('"2.0 s: severe, critic unsure: spilt"')
  expect(said).toContain('"6.0 s: critic unavailable, as before: spilt"')
  expect(said).not.toContain('4.0 s')
})

describe('the data of a scrubber', () => {
  it('folds up to what was set last at every time', () => {
    const one = fc.record({
      wait: fc.double({ min: 0, max: 50, noNaN: true }),
      row: fc.nat(3),
      word: fc.nat(4),
    })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 40 }), (all) => {
        const [words, list] = [new Words(), new ChangeList()]
        for (const word of 'abcde') words.numberOf(word)
        let t = 0
        const set = all.map(({ wait, row, word }) => ({ t: (t += wait), row, word }))
        for (const { t: at, row, word } of set) list.set(at, row, word)
        const data = { ...NOTHING, words: words.all, facts: list.triples }
        for (let at = -1; at <= t + 1; at++) {
          const expected = new Map<number, string>()
          for (const each of set) if (each.t <= at) expected.set(each.row, 'abcde'[each.word] ?? '')
          expect(page.stateAt(data, at).facts).toEqual(expected)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('keeps no change that changes nothing, and knows a pose that is lost again', () => {
    const pose = new ChangeList()
    for (const [axis, value] of [300, 1750, -905].entries()) pose.set(20, axis, value)
    for (const axis of [0, 1, 2]) pose.set(40, axis, null)
    pose.set(60, 0, null)
    expect(pose.triples.length).toBe(6 * 3)
    const at = (t: number) => page.stateAt({ ...NOTHING, pose: pose.triples }, t).pose
    expect([at(19), at(20), at(40)]).toEqual([null, { x: 0.3, y: 1.75, degrees: -90.5 }, null])
  })

  it('names each time at which the tree changes once', () => {
    expect(page.timesOf({ ...NOTHING, tree: [80, 0, 1, 0, 1, 1, 20, 1, 2] })).toEqual([80, 100])
  })

  it('no text in it can end its element, or hide anything', () => {
    const hostile = '</script><script>alert(1)</script><!-- \u202e\u0007 \u2028'
    const { markup } = jsonScript({ words: [hostile] })
    expect(markup.match(/<\/?script/g)).toEqual(['<script', '</script'])
    expect(markup).not.toMatch(/<!--|[\u202e\u0007]/)
    const [, json = ''] = /^<script type="application\/json">(.*)<\/script>$/s.exec(markup) ?? []
    expect(JSON.parse(json)).toEqual({ words: [hostile.replace(/[\u202e\u0007]/g, '\uFFFD')] })
  })
})
