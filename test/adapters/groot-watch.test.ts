import { readFileSync } from 'node:fs'
import { Reply } from 'zeromq'
import { afterEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import { startMonitor } from '#service/groot/monitor.js'
import { LocalWatch } from '#bt-cli/live/local.js'
import { watch } from '#bt-cli/live/watch.js'
import type { Entry } from '../bt/monitor/support/replay.js'

const library = new NodeLibrary()

function makeTree(body: string): Tree {
  const text = `<root BTCPP_format="4"><BehaviorTree ID="Main">${body}</BehaviorTree></root>`
  const doc = must(parseTree(text, { file: 'test.xml', library }), 'the tree')
  return must(createTree(doc, new NodeRegistry(library), { clock: new VirtualClock() }), 'the tree')
}

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
})

interface Event {
  readonly event: string
  readonly nodes?: readonly { readonly uid: number; readonly name: string }[]
  readonly uid?: number
  readonly path?: string
  readonly to?: string
  readonly reason?: string
}

/** Watches until somebody saw what they wanted. */
function watching(address: string, keys?: AsyncIterable<string>) {
  const events: Event[] = []
  const abort = new AbortController()
  let wake = (): void => undefined
  const out = {
    write: (line: string) => {
      events.push(JSON.parse(line) as Event)
      wake()
    },
  }
  const options = { address, json: true, out, env: {}, signal: abort.signal, intervalMs: 1 }
  const done = watch(keys === undefined ? options : { ...options, keys })
  const until = async (wanted: (event: Event) => boolean): Promise<Event> => {
    for (;;) {
      const found = events.find(wanted)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const stop = async (): Promise<void> => {
    abort.abort()
    await done
  }
  return { events, until, stop, done }
}

describe('watch: a tree behind a port', () => {
  it('shows the tree, its changes, and the tree that takes its place', async () => {
    const monitor = must(await startMonitor({ port: 0 }), 'the monitor')
    open.push(monitor)
    const tree = makeTree('<Sequence name="all"><AlwaysSuccess name="a"/></Sequence>')
    monitor.show(tree, library)
    const { until, stop } = watching(monitor.address)
    const shown = await until(({ event }) => event === 'tree')
    expect(shown.nodes?.map(({ name }) => name)).toEqual(['all', 'a'])
    tree.tick()
    expect(await until(({ uid }) => uid === 2)).toMatchObject({
      event: 'change',
      path: 'a',
      to: 'was-success',
    })
    monitor.show(makeTree('<Inverter name="new"><AlwaysSuccess/></Inverter>'), library)
    await until(({ nodes }) => nodes?.[0]?.name === 'new')
    await stop()
  })

  it('waits for a tree that is not there yet, and says so once', async () => {
    const first = must(await startMonitor({ port: 0 }), 'the monitor')
    const { until, stop, events } = watching(first.address)
    await until(({ event, reason }) => event === 'silent' && reason === 'no tree is shown yet')
    first.show(makeTree('<AlwaysSuccess/>'), library)
    await until(({ event }) => event === 'tree')
    expect(events.filter(({ event }) => event === 'silent')).toHaveLength(1)
    await stop()
    await first.close()
  })

  it('understands the answers of BehaviorTree.CPP', async () => {
    const golden = new URL('../bt/monitor/golden/', import.meta.url)
    const entries = readFileSync(new URL('vectors.jsonl', golden), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry)
    const xml = readFileSync(new URL('tree.xml', golden))
    const answers = new Map(
      entries.flatMap((entry): [string, Buffer[]][] =>
        entry.op === 'request' && ['full_tree', 'status_at_breakpoint'].includes(entry.name)
          ? [
              [
                entry.request[0]?.slice(2, 4) ?? '',
                entry.reply.map((hex) => (hex === 'tree.xml' ? xml : Buffer.from(hex, 'hex'))),
              ],
            ]
          : [],
      ),
    )
    const server = new Reply({ linger: 0 })
    open.push(server)
    await server.bind('tcp://127.0.0.1:*')
    void (async () => {
      for await (const [header] of server)
        await server.send(answers.get(header?.toString('hex').slice(2, 4) ?? '') ?? ['error', '?'])
    })()
    const { until, stop, events } = watching(server.lastEndpoint ?? '')
    await until(({ uid }) => uid === 7)
    await stop()
    expect(events[0]?.nodes?.map(({ uid, name }) => `${uid} ${name}`)).toEqual([
      '1 root_seq',
      '2 Script',
      '3 act',
      '4 sub',
      '5 Fallback',
      '6 AlwaysFailure',
      '7 ok',
    ])
    expect(events.slice(1).map(({ path, to }) => `${path} ${to}`)).toEqual([
      'root_seq running',
      'Script success',
      'act was-running',
      'sub was-success',
      'sub/Fallback was-success',
      'sub/AlwaysFailure was-failure',
      'sub/ok was-success',
    ])
  })

  it('ends when the person presses q', async () => {
    const monitor = must(await startMonitor({ port: 0 }), 'the monitor')
    open.push(monitor)
    async function* keys() {
      yield 'j'
      await Promise.resolve()
      yield 'q'
    }
    await expect(watching(monitor.address, keys()).done).resolves.not.toThrow()
  })

  it('ends at once also while nobody answers', async () => {
    const { stop } = watching('tcp://127.0.0.1:1')
    await expect(stop()).resolves.not.toThrow()
  })
})

describe('watch: a tree of this process', () => {
  it('is shown between ticks, and another one after it', () => {
    const lines: Event[] = []
    const out = { write: (line: string) => lines.push(JSON.parse(line) as Event) }
    const local = new LocalWatch({ title: 'here', json: true }, out, {})
    const tree = makeTree('<Fallback><AlwaysFailure/><AlwaysSuccess/></Fallback>')
    local.show(tree, library, 0)
    tree.tick()
    local.draw(20)
    local.show(makeTree('<AlwaysSuccess/>'), library, 40)
    tree.tick()
    local.draw(60)
    local.close()
    expect(lines.map(({ event, uid, to, nodes }) => [event, uid ?? nodes?.length, to])).toEqual([
      ['tree', 3, undefined],
      ['change', 1, 'was-success'],
      ['change', 2, 'was-failure'],
      ['change', 3, 'was-success'],
      ['tree', 1, undefined],
    ])
  })
})
