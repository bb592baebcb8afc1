import { describe, expect, it } from 'vitest'
import { MAX_CHANGES, MomentRecorder, type Believed } from '#runtime/moments/moment-recorder.js'

describe('the record of moments', () => {
  it('has a line for each turn in which something changes, and none for any other', () => {
    let now = 0
    let mode = 'SAFE'
    let believed: Believed = { facts: new Map([['door', 'closed']]) }
    const parts = {
      body: { clock: { now: () => now } },
      modes: { get mode() { return mode } }, // prettier-ignore
      trace: { runningUnit: () => (mode === 'RUNNING' ? { path: '/0', label: 'Open' } : undefined) },
      tree: { root: { site: { path: '/', kind: 'action', label: 'Open', name: '', def: { id: 'Open', attrs: {} } }, status: 'IDLE', children: [] }, subtrees: [] }, // prettier-ignore
    }
    const recorder = new MomentRecorder(parts as never, () => believed)
    const turn = (t: number): void => {
      now = t
      recorder.turned()
    }
    turn(0)
    turn(20)
    mode = 'RUNNING'
    believed = { ...believed, pose: { x: 0.30049, y: -0.00001, theta: Math.PI } }
    turn(40)
    recorder.frame({ id: 'f1', t: 30 })
    believed = { facts: new Map([['door', true]]), pose: { x: 0.3001, y: 0, theta: Math.PI } }
    turn(60)
    believed = { facts: believed.facts, pose: { x: NaN, y: 0, theta: 0 } }
    turn(80)
    expect(recorder.lines).toEqual([
      { moments: 1, nodes: [{ path: '/', depth: 0, label: 'Open' }] },
      { t: 0, mode: 'SAFE', pose: null, facts: { door: 'closed' } },
      { t: 30, frame: 'f1' },
      { t: 40, mode: 'RUNNING', unit: 'Open', pose: [0.3, 0, 180] },
      { t: 60, facts: { door: true } },
      { t: 80, pose: null },
    ])
    for (let i = 0; i <= MAX_CHANGES; i++) recorder.frame({ id: 'many', t: 100 + i })
    const { lines } = recorder
    expect([lines.length, lines.at(-1)]).toEqual([1 + MAX_CHANGES, { t: 94 + MAX_CHANGES, full: true }])
  })
})
