import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { defineAction } from '#bt/custom/action.js'
import { input, output } from '#bt/custom/declare/ports.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree } from '#bt/engine/tree.js'
import type { TraceEvent } from '#bt/trace.js'
import { INT32, STRING } from '#bt/value/types.js'
import { loadMission, robotLibrary } from './support/mission.js'
import { rig } from './support/rig.js'
import { scripted } from './support/scripted.js'

describe('trace', () => {
  it('addresses go on inside SubTrees, and say which tree was opened', () => {
    const r = rig(
      '<Sequence><A/><SubTree ID="X"/></Sequence>',
      { A: 'S', B: 'S' },
      '<BehaviorTree ID="X"><Sequence><B/></Sequence></BehaviorTree>',
    )
    r.tick()
    const seen = r.events.map((event) => `${event.path} ${event.node} ${event.from}→${event.to}`)
    expect(seen).toEqual([
      '/ Sequence IDLE→RUNNING',
      '/0 A IDLE→SUCCESS',
      '/1 SubTree:X IDLE→RUNNING',
      '/1/0 Sequence IDLE→RUNNING',
      '/1/0/0 B IDLE→SUCCESS',
      '/1/0/0 B SUCCESS→IDLE',
      '/1/0 Sequence RUNNING→SUCCESS',
      '/1/0 Sequence SUCCESS→IDLE',
      '/1 SubTree:X RUNNING→SUCCESS',
      '/0 A SUCCESS→IDLE',
      '/1 SubTree:X SUCCESS→IDLE',
      '/ Sequence RUNNING→SUCCESS',
      '/ Sequence SUCCESS→IDLE',
    ])
    expect(r.events.map((event) => event.seq)).toEqual(r.events.map((_, index) => index))
  })

  it('counts attempts over the whole episode and carries time', () => {
    const r = rig('<RetryUntilSuccessful num_attempts="3"><A/></RetryUntilSuccessful>', { A: 'FRFS' })
    for (const _ of '123') {
      r.tick()
      r.clock.advance(20)
    }
    const done = r.events.filter(
      (event) => event.node === 'A' && event.from !== 'SUCCESS' && event.to !== 'IDLE',
    )
    expect(done.map((event) => [event.attempt, event.to, event.t])).toEqual([
      [1, 'FAILURE', 0],
      [2, 'RUNNING', 20],
      [2, 'FAILURE', 40],
      [3, 'SUCCESS', 40],
    ])
  })

  it('carries resolved ports with defaults, and the reason of a failure', () => {
    const events: TraceEvent[] = []
    const move = defineAction({
      id: 'MoveToZone',
      ports: { zone: input(INT32), position: input(INT32) },
      tick: (ctx) => (ctx.get('zone') === 3 ? ctx.fail('wheels slipped') : 'SUCCESS'),
    })
    const doc = loadMission('initial.xml')
    const [main, ...others] = doc.trees
    const zone = { id: 'MoveToZone', kind: 'action', attrs: { zone: '{where}' }, children: [] } as const
    const patched = { ...doc, trees: [{ id: main?.id ?? '', root: zone }, ...others] }
    const registry = new NodeRegistry(robotLibrary).bind(move)
    const made = createTree(patched, registry, {
      clock: new VirtualClock(),
      onTransition: (e) => events.push(e),
    })
    if (!made.ok) throw new Error(JSON.stringify(made.error))
    made.value.blackboard.set('where', INT32, 3)
    expect(made.value.tick()).toBe('FAILURE')
    expect(events[0]).toMatchObject({ args: { zone: '3', position: '1' }, reason: 'wheels slipped' })
    made.value.blackboard.set('where', INT32, 1)
    expect(made.value.tick()).toBe('SUCCESS')
    expect(
      events.filter((event) => event.to === 'SUCCESS').every((event) => event.reason === undefined),
    ).toBe(true)
  })

  it('a reason belongs to one failure only', () => {
    const r = rig('<Sequence><Timeout msec="10"><A/></Timeout></Sequence>', { A: 'RF' })
    r.tick()
    r.clock.advance(10)
    r.tick()
    r.tick()
    const failures = r.events.filter((event) => event.path === '/0' && event.to === 'FAILURE')
    expect(failures.map((event) => event.reason)).toEqual(['no result after 10 ms', undefined])
  })

  it('after a halt every node is idle and only running leaves were told', () => {
    const r = rig('<Parallel><A/><Sequence><B/><C/></Sequence></Parallel>', { A: 'S', B: 'R', C: 'S' })
    r.tick()
    r.tree.halt()
    expect(r.tree.nodes.map((node) => node.status)).toEqual(['IDLE', 'IDLE', 'IDLE', 'IDLE', 'IDLE'])
    expect(r.calls).toEqual({ A: ['start'], B: ['start', 'halt'], C: [] })
  })

  it('SKIPPED is returned but never stored', () => {
    const r = rig('<Sequence><A/></Sequence>', { A: 'K' })
    expect(r.tick()).toBe('K')
    expect(r.tree.root.status).toBe('RUNNING')
    expect(r.events.map((event) => event.to)).toEqual(['RUNNING'])
  })

  it('a bug in a leaf names the leaf once, and the tree can still be halted', () => {
    const doc = loadMission('initial.xml')
    const boom = defineAction({
      id: 'MoveToZone',
      ports: { zone: input(INT32), position: input(INT32) },
      tick: () => {
        throw new Error('boom')
      },
    })
    const registry = new NodeRegistry(robotLibrary).bind(boom)
    for (const id of ['LoadBlocks', 'UnloadBlocks', 'MoveCursor']) registry.node(id, scripted('S').build)
    const made = createTree(doc, registry, { clock: new VirtualClock() })
    if (!made.ok) throw new Error(JSON.stringify(made.error))
    expect(() => made.value.tick()).toThrow(/^exception in node MoveToZone::2 at \/0 \[MoveToZone\]: boom$/)
    made.value.halt()
    expect(made.value.nodes.every((node) => node.status === 'IDLE')).toBe(true)
  })

  it('a leaf that returns no status of a tick is a bug of the leaf, not an endless loop', () => {
    const idle = defineAction({
      id: 'MoveToZone',
      ports: { zone: input(INT32), position: input(INT32) },
      tick: () => 'IDLE' as never,
    })
    const registry = new NodeRegistry(robotLibrary).bind(idle)
    for (const id of ['LoadBlocks', 'UnloadBlocks', 'MoveCursor']) registry.node(id, scripted('S').build)
    const made = createTree(loadMission('initial.xml'), registry, { clock: new VirtualClock() })
    if (!made.ok) throw new Error(JSON.stringify(made.error))
    expect(() => made.value.tick()).toThrow('at /0 [MoveToZone]: tick returned "IDLE"')
  })

  it('a tree is refused when leaves have no code', () => {
    const made = createTree(loadMission('initial.xml'), new NodeRegistry(robotLibrary), {
      clock: new VirtualClock(),
    })
    expect(made.ok ? [] : made.error.map((e) => e.message)).toEqual([
      'no code is registered for node MoveToZone',
      'no code is registered for node LoadBlocks',
      'no code is registered for node UnloadBlocks',
    ])
  })
})

