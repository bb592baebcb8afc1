import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Compat } from '#bt/compat.js'
import type { Step } from '#bt-tools/tape/case.js'
import { runCase } from '#bt-tools/tape/run-case.js'
import { randomBody, randomSteps } from './support/random-body.js'

type Event = readonly [kind: string, uid: number, a: string, b: string]

interface Run {
  readonly error?: unknown
  readonly nodes: readonly {
    readonly uid: number
    readonly parent: number
    readonly type: string
    readonly id: string
  }[]
  readonly steps: readonly {
    readonly op: unknown
    readonly root: string
    readonly events?: readonly Event[]
    readonly exception?: unknown
  }[]
  readonly final_status: readonly (readonly [number, string])[]
}

function runOf(body: string, steps: readonly unknown[], compat: Compat): Run {
  const xml = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  const run = runCase({ steps: steps as Step[], compat }, { xml, file: 'random.xml' }) as unknown as Run
  expect(run.error).toBeUndefined()
  expect(run.steps.every(({ exception }) => exception === undefined)).toBe(true)
  return run
}

/** Checks each random run; the statuses of all nodes are replayed from the events. */
function holds(compat: Compat, check: (run: Run, replay: Replay) => void): void {
  fc.assert(
    fc.property(randomBody, randomSteps, (body, steps) => {
      const run = runOf(body, steps, compat)
      check(run, new Replay(run))
    }),
    { numRuns: 150 },
  )
}

class Replay {
  readonly status = new Map<number, string>()
  readonly parent = new Map<number, number>()

  constructor({ nodes }: Run) {
    for (const { uid, parent } of nodes) {
      this.status.set(uid, 'IDLE')
      this.parent.set(uid, parent)
    }
  }

  apply([kind, uid, , to]: Event): void {
    if (kind === 's') this.status.set(uid, to)
  }
}

describe('whatever the tree and whatever its leaves answer', () => {
  it.each(['4.10', 'strict'] as const)(
    '%s: every change of a status starts where the last one ended',
    (compat) => {
      holds(compat, ({ steps, final_status }, replay) => {
        for (const { events = [] } of steps) {
          for (const event of events) {
            const [kind, uid, from, to] = event
            const starts = kind !== 's' || (from === replay.status.get(uid) && to !== from)
            expect(starts, `${String(uid)} from ${String(from)} to ${String(to)}`).toBe(true)
            replay.apply(event)
          }
        }
        const left = [...replay.status].filter(([, status]) => status !== 'IDLE')
        expect(final_status).toEqual(left)
      })
    },
  )

  it.each(['4.10', 'strict'] as const)('%s: a child is ticked only inside a tick of its parent', (compat) => {
    holds(compat, ({ steps }, replay) => {
      for (const { op, events = [] } of steps) {
        // uids whose child was ticked, and which have still to end their own tick
        const open = new Set<number>()
        for (const [kind, uid] of events) {
          if (kind !== 't') continue
          expect(op).toBe('tick')
          open.delete(uid)
          const parent = replay.parent.get(uid) ?? 0
          if (parent !== 0) open.add(parent)
        }
        expect([...open]).toEqual([])
      }
    })
  })

  it.each(['4.10', 'strict'] as const)(
    '%s: a finished child is not ticked again before it was reset',
    (compat) => {
      holds(compat, ({ steps, nodes }, replay) => {
        // these tick a finished condition again, on purpose
        const again = new Set(
          nodes.filter(({ id }) => id === 'WhileDoElse' || id === 'IfThenElse').map(({ uid }) => uid),
        )
        for (const { events = [] } of steps) {
          for (const event of events) {
            const [kind, uid] = event
            const status = replay.status.get(uid) ?? ''
            const done = status === 'SUCCESS' || status === 'FAILURE'
            const mayBeDone = kind !== 't' || again.has(replay.parent.get(uid) ?? 0)
            expect(done && !mayBeDone, `node ${uid}`).toBe(false)
            replay.apply(event)
          }
        }
      })
    },
  )

  it.each(['4.10', 'strict'] as const)(
    '%s: a running stateful leaf hears once of each halt, an idle one never',
    (compat) => {
      let halts = 0
      holds(compat, ({ steps, nodes }, replay) => {
        const stateful = new Set(nodes.filter(({ id }) => id === 'TS').map(({ uid }) => uid))
        for (const { events = [] } of steps) {
          events.forEach((event, index) => {
            const [kind, uid, from, to] = event
            if (kind === 'h' && stateful.has(uid)) {
              halts++
              expect(replay.status.get(uid)).toBe('RUNNING')
              expect(events[index + 1]).toEqual(['s', uid, 'RUNNING', 'IDLE'])
            }
            const stopped = kind === 's' && stateful.has(uid) && from === 'RUNNING' && to === 'IDLE'
            // strict: one that skips itself while it runs has ended by itself
            const skipped = events[index - 1]?.[0] === 't' && events[index - 1]?.[2] === 'SKIPPED'
            const heard = isDeepStrictEqual(events[index - 1], ['h', uid])
            expect(heard || !stopped || skipped, `node ${uid}`).toBe(true)
            replay.apply(event)
          })
        }
      })
      expect(halts).toBeGreaterThan(0)
    },
  )

  it('strict: nothing runs below a node that does not', () => {
    holds('strict', ({ steps }, replay) => {
      for (const { events = [] } of steps) {
        events.forEach((event) => replay.apply(event))
        for (const [uid, status] of replay.status) {
          const parent = replay.parent.get(uid) ?? 0
          const above = status === 'RUNNING' && parent !== 0 ? replay.status.get(parent) : 'RUNNING'
          expect(above, `above ${uid}`).toBe('RUNNING')
        }
      }
    })
  })

  it.each(['4.10', 'strict'] as const)('%s: after a halt every node is idle', (compat) => {
    holds(compat, ({ steps }, replay) => {
      for (const { op, events = [] } of steps) {
        events.forEach((event) => replay.apply(event))
        if (op !== 'halt') continue
        expect([...replay.status.values()].filter((status) => status !== 'IDLE')).toEqual([])
      }
    })
  })

  it('a tree without skips, and without what remembers a halt, does the same in both modes', () => {
    fc.assert(
      fc.property(randomBody, fc.integer({ min: 1, max: 10 }), (body, ticks) => {
        const plain = body.replaceAll(/script="[^"]*"/g, (tape) => tape.replaceAll('K', 'S'))
        const steps = Array.from({ length: ticks }, () => 'tick')
        // RunOnce skips by itself; the others remember a halt or leave their condition finished
        fc.pre(!/RunOnce|SequenceWithMemory|Precondition|IfThenElse/.test(plain))
        expect(runOf(plain, steps, 'strict').steps).toEqual(runOf(plain, steps, '4.10').steps)
      }),
      { numRuns: 150 },
    )
  })
})
