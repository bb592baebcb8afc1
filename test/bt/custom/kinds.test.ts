import { describe, expect, it } from 'vitest'
import {
  BOOL,
  defineAction,
  defineCondition,
  defineControl,
  defineDecorator,
  defineStatefulAction,
  DOUBLE,
  inout,
  input,
  INT32,
  loadTree,
  NodeLibrary,
  output,
  STRING,
  type TickStatus,
  VirtualClock,
} from '#bt-tools/index.js'
import { bench, document } from './load.js'

/** A leaf that plays a tape given in the tree, and notes how it was called. */
const tape = (calls: string[] = []) =>
  defineStatefulAction({
    id: 'Tape',
    ports: { plays: input(STRING) },
    state: () => ({ at: 0 }),
    start(ctx) {
      return play(ctx.state, ctx.get('plays'), calls, `${ctx.name} start`)
    },
    run(ctx) {
      const status = play(ctx.state, ctx.get('plays'), calls, `${ctx.name} run`)
      return status === 'SKIPPED' ? 'FAILURE' : status
    },
    halt(ctx) {
      calls.push(`${ctx.name} halt`)
    },
  })

const LETTERS: Readonly<Record<string, TickStatus>> = {
  S: 'SUCCESS',
  F: 'FAILURE',
  R: 'RUNNING',
  K: 'SKIPPED',
}

function play(state: { at: number }, text: string, calls: string[], call: string): TickStatus {
  calls.push(call)
  const letter = text[Math.min(state.at, text.length - 1)] ?? 'S'
  state.at += 1
  return LETTERS[letter] ?? 'SUCCESS'
}

describe('actions', () => {
  it('a synchronous action reads typed inputs and defaults, and writes outputs', () => {
    const seen: unknown[] = []
    const CommandExecutor = defineAction({
      id: 'Work',
      ports: {
        speed: input(DOUBLE, { default: 0.5, description: 'm/s' }),
        fast: input(BOOL, { optional: true }),
        count: inout(INT32),
        done: output(BOOL),
        note: output(STRING, { optional: true }),
      },
      tick(ctx) {
        seen.push([ctx.get('speed'), ctx.get('fast'), ctx.get('count')])
        ctx.set('count', ctx.get('count') + 1)
        ctx.set('done', true)
        ctx.set('note', 'dropped: the tree gives it no place')
        return 'SUCCESS'
      },
    })
    const { tree } = bench(
      '<Sequence><Script code="n := 41"/><Work count="{n}" done="{done}"/><Work speed="2" fast="true" count="{n}" done="{done}"/></Sequence>',
      [CommandExecutor],
    )
    expect(tree.tickWhileRunning()).toBe('SUCCESS')
    expect(seen).toEqual([
      [0.5, undefined, 41],
      [2, true, 42],
    ])
    expect(tree.blackboard.value('n')).toMatchObject({ number: 43 })
    expect(tree.blackboard.value('note')).toBeUndefined()
  })

  it('each place in a tree has a state of its own, which lasts as long as the tree', () => {
    const counts: string[] = []
    const Count = defineAction({
      id: 'Count',
      state: () => ({ times: 0 }),
      tick(ctx) {
        ctx.state.times += 1
        counts.push(`${ctx.name}${ctx.state.times}`)
        return 'SUCCESS'
      },
    })
    const { tree } = bench('<Sequence><Count name="a"/><Count name="b"/></Sequence>', [Count])
    tree.tick()
    tree.tick()
    expect(counts).toEqual(['a1', 'b1', 'a2', 'b2'])
  })

  it('a stateful action starts, runs on, and hears of a halt only while it is RUNNING', () => {
    const calls: string[] = []
    const { tree } = bench('<Parallel><Tape name="a" plays="RRS"/><Tape name="b" plays="S"/></Parallel>', [
      tape(calls),
    ])
    tree.tick()
    tree.tick()
    tree.halt()
    tree.halt()
    expect(calls).toEqual(['a start', 'b start', 'a run', 'a halt'])
  })

  it('a condition answers with true and false', () => {
    const Above = defineCondition({
      id: 'Above',
      ports: { value: input(DOUBLE), limit: input(DOUBLE, { default: 10 }) },
      check: (ctx) => ctx.get('value') > ctx.get('limit'),
    })
    expect(bench('<Above value="11"/>', [Above]).tree.tick()).toBe('SUCCESS')
    expect(bench('<Above value="10"/>', [Above]).tree.tick()).toBe('FAILURE')
  })

  it('the reason of a failure and the inputs stand in the trace', () => {
    const events: unknown[] = []
    const Go = defineAction({
      id: 'Go',
      ports: { to: input(STRING) },
      tick: (ctx) => ctx.fail(`no way to ${ctx.get('to')}`),
    })
    const { tree } = bench('<Go to="dock"/>', [Go])
    tree.observe({ changed: (node) => events.push(node.reason) })
    expect(tree.tick()).toBe('FAILURE')
    expect(events).toEqual(['no way to dock', 'no way to dock'])
  })
})

