import { describe, expect, it } from 'vitest'
import {
  defineAction,
  defineAsyncAction,
  inout,
  input,
  INT32,
  NodeExecutionError,
  output,
  STRING,
} from '#bt-tools/index.js'
import { bench } from './load.js'

/** A service that answers when it is told to. */
function service() {
  let answer: (result: 'SUCCESS' | 'FAILURE') => void = () => undefined
  let refuse: (cause: Error) => void = () => undefined
  const signals: AbortSignal[] = []
  const Call = defineAsyncAction({
    id: 'Call',
    ports: { request: input(STRING, { default: 'ping' }), reply: output(STRING, { optional: true }) },
    async run(ctx, signal) {
      signals.push(signal)
      const result = await new Promise<'SUCCESS' | 'FAILURE'>((resolve, reject) => {
        answer = resolve
        refuse = reject
      })
      ctx.set('reply', `${ctx.get('request')}: ${result}`)
      return result === 'FAILURE' ? ctx.fail('the service said no') : result
    },
  })
  return {
    Call,
    signals,
    answer: (result: 'SUCCESS' | 'FAILURE') => (answer(result), settled()),
    refuse: (cause: Error) => (refuse(cause), settled()),
  }
}

/** Lets every promise that can settle do so. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

describe('asynchronous actions', () => {
  it('are RUNNING from the first tick until a tick finds their promise settled', async () => {
    const { Call, answer } = service()
    const { tree, changes } = bench('<Call name="c" reply="{reply}"/>', [Call])
    expect([tree.tick(), tree.tick()]).toEqual(['RUNNING', 'RUNNING'])
    changes()
    await answer('SUCCESS')
    // nothing happens between two ticks: neither a status nor a blackboard changes
    expect(changes()).toEqual([])
    expect(tree.root.status).toBe('RUNNING')
    expect(tree.blackboard.value('reply')).toBeUndefined()
    expect(tree.tick()).toBe('SUCCESS')
    expect(tree.blackboard.value('reply')).toBe('ping: SUCCESS')
  })

  it('fail with a reason, and begin anew when they are ticked again', async () => {
    const { Call, answer, signals } = service()
    const { tree } = bench('<Call/>', [Call])
    const reasons: unknown[] = []
    tree.observe({ changed: (node, _, to) => to === 'FAILURE' && reasons.push(node.reason) })
    tree.tick()
    await answer('FAILURE')
    expect(tree.tick()).toBe('FAILURE')
    expect(reasons).toEqual(['the service said no'])
    expect(tree.tick()).toBe('RUNNING')
    expect(signals).toHaveLength(2)
  })

  it('a rejected promise is an error that names the node, at the next tick', async () => {
    const { Call, refuse } = service()
    const { tree } = bench('<Sequence><Call name="ask"/></Sequence>', [Call])
    tree.tick()
    const cause = new Error('connection lost')
    await refuse(cause)
    let thrown: unknown
    try {
      tree.tick()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(NodeExecutionError)
    expect((thrown as NodeExecutionError).message).toContain('in node ask at /0 [Call]: connection lost')
    expect((thrown as NodeExecutionError).cause).toBe(cause)
  })

  it('a halt aborts the signal, and what comes later is ignored', async () => {
    const { Call, answer, signals } = service()
    const { tree } = bench('<Call reply="{reply}"/>', [Call])
    let woken = 0
    tree.onWakeUp(() => (woken += 1))
    tree.tick()
    tree.halt()
    expect(signals[0]?.aborted).toBe(true)
    expect((signals[0]?.reason as Error).name).toBe('AbortError')
    await answer('SUCCESS')
    expect(woken).toBe(0)
    // the next activation does not take over what the halted one had to say
    expect([tree.tick(), tree.tick()]).toEqual(['RUNNING', 'RUNNING'])
    expect(tree.blackboard.value('reply')).toBeUndefined()
    expect(signals[1]?.aborted).toBe(false)
  })

  it('a rejection after a halt is ignored too', async () => {
    const { Call, refuse } = service()
    const { tree } = bench('<Call/>', [Call])
    tree.tick()
    tree.halt()
    await refuse(new Error('aborted'))
    expect(tree.tick()).toBe('RUNNING')
  })

  it('wake whoever runs the tree, once, between ticks', async () => {
    const { Call, answer } = service()
    const { tree } = bench('<Call/>', [Call])
    const log: string[] = []
    const stop = tree.onWakeUp(() => log.push('wake'))
    tree.tick()
    tree.tick()
    expect(log).toEqual([])
    await answer('SUCCESS')
    expect(log).toEqual(['wake'])
    expect(tree.tick()).toBe('SUCCESS')
    stop()
    tree.tick()
    await answer('SUCCESS')
    expect(log).toEqual(['wake'])
  })

  it('a Repeat around them yields without calling the runner, who is only told between ticks', () => {
    const Now = defineAction({ id: 'Now', tick: () => 'SUCCESS' })
    const { tree } = bench('<Repeat num_cycles="3"><Now/></Repeat>', [Now])
    let woken = 0
    tree.onWakeUp(() => (woken += 1))
    expect(tree.tickOnce()).toBe('SUCCESS')
    expect(woken).toBe(0)
  })

  it('read at once what they wrote themselves, and publish it at their next tick', async () => {
    const turns: (() => void)[] = []
    const Count = defineAsyncAction({
      id: 'Count',
      ports: { n: inout(INT32) },
      async run(ctx) {
        for (;;) {
          ctx.set('n', ctx.get('n') + 1)
          if (ctx.get('n') >= 12) return 'SUCCESS'
          await new Promise<void>((resolve) => turns.push(resolve))
        }
      },
    })
    const { tree } = bench('<Count n="{n}"/>', [Count])
    tree.blackboard.set('n', INT32, 10)
    const n = () => tree.blackboard.value('n')
    tree.tick()
    expect(n()).toMatchObject({ number: 10 })
    expect(tree.tick()).toBe('RUNNING')
    expect(n()).toMatchObject({ number: 11 })
    turns.pop()?.()
    await settled()
    expect(n()).toMatchObject({ number: 11 })
    expect(tree.tick()).toBe('SUCCESS')
    expect(n()).toMatchObject({ number: 12 })
  })

  it('an output without a key rejects where it is written', async () => {
    const Write = defineAsyncAction({
      id: 'Write',
      ports: { to: output(INT32) },
      async run(ctx) {
        await Promise.resolve()
        ctx.set('to', 1)
        return 'SUCCESS'
      },
    })
    const { tree } = bench('<Write/>', [Write])
    tree.tick()
    await settled()
    expect(() => tree.tick()).toThrow('output port to is not in the tree')
  })

  it('code that returns no promise is told so', () => {
    const Sync = defineAsyncAction({ id: 'Sync', run: () => 'SUCCESS' as never })
    expect(() => bench('<Sync/>', [Sync]).tree.tick()).toThrow('run returned no promise')
  })
})
