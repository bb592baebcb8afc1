import { table } from './support/table.js'

table('TryCatch', [
  [
    'runs all but the last child as a Sequence',
    '<TryCatch>(S)(RS)(F)</TryCatch>',
    'TT',
    ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', 't3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'runs the last child in the tick of the failure, and fails',
    '<TryCatch>(S)(RF)(S)</TryCatch>',
    'TT',
    ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', 't3=F 3:RF 2:SI 3:FI t4=S 4:IS 4:SI t1=F 1:RF 1:FI => F'],
  ],
  [
    'waits for the last child',
    '<TryCatch>(F)(S)(RRS)</TryCatch>',
    'TTT',
    ['1:IR t2=F 2:IF 2:FI t4=R 4:IR t1=R => R', 't4=R t1=R => R', 't4=S 4:RS 4:SI t1=F 1:RF 1:FI => F'],
  ],
  [
    'fails also when the last child is skipped',
    '<TryCatch>(F)(K)</TryCatch>',
    'T',
    ['1:IR t2=F 2:IF 2:FI t3=K t1=F 1:RF 1:FI => F'],
  ],
  [
    'is skipped when all that it tried was',
    '<TryCatch>(K)(KS)(S)</TryCatch>',
    'TT',
    ['1:IR t2=K t3=K t1=K => K', 't2=K t3=S 3:IS 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'starts with its first child again after the last',
    '<TryCatch>(FS)(S)(S)</TryCatch>',
    'TT',
    [
      '1:IR t2=F 2:IF 2:FI t4=S 4:IS 4:SI t1=F 1:RF 1:FI => F',
      '1:IR t2=S 2:IS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'a halt stops what it tries',
    '<TryCatch>[R](S)</TryCatch>',
    'THT',
    ['1:IR t2=R 2:IR t1=R => R', 'h2 2:RI 1:RI h3 halted', '1:IR t2=R 2:IR t1=R => R'],
  ],
  [
    'a halt stops the last child',
    '<TryCatch>(FS)[R]</TryCatch>',
    'THT',
    [
      '1:IR t2=F 2:IF 2:FI t3=R 3:IR t1=R => R',
      'h3 3:RI 1:RI h2 halted',
      '1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'a halt gives the last child one tick if it asks for that',
    '<ReactiveSequence>(SF)<TryCatch catch_on_halt="true">(S)[R](S)</TryCatch></ReactiveSequence>',
    'TTT',
    [
      '1:IR t2=S 2:IS 3:IR t4=S 4:IS t5=R 5:IR t3=R 2:SI t1=R => R',
      't2=F 2:IF 2:FI 4:SI h5 5:RI t6=S 6:IS 6:SI 3:RI t1=F 1:RF 1:FI => F',
      '1:IR t2=F 2:IF 2:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'a halt stops a last child that needs longer',
    '<ReactiveSequence>(SF)<TryCatch catch_on_halt="true">[R][R]</TryCatch></ReactiveSequence>',
    'TT',
    [
      '1:IR t2=S 2:IS 3:IR t4=R 4:IR t3=R 2:SI t1=R => R',
      't2=F 2:IF 2:FI h4 4:RI t5=R 5:IR h5 5:RI 3:RI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'a halt in the last child does not start it again',
    '<ReactiveSequence>(SF)<TryCatch catch_on_halt="true">(F)[R]</TryCatch></ReactiveSequence>',
    'TT',
    [
      '1:IR t2=S 2:IS 3:IR t4=F 4:IF 4:FI t5=R 5:IR t3=R 2:SI t1=R => R',
      't2=F 2:IF 2:FI h5 5:RI 3:RI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'an idle one is halted without a tick of the last child',
    '<TryCatch catch_on_halt="true">[R](S)</TryCatch>',
    'H',
    ['h3 halted'],
  ],
  [
    'the last child has its tick also when the whole tree is halted',
    '<Sequence><TryCatch catch_on_halt="true">[R](S)</TryCatch></Sequence>',
    'TH',
    ['1:IR 2:IR t3=R 3:IR t2=R t1=R => R', 'h3 3:RI t4=S 4:IS 4:SI 2:RI 1:RI h4 halted'],
  ],
  [
    'counts skipped children of one activation only',
    '<TryCatch>(KSK)(FRK)(S)</TryCatch>',
    'TTTT',
    [
      '1:IR t2=K t3=F 3:IF 3:FI t4=S 4:IS 4:SI t1=F 1:RF 1:FI => F',
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      't3=K 2:SI h3 3:RI t1=S 1:RS 1:SI => S',
      '1:IR t2=K t3=K t1=K => K',
    ],
  ],
])
