import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BellWatch } from '#bt-tools/monitor/hooks/bell-watch.js'
import { CONTROL, ringBell, shareMemory } from '#bt-tools/monitor/memory.js'
import { Probe } from '#bt-tools/monitor/probe.js'
import { readTransitions, Recording, writeTransition } from '#bt-tools/monitor/transitions.js'
import { readStatus } from '#bt-tools/monitor/view/shown-status.js'

describe('shared memory: statuses', () => {
  it('holds the payload of a status reply in the order that it was given', () => {
    const memory = shareMemory([1, 300, 2])
    expect([...memory.status]).toEqual([1, 0, 0, 44, 1, 0, 2, 0, 0])
  })

  it('tells what a node was when it went idle', () => {
    const memory = shareMemory([1, 2, 3])
    const probe = new Probe(memory, () => 0)
    probe.changed({ uid: 1 }, 'IDLE', 'RUNNING')
    probe.changed({ uid: 2 }, 'IDLE', 'FAILURE')
    probe.changed({ uid: 3 }, 'RUNNING', 'IDLE')
    expect([...readStatus(memory.status)]).toEqual([
      [1, 1],
      [2, 3],
      [3, 11],
    ])
    probe.changed({ uid: 2 }, 'FAILURE', 'IDLE')
    probe.changed({ uid: 1 }, 'SUCCESS', 'IDLE')
    expect([...readStatus(memory.status).values()]).toEqual([12, 13, 11])
  })
})

describe('shared memory: recorded transitions', () => {
  it('is read as it is written, up to 2^48 microseconds', () => {
    const transition = fc.record({
      usec: fc.nat({ max: 2 ** 48 - 1 }),
      uid: fc.integer({ min: 0, max: 65_535 }),
      status: fc.integer({ min: 0, max: 4 }),
    })
    fc.assert(
      fc.property(fc.array(transition), (list) => {
        const bytes = new Uint8Array(9 * list.length)
        list.forEach((item, index) => writeTransition(bytes, 9 * index, item))
        expect(readTransitions(bytes)).toEqual(list)
      }),
    )
  })

  it('records only between start and stop, with times from the start', () => {
    const memory = shareMemory([1, 2])
    let now = 1_795_294_848_668_719
    const probe = new Probe(memory, () => now)
    const recording = new Recording(memory)
    probe.changed({ uid: 1 }, 'IDLE', 'RUNNING')
    recording.start(now)
    now += 156
    probe.changed({ uid: 2 }, 'IDLE', 'SUCCESS')
    now += 1000
    probe.changed({ uid: 2 }, 'SUCCESS', 'IDLE')
    recording.stop()
    probe.changed({ uid: 1 }, 'RUNNING', 'IDLE')
    expect(readTransitions(recording.take())).toEqual([
      { usec: 156, uid: 2, status: 2 },
      { usec: 1156, uid: 2, status: 0 },
    ])
    expect(recording.take()).toHaveLength(0)
  })

  it('keeps the last 1000, however many there were and wherever the counter stands', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: -2000, max: 2000 }),
        (count, offset) => {
          const memory = shareMemory([1])
          memory.control[CONTROL.head] = (2 ** 31 + offset) | 0
          let now = 0
          const probe = new Probe(memory, () => now)
          const recording = new Recording(memory)
          recording.start(0)
          for (; now < count; now++) probe.changed({ uid: 1 }, 'IDLE', 'RUNNING')
          const usecs = readTransitions(recording.take()).map(({ usec }) => usec)
          const kept = Math.min(count, 1000)
          expect(usecs).toEqual(Array.from({ length: kept }, (_, i) => count - kept + i))
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('shared memory: the bell', () => {
  it('does not miss a ring that came before the wait', () => {
    const memory = shareMemory([1])
    const watch = new BellWatch(memory)
    ringBell(memory)
    expect(watch.wait()).toBe(true)
  })

  it('gives up when the other thread shows no sign of life', () => {
    const memory = shareMemory([1])
    const watch = new BellWatch(memory)
    const rings = Array.from({ length: 25 }, () => {
      ringBell(memory)
      return watch.wait()
    })
    expect(rings.indexOf(false)).toBe(19)
    memory.control[CONTROL.pulse] = 7
    ringBell(memory)
    expect(watch.wait()).toBe(true)
  })
})
