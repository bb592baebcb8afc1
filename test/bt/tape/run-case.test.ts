import { describe, expect, it } from 'vitest'
import type { TapeCase } from '#bt-tools/tape/case.js'
import { runCase } from '#bt-tools/tape/run-case.js'

const record = (body: string, input: Partial<TapeCase> = {}) =>
  runCase(
    { steps: ['tick', 'tick', 'tick'], ...input },
    {
      xml: `<root BTCPP_format="4" main_tree_to_execute="M"><BehaviorTree ID="M">${body}</BehaviorTree></root>`,
      file: 't.xml',
    },
  )

interface Ticked {
  readonly status?: string
  readonly exception?: { readonly class: string; readonly what: string }
}

/** What each tick gave: its status, or class and words of its exception. */
const ticks = (body: string, input?: Partial<TapeCase>) =>
  (record(body, input)['steps'] as unknown as Ticked[]).map(({ status, exception }) =>
    exception === undefined ? status : `${exception.class}: ${exception.what}`,
  )

describe('tapes', () => {
  it.each([
    ['<T script=" R , S ,F"/>', ['RUNNING', 'SUCCESS', 'FAILURE']],
    ['<T script="S,F"/>', ['SUCCESS', 'FAILURE', 'FAILURE']],
    ['<T script="S,F" at_end="cycle"/>', ['SUCCESS', 'FAILURE', 'SUCCESS']],
    ['<T script="R,S,F" restart="true"/>', ['RUNNING', 'SUCCESS', 'RUNNING']],
    ['<CF script="K,F"/>', ['SKIPPED', 'FAILURE', 'FAILURE']],
    ['<TF script="S,F,K"/>', ['SUCCESS', 'FAILURE', 'SKIPPED']],
    [
      '<T name="t" script="X"/>',
      ['BT::NodeExecutionError: exception in node t at / [T]: scripted exception in t'],
    ],
    [
      '<T name="t" script="S,Q"/>',
      ['SUCCESS', 'BT::NodeExecutionError: exception in node t at / [T]: unknown token "Q" on the tape of t'],
    ],
    [
      '<TS name="t" script="I"/>',
      ['BT::NodeExecutionError: exception in node t at / [TS]: TS must not return IDLE'],
    ],
    ['<TA script="R"/>', ['BT::LogicError: TA is synchronous and must not return RUNNING']],
    [
      '<Incr n="{n}"/>',
      ['BT::NodeExecutionError: exception in node Incr::1 at / [Incr]: Incr cannot read n'],
    ],
  ])('%s gives %j', (body, statuses) => {
    expect(ticks(body)).toEqual(statuses)
  })
})

describe('cases without a run say at which stage they ended, and why', () => {
  it.each<[string, string, string, Partial<TapeCase>?]>([
    ['<Nope/>', 'load', 'unknown node Nope'],
    ['<T', 'load', '<T is not closed by `>`\n</BehaviorTree> found while <T> of 1:70 is still open'],
    ['<SetInt value="x" out="{a}"/>', 'create', 'port value of SetInt has the wrong type'],
    [
      '<T/>',
      'load',
      'substitution rules: TestNodeConfigs is wrong\nsubstitution rules: SubstitutionRules is wrong',
      { substitution: 3 },
    ],
  ])('%s', (body, stage, what, input) => {
    expect(record(body, input)['error']).toEqual({ class: 'BT::RuntimeError', stage, what })
  })
})

describe('steps between ticks', () => {
  const steps: TapeCase['steps'] = [
    'tick',
    { set: { a: { type: 'int32', value: 1 }, z: { type: 'bool', value: true } } },
    { sleep_ms: 5 },
    { unset: 'a' },
    'halt',
  ]
  const input: Partial<TapeCase> = {
    steps,
    blackboard: { y: { type: 'string', value: 'x' } },
    global_blackboard: { g: { type: 'double', value: 1.5 } },
  }

  it('are recorded as they were given, with events only of calls', () => {
    expect(record('<T/>', input)['steps']).toEqual([
      {
        status: 'SUCCESS',
        root: 'IDLE',
        events: [
          ['t', 1, 'SUCCESS'],
          ['s', 1, 'IDLE', 'SUCCESS'],
          ['s', 1, 'SUCCESS', 'IDLE'],
        ],
        op: 'tick',
      },
      ...steps.slice(1, 4).map((op) => ({ op })),
      {
        root: 'IDLE',
        events: [
          ['h', 1],
          ['h', 1],
        ],
        op: 'halt',
      },
    ])
  })

  it('leave what they wrote on their blackboards, in order of the keys', () => {
    const got = record('<T/>', input)
    expect(JSON.stringify(got['blackboards'])).toBe(
      '[{"y":{"port_type":"any","seq":1,"type":"string","value":"x"},"z":{"port_type":"bool","seq":1,"type":"int64","value":1}}]',
    )
    expect(got['global_blackboard']).toEqual({
      g: { port_type: 'double', seq: 1, type: 'double', value: 1.5 },
    })
    expect(got['export_json']).toEqual({ M: { y: 'x', z: 1 } })
  })

  it('of timed cases are recorded without events and exports', () => {
    const got = record('<T/>', { ...input, timed: true })
    expect(got['steps']).toMatchObject([{ status: 'SUCCESS', root: 'IDLE', op: 'tick' }, {}, {}, {}, {}])
    expect(JSON.stringify(got)).not.toMatch(/events|export_json/)
  })
})
