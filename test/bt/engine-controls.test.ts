import { describe, expect, it } from 'vitest'
import { rig } from './support/rig.js'

/** Ticks once for each letter that is expected. */
function play(body: string, tapes: Readonly<Record<string, string>>, expected: string): void {
  const r = rig(body, tapes)
  expect([...expected].map(() => r.tick()).join('')).toBe(expected)
}

describe('control nodes', () => {
  it.each([
    ['all succeed', { A: 'S', B: 'S', C: 'S' }, 'S'],
    ['waits and remembers where it was', { A: 'S', B: 'RRS', C: 'RS' }, 'RRRS'],
    ['first failure decides', { A: 'S', B: 'RF', C: 'S' }, 'RF'],
    ['a skipped child is passed over', { A: 'K', B: 'S', C: 'K' }, 'S'],
    ['all skipped is skipped', { A: 'K', B: 'K', C: 'K' }, 'K'],
    ['starts afresh after a failure', { A: 'S', B: 'FS', C: 'S' }, 'FS'],
  ])('Sequence: %s', (_, tapes, expected) => play('<Sequence><A/><B/><C/></Sequence>', tapes, expected))

  it.each([
    ['first success decides', { A: 'F', B: 'RS', C: 'F' }, 'RS'],
    ['all fail', { A: 'F', B: 'RF', C: 'F' }, 'RF'],
    ['all skipped is skipped', { A: 'K', B: 'K', C: 'K' }, 'K'],
    ['skipped and failed is failed', { A: 'K', B: 'F', C: 'K' }, 'F'],
  ])('Fallback: %s', (_, tapes, expected) => play('<Fallback><A/><B/><C/></Fallback>', tapes, expected))

  it('SequenceWithMemory goes on at the child that failed, one finished child a tick', () => {
    const r = rig('<SequenceWithMemory><A/><B/><C/></SequenceWithMemory>', { A: 'S', B: 'FS', C: 'S' })
    expect([r.tick(), r.tick(), r.tick(), r.tick()].join('')).toBe('RFRS')
    expect(r.calls['A']).toEqual(['start'])
    expect(r.calls['B']).toEqual(['start', 'start'])
  })

  it('SequenceWithMemory keeps its place when it is halted', () => {
    const r = rig('<SequenceWithMemory><A/><B/></SequenceWithMemory>', { A: 'S', B: 'RS' })
    r.tick()
    r.tick()
    r.tree.halt()
    expect(r.tick()).toBe('S')
    expect(r.calls['A']).toEqual(['start'])
    expect(r.calls['B']).toEqual(['start', 'halt', 'start'])
  })

  it('ReactiveSequence stops the running child when an earlier one fails', () => {
    const r = rig('<ReactiveSequence><A/><B/></ReactiveSequence>', { A: 'SSF', B: 'R' })
    expect([r.tick(), r.tick(), r.tick()].join('')).toBe('RRF')
    expect(r.calls['B']).toEqual(['start', 'run', 'halt'])
  })

  it('ReactiveSequence halts every other child when one is running, later ones too', () => {
    const r = rig('<ReactiveSequence><A/><B/></ReactiveSequence>', { A: 'SR', B: 'R' })
    r.tick()
    r.tick()
    expect(r.calls['B']).toEqual(['start', 'halt'])
    expect(r.events.at(-1)).toMatchObject({ path: '/1', from: 'RUNNING', to: 'IDLE' })
  })

  it('ReactiveFallback stops the running child when an earlier one succeeds', () => {
    const r = rig('<ReactiveFallback><A/><B/></ReactiveFallback>', { A: 'FFS', B: 'R' })
    expect([r.tick(), r.tick(), r.tick()].join('')).toBe('RRS')
    expect(r.calls['B']).toEqual(['start', 'run', 'halt'])
  })

  it.each([
    ['all must succeed, one failure is enough', '', { A: 'S', B: 'RS', C: 'RRS' }, 'RRS'],
    ['fails at the first failure and halts the rest', '', { A: 'R', B: 'RF', C: 'R' }, 'RF'],
    ['two are enough', 'success_count="2"', { A: 'S', B: 'RS', C: 'R' }, 'RS'],
    [
      'fails when success is impossible',
      'success_count="3" failure_count="3"',
      { A: 'R', B: 'F', C: 'R' },
      'F',
    ],
    ['all but one', 'success_count="-2" failure_count="2"', { A: 'F', B: 'S', C: 'S' }, 'S'],
    ['all skipped with "all" is a success', '', { A: 'K', B: 'K', C: 'K' }, 'S'],
    ['all skipped with a number is skipped', 'success_count="1"', { A: 'K', B: 'K', C: 'K' }, 'K'],
  ])('Parallel: %s', (_, ports, tapes, expected) =>
    play(`<Parallel ${ports}><A/><B/><C/></Parallel>`, tapes, expected),
  )

  it('Parallel with a threshold above its number of children cannot be ticked', () => {
    const r = rig('<Parallel success_count="3"><A/><B/></Parallel>', { A: 'S', B: 'S' })
    expect(() => r.tick()).toThrow('exception in node / [Parallel]: success_count is 3')
  })
})
