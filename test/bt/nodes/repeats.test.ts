import { table } from './support/table.js'

table('Repeat and RetryUntilSuccessful', [
  [
    'runs its child so many times, once a tick',
    '<Repeat num_cycles="3">(S)</Repeat>',
    'TTT',
    ['1:IR t2=S 2:IS 2:SI t1=R => R', 't2=S 2:IS 2:SI t1=R => R', 't2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'goes on in the same tick after a child that was running',
    '<Repeat num_cycles="3">(RSRSS)</Repeat>',
    'TTTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=S 2:RS 2:SI t2=R 2:IR t1=R => R',
      't2=S 2:RS 2:SI t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S',
      '1:IR t2=S 2:IS 2:SI t1=R => R',
    ],
  ],
  [
    'fails as soon as its child fails, and counts anew',
    '<Repeat num_cycles="2">(SFS)</Repeat>',
    'TTTT',
    [
      '1:IR t2=S 2:IS 2:SI t1=R => R',
      't2=F 2:IF 2:FI t1=F 1:RF 1:FI => F',
      '1:IR t2=S 2:IS 2:SI t1=R => R',
      't2=S 2:IS 2:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'succeeds without a tick of its child for 0',
    '<Repeat num_cycles="0">(S)</Repeat>',
    'T',
    ['1:IR t1=S 1:RS 1:SI => S'],
  ],
  [
    'has no end for -1',
    '<Repeat num_cycles="-1">(S)</Repeat>',
    'TTTT',
    [
      '1:IR t2=S 2:IS 2:SI t1=R => R',
      't2=S 2:IS 2:SI t1=R => R',
      't2=S 2:IS 2:SI t1=R => R',
      't2=S 2:IS 2:SI t1=R => R',
    ],
  ],
  [
    'keeps its count when its child is skipped',
    '<Repeat num_cycles="2">(SKS)</Repeat>',
    'TTT',
    ['1:IR t2=S 2:IS 2:SI t1=R => R', 't2=K t1=K => K', 't2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'goes through all cycles in one tickOnce',
    '<Repeat num_cycles="3">(S)</Repeat>',
    'O',
    ['1:IR t2=S 2:IS 2:SI t1=R t2=S 2:IS 2:SI t1=R t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'forgets its count when it is halted',
    '<Repeat num_cycles="2">(SS)</Repeat>',
    'THTT',
    [
      '1:IR t2=S 2:IS 2:SI t1=R => R',
      '1:RI h2 halted',
      '1:IR t2=S 2:IS 2:SI t1=R => R',
      't2=S 2:IS 2:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'reads num_cycles at each tick',
    '<Repeat num_cycles="{n}">(S)</Repeat>',
    ['T', { set: { n: { type: 'int32', value: 2 } } }, 'T'],
    ['1:IR t2=S 2:IS 2:SI t1=R => R', 't2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
    { board: { n: 'int32 2 #2' }, given: { blackboard: { n: { type: 'int32', value: 9 } } } },
  ],
  [
    'throws when num_cycles is not there',
    '<Sequence><Repeat num_cycles="{n}">(S)</Repeat></Sequence>',
    'T',
    [
      '1:IR !! exception in node Repeat::2 at /0 [Repeat]: input port num_cycles: nothing was written to {n} yet',
    ],
    { board: { n: 'int32 null #0' } },
  ],
  [
    'tries its child so many times, once a tick',
    '<RetryUntilSuccessful num_attempts="3">(F)</RetryUntilSuccessful>',
    'TTT',
    ['1:IR t2=F 2:IF 2:FI t1=R => R', 't2=F 2:IF 2:FI t1=R => R', 't2=F 2:IF 2:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'tries again in the same tick after a child that was running',
    '<RetryUntilSuccessful num_attempts="3">(RFRFF)</RetryUntilSuccessful>',
    'TTTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=F 2:RF 2:FI t2=R 2:IR t1=R => R',
      't2=F 2:RF 2:FI t2=F 2:IF 2:FI t1=F 1:RF 1:FI => F',
      '1:IR t2=F 2:IF 2:FI t1=R => R',
    ],
  ],
  [
    'succeeds as soon as its child does, and counts anew',
    '<RetryUntilSuccessful num_attempts="2">(FSF)</RetryUntilSuccessful>',
    'TTTT',
    [
      '1:IR t2=F 2:IF 2:FI t1=R => R',
      't2=S 2:IS 2:SI t1=S 1:RS 1:SI => S',
      '1:IR t2=F 2:IF 2:FI t1=R => R',
      't2=F 2:IF 2:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'fails without a tick of its child for 0',
    '<RetryUntilSuccessful num_attempts="0">(S)</RetryUntilSuccessful>',
    'T',
    ['1:IR t1=F 1:RF 1:FI => F'],
  ],
  [
    'has no end for -1',
    '<RetryUntilSuccessful num_attempts="-1">(F)</RetryUntilSuccessful>',
    'TTTT',
    [
      '1:IR t2=F 2:IF 2:FI t1=R => R',
      't2=F 2:IF 2:FI t1=R => R',
      't2=F 2:IF 2:FI t1=R => R',
      't2=F 2:IF 2:FI t1=R => R',
    ],
  ],
  [
    'keeps its count when its child is skipped',
    '<RetryUntilSuccessful num_attempts="2">(FKF)</RetryUntilSuccessful>',
    'TTT',
    ['1:IR t2=F 2:IF 2:FI t1=R => R', 't2=K t1=K => K', 't2=F 2:IF 2:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'goes through all attempts in one tickOnce',
    '<RetryUntilSuccessful num_attempts="3">(F)</RetryUntilSuccessful>',
    'O',
    ['1:IR t2=F 2:IF 2:FI t1=R t2=F 2:IF 2:FI t1=R t2=F 2:IF 2:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'forgets its count when it is halted',
    '<RetryUntilSuccessful num_attempts="2">(FF)</RetryUntilSuccessful>',
    'THTT',
    [
      '1:IR t2=F 2:IF 2:FI t1=R => R',
      '1:RI h2 halted',
      '1:IR t2=F 2:IF 2:FI t1=R => R',
      't2=F 2:IF 2:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'keeps the number that it had when the entry is gone after a failure',
    '<RetryUntilSuccessful num_attempts="{n}"><Sequence><UnsetBlackboard key="n"/>(F)</Sequence></RetryUntilSuccessful>',
    'T',
    ['1:IR 2:IR t3=S 3:IS t4=F 4:IF 3:SI 4:FI t2=F 2:RF 2:FI t1=F 1:RF 1:FI => F'],
    { given: { blackboard: { n: { type: 'int32', value: 1 } } } },
  ],
])
