import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import { textOf } from '#bt-tools/monitor/protocol.js'
import { readTransitions } from '#bt-tools/monitor/transitions.js'
import { readOutline } from '#bt-tools/monitor/view/outline.js'
import { readStatus } from '#bt-tools/monitor/view/shown-status.js'
import { parseTree } from '#bt/xml/parse.js'
import { startMonitor, type Monitor, type MonitorOptions } from '#service/groot/monitor.js'
import { GrootClient, ThreadClient, type Step } from './support/groot-client.js'

const library = new NodeLibrary()

function makeTree(body: string, others = ''): Tree {
  const text = `<root BTCPP_format="4" main_tree_to_execute="Main"><BehaviorTree ID="Main">${body}</BehaviorTree>${others}</root>`
  const doc = must(parseTree(text, { file: 'test.xml', library }), 'the tree')
  return must(createTree(doc, new NodeRegistry(library), { clock: new VirtualClock() }), 'the tree')
}

const PAIR = '<Sequence name="all"><AlwaysSuccess name="a"/><AlwaysSuccess name="b"/></Sequence>'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close()
})

async function monitored(tree: Tree, options: MonitorOptions = {}): Promise<[Monitor, GrootClient]> {
  const monitor = must(await startMonitor({ port: 0, ...options }), 'the monitor')
  open.push(monitor)
  expect(monitor.show(tree, library)).toBe(true)
  const client = new GrootClient(monitor.address)
  open.push(client)
  return [monitor, client]
}

