import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ModeMachine, type Mode, type ModeRequest } from '#runtime/modes.js'

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

  const TABLE: Readonly<Record<Mode, Readonly<Record<ModeRequest, Mode | 'refused'>>>> = {
    SAFE: { arm: 'ARMED', confirm: 'refused', finish: 'refused', stop: 'SAFE', reset: 'refused' },
    ARMED: { arm: 'refused', confirm: 'RUNNING', finish: 'refused', stop: 'SAFE', reset: 'SAFE' },
    RUNNING: { arm: 'refused', confirm: 'refused', finish: 'SAFE', stop: 'STOPPED', reset: 'refused' },
    STOPPED: { arm: 'refused', confirm: 'refused', finish: 'refused', stop: 'STOPPED', reset: 'SAFE' },
  }
  const WAY: Readonly<Record<Mode, readonly ModeRequest[]>> = {
    SAFE: [],
    ARMED: ['arm'],
    RUNNING: ['arm', 'confirm'],
    STOPPED: ['arm', 'confirm', 'stop'],
  }
  const PAIRS = (Object.keys(TABLE) as Mode[]).flatMap((mode) =>
    REQUESTS.map((request) => [mode, request, TABLE[mode][request]] as const),
  )

  it('the table has twenty pairs', () => expect(PAIRS).toHaveLength(20))

  it.each(PAIRS)('%s, asked to %s: %s', (mode, request, expected) => {
    const changes: unknown[] = []
    const machine = new ModeMachine((change) => changes.push(change))
    for (const step of WAY[mode]) machine.request(step, 'ann')
    expect(machine.mode).toBe(mode)
    changes.length = 0
    const result = machine.request(request, 'ben')
    const to = expected === 'refused' ? mode : expected
    expect(machine.mode).toBe(to)
    expect(changes).toEqual(to === mode ? [] : [{ from: mode, to, by: 'ben' }])
    if (expected !== 'refused') return expect(result).toEqual({ ok: true, value: to })
    expect(result).toMatchObject({ ok: false, error: { mode, request } })
    const legal = REQUESTS.filter((other) => TABLE[mode][other] !== 'refused')
    for (const other of legal) expect(result.ok ? '' : result.error.hint).toContain(other)
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
          expect(request !== 'stop' || (result.ok && /^(SAFE|STOPPED)$/.test(result.value))).toBe(true)
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
