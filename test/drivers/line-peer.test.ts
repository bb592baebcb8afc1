import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { DriverSession } from '#drivers/driver-session.js'
import { LinePeer, type DriverStream } from '#drivers/line-peer.js'
import { TICK } from './support/rig.js'
import { SIM_OFFER } from './support/sim-body.js'

/** A stream whose other end is this test. */
class TestStream implements DriverStream {
  closed: string | undefined
  takes = true
  written = ''
  #arrived: Uint8Array[] = []

  arrive(text: string): void {
    this.#arrived.push(new TextEncoder().encode(text))
  }

  write(bytes: Uint8Array): boolean {
    if (this.takes) this.written += new TextDecoder().decode(bytes)
    return this.takes
  }

  read(): Uint8Array {
    return this.#arrived.shift() ?? new Uint8Array()
  }

  close(): void {
    this.closed ??= 'closed by graft'
  }
}

const methods = (stream: TestStream): string[] =>
  stream.written
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { method: string }).method)
const command = { id: 1, permit: 1, skill: 'Move', params: { note: 'x'.repeat(4000) }, deadlineMs: 100 }

describe('a driver behind a stream of lines', () => {
  it('a stop overtakes every line that waits, and of heartbeats only the newest is kept', () => {
    const stream = new TestStream()
    const peer = new LinePeer(stream)
    stream.takes = false
    peer.send({ kind: 'observe', rpc: 1 })
    peer.send({ kind: 'execute', rpc: 2, command })
    for (let n = 1; n <= 100; n++) peer.send({ kind: 'heartbeat', n })
    peer.send({ kind: 'stop', rpc: 3 })
    stream.takes = true
    peer.take()
    expect(methods(stream)).toEqual(['stop', 'observe', 'execute', 'heartbeat'])
    expect(stream.written).toContain('"n":100')
  })

  it('one that does not read is given up when a megabyte waits', () => {
    const stream = new TestStream()
    const peer = new LinePeer(stream)
    stream.takes = false
    let sent = 0
    while (peer.closed === undefined && sent < 1000) peer.send({ kind: 'execute', rpc: ++sent, command })
    expect(sent).toBeLessThan(300)
    expect([peer.closed, stream.closed]).toEqual([
      'the driver does not read what it is sent',
      'closed by graft',
    ])
  })

  it('garbage is a problem with its line, and what follows is read', () => {
    const stream = new TestStream()
    const peer = new LinePeer(stream)
    stream.arrive('hello?\n{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc"')
    expect(peer.take()).toEqual([{ kind: 'done', rpc: 1 }])
    expect(peer.takeProblems()).toMatchObject([{ where: { line: 1 }, got: 'hello?' }])
    for (let i = 0; i < 1000; i++) stream.arrive('\n#\n')
    for (let i = 0; i < 1000; i++) peer.take()
    expect(peer.takeProblems()).toHaveLength(64)
  })

  it('what came before the end is taken first, and a half line is told', () => {
    const stream = new TestStream()
    const peer = new LinePeer(stream)
    stream.arrive('{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc":')
    stream.closed = 'the driver ended with code 1'
    expect([peer.closed, peer.take().length, peer.closed]).toEqual([undefined, 1, undefined])
    expect(peer.take()).toEqual([])
    expect(peer.closed).toBe('the driver ended with code 1, in the middle of a line of 11 bytes so far')
  })
})

describe('an answer to hello that is none', () => {
  const hello = { contract: { major: 1, minor: 0 }, ...SIM_OFFER }
  const answer = (result: object): string => `${JSON.stringify({ jsonrpc: '2.0', id: 1, result })}\n`

  it.each([
    [
      answer({ ...hello, heartbeatMs: '400' }),
      'refused',
      /answer to hello is wrong: .*result.heartbeatMs, expected .*, got "400"/,
    ],
    [
      answer({ ...hello, boot: undefined }),
      'refused',
      /answer to hello is wrong: .*result.boot, expected text .*, got nothing/,
    ],
    [
      answer({ ...hello, contract: undefined, skills: [] }),
      'refused',
      /answer to hello is wrong: .*result.contract, expected an object, got nothing/,
    ],
    [answer({ ...hello, contract: { major: 9, minor: 0 } }), 'refused', /speaks version 9.0 of the contract/],
    [
      'Loading…\n',
      'lost',
      /no answer to hello within 10000 ms; it wrote something else: .*its JSON.* got Loading…/,
    ],
  ])('%s: says at once what is wrong', (line, status, words) => {
    const clock = new VirtualClock()
    const stream = new TestStream()
    const session = new DriverSession({ clock, peer: new LinePeer(stream), session: 's' })
    stream.arrive(line)
    const limit = status === 'refused' ? 100 : 10_100
    for (let t = 0; t < limit; t += TICK) {
      clock.advance(TICK)
      session.poll()
    }
    const end = session.takeEvents().findLast((event) => event.kind === 'refused' || event.kind === 'lost')
    expect([session.status, end !== undefined && 'text' in end ? end.text : '']).toEqual([
      status,
      expect.stringMatching(words),
    ])
  })
})