describe('Groot2 publisher: what a client sees', () => {
  it('gives tree, statuses, blackboards and transitions of a tree that ticks in this thread', async () => {
    const tree = makeTree(PAIR)
    const [, client] = await monitored(tree)
    const rows = must(readOutline(await client.text('T')), 'the outline')
    expect(rows.map(({ uid, depth, name }) => [uid, depth, name])).toEqual([
      [1, 0, 'all'],
      [2, 1, 'a'],
      [3, 1, 'b'],
    ])
    expect(Number(await client.text('r', 'start'))).toBeGreaterThan(1.7e15)
    expect(tree.tick()).toBe('SUCCESS')
    const statuses = readStatus((await client.ask('S')).payload ?? new Uint8Array(0))
    expect([...statuses]).toEqual([
      [1, 12],
      [2, 12],
      [3, 12],
    ])
    const transitions = readTransitions((await client.ask('t')).payload ?? new Uint8Array(0))
    expect(transitions.map(({ uid, status }) => [uid, status])).toEqual([
      [1, 1],
      [2, 2],
      [3, 2],
      [2, 0],
      [3, 0],
      [1, 2],
      [1, 0],
    ])
    expect(await client.text('B', 'Main')).toBe(textOf(new Uint8Array([0x81, 0xa4, 77, 97, 105, 110, 0xc0])))
  })

  it('shows a tree that is in the middle of its work as it is', async () => {
    const tree = makeTree('<KeepRunningUntilFailure name="keep"><AlwaysSuccess/></KeepRunningUntilFailure>')
    tree.tick()
    const [, client] = await monitored(tree)
    const statuses = readStatus((await client.ask('S')).payload ?? new Uint8Array(0))
    expect(statuses.get(1)).toBe(1)
  })

  it('answers while the tree ticks without ever turning the event loop', async () => {
    const tree = makeTree(PAIR)
    const [monitor] = await monitored(tree, { hooks: true })
    const client = new ThreadClient(monitor.address, [{ type: 'S' }, { type: 'B', argument: 'Main' }])
    await subscribed(monitor, tree, client)
    let done = false
    const finished = client.next().then((seen) => {
      done = true
      return seen
    })
    client.begin()
    // rounds of a thousand ticks; between two rounds the loop turns once, only to see whether the client is done
    while (!done) {
      for (let i = 0; i < 1000; i++) {
        tree.tick()
        monitor.service()
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    const [status, boards] = (await finished) as string[]
    expect(status).toMatch(/^S 0100..0200..0300..$/)
    expect(boards).toBe('B 81a44d61696ec0')
    await client.end()
  })

  it('gives transitions without a gap or a torn one while the tree goes on at full speed', async () => {
    const tree = makeTree(PAIR)
    const [monitor] = await monitored(tree, { hooks: true })
    const client = new ThreadClient(monitor.address, [
      { type: 'r', argument: 'start' },
      ...Array.from({ length: 1000 }, (): Step => ({ type: 't' })),
    ])
    await subscribed(monitor, tree, client)
    client.begin()
    const finished = client.next()
    let done = false
    void finished.then(() => (done = true))
    while (!done) {
      for (let i = 0; i < 500; i++) tree.tick()
      await new Promise((resolve) => setImmediate(resolve))
    }
    const batches = ((await finished) as string[])
      .slice(1)
      .map((said) => readTransitions(new Uint8Array(Buffer.from(said.slice(2), 'hex'))))
    await client.end()
    // what one tick does, over and over: a batch may begin anywhere in it
    const cycle = ['1:1', '2:2', '3:2', '2:0', '3:0', '1:2', '1:0']
    expect(batches.flat().length).toBeGreaterThan(100)
    for (const batch of batches) {
      const marks = batch.map(({ uid, status }) => `${uid}:${status}`)
      const from = cycle.indexOf(marks[0] ?? '1:1')
      expect(marks).toEqual(marks.map((_, i) => cycle[(from + i) % cycle.length]))
      const times = batch.map(({ usec }) => usec)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
  })

  it('keeps its port when another tree is shown, and a client notices by the UUID', async () => {
    const [monitor, client] = await monitored(makeTree(PAIR))
    const first = await client.ask('S')
    expect(monitor.show(makeTree(`<Inverter>${PAIR}</Inverter>`), library)).toBe(true)
    const second = await client.ask('S')
    expect(second.uuid).not.toBe(first.uuid)
    expect([first.payload?.length, second.payload?.length]).toEqual([9, 12])
    expect(await client.text('T')).toContain('<Inverter name="Inverter" _uid="1">')
  })

  it('has no limit of nodes: 5000 of them', async () => {
    const branch = `<Sequence>${'<AlwaysSuccess/>'.repeat(49)}</Sequence>`
    const tree = makeTree(`<Sequence>${branch.repeat(100)}</Sequence>`)
    const [, client] = await monitored(tree)
    tree.tick()
    expect(tree.nodes).toHaveLength(5001)
    expect(must(readOutline(await client.text('T')), 'the outline')).toHaveLength(5001)
    const statuses = readStatus((await client.ask('S')).payload ?? new Uint8Array(0))
    expect([...statuses.values()].every((code) => code === 12)).toBe(true)
    expect(statuses.size).toBe(5001)
  })

  it('says which port is taken', async () => {
    const [monitor] = await monitored(makeTree(PAIR))
    const port = Number(/\d+$/.exec(monitor.address)?.[0])
    const second = await startMonitor({ port })
    expect(second.ok ? undefined : second.error).toMatchObject({
      code: 'monitor.address',
      message: `cannot watch at tcp://127.0.0.1:${port} and the port after it`,
    })
  })
})

describe('Groot2 publisher: the end of its process', () => {
  it.each([
    ['returns', 0],
    ['exits', 7],
    ['throws', 1],
  ])('is not held up, and no crash, when the program %s without closing it', (how, code) => {
    const program = fileURLToPath(new URL('support/groot-leaver.ts', import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', program, how], {
      encoding: 'utf8',
    })
    expect([status, stderr.includes('terminate called')]).toEqual([code, false])
  })
})

describe('Groot2 publisher: hostile clients', () => {
  it('answers frames that are no requests with errors, and goes on', async () => {
    const [, client] = await monitored(makeTree(PAIR))
    const garbage = [[], [1], [2, 83], [2, 83, 0, 0, 0, 0, 0], [2, 255, 0, 0, 0, 0], [2, 66, 0, 0, 0, 0]]
    for (const bytes of garbage) {
      const [kind] = await client.raw([new Uint8Array(bytes)])
      expect(textOf(kind ?? new Uint8Array(0))).toBe('error')
    }
    expect((await client.ask('S')).payload).toHaveLength(9)
  })

  it('outlives bytes that are no ZeroMQ at all, and clients that leave before the answer', async () => {
    const [monitor, client] = await monitored(makeTree(PAIR))
    const port = Number(/\d+$/.exec(monitor.address)?.[0])
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(100)))
      socket.on('error', () => resolve())
      socket.on('close', () => resolve())
      socket.on('data', () => socket.destroy())
    })
    for (let i = 0; i < 20; i++) {
      const hasty = new GrootClient(monitor.address)
      void hasty.ask('T').catch(() => undefined)
      hasty.close()
    }
    expect((await client.ask('S')).payload).toHaveLength(9)
  })

  it('is read-only unless hooks were allowed', async () => {
    const tree = makeTree(PAIR)
    const [, client] = await monitored(tree)
    await expect(client.ask('I', hook(2, { mode: 1, desired_status: 'FAILURE' }))).rejects.toThrow(
      'switched off',
    )
    expect(tree.tick()).toBe('SUCCESS')
    expect(await client.text('D')).toBe('[]')
  })
})

