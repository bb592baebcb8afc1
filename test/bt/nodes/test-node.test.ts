import { table } from './support/table.js'

table('TestNode in the place of another node', [
  [
    'returns the status of its configuration',
    '<Sequence><T name="a" script="S"/>(S)</Sequence>',
    'T',
    ['1:IR t2=F 2:IF 2:FI t1=F 1:RF 1:FI => F'],
    {
      given: {
        substitution: { TestNodeConfigs: { c: { return_status: 'FAILURE' } }, SubstitutionRules: { a: 'c' } },
      },
    },
  ],
  [
    'can be skipped',
    '<Sequence><T name="a" script="S"/>(S)</Sequence>',
    'T',
    ['1:IR t2=K t3=S 3:IS 3:SI t1=S 1:RS 1:SI => S'],
    {
      given: {
        substitution: { TestNodeConfigs: { c: { return_status: 'SKIPPED' } }, SubstitutionRules: { a: 'c' } },
      },
    },
  ],
  [
    'is RUNNING for ever when told so, and runs no script again',
    '<T name="a" script="S"/>',
    'TT',
    ['t1=R 1:IR => R', 't1=R => R'],
    {
      board: { n: 'any 1 #1' },
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status: 'RUNNING', post_script: 'n:=1' } },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'is RUNNING for a while',
    '<T name="a" script="S"/>',
    ['T', { sleep_ms: 9 }, 'T', { sleep_ms: 1 }, 'TT'],
    ['t1=R 1:IR => R', 't1=R => R', 't1=S 1:RS 1:SI => S', 't1=R 1:IR => R'],
    {
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status: 'SUCCESS', async_delay: 10 } },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'waits its whole time again after a halt',
    '<T name="a" script="S"/>',
    ['T', { sleep_ms: 9 }, 'HT', { sleep_ms: 9 }, 'T', { sleep_ms: 1 }, 'T'],
    ['t1=R 1:IR => R', '1:RI halted', 't1=R 1:IR => R', 't1=R => R', 't1=S 1:RS 1:SI => S'],
    {
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status: 'SUCCESS', async_delay: 10 } },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'runs its scripts for success and end',
    '<T name="a" script="S"/>',
    'T',
    ['t1=S 1:IS 1:SI => S'],
    {
      board: { p: 'any 1 #1', s: 'any 1 #1' },
      given: {
        substitution: {
          TestNodeConfigs: {
            c: {
              return_status: 'SUCCESS',
              success_script: 's:=1',
              failure_script: 'f:=1',
              post_script: 'p:=1',
            },
          },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'runs its scripts for failure and end',
    '<T name="a" script="S"/>',
    'T',
    ['t1=F 1:IF 1:FI => F'],
    {
      board: { f: 'any 1 #1', p: 'any 1 #1' },
      given: {
        substitution: {
          TestNodeConfigs: {
            c: {
              return_status: 'FAILURE',
              success_script: 's:=1',
              failure_script: 'f:=1',
              post_script: 'p:=1',
            },
          },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'takes its status from a script, by name',
    '<T name="a" script="S"/>',
    ['T', { set: { n: { type: 'int32', value: 3 } } }, 'T'],
    ['t1=S 1:IS 1:SI => S', 't1=F 1:IF 1:FI => F'],
    {
      board: { n: 'int32 3 #2' },
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status_script: 'n>2 ? FAILURE : SUCCESS' } },
          SubstitutionRules: { a: 'c' },
        },
        blackboard: { n: { type: 'int32', value: 1 } },
      },
    },
  ],
  [
    'takes its status from a script, by number or text',
    '<Sequence><T name="a" script="S"/></Sequence>',
    ['T', { set: { n: { type: 'int32', value: 1 } } }, 'T'],
    ['1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S', '1:IR t2=F 2:IF 2:FI t1=F 1:RF 1:FI => F'],
    {
      board: { n: 'int32 1 #2' },
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status_script: "n==1 ? 3 : 'SUCCESS'" } },
          SubstitutionRules: { a: 'c' },
        },
        blackboard: { n: { type: 'int32', value: 0 } },
      },
    },
  ],
  [
    'throws when the script gives IDLE',
    '<T name="a" script="S"/>',
    'T',
    ['!! exception in node a at / [T]: the status script of a test node gave IDLE, which is no result'],
    {
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status_script: 'IDLE' } },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'throws when the script gives no status',
    '<T name="a" script="S"/>',
    'T',
    ['!! exception in node a at / [T]: 9 is no status'],
    {
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status_script: '9' } },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'its other scripts do not know statuses by name',
    '<T name="a" script="S"/>',
    'T',
    [
      '!! exception in node a at / [T]: there is no variable FAILURE (offset 3 of the script "x:=FAILURE"); create it first with FAILURE := …',
    ],
    {
      board: { x: 'any null #0' },
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status: 'SUCCESS', post_script: 'x:=FAILURE' } },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'cannot be made with a script that is none',
    '<T name="a" script="S"/>',
    'T',
    ['no tree: script of a test node: found the end of the script instead of a value'],
    {
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status: 'SUCCESS', post_script: 'x:=' } },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
  [
    'that was not reset keeps its result',
    '<IfThenElse><T name="a" script="S"/>(S)</IfThenElse>',
    'TT',
    ['1:IR t2=F 2:IF t1=F 1:RF 1:FI => F', '1:IR t2=F t1=F 1:RF 1:FI => F'],
    {
      board: { n: 'any 1 #1' },
      given: {
        substitution: {
          TestNodeConfigs: { c: { return_status: 'FAILURE', post_script: 'n:=1' } },
          SubstitutionRules: { a: 'c' },
        },
      },
    },
  ],
])
