import { table } from './support/table.js'

table('Fallback and AsyncFallback', [
  [
    'tries its children in order and fails with the last',
    '<Fallback>(F)(F)(F)</Fallback>',
    'T',
    ['1:IR t2=F 2:IF t3=F 3:IF t4=F 4:IF 2:FI 3:FI 4:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'succeeds at the first success and does not tick what follows',
    '<Fallback>(F)(RS)(F)</Fallback>',
    'TT',
    ['1:IR t2=F 2:IF t3=R 3:IR t1=R => R', 't3=S 3:RS 2:FI 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'starts afresh after a success',
    '<Fallback>(F)(SF)(F)</Fallback>',
    'TT',
    [
      '1:IR t2=F 2:IF t3=S 3:IS 2:FI 3:SI t1=S 1:RS 1:SI => S',
      '1:IR t2=F 2:IF t3=F 3:IF t4=F 4:IF 2:FI 3:FI 4:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'passes over a skipped child',
    '<Fallback>(K)(F)(K)</Fallback>',
    'T',
    ['1:IR t2=K t3=F 3:IF t4=K 3:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'is skipped when all children are',
    '<Fallback>(K)(KF)</Fallback>',
    'TT',
    ['1:IR t2=K t3=K t1=K => K', 't2=K t3=F 3:IF 3:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'counts skipped children of one activation only',
    '<Fallback>(KFK)(SRK)</Fallback>',
    'TTTT',
    [
      '1:IR t2=K t3=S 3:IS 3:SI t1=S 1:RS 1:SI => S',
      '1:IR t2=F 2:IF t3=R 3:IR t1=R => R',
      't3=K 2:FI h3 3:RI t1=F 1:RF 1:FI => F',
      '1:IR t2=K t3=K t1=K => K',
    ],
  ],
  [
    'halts the running child and resets the others',
    '<Fallback>(F)[RS](F)</Fallback>',
    'THT',
    [
      '1:IR t2=F 2:IF t3=R 3:IR t1=R => R',
      '2:FI h3 3:RI 1:RI h2 h4 halted',
      '1:IR t2=F 2:IF t3=S 3:IS 2:FI 3:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'yields after a child that took no time',
    '<AsyncFallback>(F)(F)(F)</AsyncFallback>',
    'TTT',
    ['1:IR t2=F 2:IF t1=R => R', 't3=F 3:IF t1=R => R', 't4=F 4:IF 2:FI 3:FI 4:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'does not yield after a child that was running',
    '<AsyncFallback>(RF)(F)(F)</AsyncFallback>',
    'TTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=F 2:RF t3=F 3:IF t1=R => R',
      't4=F 4:IF 2:FI 3:FI 4:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'does not yield after a skipped child or the last one',
    '<AsyncFallback>(K)(F)</AsyncFallback>',
    'T',
    ['1:IR t2=K t3=F 3:IF 3:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'goes through its yields in one tickOnce',
    '<AsyncFallback>(F)(F)(S)</AsyncFallback>',
    'O',
    ['1:IR t2=F 2:IF t1=R t3=F 3:IF t1=R t4=S 4:IS 2:FI 3:FI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'starts at its first child after a halt',
    '<AsyncFallback>(F)(F)</AsyncFallback>',
    'THT',
    ['1:IR t2=F 2:IF t1=R => R', '2:FI 1:RI h2 h3 halted', '1:IR t2=F 2:IF t1=R => R'],
  ],
])
