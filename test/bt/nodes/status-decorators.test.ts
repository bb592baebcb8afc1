import { table } from './support/table.js'

table('decorators that change a result', [
  [
    'Inverter',
    '<Inverter>(RSFK)</Inverter>',
    'TTTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=S 2:RS 2:SI t1=F 1:RF 1:FI => F',
      '1:IR t2=F 2:IF 2:FI t1=S 1:RS 1:SI => S',
      '1:IR t2=K t1=K => K',
    ],
  ],
  [
    'Inverter halts its child',
    '<Inverter>[R]</Inverter>',
    'TH',
    ['1:IR t2=R 2:IR t1=R => R', 'h2 2:RI 1:RI halted'],
  ],
  [
    'ForceSuccess',
    '<ForceSuccess>(RFSK)</ForceSuccess>',
    'TTTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=F 2:RF 2:FI t1=S 1:RS 1:SI => S',
      '1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S',
      '1:IR t2=K t1=K => K',
    ],
  ],
  [
    'ForceFailure',
    '<ForceFailure>(RFSK)</ForceFailure>',
    'TTTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=F 2:RF 2:FI t1=F 1:RF 1:FI => F',
      '1:IR t2=S 2:IS 2:SI t1=F 1:RF 1:FI => F',
      '1:IR t2=K t1=K => K',
    ],
  ],
  [
    'KeepRunningUntilFailure',
    '<KeepRunningUntilFailure>(SRKSF)</KeepRunningUntilFailure>',
    'TTTTT',
    [
      '1:IR t2=S 2:IS 2:SI t1=R => R',
      't2=R 2:IR t1=R => R',
      't2=K t1=R => R',
      't2=S 2:RS 2:SI t1=R => R',
      't2=F 2:IF 2:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'KeepRunningUntilFailure does not ask for another tick',
    '<KeepRunningUntilFailure>(S)</KeepRunningUntilFailure>',
    'O',
    ['1:IR t2=S 2:IS 2:SI t1=R => R'],
  ],
  [
    'RunOnce skips after its child has ended',
    '<RunOnce>(RFS)</RunOnce>',
    'TTT',
    ['1:IR t2=R 2:IR t1=R => R', 't2=F 2:RF 2:FI t1=F 1:RF 1:FI => F', 't1=K => K'],
  ],
  [
    'RunOnce gives the result again',
    '<RunOnce then_skip="false">(FS)</RunOnce>',
    'TT',
    ['1:IR t2=F 2:IF 2:FI t1=F 1:RF 1:FI => F', 't1=F 1:IF 1:FI => F'],
  ],
  [
    'RunOnce runs a child again that was skipped or halted',
    '<RunOnce>(KRS)</RunOnce>',
    'TTHT',
    [
      '1:IR t2=K t1=K => K',
      't2=R 2:IR t1=R => R',
      'h2 2:RI 1:RI h2 halted',
      '1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'RunOnce stays done after a halt',
    '<RunOnce>(S)</RunOnce>',
    'THT',
    ['1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S', 'h2 halted', 't1=K => K'],
  ],
  [
    'RunOnce reads then_skip at each tick',
    '<RunOnce then_skip="{k}">(S)</RunOnce>',
    ['TT', { set: { k: { type: 'bool', value: false } } }, 'T'],
    ['1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S', 't1=K => K', 't1=S 1:IS 1:SI => S'],
    { board: { k: 'bool 0 #2' }, given: { blackboard: { k: { type: 'bool', value: true } } } },
  ],
  [
    'RunOnce skips when then_skip is missing',
    '<RunOnce then_skip="{k}">(S)</RunOnce>',
    'TT',
    ['1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S', 't1=K => K'],
    { board: { k: 'bool null #0' } },
  ],
])
