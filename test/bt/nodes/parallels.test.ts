import { table } from './support/table.js'

table('Parallel and ParallelAll', [
  [
    'needs all children by default and does not tick finished ones again',
    '<Parallel>(RS)(S)(RRS)</Parallel>',
    'TTTT',
    [
      '1:IR t2=R 2:IR t3=S 3:IS t4=R 4:IR t1=R => R',
      't2=S 2:RS t4=R t1=R => R',
      't4=S 4:RS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S',
      '1:IR t2=S 2:IS t3=S 3:IS t4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'fails at the first failure by default and halts the rest',
    '<Parallel>[R](RF)[R]</Parallel>',
    'TT',
    [
      '1:IR t2=R 2:IR t3=R 3:IR t4=R 4:IR t1=R => R',
      't2=R t3=F 3:RF h2 2:RI 3:FI h4 4:RI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'tests after each child: what follows is not ticked',
    '<Parallel success_count="1">(S)(S)</Parallel>',
    'T',
    ['1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'two successes are enough',
    '<Parallel success_count="2">(R)(RS)(S)</Parallel>',
    'TT',
    ['1:IR t2=R 2:IR t3=R 3:IR t4=S 4:IS t1=R => R', 't2=R t3=S 3:RS h2 2:RI 3:SI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'fails when it cannot succeed any more',
    '<Parallel success_count="3" failure_count="3">(R)(F)[R]</Parallel>',
    'T',
    ['1:IR t2=R 2:IR t3=F 3:IF h2 2:RI 3:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'goes on while it still can succeed',
    '<Parallel success_count="2" failure_count="3">(RS)(F)(RRS)</Parallel>',
    'TTT',
    [
      '1:IR t2=R 2:IR t3=F 3:IF t4=R 4:IR t1=R => R',
      't2=S 2:RS t4=R t1=R => R',
      't4=S 4:RS 2:SI 3:FI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    '-2 is all but one',
    '<Parallel success_count="-2" failure_count="2">(F)(S)(S)</Parallel>',
    'T',
    ['1:IR t2=F 2:IF t3=S 3:IS t4=S 4:IS 2:FI 3:SI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'a negative failure_count counts from the number of children',
    '<Parallel success_count="-3" failure_count="-1">(F)(F)(S)</Parallel>',
    'T',
    ['1:IR t2=F 2:IF t3=F 3:IF t4=S 4:IS 2:FI 3:FI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'skipped children count for a negative success_count',
    '<Parallel>(S)(K)(RS)</Parallel>',
    'TT',
    ['1:IR t2=S 2:IS t3=K t4=R 4:IR t1=R => R', 't3=K t4=S 4:RS 2:SI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'skipped children do not count for a positive success_count',
    '<Parallel success_count="2">(S)(KS)</Parallel>',
    'TT',
    ['1:IR t2=S 2:IS t3=K t1=R => R', 't3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'is skipped when all are and the count is positive',
    '<Parallel success_count="1">(K)(K)</Parallel>',
    'T',
    ['1:IR t2=K t3=K t1=K => K'],
  ],
  [
    'a success_count of 0 is reached after the first child',
    '<Parallel success_count="0" failure_count="2">(F)(S)</Parallel>',
    'T',
    ['1:IR t2=F 2:IF 2:FI t1=S 1:RS 1:SI => S'],
  ],
  [
    'a count far below all is 0',
    '<Parallel success_count="-9">(R)[R]</Parallel>',
    'T',
    ['1:IR t2=R 2:IR h2 2:RI t1=S 1:RS 1:SI => S'],
  ],
  [
    'cannot need more children than it has',
    '<Parallel success_count="3">(S)(S)</Parallel>',
    'T',
    ['!! exception in node Parallel::1 at / [Parallel]: success_count is 3, but there are only 2 children'],
  ],
  [
    'cannot wait for more failures than it has children',
    '<Parallel failure_count="3">(S)(S)</Parallel>',
    'T',
    ['!! exception in node Parallel::1 at / [Parallel]: failure_count is 3, but there are only 2 children'],
  ],
  [
    'forgets who finished when it is halted',
    '<Parallel>(S)[RS]</Parallel>',
    'THT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      '2:SI h3 3:RI 1:RI h2 halted',
      '1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'counts anew after it failed',
    '<Parallel success_count="2" failure_count="2">(F)(F)(S)</Parallel>',
    'TT',
    [
      '1:IR t2=F 2:IF t3=F 3:IF 2:FI 3:FI t1=F 1:RF 1:FI => F',
      '1:IR t2=F 2:IF t3=F 3:IF 2:FI 3:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'reads its counts at every tick',
    '<Parallel success_count="{n}">(S)(R)</Parallel>',
    ['T', { set: { n: { type: 'int32', value: 1 } } }, 'T'],
    ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', '2:SI h3 3:RI t1=S 1:RS 1:SI => S'],
    { board: { n: 'int32 1 #2' }, given: { blackboard: { n: { type: 'int32', value: 2 } } } },
  ],
  [
    'runs all children to their ends',
    '<ParallelAll>(S)(RF)(RRS)</ParallelAll>',
    'TTT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR t4=R 4:IR t1=R => R',
      't3=F 3:RF t4=R t1=R => R',
      't4=S 4:RS 2:SI 3:FI 4:SI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'succeeds when fewer than max_failures failed',
    '<ParallelAll max_failures="2">(F)(RS)(S)</ParallelAll>',
    'TT',
    ['1:IR t2=F 2:IF t3=R 3:IR t4=S 4:IS t1=R => R', 't3=S 3:RS 2:FI 3:SI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'fails when max_failures failed',
    '<ParallelAll max_failures="2">(F)(F)(S)</ParallelAll>',
    'T',
    ['1:IR t2=F 2:IF t3=F 3:IF t4=S 4:IS 2:FI 3:FI 4:SI t1=F 1:RF 1:FI => F'],
  ],
  [
    'a negative max_failures counts from the number of children',
    '<ParallelAll max_failures="-2">(F)(F)(S)</ParallelAll>',
    'T',
    ['1:IR t2=F 2:IF t3=F 3:IF t4=S 4:IS 2:FI 3:FI 4:SI t1=F 1:RF 1:FI => F'],
  ],
  ['is skipped when all are', '<ParallelAll>(K)(K)</ParallelAll>', 'T', ['1:IR t2=K t3=K t1=K => K']],
  [
    'a skipped child counts as done for this tick only',
    '<ParallelAll>(KS)(RS)</ParallelAll>',
    'TT',
    ['1:IR t2=K t3=R 3:IR t1=R => R', 't2=S 2:IS t3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'ends when the others are skipped',
    '<ParallelAll>(K)(S)(F)</ParallelAll>',
    'T',
    ['1:IR t2=K t3=S 3:IS t4=F 4:IF 3:SI 4:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'forgets who finished when it is halted',
    '<ParallelAll max_failures="2">(F)[RS](S)</ParallelAll>',
    'THT',
    [
      '1:IR t2=F 2:IF t3=R 3:IR t4=S 4:IS t1=R => R',
      '2:FI h3 3:RI 4:SI 1:RI h2 h4 halted',
      '1:IR t2=F 2:IF t3=S 3:IS t4=S 4:IS 2:FI 3:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'counts anew after it ended',
    '<ParallelAll max_failures="2">(FS)(FS)</ParallelAll>',
    'TT',
    [
      '1:IR t2=F 2:IF t3=F 3:IF 2:FI 3:FI t1=F 1:RF 1:FI => F',
      '1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'cannot wait for more failures than it has children',
    '<ParallelAll max_failures="2">(S)</ParallelAll>',
    'T',
    [
      '!! exception in node ParallelAll::1 at / [ParallelAll]: max_failures is 2, but there are only 1 children',
    ],
  ],
])
