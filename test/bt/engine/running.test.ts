import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { VirtualClock } from '#base/clock.js'
import { TreeLogicError, NodeExecutionError } from '#bt/node/errors.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import type { TraceEvent } from '#bt/trace.js'
import { load, rig } from '../support/rig.js'

const open = (body: string, others = ''): Tree => {
  const library = new NodeLibrary()
  const doc = load(`<BehaviorTree ID="Main">${body}</BehaviorTree>${others}`, library)
  return must(createTree(doc, new NodeRegistry(library), { clock: new VirtualClock() }), 'the tree')
}

const ENDLESS = '<Repeat num_cycles="-1"><AlwaysSuccess/></Repeat>'

describe('tickOnce and tickWhileRunning', () => {
  it('tickOnce goes through all cycles at once, tick through one', () => {
    const body = '<Repeat num_cycles="3"><A/></Repeat>'
    const [once, single] = [rig(body, { A: 'S' }), rig(body, { A: 'S' })]
    expect(once.tree.tickOnce()).toBe('SUCCESS')
    expect(once.calls['A']).toHaveLength(3)
    expect(single.tree.tick()).toBe('RUNNING')
    expect(single.calls['A']).toHaveLength(1)
  })

  it('tickOnce comes back from a leaf that takes time', () => {
    const r = rig('<A/>', { A: 'RRS' })
    expect([r.tree.tickOnce(), r.tree.tickOnce(), r.tree.tickOnce()]).toEqual([
      'RUNNING',
      'RUNNING',
      'SUCCESS',
    ])
  })

  it('tickOnce forgets a wake-up of an earlier tick', () => {
    const r = rig('<Sequence><Repeat num_cycles="2"><A/></Repeat><B/></Sequence>', { A: 'S', B: 'RRS' })
    expect(r.tree.tick()).toBe('RUNNING')
    expect(r.tree.tickOnce()).toBe('RUNNING')
    expect(r.calls['B']).toEqual(['start'])
  })

  it('a tree without rest is given up after the limit, in words', () => {
    expect(() => open(ENDLESS).tickOnce(7)).toThrow(TreeLogicError)
    expect(() => open(ENDLESS).tickOnce(7)).toThrow(
      /^tickOnce: the tree is still RUNNING after 7 ticks in one go; an unbounded Repeat or Retry/,
    )
  })

  it('the limit is the number of ticks', () => {
    const r = rig(ENDLESS.replace('AlwaysSuccess', 'A'), { A: 'S' })
    expect(() => r.tree.tickOnce(5)).toThrow()
    expect(r.calls['A']).toHaveLength(5)
  })

  it('tickWhileRunning sleeps between the rounds and not after the last', () => {
    const r = rig('<A/>', { A: 'RRS' })
    let slept = 0
    expect(r.tree.tickWhileRunning(() => void slept++)).toBe('SUCCESS')
    expect([slept, r.calls['A']?.length]).toEqual([2, 3])
  })

  it('tickWhileRunning gives up after as many rounds as it may', () => {
    const r = rig('<A/>', { A: 'R' })
    let slept = 0
    expect(() => r.tree.tickWhileRunning(() => void slept++, 4)).toThrow(
      /^tickWhileRunning: the tree is still RUNNING after 4 ticks/,
    )
    expect([slept, r.calls['A']?.length]).toEqual([3, 4])
    expect(rig('<A/>', { A: 'RS' }).tree.tickWhileRunning(undefined, 2)).toBe('SUCCESS')
  })
})

describe('observers and listeners', () => {
  it('hear until they are ended, each for itself', () => {
    const tree = open('<AlwaysSuccess/>')
    const heard: string[] = []
    const endFirst = tree.observe({ changed: (_, from, to) => void heard.push(`1 ${from}→${to}`) })
    const endSecond = tree.observe({
      ticked: (node, returned) => void heard.push(`2 ${node.label} ${returned}`),
    })
    tree.tick()
    expect(heard).toEqual(['2 AlwaysSuccess SUCCESS', '1 IDLE→SUCCESS', '1 SUCCESS→IDLE'])
    endFirst()
    tree.tick()
    expect(heard.slice(3)).toEqual(['2 AlwaysSuccess SUCCESS'])
    endSecond()
    tree.tick()
    expect(heard).toHaveLength(4)
  })

  it('a wake-up within a tick is no news for those who tick', () => {
    const tree = open('<Repeat num_cycles="2"><AlwaysSuccess/></Repeat>')
    let woken = 0
    tree.onWakeUp(() => void woken++)
    tree.tickOnce()
    expect(woken).toBe(0)
  })

  it('a trace says why only of failures', () => {
    const library = new NodeLibrary()
    const events: TraceEvent[] = []
    const doc = load(
      '<BehaviorTree ID="Main"><Fallback><AlwaysFailure/><AlwaysSuccess/></Fallback></BehaviorTree>',
      library,
    )
    const onTransition = (event: TraceEvent): void => void events.push(event)
    const options = { clock: new VirtualClock(), onTransition }
    must(createTree(doc, new NodeRegistry(library), options), 'the tree').tick()
    expect(events.map((event) => 'reason' in event)).not.toContain(true)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index))
  })
})

