import { table } from './support/table.js'

table('SetBlackboard and UnsetBlackboard', [
  [
    'writes a text into a new entry',
    '<SetBlackboard value="42" output_key="x"/>',
    'TT',
    ['t1=S 1:IS 1:SI => S', 't1=S 1:IS 1:SI => S'],
    { board: { x: 'string "42" #2' } },
  ],
  [
    'writes a text into an entry of text',
    '<Sequence><SetBlackboard value="b" output_key="x"/><GetString in="{x}"/></Sequence>',
    'T',
    ['1:IR t2=S 2:IS r3.in="b" t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
    { board: { x: 'string "b" #1' } },
  ],
  [
    'writes the empty text',
    '<SetBlackboard value="" output_key="x"/>',
    'T',
    ['t1=S 1:IS 1:SI => S'],
    { board: { x: 'string "" #1' } },
  ],
  [
    'converts to the type of the entry',
    '<Sequence><SetBlackboard value="7" output_key="x"/><Incr n="{x}"/></Sequence>',
    'T',
    ['1:IR t2=S 2:IS r3.n=7 t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
    { board: { x: 'int32 8 #2' } },
  ],
  [
    'throws when the text does not convert',
    '<Sequence><SetBlackboard value="no" output_key="x"/><GetInt in="{x}"/></Sequence>',
    'T',
    ['1:IR !! exception in node SetBlackboard::2 at /0 [SetBlackboard]: "no" is no int32'],
    { board: { x: 'int32 null #0' } },
  ],
  [
    'copies value and type into a new entry',
    '<Sequence><SetUint8 value="9" out="{u}"/><SetBlackboard value="{u}" output_key="v"/></Sequence>',
    'T',
    ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
    { board: { u: 'uint8 9 #1', v: 'uint8 9 #1' } },
  ],
  [
    'copies a variable into a new entry of any type',
    '<Sequence><Script code="a:=1.5"/><SetBlackboard value="{a}" output_key="b"/></Sequence>',
    'T',
    ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
    { board: { a: 'any 1.5 #1', b: 'Any 1.5 #1' } },
  ],
  [
    'copies a text into a number',
    '<SetBlackboard value="{a}" output_key="n"/>',
    'T',
    ['t1=S 1:IS 1:SI => S'],
    {
      board: { a: 'any "12" #1', n: 'int32 12 #2' },
      given: { blackboard: { a: { type: 'string', value: '12' }, n: { type: 'int32', value: 3 } } },
    },
  ],
  [
    'throws when it would copy another type',
    '<SetBlackboard value="{a}" output_key="n"/>',
    'T',
    [
      '!! exception in node SetBlackboard::1 at / [SetBlackboard]: {n} is a int32, which cannot become a double',
    ],
    {
      board: { a: 'double 1.5 #1', n: 'int32 3 #1' },
      given: { blackboard: { a: { type: 'double', value: 1.5 }, n: { type: 'int32', value: 3 } } },
    },
  ],
  [
    'copies the same type',
    '<SetBlackboard value="{a}" output_key="n"/>',
    'T',
    ['t1=S 1:IS 1:SI => S'],
    {
      board: { a: 'int32 5 #1', n: 'int32 5 #2' },
      given: { blackboard: { a: { type: 'int32', value: 5 }, n: { type: 'int32', value: 3 } } },
    },
  ],
  [
    'fails when there is nothing to copy',
    '<SetBlackboard value="{a}" output_key="n"/>',
    'T',
    ['t1=F 1:IF 1:FI => F'],
    { board: { a: 'any null #0', n: 'any null #0' } },
  ],
  [
    'throws when the entry to copy is gone',
    '<SetBlackboard value="{a}" output_key="n"/>',
    [{ unset: 'a' }, 'T'],
    ['!! exception in node SetBlackboard::1 at / [SetBlackboard]: input port value: there is no entry {a}'],
    { given: { blackboard: { a: { type: 'int32', value: 5 } } } },
  ],
  [
    'throws without a value',
    '<SetBlackboard output_key="n"/>',
    'T',
    [
      '!! exception in node SetBlackboard::1 at / [SetBlackboard]: input port value is not in the tree; write value="…"',
    ],
  ],
  [
    'throws without a key',
    '<SetBlackboard value="1"/>',
    'T',
    [
      '!! exception in node SetBlackboard::1 at / [SetBlackboard]: input port output_key is not in the tree and has no default; write output_key="…"',
    ],
  ],
  [
    'takes the key from the blackboard',
    '<SetBlackboard value="1" output_key="{k}"/>',
    'T',
    ['t1=S 1:IS 1:SI => S'],
    {
      board: { k: 'any "name" #1', name: 'string "1" #1' },
      given: { blackboard: { k: { type: 'string', value: 'name' } } },
    },
  ],
  [
    'throws for a text onto an entry of statuses',
    '<Sequence><Inverter><GetStatus in="{s}"/></Inverter><SetBlackboard value="SUCCESS" output_key="s"/></Sequence>',
    'T',
    [
      '1:IR 2:IR e3.in t3=F 3:IF 3:FI t2=S 2:RS !! exception in node SetBlackboard::4 at /1 [SetBlackboard]: {s} is a NodeStatus; text "SUCCESS" cannot become one',
    ],
    { board: { s: 'NodeStatus null #0' } },
  ],
  [
    'writes to the outermost blackboard',
    '<SubTree ID="X"/>',
    'T',
    ['1:IR 2:IR t3=S 3:IS t4=S 4:IS t5=S 5:IS 3:SI 4:SI 5:SI t2=S 2:RS 2:SI t1=S 1:RS 1:SI => S'],
    {
      board: { g: 'string "1" #1', h: 'Any 1 #2' },
      given: {
        others:
          '<BehaviorTree ID="X"><Sequence><SetBlackboard value="1" output_key="@g"/><Script code="@h:=1"/><SetBlackboard value="{@h}" output_key="@h"/></Sequence></BehaviorTree>',
      },
    },
  ],
  [
    'writes through a remapped key without making the entry one of any type',
    '<Sequence><Script code="h:=1"/><SubTree ID="X" i="{h}"/></Sequence>',
    'T',
    ['1:IR t2=S 2:IS 3:IR t4=S 4:IS 4:SI t3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
    {
      board: { h: 'any 1 #2' },
      given: { others: '<BehaviorTree ID="X"><SetBlackboard value="{i}" output_key="i"/></BehaviorTree>' },
    },
  ],
  [
    'makes a new entry through a remapped key',
    '<SubTree ID="X" i="{h}"/>',
    'T',
    ['1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
    {
      board: { h: 'string "5" #1' },
      given: { others: '<BehaviorTree ID="X"><SetBlackboard value="5" output_key="i"/></BehaviorTree>' },
    },
  ],
  [
    'removes an entry',
    '<Sequence><Script code="x:=1"/><UnsetBlackboard key="x"/></Sequence>',
    'T',
    ['1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
  ],
  ['succeeds when there is nothing to remove', '<UnsetBlackboard key="x"/>', 'T', ['t1=S 1:IS 1:SI => S']],
  [
    'leaves a remapped entry alone',
    '<Sequence><Script code="h:=1"/><SubTree ID="X" i="{h}"/></Sequence>',
    'T',
    ['1:IR t2=S 2:IS 3:IR t4=S 4:IS 4:SI t3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
    {
      board: { h: 'any 1 #1' },
      given: { others: '<BehaviorTree ID="X"><UnsetBlackboard key="i"/></BehaviorTree>' },
    },
  ],
  [
    'throws without a key to remove',
    '<UnsetBlackboard/>',
    'T',
    [
      '!! exception in node UnsetBlackboard::1 at / [UnsetBlackboard]: input port key is not in the tree and has no default; write key="…"',
    ],
  ],
])