describe('blackboard', () => {
  it('a leaf reads through {key} what another wrote', () => {
    const doc = loadMission('initial.xml')
    const node = (id: string, attrs: Record<string, string>) =>
      ({ id, kind: 'action', attrs, children: [] }) as const
    const root = {
      id: 'Sequence',
      kind: 'control',
      attrs: {},
      children: [node('ReadFaces', { faces: '{faces}' }), node('RotateBlocks', { mask: '{faces}' })],
    } as const
    const seen: string[] = []
    const registry = new NodeRegistry(robotLibrary).bind(
      defineAction({
        id: 'ReadFaces',
        ports: { zone: input(INT32), faces: output(STRING) },
        tick: (ctx) => (ctx.set('faces', '0101'), 'SUCCESS'),
      }),
      defineAction({
        id: 'RotateBlocks',
        ports: { mask: input(STRING) },
        tick: (ctx) => (seen.push(ctx.get('mask')), 'SUCCESS'),
      }),
    )
    const made = createTree({ ...doc, trees: [{ id: doc.main, root }] }, registry, {
      clock: new VirtualClock(),
    })
    expect(made.ok && made.value.tick()).toBe('SUCCESS')
    expect(seen).toEqual(['0101'])
  })

  it('a SubTree has its own entries; ports join them, literals start them, @ is the outermost', () => {
    const inner =
      '<BehaviorTree ID="X"><Sequence><Repeat num_cycles="{mine}"><A/></Repeat><Repeat num_cycles="{two}"><B/></Repeat><Repeat num_cycles="{@top}"><C/></Repeat></Sequence></BehaviorTree>'
    const r = rig('<SubTree ID="X" mine="{yours}" two="2"/>', { A: 'S', B: 'S', C: 'S' }, inner)
    r.tree.blackboard.set('yours', INT32, 1)
    r.tree.blackboard.set('top', INT32, 3)
    while (r.tick() === 'R');
    expect([r.calls['A'], r.calls['B'], r.calls['C']].map((calls) => calls?.length)).toEqual([1, 2, 3])
    expect([...r.tree.blackboard.keys()]).toEqual(['yours', 'top'])
  })

  it('without a port or autoremap the parent is not seen; with it all but private keys are', () => {
    const inner = '<BehaviorTree ID="X"><Repeat num_cycles="{n}"><A/></Repeat></BehaviorTree>'
    const alone = rig('<SubTree ID="X"/>', { A: 'S' }, inner)
    alone.tree.blackboard.set('n', INT32, 1)
    expect(() => alone.tick()).toThrow('nothing was written to {n} yet')
    const joined = rig('<SubTree ID="X" _autoremap="true"/>', { A: 'S' }, inner)
    joined.tree.blackboard.set('n', INT32, 1)
    expect(joined.tick()).toBe('S')
    const own = rig('<SubTree ID="X" _autoremap="true" n="2"/>', { A: 'S' }, inner)
    own.tree.blackboard.set('n', INT32, 1)
    expect([own.tick(), own.tick()].join('')).toBe('RS')
    const hidden = rig('<SubTree ID="X" _autoremap="true"/>', { A: 'S' }, inner.replace('{n}', '{_n}'))
    hidden.tree.blackboard.set('_n', INT32, 1)
    expect(() => hidden.tick()).toThrow('nothing was written to {_n} yet')
  })
})
