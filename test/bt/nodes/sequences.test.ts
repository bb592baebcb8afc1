import { expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { defineStatefulAction } from '#bt/custom/stateful-action.js'
import { loadTree } from '#bt/engine/load-tree.js'
import { table } from './support/table.js'

table('Sequence, AsyncSequence and SequenceWithMemory', [
  [
    'runs its children in order and succeeds with the last',
    '<Sequence>(S)(S)(S)</Sequence>',
    'T',
    ['1:IR t2=S 2:IS t3=S 3:IS t4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'goes on at the running child',
    '<Sequence>(S)(RRS)(RS)</Sequence>',
    'TTTT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      't3=R t1=R => R',
      't3=S 3:RS t4=R 4:IR t1=R => R',
      't4=S 4:RS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'fails at the first failure and does not tick what follows',
    '<Sequence>(S)(RF)(S)</Sequence>',
    'TT',
    ['1:IR t2=S 2:IS t3=R 3:IR t1=R => R', 't3=F 3:RF 2:SI 3:FI t1=F 1:RF 1:FI => F'],
  ],
  [
    'starts afresh after a failure',
    '<Sequence>(S)(FS)(S)</Sequence>',
    'TT',
    [
      '1:IR t2=S 2:IS t3=F 3:IF 2:SI 3:FI t1=F 1:RF 1:FI => F',
      '1:IR t2=S 2:IS t3=S 3:IS t4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'passes over a skipped child',
    '<Sequence>(K)(S)(K)</Sequence>',
    'T',
    ['1:IR t2=K t3=S 3:IS t4=K 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'is skipped when all children are, and stays RUNNING',
    '<Sequence>(K)(KKS)</Sequence>',
    'TTT',
    ['1:IR t2=K t3=K t1=K => K', 't2=K t3=K t1=K => K', 't2=K t3=S 3:IS 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'counts skipped children of one activation only',
    '<Sequence>(KSK)(FRK)</Sequence>',
    'TTTT',
    [
      '1:IR t2=K t3=F 3:IF 3:FI t1=F 1:RF 1:FI => F',
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      't3=K 2:SI h3 3:RI t1=S 1:RS 1:SI => S',
      '1:IR t2=K t3=K t1=K => K',
    ],
  ],
  [
    'halts the running child and resets the others',
    '<Sequence>(S)[RS](S)</Sequence>',
    'THT',
    [
      '1:IR t2=S 2:IS t3=R 3:IR t1=R => R',
      '2:SI h3 3:RI 1:RI h2 h4 halted',
      '1:IR t2=S 2:IS t3=S 3:IS t4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'yields after a child that took no time',
    '<AsyncSequence>(S)(S)(S)</AsyncSequence>',
    'TTT',
    ['1:IR t2=S 2:IS t1=R => R', 't3=S 3:IS t1=R => R', 't4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'does not yield after a child that was running',
    '<AsyncSequence>(RS)(S)(S)</AsyncSequence>',
    'TTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=S 2:RS t3=S 3:IS t1=R => R',
      't4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'does not yield after a skipped child or the last one',
    '<AsyncSequence>(K)(S)</AsyncSequence>',
    'T',
    ['1:IR t2=K t3=S 3:IS 3:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'goes through its yields in one tickOnce',
    '<AsyncSequence>(S)(S)(S)</AsyncSequence>',
    'O',
    ['1:IR t2=S 2:IS t1=R t3=S 3:IS t1=R t4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S'],
  ],
  [
    'starts at its first child after a halt',
    '<AsyncSequence>(S)(S)</AsyncSequence>',
    'THT',
    ['1:IR t2=S 2:IS t1=R => R', '2:SI 1:RI h2 h3 halted', '1:IR t2=S 2:IS t1=R => R'],
  ],
  [
    'goes on at the child that failed and leaves those before it finished',
    '<SequenceWithMemory>(S)(FS)(S)</SequenceWithMemory>',
    'TTTT',
    [
      '1:IR t2=S 2:IS t1=R => R',
      't3=F 3:IF 3:FI t1=F 1:RF 1:FI => F',
      '1:IR t3=S 3:IS t1=R => R',
      't4=S 4:IS 2:SI 3:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'resets children from the failed one on',
    '<SequenceWithMemory>(RS)(F)(S)</SequenceWithMemory>',
    'TTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=S 2:RS t3=F 3:IF 3:FI t1=F 1:RF 1:FI => F',
      '1:IR t3=F 3:IF 3:FI t1=F 1:RF 1:FI => F',
    ],
  ],
  [
    'remembers its place over a halt',
    '<SequenceWithMemory>(RS)[RS](S)</SequenceWithMemory>',
    'TTHTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=S 2:RS t3=R 3:IR t1=R => R',
      '2:SI h3 3:RI 1:RI h2 h4 halted',
      '1:IR t3=S 3:IS t1=R => R',
      't4=S 4:IS 3:SI 4:SI t1=S 1:RS 1:SI => S',
    ],
  ],
  [
    'is skipped when all children are',
    '<SequenceWithMemory>(K)(K)</SequenceWithMemory>',
    'T',
    ['1:IR t2=K t3=K t1=K => K'],
  ],
  [
    'forgets over a halt that children were skipped',
    '<SequenceWithMemory>(K)(RK)</SequenceWithMemory>',
    'THT',
    ['1:IR t2=K t3=R 3:IR t1=R => R', 'h3 3:RI 1:RI h2 h3 halted', '1:IR t3=K t1=S 1:RS 1:SI => S'],
  ],
  [
    'starts at its first child after a success',
    '<SequenceWithMemory>(RS)(S)</SequenceWithMemory>',
    'TTT',
    [
      '1:IR t2=R 2:IR t1=R => R',
      't2=S 2:RS t3=S 3:IS 2:SI 3:SI t1=S 1:RS 1:SI => S',
      '1:IR t2=S 2:IS t1=R => R',
    ],
  ],
  [
    'does not yield after its last child',
    '<SequenceWithMemory>(S)</SequenceWithMemory>',
    'T',
    ['1:IR t2=S 2:IS 2:SI t1=S 1:RS 1:SI => S'],
  ],
])

it('SequenceWithMemory remembers its place over a halt that fails', () => {
  const started: string[] = []
  const action = (id: string, status: 'SUCCESS' | 'RUNNING') =>
    defineStatefulAction({
      id,
      start: () => {
        started.push(id)
        return status
      },
      run: () => 'RUNNING',
    })
  const xml =
    '<root BTCPP_format="4"><BehaviorTree ID="M"><SequenceWithMemory>' +
    '<A/><B _onHalted="missing = 1"/></SequenceWithMemory></BehaviorTree></root>'
  const nodes = [action('A', 'SUCCESS'), action('B', 'RUNNING')]
  const tree = must(loadTree(xml, { clock: new VirtualClock(), nodes }), 'a tree')
  tree.tickOnce()
  expect(() => {
    tree.halt()
  }).toThrow('there is no variable missing')
  tree.tickOnce()
  expect(started).toEqual(['A', 'B', 'B'])
})