describe('errors at run time name node and port', () => {
  const Read = defineAction({
    id: 'Read',
    ports: { goal: input(INT32), place: output(INT32) },
    tick: (ctx) => (ctx.set('place', ctx.get('goal')), 'SUCCESS'),
  })

  it.each([
    ['<Read name="r" place="{p}"/>', 'in node r at / [Read]: input port goal is not in the tree'],
    ['<Read name="r" goal="{g}" place="{p}"/>', 'input port goal: nothing was written to {g} yet'],
    ['<Read name="r" goal="1"/>', 'output port place is not in the tree; write place="{key}"'],
  ])('%s', (body, message) => {
    expect(() => bench(body, [Read]).tree.tick()).toThrow(message)
  })

  it('tryGet and trySet do not throw', () => {
    const seen: unknown[] = []
    const Try = defineAction({
      id: 'Try',
      ports: { goal: input(INT32), place: output(INT32) },
      tick: (ctx) => (seen.push(ctx.tryGet('goal'), ctx.trySet('place', 1)), 'SUCCESS'),
    })
    expect(bench('<Try/>', [Try]).tree.tick()).toBe('SUCCESS')
    expect(seen).toEqual([undefined, false])
  })

  it('code without types is told what it may return', () => {
    const wrong = (tick: () => unknown) => defineAction({ id: 'Wrong', tick: tick as () => 'SUCCESS' })
    const ticking = (tick: () => unknown) => () => bench('<Wrong/>', [wrong(tick)]).tree.tick()
    expect(ticking(() => undefined)).toThrow(
      'tick returned undefined; it must return SUCCESS, FAILURE or SKIPPED',
    )
    expect(ticking(() => 'RUNNING')).toThrow('tick returned "RUNNING"')
    expect(ticking(() => Promise.resolve('SUCCESS'))).toThrow('made with defineAsyncAction')
  })

  it('a port that was never declared is named, with the nearest one', () => {
    const Typo = defineAction({
      id: 'Typo',
      ports: { goal: input(INT32) },
      tick: (ctx) => (ctx.get('gaol' as 'goal'), 'SUCCESS'),
    })
    expect(() => bench('<Typo goal="1"/>', [Typo]).tree.tick()).toThrow(
      'declares no port gaol; did you mean goal?',
    )
  })
})

