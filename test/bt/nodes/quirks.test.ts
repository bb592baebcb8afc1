import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { quirksOf, type Compat, type Quirks } from '#bt/compat.js'
import { LINT_CODES } from '#bt/codes/lint-codes.js'
import { outcome, type PlayOptions, type Steps } from './support/play.js'

/** A tree in which the surprise shows, and what it does with it and without. */
interface Sample {
  readonly body: string
  readonly steps: Steps
  readonly given?: PlayOptions
  /** results and events; with `board`, what the blackboard holds at the end */
  readonly kept: readonly string[]
  readonly mended: readonly string[]
  readonly board?: readonly [kept: Readonly<Record<string, string>>, mended: Readonly<Record<string, string>>]
}

const flag = (value: boolean) => ({ type: 'bool', value })
const int = (value: number) => ({ type: 'int32', value })

const SAMPLES: Readonly<Record<keyof Quirks, readonly Sample[]>> = {
  skippedStaysRunning: [
    {
      body: '<Sequence>(K)</Sequence>',
      steps: 'TT',
      kept: ['1:IR t2=K t1=K => K', 't2=K t1=K => K'],
      mended: ['1:IR t2=K t1=K 1:RI => K', '1:IR t2=K t1=K 1:RI => K'],
    },
    {
      body: '<Repeat num_cycles="2">(SKSS)</Repeat>',
      steps: 'TTT',
      kept: ['1:IR t2=S 2:IS 2:SI t1=R => R', 't2=K t1=K => K', 't2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
      mended: ['1:IR t2=S 2:IS 2:SI t1=R => R', 't2=K t1=K 1:RI => K', '1:IR t2=S 2:IS 2:SI t1=R => R'],
    },
    {
      body: '<RetryUntilSuccessful num_attempts="2">(FKFF)</RetryUntilSuccessful>',
      steps: 'TTT',
      kept: ['1:IR t2=F 2:IF 2:FI t1=R => R', 't2=K t1=K => K', 't2=F 2:IF 2:FI t1=F 1:RF 1:FI => F'],
      mended: ['1:IR t2=F 2:IF 2:FI t1=R => R', 't2=K t1=K 1:RI => K', '1:IR t2=F 2:IF 2:FI t1=R => R'],
    },
    {
      body: '<Timeout msec="100">[KR]</Timeout>',
      steps: ['T', { sleep_ms: 200 }, 'T', { sleep_ms: 200 }, 'T'],
      kept: ['1:IR t2=K t1=K => K', 't2=R 2:IR t1=R => R', 't2=R t1=R => R'],
      mended: ['1:IR t2=K t1=K 1:RI => K', '1:IR t2=R 2:IR t1=R => R', 'h2 2:RI t1=F 1:RF 1:FI => F'],
    },
    {
      body: '<Inverter>(RK)</Inverter>',
      steps: 'TT',
      kept: ['1:IR t2=R 2:IR t1=R => R', 't2=K t1=K => K'],
      mended: ['1:IR t2=R 2:IR t1=R => R', 't2=K 2:RI t1=K 1:RI => K'],
    },
  ],
  haltVisitsIdleNodes: [
    {
      body: '<Sequence _onHalted="text:=text..\'!\'"><T _onHalted="text:=text..\'a\'" script="S"/>[R](S)</Sequence>',
      steps: 'THH',
      given: { blackboard: { text: { type: 'string', value: '' } } },
      kept: ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', '2:SI h3 3:RI 1:RI h2 h4 halted', 'h2 h4 halted'],
      mended: ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', '2:SI h3 3:RI 1:RI halted', 'halted'],
      board: [{ text: 'any "!!a!!a" #7' }, { text: 'any "!" #2' }],
    },
  ],
  memorySurvivesHalt: [
    {
      body: '<SequenceWithMemory>(RS)[R]</SequenceWithMemory>',
      steps: 'TTHT',
      kept: [
        '1:IR t2=R 2:IR t1=R => R',
        't2=S 2:RS t3=R 3:IR t1=R => R',
        '2:SI h3 3:RI 1:RI h2 halted',
        '1:IR t3=R 3:IR t1=R => R',
      ],
      mended: [
        '1:IR t2=R 2:IR t1=R => R',
        't2=S 2:RS t3=R 3:IR t1=R => R',
        '2:SI h3 3:RI 1:RI halted',
        '1:IR t2=S 2:IS t1=R => R',
      ],
    },
  ],
  preconditionSurvivesHalt: [
    {
      body: '<Precondition if="go">[R]</Precondition>',
      steps: ['TH', { set: { go: flag(false) } }, 'T'],
      given: { blackboard: { go: flag(true) } },
      kept: ['t2=R 2:IR t1=R 1:IR => R', 'h2 2:RI 1:RI halted', 't2=R 2:IR t1=R 1:IR => R'],
      mended: ['t2=R 2:IR t1=R 1:IR => R', 'h2 2:RI 1:RI halted', 't1=F 1:IF 1:FI => F'],
    },
    {
      body: '<Precondition if="go">(KS)</Precondition>',
      steps: ['T', { set: { go: flag(false) } }, 'T'],
      given: { blackboard: { go: flag(true) } },
      kept: ['t2=K t1=K => K', 't2=S 2:IS 2:SI t1=S 1:IS 1:SI => S'],
      mended: ['t2=K t1=K => K', 't1=F 1:IF 1:FI => F'],
    },
  ],
  literalEmptiesVariable: [
    {
      body: '<Sequence><Script code="x:=5"/><SetBlackboard value="7" output_key="x"/></Sequence>',
      steps: 'T',
      kept: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
      mended: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
      board: [{ x: 'Any null #2' }, { x: 'any 7 #2' }],
    },
    {
      body: '<Sequence><Script code="x:=5/2"/><SetBlackboard value="7.25" output_key="x"/></Sequence>',
      steps: 'T',
      kept: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
      mended: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
      board: [{ x: 'Any null #2' }, { x: 'any 7.25 #2' }],
    },
    {
      body: '<Sequence><Script code="x:=\'a\'"/><SetBlackboard value="b" output_key="x"/><SetBlackboard value="c" output_key="x"/></Sequence>',
      steps: 'T',
      kept: [
        '1:IR t2=S 2:IS t3=S 3:IS !! exception in node SetBlackboard::4 at /2 [SetBlackboard]: {x} holds values of any type; text "c" cannot tell which it is',
      ],
      mended: ['1:IR t2=S 2:IS t3=S 3:IS t4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S'],
      board: [{ x: 'Any null #2' }, { x: 'any "c" #3' }],
    },
    {
      body: '<Sequence><Script code="x:=\'a\'; y:=2"/><SetBlackboard value="{y}" output_key="x"/></Sequence>',
      steps: 'T',
      kept: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
      mended: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
      board: [
        { x: 'Any 2 #2', y: 'any 2 #1' },
        { x: 'any 2 #2', y: 'any 2 #1' },
      ],
    },
  ],
  unsetIgnoresOuter: [
    {
      body: '<Sequence><Script code="@x:=1"/><UnsetBlackboard key="@x"/></Sequence>',
      steps: 'T',
      kept: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
      mended: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
      board: [{ x: 'any 1 #1' }, {}],
    },
  ],
  keepRunningIgnoresSkip: [
    {
      body: '<KeepRunningUntilFailure>(K)</KeepRunningUntilFailure>',
      steps: 'T',
      kept: ['1:IR t2=K t1=R => R'],
      mended: ['1:IR t2=K t1=K 1:RI => K'],
    },
  ],
  retryRereadsAttempts: [
    {
      body: '<RetryUntilSuccessful num_attempts="{n}"><Sequence><Script code="n:=1"/>(F)</Sequence></RetryUntilSuccessful>',
      steps: 'TT',
      given: { blackboard: { n: int(2) } },
      kept: [
        '1:IR 2:IR t3=S 3:IS t4=F 4:IF 3:SI 4:FI t2=F 2:RF 2:FI t1=F 1:RF 1:FI => F',
        '1:IR 2:IR t3=S 3:IS t4=F 4:IF 3:SI 4:FI t2=F 2:RF 2:FI t1=F 1:RF 1:FI => F',
      ],
      mended: [
        '1:IR 2:IR t3=S 3:IS t4=F 4:IF 3:SI 4:FI t2=F 2:RF 2:FI t1=R => R',
        '2:IR t3=S 3:IS t4=F 4:IF 3:SI 4:FI t2=F 2:RF 2:FI t1=F 1:RF 1:FI => F',
      ],
    },
  ],
  parallelSucceedsOnSkips: [
    {
      body: '<Parallel>(K)(K)</Parallel>',
      steps: 'T',
      kept: ['1:IR t2=K t3=K t1=S 1:RS 1:SI => S'],
      mended: ['1:IR t2=K t3=K t1=K 1:RI => K'],
    },
    {
      body: '<Parallel success_count="-2" failure_count="2">(K)(K)(S)</Parallel>',
      steps: 'T',
      kept: ['1:IR t2=K t3=K t1=S 1:RS 1:SI => S'],
      mended: ['1:IR t2=K t3=K t4=S 4:IS 4:SI t1=S 1:RS 1:SI => S'],
    },
  ],
  parallelZeroFailures: [
    {
      body: '<Parallel failure_count="0">(S)(S)</Parallel>',
      steps: 'T',
      kept: ['1:IR t2=S 2:IS 2:SI t1=F 1:RF 1:FI => F'],
      mended: ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
    },
  ],
  ifLeavesCondition: [
    {
      body: '<IfThenElse>[FS](S)</IfThenElse>',
      steps: 'TT',
      kept: ['1:IR t2=F 2:IF t1=F 1:RF 1:FI => F', '1:IR t2=F t1=F 1:RF 1:FI => F'],
      mended: [
        '1:IR t2=F 2:IF 2:FI t1=F 1:RF 1:FI => F',
        '1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S',
      ],
    },
  ],
  boolLiteralStaysText: [
    {
      body: '<SubTree ID="X" go="true"/>',
      steps: 'T',
      given: { others: '<BehaviorTree ID="X"><ScriptCondition code="go"/></BehaviorTree>' },
      kept: [
        '1:IR !! exception in node X::1/ScriptCondition::2 at /0 [ScriptCondition]: a text cannot be read as bool',
      ],
      mended: ['1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
    },
  ],
  noShortCircuit: [
    {
      body: '<ScriptCondition code="false &amp;&amp; (n:=1)"/>',
      steps: 'T',
      kept: ['t1=F 1:IF 1:FI => F'],
      mended: ['t1=F 1:IF 1:FI => F'],
      board: [{ n: 'any 1 #1' }, {}],
    },
  ],
  epsilonEquality: [
    {
      body: '<ScriptCondition code="0.00000001 == 0"/>',
      steps: 'T',
      kept: ['t1=S 1:IS 1:SI => S'],
      mended: ['t1=F 1:IF 1:FI => F'],
    },
  ],
}

const PAGE = readFileSync(new URL('../../../docs/bt/quirks.md', import.meta.url), 'utf8')
const sections = PAGE.split(/^## /m)
  .slice(1)
  .filter((section) => !section.startsWith('Surprises without a switch'))

const ANYTHING = expect.anything() as unknown

describe('surprises of BehaviorTree.CPP 4.10', () => {
  const samples = Object.entries(SAMPLES).flatMap(([quirk, list]) =>
    list.map((sample) => ({ ...sample, quirk, name: `${quirk} in ${sample.body}` })),
  )
  const run = ({ body, steps, given }: Sample, compat: Compat) => outcome(body, steps, { ...given, compat })

  it.each(samples)('$name is kept under 4.10', (sample) => {
    const { lines, blackboard } = run(sample, '4.10')
    expect({ lines, blackboard }).toEqual({ lines: sample.kept, blackboard: sample.board?.[0] ?? ANYTHING })
  })

  it.each(samples)('$name is mended under strict', (sample) => {
    const { lines, blackboard } = run(sample, 'strict')
    expect({ lines, blackboard }).toEqual({ lines: sample.mended, blackboard: sample.board?.[1] ?? ANYTHING })
  })

  it('4.10 keeps all of them, strict none', () => {
    const keys = Object.keys(SAMPLES)
    expect(quirksOf('4.10')).toEqual(Object.fromEntries(keys.map((key) => [key, true])))
    expect(quirksOf('strict')).toEqual(Object.fromEntries(keys.map((key) => [key, false])))
  })

  it('the page tells each of them: what, in which tree, why, and what strict does', () => {
    expect(sections.map((section) => section.split('\n')[0])).toEqual(Object.keys(quirksOf('4.10')))
    for (const section of sections) {
      expect(section).toMatch(/```xml\n.+\n```/)
      expect(section).toMatch(/^Why: /m)
      expect(section).toMatch(/^Strict: /m)
      expect(section).toMatch(/^Lint: (none|`bt\.[a-z-]+`)\.$/m)
    }
  })

  it('the page names lints that there are', () => {
    const named = [...PAGE.matchAll(/^Lint: `(.+)`\.$/gm)].map(([, code]) => code ?? '')
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((code) => LINT_CODES[code] === undefined)).toEqual([])
  })
})
