import { describe, expect, it } from 'vitest'
import { INT32 } from '#bt/value/types.js'
import { rig } from '../support/rig.js'

const reasonsOf = (events: ReturnType<typeof rig>['events'], path: string): (string | undefined)[] =>
  events.filter((event) => event.path === path && event.to === 'FAILURE').map((event) => event.reason)

describe('the trace says why a decorator failed', () => {
  it('RetryUntilSuccessful tells how often it tried', () => {
    const r = rig('<RetryUntilSuccessful num_attempts="{n}"><A/></RetryUntilSuccessful>', { A: 'F' })
    r.tree.blackboard.set('n', INT32, 5)
    expect(r.tick()).toBe('R')
    r.tree.blackboard.set('n', INT32, 2)
    expect(r.tick()).toBe('F')
    expect(reasonsOf(r.events, '/')).toEqual(['gave up after 2 attempts'])
  })

  it('RetryUntilSuccessful without an attempt has nothing to tell', () => {
    const r = rig('<RetryUntilSuccessful num_attempts="0"><A/></RetryUntilSuccessful>', { A: 'F' })
    expect(r.tick()).toBe('F')
    expect(reasonsOf(r.events, '/')).toEqual([undefined])
  })

  it('Timeout tells how long it waited, and only of its own failures', () => {
    const r = rig('<Timeout msec="100"><A/></Timeout>', { A: 'RF' })
    r.tick()
    r.clock.advance(100)
    expect([r.tick(), r.tick()].join('')).toBe('FF')
    expect(reasonsOf(r.events, '/')).toEqual(['no result after 100 ms', undefined])
  })
})
