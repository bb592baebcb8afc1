import { describe, expect, it } from 'vitest'
import { figureOf, numberOf } from '../../lab/claims/read.js'
import { measure } from '../../lab/claims/measure.js'
import { missedBounds, wordsOf } from '../../lab/claims/outcome.js'
import type { Measurement } from '../../lab/claims/register.js'

const said = (output: string) => ({
  output,
  exit: 0,
  env: { N: '1000000' },
  tests: { passed: 3, failed: 0, skipped: 1 },
})

describe('figures are read where the register says', () => {
  it.each([
    ['line worst ([\\d.]+) ms', 'p50 2 ms, worst 12.5 ms', 12.5],
    ['line (\\d+) episodes', '\u001b[32m510 episodes\u001b[39m', 510],
    ['json [load=loaded].stop.p99', 'a word\n[{"load":"idle"},{"load":"loaded","stop":{"p99":27.5}}]', 27.5],
    [
      'json rows.[critic=shipped][blockInfo=true].third',
      '{"rows":[{"critic":"shipped","blockInfo":true,"third":1}]}',
      1,
    ],
    ['env N', '', 1_000_000],
    ['tests skipped', '', 1],
    ['row ^\\| a +\\|(.*)\\|$', '| a   | 1 | 2   |', '1 | 2'],
  ])('%s', (reading, output, figure) => expect(figureOf(reading, said(output))).toBe(figure))

  it('what is not there is an error and no figure', () => {
    for (const reading of ['line (\\d+) seals', 'json a.b', 'env M', 'row ^x(.*)$'])
      expect(() => figureOf(reading, said('{"a":1}'))).toThrow(/has no|holds no/)
  })

  it('numbers as people write them', () => {
    expect(['12,557', '34 129', '−0.26', '7', 'x', ''].map(numberOf)).toEqual([
      12557,
      34129,
      -0.26,
      7,
      undefined,
      undefined,
    ])
  })
})

it('words are filled in as the page wants them, and bounds that are missed are named', () => {
  expect(wordsOf('{n:,} of {share:%1} % in {ms:0} ms', { n: 12557, share: 0.9864, ms: 27.4 })).toBe(
    '12,557 of 98.6 % in 27 ms',
  )
  expect(() => wordsOf('{what}', { n: 1 })).toThrow(/asks for what; there are n/)
  expect(missedBounds({ a: 1, b: 2 }, ['a <= 1', 'a < 1', 'b >= 3', 'b == 2', 'c > 0'])).toEqual([
    'a is 1, promised < 1',
    'b is 2, promised >= 3',
    'c is unknown, promised > 0',
  ])
})

describe('a claim is measured by its command', () => {
  const one = (command: string, more: Partial<Measurement> = {}): Measurement => ({
    id: 'm',
    command,
    exits: [0],
    needs: [],
    cores: 1,
    minutes: 1,
    quick: { none: 'it is small' },
    claims: [
      {
        id: 'c',
        sentence: 's',
        pages: ['p'],
        read: { ms: 'line (\\d+) ms' },
        text: '{ms} ms',
        bounds: ['ms <= 10'],
      },
    ],
    ...more,
  })
  const full = (what: Measurement) =>
    measure(what, { form: 'full', anyLoad: true, aborted: new AbortController().signal })
  const endOf = async (what: Measurement): Promise<unknown> => {
    const [outcome] = await full(what)
    return (
      outcome && ('measured' in outcome ? [outcome.measured.holds, outcome.measured.missed] : outcome.skipped)
    )
  }

  it('holds, with figure, command, commit, time and load', async () => {
    const [outcome] = await full(one('echo it took 7 ms'))
    expect(outcome).toMatchObject({
      measured: { figures: { ms: 7 }, text: '7 ms', holds: true, command: 'echo it took 7 ms' },
    })
    const measured = outcome && 'measured' in outcome ? outcome.measured : undefined
    expect(measured?.commit).toMatch(/^[0-9a-f]{8}\+?$/)
    expect(measured?.load).toBeGreaterThanOrEqual(0)
    expect(Date.parse(measured?.at ?? '')).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  it('does not hold when a bound is missed, the figure is not said, or the command ends otherwise', async () => {
    expect(await endOf(one('echo 12 ms'))).toEqual([false, ['ms is 12, promised <= 10']])
    expect(await endOf(one('echo nothing'))).toEqual([false, ['ms: its output has no line (\\d+) ms']])
    expect(await endOf(one('echo 7 ms; exit 3'))).toEqual([
      false,
      [expect.stringMatching(/^it ended with 3: /)],
    ])
    expect(await endOf(one('echo 7 ms; exit 3', { exits: [0, 3] }))).toEqual([true, undefined])
  })

  it('is skipped, and says why, where it cannot be measured', async () => {
    expect(await endOf(one('echo 7 ms', { cores: 4096 }))).toMatch(/^needs 4096 cores/)
    expect(await endOf(one('echo SKIPPED: no strace'))).toBe('no strace')
    const [quick] = await measure(one('echo 7 ms'), {
      form: 'quick',
      anyLoad: true,
      aborted: new AbortController().signal,
    })
    expect(quick).toMatchObject({ skipped: 'has no quick form: it is small' })
  })

  it.each([
    ['full', one('sleep 60; npx vitest run none')],
    ['quick', one('false', { quick: { tests: ['test/none.test.ts'], needs: [] } })],
  ] as const)('tests that Ctrl-C ends leave no report, and no broken claim (%s)', async (form, what) => {
    const stop = new AbortController()
    setImmediate(() => stop.abort())
    const [outcome] = await measure(what, { form, anyLoad: true, aborted: stop.signal })
    expect(outcome).toMatchObject({ skipped: 'interrupted' })
  })

  it('tests that end without a report, and without Ctrl-C, are an error', async () => {
    expect(await endOf(one('exit 1; npx vitest run none'))).toEqual([
      false,
      [expect.stringMatching(/^it ended with 1: /), 'ms: its output has no line (\\d+) ms'],
    ])
  })

  it('tests that ran already stand for a quick form; a failed or an absent one does not', async () => {
    const reported = (status: string) => ({
      testResults: [{ name: `${process.cwd()}/test/x.test.ts`, status, assertionResults: [{ status }] }],
    })
    const quick = async (status: string) =>
      (
        await measure(one('false', { quick: { tests: ['test/x.test.ts'], needs: [] } }), {
          form: 'quick',
          anyLoad: true,
          aborted: new AbortController().signal,
          report: reported(status),
        })
      )[0]
    expect(await quick('passed')).toMatchObject({ measured: { holds: true, figures: { passed: 1 } } })
    expect(await quick('failed')).toMatchObject({ measured: { holds: false } })
    expect(await quick('skipped')).toMatchObject({ skipped: expect.stringMatching(/skipped/) as string })
  })
})
