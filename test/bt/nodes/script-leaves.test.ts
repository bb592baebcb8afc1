import { table } from './support/table.js'

table('Script, ScriptCondition and the constant leaves', [
  ['AlwaysSuccess', '<AlwaysSuccess/>', 'TH', ['t1=S 1:IS 1:SI => S', 'halted']],
  ['AlwaysFailure', '<AlwaysFailure/>', 'TH', ['t1=F 1:IF 1:FI => F', 'halted']],
  [
    'Script runs all its statements',
    '<Script code="a:=1; b:=a+1"/>',
    'T',
    ['t1=S 1:IS 1:SI => S'],
    { board: { a: 'any 1 #1', b: 'any 2 #1' } },
  ],
  [
    'Script takes its code from the blackboard, as it is now',
    '<Script code="{c}"/>',
    ['T', { set: { c: { type: 'string', value: 'y:=2' } } }, 'T'],
    ['t1=S 1:IS 1:SI => S', 't1=S 1:IS 1:SI => S'],
    {
      board: { c: 'string "y:=2" #2', x: 'any 1 #1', y: 'any 2 #1' },
      given: { blackboard: { c: { type: 'string', value: 'x:=1' } } },
    },
  ],
  [
    'Script throws when its code is no script any more, and again at the next tick',
    '<Script code="{c}"/>',
    ['T', { set: { c: { type: 'string', value: 'x:=' } } }, 'T'],
    [
      't1=S 1:IS 1:SI => S',
      '!! exception in node Script::1 at / [Script]: port code holds no script: found the end of the script instead of a value',
    ],
    {
      board: { c: 'string "x:=" #2', x: 'any 1 #1' },
      given: { blackboard: { c: { type: 'string', value: 'x:=1' } } },
    },
  ],
  [
    'Script throws when its code is gone',
    '<Script code="{c}"/>',
    ['T', { unset: 'c' }, 'T'],
    [
      't1=S 1:IS 1:SI => S',
      '!! exception in node Script::1 at / [Script]: input port code: nothing was written to {c} yet',
    ],
    { board: { x: 'any 1 #1' }, given: { blackboard: { c: { type: 'string', value: 'x:=1' } } } },
  ],
  ['Script without a statement succeeds', '<Script code=""/>', 'T', ['t1=S 1:IS 1:SI => S']],
  [
    'Script that was empty can become one',
    '<Script code="{c}"/>',
    ['T', { set: { c: { type: 'string', value: 'y:=2' } } }, 'T'],
    ['t1=S 1:IS 1:SI => S', 't1=S 1:IS 1:SI => S'],
    {
      board: { c: 'string "y:=2" #2', y: 'any 2 #1' },
      given: { blackboard: { c: { type: 'string', value: '' } } },
    },
  ],
  [
    'Script cannot be made from blanks',
    '<Script code="  "/>',
    'T',
    ['no tree: script code: the script is empty'],
  ],
  [
    'Script cannot be made while its code is not there',
    '<Script code="{c}"/>',
    'T',
    ['no tree: Script needs its script when it is created: input port code: nothing was written to {c} yet'],
  ],
  ['Script cannot be made without code', '<Script/>', 'T', ['no tree: Script needs port code']],
  [
    'Script cannot be made from a text that is no script',
    '<Script code="a:="/>',
    'T',
    ['no tree: script code: found the end of the script instead of a value'],
  ],
  [
    'Script cannot be made from an entry that is no script',
    '<Script code="{c}"/>',
    'T',
    ['no tree: port code holds no script: found the end of the script instead of a value'],
    { given: { blackboard: { c: { type: 'string', value: 'a:=' } } } },
  ],
  [
    'ScriptCondition',
    '<Sequence><ScriptCondition code="n==1"/><ScriptCondition code="n==2"/></Sequence>',
    'T',
    ['1:IR t2=S 2:IS t3=F 3:IF 2:SI 3:FI t1=F 1:RF 1:FI => F'],
    { board: { n: 'int32 1 #1' }, given: { blackboard: { n: { type: 'int32', value: 1 } } } },
  ],
  [
    'ScriptCondition throws when the result is no truth value',
    `<ScriptCondition code="'text'"/>`,
    'T',
    ['!! exception in node ScriptCondition::1 at / [ScriptCondition]: a text cannot be read as bool'],
  ],
  [
    'ScriptCondition throws without a script',
    '<ScriptCondition code=""/>',
    'T',
    [
      '!! exception in node ScriptCondition::1 at / [ScriptCondition]: port code is empty: there is no condition to evaluate',
    ],
  ],
  [
    'ScriptCondition takes its code from the blackboard',
    '<ScriptCondition code="{c}"/>',
    ['T', { set: { c: { type: 'string', value: '1==2' } } }, 'T'],
    ['t1=S 1:IS 1:SI => S', 't1=F 1:IF 1:FI => F'],
    { board: { c: 'string "1==2" #2' }, given: { blackboard: { c: { type: 'string', value: '1==1' } } } },
  ],
  [
    'Script in the place of another node cannot be made without what it needs',
    '<T name="a" script="S"/>',
    'T',
    [
      'no tree: T needs its script when it is created: input port code is not in the tree and has no default; write code="…"',
    ],
    { given: { substitution: { SubstitutionRules: { a: 'Script' } } } },
  ],
  [
    'ScriptCondition in the place of another node cannot be made without what it needs',
    '<T name="a" script="S"/>',
    'T',
    [
      'no tree: T needs its script when it is created: input port code is not in the tree and has no default; write code="…"',
    ],
    { given: { substitution: { SubstitutionRules: { a: 'ScriptCondition' } } } },
  ],
])