describe('decorators and controls', () => {
  const twice = () =>
    defineDecorator({
      id: 'Twice',
      state: () => ({ left: 0 }),
      start(ctx) {
        ctx.state.left = 2
      },
      tick(ctx) {
        const status = ctx.child.tick()
        if (status !== 'SUCCESS') return status
        ctx.state.left -= 1
        return ctx.state.left === 0 ? 'SUCCESS' : 'RUNNING'
      },
    })

  it('a decorator begins anew at every start, also after a halt', () => {
    const calls: string[] = []
    const { tree } = bench('<Twice><Tape name="a" plays="S"/></Twice>', [twice(), tape(calls)])
    expect([tree.tick(), tree.tick()]).toEqual(['RUNNING', 'SUCCESS'])
    tree.tick()
    tree.halt()
    expect([tree.tick(), tree.tick()]).toEqual(['RUNNING', 'SUCCESS'])
    expect(calls).toHaveLength(5)
  })

  it('a finished child starts afresh when it is ticked again, so that its preconditions are asked again', () => {
    const calls: string[] = []
    const { tree } = bench(
      '<Twice><Tape name="a" plays="S" _skipIf="done" _onSuccess="done = true"/></Twice>',
      [twice(), tape(calls)],
    )
    tree.blackboard.set('done', BOOL, false)
    expect([tree.tick(), tree.tick()]).toEqual(['RUNNING', 'SKIPPED'])
    expect(calls).toEqual(['a start'])
  })

  it('a control that ends halts and resets its children by itself', () => {
    const calls: string[] = []
    const First = defineControl({
      id: 'FirstToFinish',
      tick(ctx) {
        for (let i = 0; i < ctx.children.count; i++) {
          const status = ctx.children.tick(i)
          if (status !== 'RUNNING') return status
        }
        return 'RUNNING'
      },
    })
    const { tree, changes } = bench(
      '<FirstToFinish name="f"><Tape name="a" plays="R"/><Tape name="b" plays="RS"/></FirstToFinish>',
      [First, tape(calls)],
    )
    expect([tree.tick(), tree.tick()]).toEqual(['RUNNING', 'SUCCESS'])
    expect(calls).toEqual(['a start', 'b start', 'a run', 'b run', 'a halt'])
    expect(changes()).toEqual([
      'f IDLE>RUNNING',
      'a IDLE>RUNNING',
      'b IDLE>RUNNING',
      'b RUNNING>SUCCESS',
      'a RUNNING>IDLE',
      'b SUCCESS>IDLE',
      'f RUNNING>SUCCESS',
      'f SUCCESS>IDLE',
    ])
  })

  it('whoever is skipped is not RUNNING afterwards', () => {
    const Pass = defineControl({ id: 'Pass', tick: (ctx) => ctx.children.tick(0) })
    const Around = defineDecorator({ id: 'Around', tick: (ctx) => ctx.child.tick() })
    const { tree } = bench('<Pass><Around><Tape plays="K"/></Around></Pass>', [Pass, Around, tape()])
    expect(tree.tick()).toBe('SKIPPED')
    expect(tree.nodes.map((node) => node.status)).toEqual(['IDLE', 'IDLE', 'IDLE'])
  })

  it('halt goes to the node before its children, once, and only while it is RUNNING', () => {
    const calls: string[] = []
    const Outer = defineControl({
      id: 'Outer',
      tick: (ctx) => ctx.children.tick(0),
      halt: (ctx) => void calls.push(`${ctx.name} halt`),
    })
    const { tree } = bench('<Outer name="o"><Tape name="a" plays="R"/></Outer>', [Outer, tape(calls)])
    tree.halt()
    tree.tick()
    tree.halt()
    expect(calls).toEqual(['a start', 'o halt', 'a halt'])
  })

  it('handles tell names and statuses, and refuse children that are not there', () => {
    const seen: unknown[] = []
    const Look = defineControl({
      id: 'Look',
      tick(ctx) {
        const { children } = ctx
        children.tick(1)
        seen.push(children.count, children.name(1), children.status(0), children.status(1))
        children.haltAll(1)
        seen.push(children.status(1))
        return children.tick(2)
      },
    })
    const { tree } = bench('<Look><Tape plays="S"/><Tape name="b" plays="R"/></Look>', [Look, tape()])
    expect(() => tree.tick()).toThrow('there is no child 2; the node has 2, from 0 on')
    expect(seen).toEqual([2, 'b', 'IDLE', 'RUNNING', 'IDLE'])
  })

  it('a control says how many children it needs, before the first tick', () => {
    const Pair = defineControl({ id: 'Pair', children: { min: 2, max: 2 }, tick: () => 'SUCCESS' })
    const one = '<Pair><AlwaysSuccess/></Pair>'
    expect(() => bench(one, [Pair])).toThrow(/bt.children: Pair has 1 child\n +expected: exactly 2 children/)
    // a palette does not say it, but the code does
    const palette = new NodeLibrary([{ id: 'Pair', kind: 'control', description: '', ports: [] }])
    const loaded = loadTree(document(one), { nodes: [Pair], palette, clock: new VirtualClock() })
    const [problem] = loaded.ok ? [] : loaded.error
    expect(problem).toMatchObject({ code: 'bt.children', message: 'Pair has 1 child; it needs exactly 2' })
  })
})
