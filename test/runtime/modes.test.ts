import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ModeMachine, type ModeRequest } from '../../src/runtime/modes.js'

const REQUESTS: readonly ModeRequest[] = ['arm', 'confirm', 'finish', 'stop', 'reset']

describe('modes (law 7)', () => {
  it('starts SAFE and runs only after arm AND confirm', () => {
    const machine = new ModeMachine()
    expect(machine.mode).toBe('SAFE')
    expect(machine.request('confirm', 'ann')).toMatchObject({
      ok: false,
      error: { mode: 'SAFE', request: 'confirm' },
    })
    expect(machine.request('arm', 'ann')).toEqual({ ok: true, value: 'ARMED' })
    expect(machine.request('confirm', 'ann')).toEqual({ ok: true, value: 'RUNNING' })
  })

  it('never reaches RUNNING except from ARMED by confirm, and stop is legal everywhere', () => {
    let reached = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...REQUESTS), { maxLength: 40 }), (requests) => {
        const machine = new ModeMachine(({ from, to }) => {
          if (to !== 'RUNNING') return
          reached++
          expect(from).toBe('ARMED')
        })
        for (const request of requests) {
          const result = machine.request(request, 'anyone')
          if (request === 'stop') expect(result.ok && result.value).toMatch(/SAFE|STOPPED/)
        }
      }),
      { numRuns: 500 },
    )
    expect(reached).toBeGreaterThan(0)
  })

  it('after a stop nothing runs before a reset and a new arm', () => {
    const machine = new ModeMachine()
    for (const request of ['arm', 'confirm', 'stop'] as const) machine.request(request, 'ann')
    expect(machine.mode).toBe('STOPPED')
    expect(machine.request('arm', 'ann').ok).toBe(false)
    expect(machine.request('reset', 'ann')).toEqual({ ok: true, value: 'SAFE' })
  })
})
