import { table } from './support/table.js'

table('IfThenElse, WhileDoElse and Switch', [
  [
    'takes the first branch when the condition succeeds',
    '<IfThenElse>(S)(RS)(F)</IfThenElse>',
    'TT',
    ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', 't3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'takes the second branch when the condition fails',
    '<IfThenElse>(F)(S)(RF)</IfThenElse>',
    'TT',
    ['1:IR t2=F 2:IF t4=R 4:IR t1=R => R', 't4=F 4:RF 2:FI 4:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'waits for the condition, and asks it once',
    '<IfThenElse>(RS)(RS)</IfThenElse>',
    'TTT',
    ['1:IR t2=R 2:IR t1=R => R', 't2=S 2:RS t3=R 3:IR t1=R => R', 't3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'fails without a second branch',
    '<IfThenElse>(FS)(S)</IfThenElse>',
    'TT',
    ['1:IR t2=F 2:IF t1=F 1:RF 1:FI => F', '1:IR t2=S 2:FS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'hands on that its branch was skipped, and asks again',
    '<IfThenElse>(SF)(K)(S)</IfThenElse>',
    'TT',
    ['1:IR t2=S 2:IS t3=K 2:SI t1=K => K', 't2=F 2:IF t4=S 4:IS 2:FI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'forgets its branch when it is halted',
    '<IfThenElse>(SF)[R](S)</IfThenElse>',
    'THT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      '2:SI h3 3:RI 1:RI h2 h4 halted',
      '1:IR t2=F 2:IF t4=S 4:IS 2:FI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'throws when the condition is skipped',
    '<IfThenElse>(K)(S)</IfThenElse>',
    'T',
    [
      '1:IR t2=K !! exception in node IfThenElse::1 at / [IfThenElse]: the condition of IfThenElse was skipped, so there is no branch to take',
    ],
  ],
  [
    'throws with one child',
    '<IfThenElse>(S)</IfThenElse>',
    'T',
    [
      '!! exception in node IfThenElse::1 at / [IfThenElse]: IfThenElse has 1 children; it needs a condition and one or two branches',
    ],
  ],
  [
    'throws with four children',
    '<IfThenElse>(S)(S)(S)(S)</IfThenElse>',
    'T',
    [
      '!! exception in node IfThenElse::1 at / [IfThenElse]: IfThenElse has 4 children; it needs a condition and one or two branches',
    ],
  ],
  [
    'asks its condition at every tick',
    '<WhileDoElse>(S)(RRS)(F)</WhileDoElse>',
    'TTT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      't2=S t3=R t1=R => R',
      't2=S t3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'halts a branch when the condition changes',
    '<WhileDoElse>(SFS)[R][R]</WhileDoElse>',
    'TTT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      't2=F 2:SF h3 3:RI t4=R 4:IR t1=R => R',
      't2=S 2:FS h4 4:RI t3=R 3:IR t1=R => R',
    ],
  ],
  [
    'halts its branch and fails without a second one',
    '<WhileDoElse>(SF)[R]</WhileDoElse>',
    'TT',
    ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', 't2=F 2:SF 2:FI h3 3:RI t1=F 1:RF 1:FI => F'],
  ],
  [
    'waits for the condition and lets the branch stand',
    '<WhileDoElse>(SRS)[RS](F)</WhileDoElse>',
    'TTT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      't2=R 2:SR t1=R => R',
      't2=S 2:RS t3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'hands on that its branch was skipped',
    '<WhileDoElse>(S)(K)(S)</WhileDoElse>',
    'T',
    ['1:IR t2=S 2:IS t3=K 2:SI t1=K => K'],
  ],
  [
    'is an error of its parent when the condition is skipped',
    '<Sequence><WhileDoElse>(K)(S)</WhileDoElse></Sequence>',
    'T',
    [
      '1:IR 2:IR t3=K t2=I !! exception in node Sequence::1 at / [Sequence]: WhileDoElse returned IDLE; a tick must return another status',
    ],
  ],
  [
    'throws with one child',
    '<WhileDoElse>(S)</WhileDoElse>',
    'T',
    [
      '!! exception in node WhileDoElse::1 at / [WhileDoElse]: WhileDoElse has 1 children; it needs a condition and one or two branches',
    ],
  ],
  [
    'throws with four children',
    '<WhileDoElse>(S)(S)(S)(S)</WhileDoElse>',
    'T',
    [
      '!! exception in node WhileDoElse::1 at / [WhileDoElse]: WhileDoElse has 4 children; it needs a condition and one or two branches',
    ],
  ],
  [
    'halts its children when it is halted',
    '<WhileDoElse>(S)[R](S)</WhileDoElse>',
    'TH',
    ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', '2:SI h3 3:RI 1:RI h2 h4 halted'],
  ],
  [
    'runs the child of the case that matches',
    '<Switch2 variable="b" case_1="a" case_2="b">(F)(RS)(F)</Switch2>',
    'TT',
    ['t3=R 3:IR t1=R 1:IR => R', 't3=S 3:RS 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'runs the last child when no case matches',
    '<Switch2 variable="c" case_1="a" case_2="b">(S)(S)(F)</Switch2>',
    'T',
    ['t4=F 4:IF 4:FI t1=F 1:IF 1:FI => F'],
  ],
  [
    'takes the first of two equal cases',
    '<Switch2 variable="a" case_1="a" case_2="a">(S)(F)(F)</Switch2>',
    'T',
    ['t2=S 2:IS 2:SI t1=S 1:IS 1:SI => S'],
  ],
  [
    'runs the last child when the variable is missing',
    '<Switch2 case_1="a" case_2="b">(F)(F)(S)</Switch2>',
    'T',
    ['t4=S 4:IS 4:SI t1=S 1:IS 1:SI => S'],
  ],
  [
    'passes over a case that is missing',
    '<Switch2 variable="b" case_2="b">(F)(S)(F)</Switch2>',
    'T',
    ['t3=S 3:IS 3:SI t1=S 1:IS 1:SI => S'],
  ],
  [
    'halts the old child when the variable changes',
    '<Switch2 variable="{v}" case_1="a" case_2="b">[R][RS](F)</Switch2>',
    ['T', { set: { v: { type: 'string', value: 'b' } } }, 'TT'],
    ['t2=R 2:IR t1=R 1:IR => R', 'h2 2:RI t3=R 3:IR t1=R => R', 't3=S 3:RS 3:SI t1=S 1:RS 1:SI => S'],
    { board: { v: 'string "b" #2' }, given: { blackboard: { v: { type: 'string', value: 'a' } } } },
  ],
  [
    'looks at a case in the blackboard at every tick',
    '<Switch2 variable="a" case_1="{v}" case_2="b">[R](F)[R]</Switch2>',
    ['T', { set: { v: { type: 'string', value: 'x' } } }, 'T'],
    ['t2=R 2:IR t1=R 1:IR => R', 'h2 2:RI t4=R 4:IR t1=R => R'],
    { board: { v: 'string "x" #2' }, given: { blackboard: { v: { type: 'string', value: 'a' } } } },
  ],
  [
    'forgets its child when that is skipped',
    '<Switch2 variable="{v}" case_1="a" case_2="b">(RK)(R)(F)</Switch2>',
    ['TT', { set: { v: { type: 'string', value: 'b' } } }, 'T'],
    ['t2=R 2:IR t1=R 1:IR => R', 't2=K t1=K => K', 't3=R 3:IR t1=R => R'],
    { board: { v: 'string "b" #2' }, given: { blackboard: { v: { type: 'string', value: 'a' } } } },
  ],
  [
    'forgets its child when it is halted',
    '<Switch2 variable="{v}" case_1="a" case_2="b">[R][R](F)</Switch2>',
    ['TH', { set: { v: { type: 'string', value: 'b' } } }, 'T'],
    ['t2=R 2:IR t1=R 1:IR => R', 'h2 2:RI 1:RI h4 halted', 't3=R 3:IR t1=R 1:IR => R'],
    { board: { v: 'string "b" #2' }, given: { blackboard: { v: { type: 'string', value: 'a' } } } },
  ],
  [
    'throws without a child for each case and a default',
    '<Switch3 variable="a" case_1="a" case_2="b" case_3="c">(S)(S)(S)</Switch3>',
    'T',
    [
      '!! exception in node Switch3::1 at / [Switch3]: Switch3 has 3 children; it needs one for each of 3 cases and a default',
    ],
  ],
  [
    'Switch6 has six cases',
    '<Switch6 variable="6" case_1="1" case_2="2" case_3="3" case_4="4" case_5="5" case_6="6">(F)(F)(F)(F)(F)(S)(F)</Switch6>',
    'T',
    ['t7=S 7:IS 7:SI t1=S 1:IS 1:SI => S'],
  ],
  [
    'compares texts, then numbers of any form',
    '<Switch3 variable="{v}" case_1="1" case_2="2.5" case_3="1e3">(F)(S)(RS)(F)</Switch3>',
    ['T', { set: { v: { type: 'string', value: '1000' } } }, 'T'],
    ['t3=S 3:IS 3:SI t1=S 1:IS 1:SI => S', 't4=R 4:IR t1=R 1:IR => R'],
    { board: { v: 'string "1000" #2' }, given: { blackboard: { v: { type: 'string', value: '2.50' } } } },
  ],
])
