import { table } from './support/table.js'

table('ReactiveSequence and ReactiveFallback', [
  [
    'asks its children from the first again at every tick',
    '<ReactiveSequence>(S)(RRS)</ReactiveSequence>',
    'TTT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR 2:SI t1=R => R',
      't2=S 2:IS t3=R 2:SI t1=R => R',
      't2=S 2:IS t3=S 3:RS 2:SI 3:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'halts the running child when an earlier one fails',
    '<ReactiveSequence>(SF)[R](S)</ReactiveSequence>',
    'TT',
    ['1:IR t2=S 2:IS t3=R 3:IR 2:SI t1=R => R', 't2=F 2:IF 2:FI h3 3:RI t1=F 1:RF 1:FI => F'],
  ],
  [
    'halts children behind the running one too',
    '<ReactiveSequence>(S)(SR)[R]</ReactiveSequence>',
    'TT',
    ['1:IR t2=S 2:IS t3=S 3:IS t4=R 4:IR 2:SI 3:SI t1=R => R', 't2=S 2:IS t3=R 3:IR 2:SI h4 4:RI t1=R => R'],
  ],
  [
    'resets a skipped child that was running',
    '<ReactiveSequence>(S)(RK)(S)</ReactiveSequence>',
    'TT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR 2:SI t1=R => R',
      't2=S 2:IS t3=K h3 3:RI t4=S 4:IS 2:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'is skipped when all children are',
    '<ReactiveSequence>(K)(K)</ReactiveSequence>',
    'T',
    ['1:IR t2=K t3=K t1=K => K'],
  ],
  [
    'succeeds when some are skipped',
    '<ReactiveSequence>(K)(S)(K)</ReactiveSequence>',
    'T',
    ['1:IR t2=K t3=S 3:IS t4=K 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'halts its children when it is halted',
    '<ReactiveSequence>(S)[R]</ReactiveSequence>',
    'TH',
    ['1:IR t2=S 2:IS t3=R 3:IR 2:SI t1=R => R', 'h3 3:RI 1:RI h2 halted'],
  ],
  [
    'asks its children from the first again at every tick',
    '<ReactiveFallback>(F)(RRF)</ReactiveFallback>',
    'TTT',
    [
      '1:IR t2=F 2:IF t3=R 3:IR 2:FI t1=R => R',
      't2=F 2:IF t3=R 2:FI t1=R => R',
      't2=F 2:IF t3=F 3:RF 2:FI 3:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'halts the running child when an earlier one succeeds',
    '<ReactiveFallback>(FS)[R](F)</ReactiveFallback>',
    'TT',
    ['1:IR t2=F 2:IF t3=R 3:IR 2:FI t1=R => R', 't2=S 2:IS 2:SI h3 3:RI t1=S 1:RS 1:SI => S'],
  ],
  [
    'halts children behind the running one too',
    '<ReactiveFallback>(F)(FR)[R]</ReactiveFallback>',
    'TT',
    ['1:IR t2=F 2:IF t3=F 3:IF t4=R 4:IR 2:FI 3:FI t1=R => R', 't2=F 2:IF t3=R 3:IR 2:FI h4 4:RI t1=R => R'],
  ],
  [
    'resets a skipped child that was running',
    '<ReactiveFallback>(F)(RK)(F)</ReactiveFallback>',
    'TT',
    [
      '1:IR t2=F 2:IF t3=R 3:IR 2:FI t1=R => R',
      't2=F 2:IF t3=K h3 3:RI t4=F 4:IF 2:FI 4:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'is skipped when all children are',
    '<ReactiveFallback>(K)(K)</ReactiveFallback>',
    'T',
    ['1:IR t2=K t3=K t1=K => K'],
  ],
  [
    'fails when some are skipped',
    '<ReactiveFallback>(K)(F)(K)</ReactiveFallback>',
    'T',
    ['1:IR t2=K t3=F 3:IF t4=K 3:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'halts its children when it is halted',
    '<ReactiveFallback>(F)[R]</ReactiveFallback>',
    'TH',
    ['1:IR t2=F 2:IF t3=R 3:IR 2:FI t1=R => R', 'h3 3:RI 1:RI h2 halted'],
  ],
])