describe('a running tree', () => {
  it('knows its nodes by uid and by the tree that they stand in', () => {
    const tree = open(
      '<Sequence><SubTree ID="X"/><AlwaysSuccess/></Sequence>',
      '<BehaviorTree ID="X"><AlwaysFailure/></BehaviorTree>',
    )
    expect(tree.nodes.map(({ uid, label }) => `${uid} ${label}`)).toEqual([
      '1 Sequence',
      '2 SubTree:X',
      '3 AlwaysFailure',
      '4 AlwaysSuccess',
    ])
    expect(
      tree.subtrees.map(({ treeId, instance, nodes }) => [treeId, instance, nodes.map(({ uid }) => uid)]),
    ).toEqual([
      ['Main', '', [1, 2, 4]],
      ['X', 'X::2', [3]],
    ])
    expect(tree.blackboard).toBe(tree.subtrees[0]?.blackboard)
  })

  it('leaves every node idle when it is halted', () => {
    const r = rig('<Parallel success_count="2"><A/><Inverter><B/></Inverter></Parallel>', { A: 'R', B: 'R' })
    r.tick()
    expect(r.tree.nodes.map(({ status }) => status)).toEqual(['RUNNING', 'RUNNING', 'RUNNING', 'RUNNING'])
    r.tree.halt()
    expect(r.tree.nodes.map(({ status }) => status)).toEqual(['IDLE', 'IDLE', 'IDLE', 'IDLE'])
    expect([r.calls['A'], r.calls['B']]).toEqual([
      ['start', 'halt'],
      ['start', 'halt'],
    ])
  })

  it('names node, path and cause when a tick goes wrong, once', () => {
    const tree = open('<Sequence><Inverter><Script name="sum" code="x = 1"/></Inverter></Sequence>')
    const error = thrownBy(() => tree.tick())
    expect(error).toBeInstanceOf(NodeExecutionError)
    expect({ ...(error as NodeExecutionError) }).toMatchObject({ path: '/0/0', node: 'Script' })
    expect((error as Error).message).toMatch(/^exception in node sum at \/0\/0 \[Script\]: /)
    expect((error as Error).message.match(/exception in node/g)).toHaveLength(1)
    expect((error as Error).cause).toBeInstanceOf(Error)
  })
})

function thrownBy(call: () => unknown): unknown {
  try {
    call()
    return undefined
  } catch (cause) {
    return cause
  }
}

describe('createTree', () => {
  it('finds out about a node type without code before anything runs, once for each type', () => {
    const port = { id: 'Go', kind: 'action', description: '', ports: [] } as const
    const library = new NodeLibrary([port, { ...port, id: 'Stop' }])
    const doc = load(
      `<BehaviorTree ID="Main"><Sequence><Go/><Go/><SubTree ID="X"/><SubTree ID="X" name="again"/></Sequence></BehaviorTree>
       <BehaviorTree ID="X"><Stop/></BehaviorTree><BehaviorTree ID="Unused"><Sequence><Stop/></Sequence></BehaviorTree>`,
      library,
    )
    const registry = new NodeRegistry(library)
    const made = createTree(doc, registry, { clock: new VirtualClock() })
    expect(made.ok ? [] : made.error.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'bt.no-code no code is registered for node Go',
      'bt.no-code no code is registered for node Stop',
    ])
    expect(made.ok ? '' : made.error[0]?.hint).toContain('registry.add(Go)')
  })

  it('judges the document again, whoever made it', () => {
    const library = new NodeLibrary()
    const doc = load('<BehaviorTree ID="Main"><Sequence><AlwaysSuccess/></Sequence></BehaviorTree>', library)
    const [tree] = doc.trees
    if (tree === undefined) throw new Error('no tree')
    const broken = { ...doc, trees: [{ ...tree, root: { ...tree.root, children: [] } }] }
    const made = createTree(broken, new NodeRegistry(library), { clock: new VirtualClock() })
    expect(made.ok ? [] : made.error.map(({ severity }) => severity)).toEqual(['error'])
  })

  it('refuses code for what is not in the library, and code for a type that has some', () => {
    const library = new NodeLibrary([{ id: 'Go', kind: 'action', description: '', ports: [] }])
    const registry = new NodeRegistry(library)
    const build = registry.builder('Sequence')
    if (build === undefined) throw new Error('Sequence has no code')
    expect(registry.isDescribed('Go')).toBe(true)
    expect(() => registry.node('Goo', build)).toThrow('cannot register Goo: it is not in the node library')
    expect(registry.node('Go', build).builder('Go')).toBe(build)
    expect(registry.isDescribed('Go')).toBe(false)
    expect(registry.isDescribed('Nothing')).toBe(false)
    expect(() => registry.node('Go', build)).toThrow('Go is registered twice')
  })
})
