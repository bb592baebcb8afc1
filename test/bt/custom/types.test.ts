import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  BOOL,
  defineAction,
  defineAsyncAction,
  defineCondition,
  defineControl,
  defineDecorator,
  defineEnum,
  defineStatefulAction,
  defineType,
  DOUBLE,
  inout,
  input,
  INT32,
  INT64,
  output,
  STRING,
  vectorType,
} from '#bt-tools/index.js'

interface Pose {
  readonly x: number
  readonly y: number
}

const POSE = defineType<Pose>({ name: 'Pose', parse: () => ({ x: 0, y: 0 }) })
const COLOR = defineEnum('Color', { RED: 0, GREEN: 1 })

// Whoever breaks a promise of the types breaks `npm run typecheck`: each line below an expect-error must not compile.
describe('types follow from the declaration of the ports', () => {
  it('get returns the type of the port', () => {
    const node = defineAction({
      id: 'Types',
      ports: {
        goal: input(POSE),
        speed: input(DOUBLE, { default: 0.5 }),
        retries: input(INT32, { optional: true }),
        long: input(INT64),
        names: input(vectorType(STRING)),
        color: input(COLOR, { default: 'RED' }),
        count: inout(INT32),
        last: inout(STRING, { optional: true }),
        done: output(BOOL),
      },
      tick(ctx) {
        expectTypeOf(ctx.get('goal')).toEqualTypeOf<Pose>()
        expectTypeOf(ctx.get('speed')).toEqualTypeOf<number>()
        expectTypeOf(ctx.get('retries')).toEqualTypeOf<number | undefined>()
        expectTypeOf(ctx.get('long')).toEqualTypeOf<bigint>()
        expectTypeOf(ctx.get('names')).toEqualTypeOf<readonly string[]>()
        expectTypeOf(ctx.get('color')).toEqualTypeOf<'RED' | 'GREEN'>()
        expectTypeOf(ctx.get('last')).toEqualTypeOf<string | undefined>()
        expectTypeOf(ctx.tryGet('speed')).toEqualTypeOf<number | undefined>()
        expectTypeOf(ctx.state).toEqualTypeOf<undefined>()
        // @ts-expect-error a port that is not declared
        ctx.get('gaol')
        // @ts-expect-error an output cannot be read
        ctx.get('done')
        // @ts-expect-error an input cannot be written
        ctx.set('speed', 1)
        // @ts-expect-error a value of another type
        ctx.set('done', 'yes')
        // @ts-expect-error text for a number
        ctx.set('count', '1')
        ctx.set('count', 1)
        ctx.set('done', true)
        return 'SUCCESS'
      },
    })
    expect(node.spec.ports.map(({ name }) => name)).toHaveLength(9)
  })

  it('defaults have the type of the port', () => {
    input(DOUBLE, { default: '{speed}' })
    output(INT32, { default: '{=}' })
    // @ts-expect-error a default of another type
    input(DOUBLE, { default: 'fast' })
    // @ts-expect-error a default that the enum does not have
    input(COLOR, { default: 'BLUE' })
    // @ts-expect-error an output has no value of its own
    output(INT32, { default: 3 })
    expect(input(COLOR, { default: 'GREEN' }).default).toBe('GREEN')
  })

  it('state has the type of what state() makes', () => {
    const node = defineStatefulAction({
      id: 'State',
      state: () => ({ since: 0, names: [] as string[] }),
      start(ctx) {
        expectTypeOf(ctx.state).toEqualTypeOf<{ since: number; names: string[] }>()
        return this.run(ctx)
      },
      run: (ctx) => (ctx.state.since > 1 ? 'SUCCESS' : 'RUNNING'),
    })
    expect(node.spec.kind).toBe('action')
  })

  it('each kind of node returns its own statuses, and never IDLE', () => {
    const made = [
      // @ts-expect-error a synchronous action is never RUNNING
      defineAction({ id: 'A', tick: () => 'RUNNING' }),
      // @ts-expect-error IDLE is no result
      defineAction({ id: 'B', tick: () => 'IDLE' }),
      // @ts-expect-error nothing is no result
      defineAction({ id: 'C', tick: () => undefined }),
      // @ts-expect-error a synchronous action cannot wait
      defineAction({ id: 'D', tick: async () => 'SUCCESS' as const }),
      // @ts-expect-error once it runs it cannot be skipped
      defineStatefulAction({ id: 'E', start: () => 'RUNNING', run: () => 'SKIPPED' }),
      // @ts-expect-error a condition is never RUNNING
      defineCondition({ id: 'F', check: () => 'RUNNING' }),
      // @ts-expect-error an asynchronous action ends with SUCCESS or FAILURE
      defineAsyncAction({ id: 'G', run: async () => 'RUNNING' as const }),
      // @ts-expect-error IDLE is no result
      defineDecorator({ id: 'H', tick: () => 'IDLE' }),
      // @ts-expect-error IDLE is no result
      defineControl({ id: 'I', tick: () => 'IDLE' }),
    ]
    expect(made.map(({ spec }) => spec.id).join('')).toBe('ABCDEFGHI')
  })

  it('a decorator has one child, a control has children, a leaf has neither', () => {
    defineDecorator({ id: 'One', tick: (ctx) => ctx.child.tick() })
    defineControl({ id: 'Many', tick: (ctx) => ctx.children.tick(0) })
    defineAction({
      id: 'Leaf',
      tick(ctx) {
        expectTypeOf(ctx).not.toHaveProperty('child')
        expectTypeOf(ctx).not.toHaveProperty('children')
        return 'SUCCESS'
      },
    })
    expect(defineControl({ id: 'Many', tick: () => 'SUCCESS' }).spec.kind).toBe('control')
  })
})
