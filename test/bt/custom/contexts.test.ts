import { describe, expect, it } from 'vitest'
import {
  defineAction,
  defineAsyncAction,
  defineCondition,
  defineControl,
  defineDecorator,
  defineEnum,
  defineStatefulAction,
  defineType,
  inout,
  input,
  INT32,
  loadTree,
  output,
  STRING,
  type NodeContext,
  type NodeDefinition,
  type TickStatus,
  VirtualClock,
} from '#bt-tools/index.js'
import { bench, document } from './load.js'
import { tapeLeaf } from './tape-leaf.js'

const ticking = (body: string, ...nodes: NodeDefinition[]) => {
  const { tree } = bench(body, nodes)
  return () => tree.tick()
}

/** Lets every promise that can settle do so. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

describe('what code is told about its node', () => {
  it('is name, place, time and a bell', () => {
    const seen: unknown[] = []
    const look = (ctx: NodeContext<Record<never, never>>): TickStatus => {
      seen.push(ctx.name, ctx.path, ctx.fullPath, ctx.now())
      if (seen.length > 4) return 'SUCCESS'
      ctx.wakeUp()
      return 'RUNNING'
    }
    const Look = defineStatefulAction({ id: 'Look', start: look, run: (ctx) => (look(ctx), 'SUCCESS') })
    const { tree, clock } = bench('<Sequence><AlwaysSuccess/><Look name="eye"/></Sequence>', [Look])
    // tickOnce goes on as long as somebody rings
    expect(tree.tickOnce()).toBe('SUCCESS')
    expect(seen).toEqual(['eye', '/1', 'eye', clock.now(), 'eye', '/1', 'eye', clock.now()])
  })

  it('is the same between ticks, without the bell', async () => {
    const seen: unknown[] = []
    const Look = defineAsyncAction({
      id: 'Look',
      ports: { at: input(INT32), none: input(INT32, { optional: true }), out: output(INT32) },
      async run(ctx) {
        await Promise.resolve()
        seen.push(ctx.name, ctx.path, ctx.fullPath, ctx.now(), ctx.tryGet('at'), ctx.tryGet('none'))
        seen.push(ctx.get('none'), ctx.trySet('out', 1))
        return 'SUCCESS'
      },
    })
    const { tree, clock } = bench('<Sequence><Look at="7"/></Sequence>', [Look])
    tree.tick()
    await settled()
    expect(seen).toEqual(['Look', '/0', 'Look::2', clock.now(), 7, undefined, undefined, false])
    expect(tree.tick()).toBe('SUCCESS')
  })

  it('tryGet reads at once what the code itself wrote, until the next tick has published it', async () => {
    const seen: unknown[] = []
    let go: () => void = () => undefined
    const Count = defineAsyncAction({
      id: 'Count',
      ports: { n: inout(INT32) },
      async run(ctx) {
        seen.push(ctx.tryGet('n'), ctx.trySet('n', 5), ctx.tryGet('n'))
        await new Promise<void>((resolve) => (go = resolve))
        seen.push(ctx.tryGet('n'))
        return 'SUCCESS'
      },
    })
    const { tree } = bench('<Count n="{n}"/>', [Count])
    tree.tick()
    tree.tick()
    tree.blackboard.set('n', INT32, 9)
    go()
    await settled()
    expect(seen).toEqual([undefined, true, 5, 9])
  })

  it('code that was halted writes to nowhere, and reads the blackboard as it is', async () => {
    const seen: unknown[] = []
    let go: () => void = () => undefined
    const Late = defineAsyncAction({
      id: 'Late',
      ports: { n: inout(INT32) },
      async run(ctx) {
        await new Promise<void>((resolve) => (go = resolve))
        seen.push(ctx.trySet('n', 5), ctx.get('n'))
        return 'SUCCESS'
      },
    })
    const { tree } = bench('<Late n="{n}"/>', [Late])
    tree.blackboard.set('n', INT32, 1)
    tree.tick()
    tree.halt()
    go()
    await settled()
    expect(seen).toEqual([true, 1])
    expect(tree.blackboard.value('n')).toMatchObject({ number: 1 })
  })

  it('the signal of a halted action says which one was halted', () => {
    let signal: AbortSignal | undefined
    const Wait = defineAsyncAction({
      id: 'Wait',
      run: (_, given) => ((signal = given), new Promise(() => undefined)),
    })
    const { tree } = bench('<Sequence><Wait name="w"/></Sequence>', [Wait])
    tree.tick()
    tree.halt()
    expect((signal?.reason as Error).message).toBe('w was halted')
    expect(() => tree.halt()).not.toThrow()
  })

  it('a reason that the code gave and then succeeded with is no reason', async () => {
    const Fine = defineAsyncAction({
      id: 'Fine',
      async run(ctx) {
        ctx.fail('not yet')
        return 'SUCCESS'
      },
    })
    const { tree } = bench('<Fine/>', [Fine])
    const reasons: unknown[] = []
    tree.observe({ changed: (node, _, to) => to === 'SUCCESS' && reasons.push(node.reason) })
    tree.tick()
    await settled()
    expect(tree.tick()).toBe('SUCCESS')
    expect(reasons).toEqual([undefined])
  })
})

describe('ports that are used against their declaration', () => {
  const use = (code: (ctx: never) => unknown, body = '<Use in="1" out="2" both="{b}" text="t"/>') => {
    const Use = defineAction({
      id: 'Use',
      ports: {
        in: input(INT32),
        out: output(INT32),
        both: inout(INT32),
        maybe: output(INT32, { optional: true }),
        text: inout(STRING, { optional: true }),
      },
      tick: (ctx) => (code(ctx as never), 'SUCCESS'),
    })
    return ticking(body, Use)
  }
  type Loose = {
    get(port: string): unknown
    set(port: string, data: unknown): void
    trySet(port: string, data: unknown): boolean
    tryGet(port: string): unknown
  }
  const using = (code: (ctx: Loose) => unknown, body?: string) => use(code, body)

  it.each<[string, (ctx: Loose) => unknown, string]>([
    ['an output read', (ctx) => ctx.get('out'), 'out is an output port: it can only be written'],
    ['an input written', (ctx) => ctx.set('in', 1), 'in is an input port: it can only be read'],
    ['an input tried to write', (ctx) => ctx.trySet('in', 1), 'in is an input port: it can only be read'],
    [
      'an output that is a literal',
      (ctx) => ctx.set('out', 1),
      'output port out has no blackboard key to write to: "2" is a literal; write out="{key}"',
    ],
    ['a stranger', (ctx) => ctx.get('xyzzyplugh'), 'no port xyzzyplugh; it has in, out, both, maybe, text'],
    ['a slip', (ctx) => ctx.set('bothh', 1), 'the node declares no port bothh; did you mean both?'],
  ])('%s', (_, code, message) => {
    expect(using(code, '<Use in="1" out="2" both="{b}"/>')).toThrow(message)
  })

  it('a node without ports says so', () => {
    const Bare = defineAction({ id: 'Bare', tick: (ctx) => (ctx as never as Loose).get('a') as 'SUCCESS' })
    expect(ticking('<Bare/>', Bare)).toThrow('the node declares no port a; it has none')
  })

  it('asynchronous code is told the same, word by word', async () => {
    const said = async (code: (ctx: Loose) => unknown): Promise<string> => {
      const Use = defineAsyncAction({
        id: 'Use',
        ports: { in: input(INT32), out: output(INT32) },

        run: async (ctx) => (code(ctx as never as Loose), 'SUCCESS' as const),
      })
      const { tree } = bench('<Use in="1" out="2"/>', [Use])
      tree.tick()
      await settled()
      try {
        return tree.tick()
      } catch (cause) {
        return (cause as Error).message.replace(/^.*?: /, '')
      }
    }
    expect(await said((ctx) => ctx.set('in', 1))).toBe('in is an input port: it can only be read')
    expect(await said((ctx) => ctx.set('out', 1))).toBe(
      'output port out has no blackboard key to write to: "2" is a literal; write out="{key}"',
    )
    expect(await said((ctx) => ctx.trySet('out', 1))).toBe('SUCCESS')
  })

  it('an optional output may point to nowhere, and an output is never there to try', () => {
    const seen: unknown[] = []
    const tick = using((ctx) => {
      ctx.set('maybe', 1)
      seen.push(ctx.trySet('maybe', 1), ctx.tryGet('maybe'), ctx.trySet('both', 3), ctx.get('both'))
    }, '<Use in="1" out="{o}" both="{b}" maybe="9"/>')
    expect(tick()).toBe('SUCCESS')
    expect(seen).toEqual([false, undefined, true, 3])
  })

  it('an optional input without a value is undefined, whether its key is missing, empty or not given', () => {
    const seen: unknown[] = []
    const Read = defineAction({
      id: 'Read',
      ports: { p: input(INT32, { optional: true }) },
      tick: (ctx) => (seen.push(ctx.get('p')), 'SUCCESS'),
    })
    const { tree } = bench(
      '<Sequence><Read/><Read p="{k}"/><Read p="{d}"/><Read p="4"/><Script code="k := 3"/><Read p="{k}"/></Sequence>',
      [Read],
    )
    tree.blackboard.declare('d', INT32)
    expect(tree.tick()).toBe('SUCCESS')
    expect(seen).toEqual([undefined, undefined, undefined, 4, 3])
  })
})

describe('what code may return', () => {
  const Any = (answer: unknown) => ({
    action: defineAction({ id: 'A', tick: () => answer as 'SUCCESS' }),
    condition: defineCondition({ id: 'A', check: () => answer as 'SUCCESS' }),
    control: defineControl({ id: 'A', tick: () => answer as 'SUCCESS' }),
    decorator: defineDecorator({ id: 'A', tick: () => answer as 'SUCCESS' }),
    start: defineStatefulAction({ id: 'A', start: () => answer as 'SUCCESS', run: () => 'SUCCESS' }),
    run: defineStatefulAction({ id: 'A', start: () => 'RUNNING', run: () => answer as 'SUCCESS' }),
  })
  const outcome = (kind: keyof ReturnType<typeof Any>, answer: unknown): string => {
    const around = kind === 'control' || kind === 'decorator'
    const { tree } = bench(around ? '<A><AlwaysSuccess/></A>' : '<A/>', [Any(answer)[kind]])
    try {
      if (kind === 'run') tree.tick()
      return tree.tick()
    } catch (cause) {
      return (cause as Error).message.replace(/^.*?: /, '')
    }
  }

  it.each<[keyof ReturnType<typeof Any>, unknown, string]>([
    ['condition', true, 'SUCCESS'],
    ['condition', false, 'FAILURE'],
    ['condition', 'SUCCESS', 'SUCCESS'],
    ['condition', 'FAILURE', 'FAILURE'],
    ['condition', 'SKIPPED', 'SKIPPED'],
    ['condition', 'RUNNING', 'check returned "RUNNING"; it must return SUCCESS, FAILURE or SKIPPED'],
    ['condition', 1, 'check returned number; it must return SUCCESS, FAILURE or SKIPPED'],
    ['action', 'SKIPPED', 'SKIPPED'],
    ['action', null, 'tick returned null; it must return SUCCESS, FAILURE or SKIPPED'],
    ['action', {}, 'tick returned object; it must return SUCCESS, FAILURE or SKIPPED'],
    [
      'action',
      Promise.resolve(),
      'tick returned a promise; a node that waits for one is made with defineAsyncAction',
    ],
    ['action', { then: 3 }, 'tick returned object; it must return SUCCESS, FAILURE or SKIPPED'],
    ['control', 'IDLE', 'tick returned "IDLE"; it must return RUNNING, SUCCESS, FAILURE or SKIPPED'],
    ['decorator', 'IDLE', 'tick returned "IDLE"; it must return RUNNING, SUCCESS, FAILURE or SKIPPED'],
    ['start', 'SKIPPED', 'SKIPPED'],
    ['start', 'IDLE', 'start returned "IDLE"; it must return RUNNING, SUCCESS, FAILURE or SKIPPED'],
    ['run', 'SKIPPED', 'run returned "SKIPPED"; it must return RUNNING, SUCCESS or FAILURE'],
    ['run', 'RUNNING', 'RUNNING'],
  ])('%s with %o', (kind, answer, result) => {
    expect(outcome(kind, answer)).toBe(result)
  })

  it('the promise of an asynchronous action holds SUCCESS or FAILURE', async () => {
    const Odd = defineAsyncAction({ id: 'Odd', run: () => Promise.resolve('RUNNING' as 'SUCCESS') })
    const { tree } = bench('<Odd/>', [Odd])
    tree.tick()
    await settled()
    expect(() => tree.tick()).toThrow(`run's promise returned "RUNNING"; it must return SUCCESS or FAILURE`)
  })

  it.each([
    ['stateful', 'start', '<A/>'],
    ['decorator', 'tick', '<A><AlwaysSuccess/></A>'],
  ])('a %s node without code is refused by the name of the function', (kind, name) => {
    const define = kind === 'stateful' ? defineStatefulAction : defineDecorator
    expect(() => define({ id: 'A' } as never)).toThrow(`node A: it has no function ${name}`)
  })

  it('a condition without code is refused too', () => {
    expect(() => defineCondition({ id: 'A' } as never)).toThrow('node A: it has no function check')
    expect(() => defineControl({ id: 'A' } as never)).toThrow('node A: it has no function tick')
  })
})

describe('decorators and controls around RUNNING children', () => {
  it('a decorator that ends halts its child, and stops it by hand when it likes', () => {
    const calls: string[] = []
    const Once = defineDecorator({
      id: 'Once',
      state: () => ({ ticks: 0 }),
      tick(ctx) {
        ctx.child.tick()
        calls.push(`${ctx.child.name} ${ctx.child.status}`)
        ctx.state.ticks += 1
        if (ctx.state.ticks === 1) return 'RUNNING'
        if (ctx.state.ticks === 2) return 'SUCCESS'
        ctx.child.halt()
        calls.push(ctx.child.status)
        return 'RUNNING'
      },
    })
    const { tree } = bench('<Once><T name="t" plays="R"/></Once>', [Once, tapeLeaf(calls)])
    expect([tree.tick(), tree.tick()]).toEqual(['RUNNING', 'SUCCESS'])
    expect(calls.splice(0)).toEqual(['t', 't RUNNING', 't', 't RUNNING', 't!'])
    expect(tree.tick()).toBe('RUNNING')
    expect(calls).toEqual(['t', 't RUNNING', 't!', 'IDLE'])
  })

  it('a control halts one child by number, and none but the rest with haltAll', () => {
    const calls: string[] = []
    const All = defineControl({
      id: 'All',
      tick(ctx) {
        for (let i = 0; i < ctx.children.count; i++) ctx.children.tick(i)
        ctx.children.halt(1)
        calls.push('|')
        ctx.children.haltAll()
        return 'RUNNING'
      },
    })
    const body = '<All><T name="a" plays="R"/><T name="b" plays="R"/><T name="c" plays="R"/></All>'
    ticking(body, All, tapeLeaf(calls))()
    expect(calls).toEqual(['a', 'b', 'c', 'b!', '|', 'a!', 'c!'])
  })
})

describe('what traces say of inputs', () => {
  it('holds each that has a value, and nothing of types without a text form', () => {
    const Pose = defineType<number>({ name: 'Pose', parse: Number, format: (n) => `at ${n}` })
    const Blob = defineType<number>({ name: 'Blob', parse: Number })
    const Go = defineAction({
      id: 'Go',
      ports: {
        goal: input(Pose),
        blob: input(Blob, { optional: true }),
        hue: input(defineEnum('Hue', { RED: 0 }), { default: 'RED' }),
        out: output(Pose, { optional: true }),
        n: input(INT32, { optional: true }),
      },
      tick: (ctx) => (ctx.set('out', 2), 'SUCCESS'),
    })
    const args: unknown[] = []
    const loaded = loadTree(
      document('<Sequence><Go goal="1" out="{p}"/><Go goal="{p}" blob="{b}" n="{zz}"/></Sequence>'),
      {
        nodes: [Go],
        clock: new VirtualClock(),
        onTransition: (event) => event.to === 'SUCCESS' && event.node === 'Go' && args.push(event.args),
      },
    )
    if (loaded.ok) loaded.value.blackboard.set('b', Blob, 3)
    expect(loaded.ok && loaded.value.tick()).toBe('SUCCESS')
    expect(args).toEqual([
      { goal: '1', hue: 'RED' },
      { goal: 'at 2', hue: 'RED' },
    ])
  })
})
