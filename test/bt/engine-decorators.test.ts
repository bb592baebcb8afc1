import { describe, expect, it } from 'vitest'
import { rig } from './support/rig.js'

describe('decorators', () => {
  it.each([
    ['<Inverter><A/></Inverter>', 'RSF', 'RFS'],
    ['<Inverter><A/></Inverter>', 'K', 'K'],
    ['<ForceSuccess><A/></ForceSuccess>', 'RFSK', 'RSSK'],
    ['<ForceFailure><A/></ForceFailure>', 'RFSK', 'RFFK'],
    ['<KeepRunningUntilFailure><A/></KeepRunningUntilFailure>', 'SRKSF', 'RRRRF'],
    ['<Repeat num_cycles="3"><A/></Repeat>', 'SSS', 'RRS'],
    ['<Repeat num_cycles="3"><A/></Repeat>', 'SF', 'RF'],
    ['<Repeat num_cycles="0"><A/></Repeat>', 'F', 'S'],
    ['<Repeat num_cycles="2"><A/></Repeat>', 'SKS', 'RKS'],
    ['<RetryUntilSuccessful num_attempts="3"><A/></RetryUntilSuccessful>', 'FFF', 'RRF'],
    ['<RetryUntilSuccessful num_attempts="3"><A/></RetryUntilSuccessful>', 'FS', 'RS'],
    ['<RetryUntilSuccessful num_attempts="0"><A/></RetryUntilSuccessful>', 'S', 'F'],
    ['<RetryUntilSuccessful num_attempts="-1"><A/></RetryUntilSuccessful>', 'FFFFFFS', 'RRRRRRS'],
  ])('%s around %s is %s', (body, tape, expected) => {
    const r = rig(body, { A: tape })
    expect([...expected].map(() => r.tick()).join('')).toBe(expected)
  })

  it('a child that ran over several ticks is tried again within the tick in which it failed', () => {
    const r = rig('<RetryUntilSuccessful num_attempts="2"><A/></RetryUntilSuccessful>', { A: 'RFRS' })
    expect([r.tick(), r.tick(), r.tick()].join('')).toBe('RRS')
    expect(r.calls['A']).toEqual(['start', 'run', 'start', 'run'])
  })

  it('a halt forgets the attempts', () => {
    const r = rig('<RetryUntilSuccessful num_attempts="2"><A/></RetryUntilSuccessful>', { A: 'FRFFS' })
    r.tick()
    r.tick()
    r.tree.halt()
    expect([r.tick(), r.tick()].join('')).toBe('RF')
  })

  it('a success forgets the attempts', () => {
    const r = rig('<RetryUntilSuccessful num_attempts="2"><A/></RetryUntilSuccessful>', { A: 'FSFS' })
    expect([r.tick(), r.tick(), r.tick(), r.tick()].join('')).toBe('RSRS')
  })

  it('a halt forgets the cycles', () => {
    const r = rig('<Repeat num_cycles="2"><A/></Repeat>', { A: 'SRS' })
    expect([r.tick(), r.tick()].join('')).toBe('RR')
    r.tree.halt()
    expect([r.tick(), r.tick()].join('')).toBe('RS')
  })

  it('a halted Timeout gives its child the whole time again', () => {
    const r = rig('<Timeout msec="100"><A/></Timeout>', { A: 'R' })
    r.tick()
    r.clock.advance(60)
    r.tree.halt()
    r.tick()
    r.clock.advance(60)
    expect(r.tick()).toBe('R')
    r.clock.advance(40)
    expect(r.tick()).toBe('F')
  })

  it('num_attempts is read from the blackboard, again after each failure', () => {
    const r = rig('<RetryUntilSuccessful num_attempts="{n}"><A/></RetryUntilSuccessful>', { A: 'F' })
    r.tree.blackboard.set('n', '5')
    expect(r.tick()).toBe('R')
    r.tree.blackboard.set('n', '2')
    expect(r.tick()).toBe('F')
    expect(r.events.find((event) => event.to === 'FAILURE' && event.path === '/')?.reason).toBe(
      'gave up after 2 attempts',
    )
  })

  it('a number that is not there is an exception that names the node', () => {
    const r = rig('<Sequence><Repeat num_cycles="{n}"><A/></Repeat></Sequence>', { A: 'S' })
    expect(() => r.tick()).toThrow('exception in node /0 [Repeat]: input port num_cycles: no value for {n}')
  })

  it('Timeout halts a child that is still running, and says so', () => {
    const r = rig('<Timeout msec="100"><A/></Timeout>', { A: 'R' })
    expect(r.tick()).toBe('R')
    r.clock.advance(99)
    expect(r.tick()).toBe('R')
    r.clock.advance(1)
    expect(r.tick()).toBe('F')
    expect(r.calls['A']).toEqual(['start', 'run', 'halt'])
    expect(r.events.find((event) => event.to === 'FAILURE')?.reason).toBe('no result after 100 ms')
  })

  it('Timeout lets a child through that ends in time, and counts anew when started again', () => {
    const r = rig('<Timeout msec="100"><A/></Timeout>', { A: 'RSRRS' })
    r.tick()
    r.clock.advance(99)
    expect(r.tick()).toBe('S')
    r.clock.advance(50)
    r.tick()
    r.clock.advance(99)
    expect(r.tick()).toBe('R')
  })

  it('Timeout 0 never ends', () => {
    const r = rig('<Timeout msec="0"><A/></Timeout>', { A: 'R' })
    r.tick()
    r.clock.advance(1e9)
    expect(r.tick()).toBe('R')
  })

  it('Delay waits before its child and not again while the child is running', () => {
    const r = rig('<Delay delay_msec="50"><A/></Delay>', { A: 'RS' })
    expect(r.tick()).toBe('R')
    expect(r.calls['A']).toEqual([])
    r.clock.advance(50)
    expect(r.tick()).toBe('R')
    expect(r.tick()).toBe('S')
    expect(r.calls['A']).toEqual(['start', 'run'])
  })

  it('a halted Delay waits its whole time again', () => {
    const r = rig('<Delay delay_msec="50"><A/></Delay>', { A: 'S' })
    r.tick()
    r.clock.advance(40)
    r.tree.halt()
    r.tick()
    r.clock.advance(40)
    expect(r.tick()).toBe('R')
    r.clock.advance(10)
    expect(r.tick()).toBe('S')
  })
})