describe('Groot2 publisher: breakpoints', () => {
  it('stop the tick until the client unlocks them, and clients can look around meanwhile', async () => {
    const tree = makeTree(PAIR)
    const [monitor, setter] = await monitored(tree, { hooks: true })
    const client = new ThreadClient(monitor.address, [
      { hit: true, type: 'S' },
      { type: 'B', argument: 'Main' },
      { type: 'U', argument: unlock(3, 'FAILURE') },
    ])
    await subscribed(monitor, tree, client)
    await setter.ask('I', hook(3))
    client.begin()
    // blocks this thread; the client's answers come from the other one
    expect(tree.tick()).toBe('FAILURE')
    expect(await client.next()).toEqual(['hit 3', 'S 01000102000203000c', 'B 81a44d61696ec0', 'U '])
    expect(await setter.text('D')).toBe('[]')
    expect(tree.tick()).toBe('SUCCESS')
    await client.end()
  })

  it('stop and let go hundreds of times while the client changes its mind, and every tick comes to its end', async () => {
    const tree = makeTree(PAIR)
    const [monitor] = await monitored(tree, { hooks: true })
    const rounds = 60
    const steps = Array.from({ length: rounds }, (_, round): Step[] => {
      // not node 2: its hits are how the client found that it is subscribed
      const uid = round % 2 === 0 ? 1 : 3
      const remove = JSON.stringify({ uid, position: 0 })
      const release: Step[] = [
        { hit: true, type: 'U', argument: unlock(uid, 'SKIPPED') },
        { hit: true, type: 'R', argument: remove },
        { hit: true, type: 'X' },
        { hit: true, type: 'I', argument: hook(uid, { mode: 1, once: true }) },
      ]
      return [{ type: 'A' }, { type: 'I', argument: hook(uid) }, release[round % 4] as Step]
    }).flat()
    const client = new ThreadClient(monitor.address, steps)
    await subscribed(monitor, tree, client)
    client.begin()
    const finished = client.next()
    let done = false
    void finished.then(() => (done = true))
    let ticks = 0
    for (; !done; ticks++) {
      expect(tree.tick()).toBe('SUCCESS')
      await new Promise((resolve) => setImmediate(resolve))
    }
    const seen = (await finished) as string[]
    expect(seen).toHaveLength(4 * rounds)
    expect(seen.filter((said) => said.includes('error'))).toEqual([])
    expect(ticks).toBeGreaterThanOrEqual(rounds)
    await client.end()
  })

  it('let go when the client falls silent, and stand again after its next request', async () => {
    const tree = makeTree(PAIR)
    const [monitor, setter] = await monitored(tree, { hooks: true, silenceMs: 1500 })
    await setter.ask('I', hook(2))
    expect(tree.tick()).toBe('SUCCESS')
    expect(await setter.text('D')).toContain('"enabled":false')
    expect(await setter.text('D')).toContain('"enabled":true')
    await setter.ask('A')
    expect(await setter.text('D')).toBe('[]')
    expect(monitor.address).toContain('tcp://127.0.0.1:')
  })

  it('are gone with the tree that they were set in', async () => {
    const first = makeTree(PAIR)
    const [monitor, client] = await monitored(first, { hooks: true })
    await client.ask('I', hook(2))
    const second = makeTree(PAIR)
    monitor.show(second, library)
    expect(await client.text('D')).toBe('[]')
    expect([first.tick(), second.tick()]).toEqual(['SUCCESS', 'SUCCESS'])
  })
})

const hook = (uid: number, more: object = {}): string =>
  JSON.stringify({
    enabled: true,
    uid,
    mode: 0,
    once: false,
    desired_status: 'SKIPPED',
    position: 0,
    ...more,
  })

const unlock = (uid: number, status: string): string =>
  JSON.stringify({ uid, position: 0, desired_status: status, remove_when_done: true })

/** Has the tree meet a hook again and again until the client hears of it: then it is subscribed. */
async function subscribed(monitor: Monitor, tree: Tree, client: ThreadClient): Promise<void> {
  const setter = new GrootClient(monitor.address)
  await setter.ask('I', hook(2, { mode: 1 }))
  expect(await client.next()).toBe('connected')
  while (!client.saidSomething()) {
    tree.tick()
    // no faster than the client can take it: ZeroMQ drops what a subscriber leaves lying
    await setter.ask('S')
  }
  expect(await client.next()).toBe('subscribed 2')
  await setter.ask('A')
  setter.close()
}
