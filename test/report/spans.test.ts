import { describe, expect, it } from 'vitest'
import { ms } from '#base/units.js'
import type { NodePath } from '#bt/document.js'
import type { Status } from '#bt/status.js'
import type { TraceEvent } from '#bt/trace.js'
import { leavesOf, spansOf } from '#report/sections/spans.js'

const event = (t: number, path: NodePath, from: Status, to: Status, reason?: string): TraceEvent => ({
  seq: t,
  t: ms(t),
  path,
  node: 'MoveToZone',
  args: { zone: '1' },
  from,
  to,
  attempt: 1,
  ...(reason === undefined ? {} : { reason }),
})
const brief = (trace: readonly TraceEvent[]): unknown[] =>
  spansOf(trace).map(({ path, from, to, status }) => [path, from, to, status])

describe('spans of a trace', () => {
  it('come in the order in which they began, also where that was one moment: a parent before its first child', () => {
    const at = (seq: number, path: NodePath, from: Status, to: Status): TraceEvent => ({
      ...event(42, path, from, to),
      seq,
    })
    const spans = spansOf([
      at(1, '/0/9', 'IDLE', 'SUCCESS'),
      at(2, '/0/10/0', 'IDLE', 'RUNNING'),
      at(3, '/0/10', 'IDLE', 'RUNNING'),
      at(4, '/0', 'IDLE', 'RUNNING'),
      event(50, '/0/10/0', 'RUNNING', 'SUCCESS'),
      event(50, '/0/10', 'RUNNING', 'SUCCESS'),
    ])
    expect(spans.map(({ path }) => path)).toEqual(['/0', '/0/9', '/0/10', '/0/10/0'])
    // by the length of their paths the last leaf of ten would come before the first of twenty
    const siblings = spansOf([at(1, '/0/10', 'IDLE', 'SUCCESS'), at(2, '/0/9', 'IDLE', 'RUNNING')])
    expect(siblings.map(({ path }) => path)).toEqual(['/0/10', '/0/9'])
  })

  it('run from a start to its end, with the reason of a failure', () => {
    const spans = spansOf([
      event(0, '/0', 'IDLE', 'RUNNING'),
      event(5, '/0', 'RUNNING', 'FAILURE', 'no vacuum'),
      event(5, '/0', 'FAILURE', 'IDLE'),
    ])
    expect(spans).toEqual([
      {
        path: '/0',
        label: 'MoveToZone zone=1',
        from: 0,
        to: 5,
        status: 'FAILURE',
        attempt: 1,
        reason: 'no vacuum',
      },
    ])
  })

  it('last no time for a node that answers at once', () => {
    expect(brief([event(3, '/1', 'IDLE', 'SUCCESS')])).toEqual([['/1', 3, 3, 'SUCCESS']])
  })

  it('end as halted when a node goes idle before it is done', () => {
    expect(brief([event(0, '/0', 'IDLE', 'RUNNING'), event(4, '/0', 'RUNNING', 'IDLE')])).toEqual([
      ['/0', 0, 4, 'IDLE'],
    ])
  })

  it('are cut where the trace ends', () => {
    expect(
      brief([
        event(0, '/', 'IDLE', 'RUNNING'),
        event(2, '/0', 'IDLE', 'RUNNING'),
        event(9, '/1', 'IDLE', 'SUCCESS'),
      ]),
    ).toEqual([
      ['/', 0, 9, 'RUNNING'],
      ['/0', 2, 9, 'RUNNING'],
      ['/1', 9, 9, 'SUCCESS'],
    ])
  })

  it('of leaves are those without children in the trace', () => {
    const spans = spansOf(
      ['/', '/0', '/0/0', '/1'].map((path, t) => event(t, path as NodePath, 'IDLE', 'SUCCESS')),
    )
    expect(leavesOf(spans).map(({ path }) => path)).toEqual(['/0/0', '/1'])
  })
})
