import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connectConsole } from '#console-sockets/console-client.js'
import { ConsoleServer } from '#console-sockets/console-server/console-server.js'
import { startProgram } from '#console-sockets/console-server/start.js'
import type { ClientKey } from '#console-sockets/key-files.js'
import { must } from '#base/result.js'
import { CATALOGUE } from '#console/catalogue.js'
import { LIMITS } from '#console/protocol.js'
import { mayActAs, ROLES } from '#console/roles.js'
import type { StatusEvent } from '#runtime/status/status-event.js'
import { ANSWERS } from './support/answers.js'
import { COMMANDS, SAMPLES } from './support/samples.js'
import { pause, serve, until, type Served } from './support/served.js'

let served: Served
afterEach(() => served.close())

const code = (result: { ok: boolean; error?: { code: string } }): string =>
  result.ok ? 'ok' : (result.error?.code ?? '')

describe('the console over CURVE', () => {
  it('every command, with a key of every role, through every endpoint: 100 % as the table says', async () => {
    served = await serve({ limits: { perSecond: 1e6, atOnce: 1e6 } })
    let seen = 0
    const wrong: unknown[] = []
    for (const has of ROLES) {
      const key = served.key(has, has)
      for (const through of ROLES) {
        // the role in the file chooses the endpoint; the key itself is the same
        const client = served.connect({ ...key, role: through })
        if (!mayActAs(has, through)) {
          const refused = await client.request('status', {}, { timeoutMs: 3000 })
          if (code(refused) !== 'console.denied') wrong.push([has, through, refused])
          seen += COMMANDS.length
          client.close()
          continue
        }
        for (const command of COMMANDS) {
          const before = served.executed.length
          const reply = await client.request(command, SAMPLES[command])
          const may = mayActAs(through, CATALOGUE[command].role)
          const reached = served.executed.length - before
          if (code(reply) !== (may ? 'ok' : 'console.role') || reached !== (may ? 1 : 0))
            wrong.push([has, through, command, reply, reached])
          seen += 1
        }
        client.close()
      }
    }
    expect(wrong).toEqual([])
    expect(seen).toBe(ROLES.length ** 2 * COMMANDS.length)
    expect(seen).toBeGreaterThanOrEqual(300)
  })

  it('VRL-14: an alarm reaches who listens, through a socket and in order, with what was lost to be asked for', async () => {
    served = await serve()
    const client = served.connect(served.key('anna', 'viewer'))
    const end = new AbortController()
    const got: StatusEvent[] = []
    const listening = (async () => {
      for await (const statusEvent of client.events({ kinds: ['alarm'], signal: end.signal }))
        got.push(statusEvent)
    })()
    // a subscription takes a moment to arrive: what was told before is what `news` is for
    for (let i = 0; got.length === 0; i++) {
      served.statusPublisher.publish({ kind: 'alarm', id: `r/1/${i}`, episode: 1, record: {} as never })
      served.statusPublisher.publish({ kind: 'alarm-acknowledged', alarm: {} as never })
      await pause(20)
    }
    const first = got[0]?.seq ?? 0
    for (let i = 0; i < 100; i++)
      served.statusPublisher.publish({ kind: 'alarm', id: `s/1/${i}`, episode: 1, record: {} as never })
    await until(() => got.length >= 101, 'a hundred alarms have come')
    end.abort()
    await listening
    expect(got.every(({ kind }) => kind === 'alarm')).toBe(true)
    expect(got.slice(-100).map((statusEvent) => statusEvent.kind === 'alarm' && statusEvent.id)).toEqual(
      Array.from({ length: 100 }, (_, i) => `s/1/${i}`),
    )
    expect(served.statusPublisher.since(0).events.filter(({ seq }) => seq < first).length).toBe(first - 1)
  })

  it('over ipc it is the same', async () => {
    served = await serve({ ipc: true })
    const client = served.connect(served.key('anna', 'operator'))
    expect(code(await client.request('stop'))).toBe('ok')
    expect(served.executed.map(({ who }) => [who.name, who.role])).toEqual([['anna', 'operator']])
  })

  it('its health is told from the loops that serve, and not when they are gone', async () => {
    served = await serve()
    await until(() => served.beats() >= 2, 'it beats')
    await served.server.close()
    const beats = served.beats()
    await pause(1500)
    expect(served.beats()).toBe(beats)
    expect(served.failures).toEqual([])
  })

  it('a taken address is an error in words', async () => {
    served = await serve()
    const { openConsoleProcess } = await import('#console-sockets/open-console.js')
    const again = await openConsoleProcess({
      listen: served.server.endpoint,
      keys: served.keys,
      manager: { limits: LIMITS, handle: () => new Uint8Array(), releaseClient: () => undefined },
      statusPublisher: served.statusPublisher,
    })
    expect(again).toMatchObject({ ok: false, error: { code: 'console.bind' } })
  })
})

describe('the console fails closed', () => {
  it('when the handler of keys dies, all endpoints close, it says so, and nobody gets in', async () => {
    served = await serve()
    const folder = mkdtempSync(join(tmpdir(), 'graft-console-'))
    const listen = `ipc://${join(folder, 'console')}`
    const failures: string[] = []
    const reached: string[] = []
    const server = new ConsoleServer({
      listen,
      folder,
      allowed: join(served.keys.folder, 'allowed'),
      secretKey: served.keys.server.secretKey,
      limits: LIMITS,
      prefix: '',
      dispatcher: {
        answer: (_, { client }) => (reached.push(client), Buffer.from('{"v":1,"id":1,"ok":true,"result":1}')),
        longest: () => 8192,
        closed: () => undefined,
        sweep: () => undefined,
      },
      subscribe: () => () => undefined,
      log: () => undefined,
      failed: (why) => failures.push(why),
    })
    await server.open()
    const key = { ...served.key('anna', 'operator'), endpoint: listen }
    await server.reloadKeys()
    const inside = served.connect(key)
    expect(code(await inside.request('status'))).toBe('ok')
    expect(server.access()).toMatchObject({ mayStop: { length: 2 }, why: null })
    const before = reached.length
    server.killZap()
    await until(() => failures.length > 0, 'it says that it has failed')
    expect(code(await inside.request('stop', {}, { timeoutMs: 500 }))).toMatch(/unreachable|timeout/)
    for (let i = 0; i < 20; i++) {
      const late = served.connect(key)
      expect(code(await late.request('status', {}, { timeoutMs: 100 }))).toBe('console.unreachable')
    }
    expect(reached.length).toBe(before)
    expect(failures).toHaveLength(1)
    expect(server.access().mayStop).toEqual([])
    await server.close()
    rmSync(folder, { recursive: true })
  })

  it('when its process dies, nobody may stop the robot for a moment, sessions end, and it comes back by itself', async () => {
    served = await serve()
    const operator = served.connect(served.key('anna', 'operator'))
    expect(code(await operator.request('status'))).toBe('ok')
    await until(() => served.access.at(-1)?.mayStop.length === 2, 'anna and this machine may stop the robot')
    const { pid } = served.server
    process.kill(pid ?? 0, 'SIGKILL')
    await until(() => served.access.at(-1)?.mayStop.length === 0, 'nobody may')
    expect(served.access.at(-1)?.why).toMatch(/exited \(SIGKILL\)/)
    expect(served.gone).toHaveLength(1)
    await until(() => served.access.at(-1)?.mayStop.length === 2, 'they may again')
    expect(served.server.pid).not.toBe(pid)
    expect(code(await operator.request('stop'))).toBe('ok')
    expect(new Set(served.executed.map(({ who }) => who.client)).size).toBe(2)
  })

  it('when its process stands still it counts as gone, and is replaced', async () => {
    served = await serve()
    const operator = served.connect(served.key('anna', 'operator'))
    expect(code(await operator.request('status'))).toBe('ok')
    await until(() => (served.access.at(-1)?.mayStop.length ?? 0) > 0, 'somebody may stop the robot')
    process.kill(served.server.pid ?? 0, 'SIGSTOP')
    await until(() => served.access.at(-1)?.mayStop.length === 0, 'nobody may')
    expect(served.access.at(-1)?.why).toMatch(/the console process has not answered for 0\.\d s/)
    await until(() => (served.access.at(-1)?.mayStop.length ?? 0) > 0, 'somebody may again')
    expect(served.said.join(' ')).toMatch(/it did not answer/)
    expect(code(await operator.request('stop'))).toBe('ok')
  })

  it('when the keys are gone nobody may stop the robot, and when they are back everybody is', async () => {
    served = await serve()
    const key = served.key('anna', 'operator')
    const operator = served.connect(key)
    expect(code(await operator.request('status'))).toBe('ok')
    await until(() => served.access.at(-1)?.mayStop.length === 2, 'two may stop the robot')
    const { folder } = served.keys
    renameSync(folder, `${folder}.away`)
    await until(() => served.access.at(-1)?.mayStop.length === 0, 'nobody may')
    expect(served.access.at(-1)?.why).toMatch(/cannot be read/)
    renameSync(`${folder}.away`, folder)
    await until(() => served.access.at(-1)?.mayStop.length === 2, 'they may again')
    const again = served.connect(key)
    expect(code(await again.request('stop'))).toBe('ok')
    expect(served.failures).toEqual([])
  })

  it('an endpoint without a handler lets nobody in, although it knows CURVE', async () => {
    served = await serve()
    const { Context } = await import('zeromq')
    const { bindRequests } = await import('#console-sockets/console-server/sockets.js')
    const reached: string[] = []
    const dispatcher = {
      answer: (_: Uint8Array, { client }: { client: string }) => (reached.push(client), new Uint8Array()),
      longest: () => 8192,
    }
    // no port: another program of a busy computer may have just taken it
    const base = `ipc://${mkdtempSync(join(tmpdir(), 'graft-no-handler-'))}/console`
    const endpoint = await bindRequests(`${base}.viewer`, 'viewer', dispatcher, {
      context: new Context({ blocky: false }),
      secretKey: served.keys.server.secretKey,
      prefix: 'v',
    })
    const serving = endpoint.serve(() => undefined)
    const client = must(connectConsole({ key: served.key('anna', 'viewer'), endpoint: base }), 'a client')
    expect(code(await client.request('status', {}, { timeoutMs: 1500 }))).not.toBe('ok')
    client.close()
    endpoint.close()
    await serving
    expect(reached).toEqual([])
  })
})

describe('a client that nobody answers', () => {
  it('names the endpoint as it was typed, not the socket of its role', async () => {
    served = await serve()
    const key = served.key('anna', 'maintainer')
    const client = must(connectConsole({ key, endpoint: 'tcp://127.0.0.1:5' }), 'a client')
    const refused = await client.request('status', {}, { timeoutMs: 300 })
    client.close()
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'console.unreachable',
        message: 'no answer from tcp://127.0.0.1:5; `status` was not sent',
      },
    })
  })

  it('says that somebody else is there, and does not hammer at the door', async () => {
    served = await serve()
    const other = await serve()
    const key = { ...other.key('anna', 'operator'), endpoint: served.server.endpoint }
    const client = served.connect(key)
    const end = new AbortController()
    const listening = (async () => {
      for await (const event of client.events({ signal: end.signal })) expect(event).toBeUndefined()
    })()
    const refused = await client.request('status', {}, { timeoutMs: 5000 })
    expect(refused).toMatchObject({
      ok: false,
      error: {
        code: 'console.unreachable',
        message:
          `something answers at ${served.server.endpoint} but does not accept the key anna; ` +
          '`status` was not sent',
        hint: 'does the key belong to this robot, and is this the address of its console?',
      },
    })
    end.abort()
    await listening
    await other.close()
    await until(() => /connections were refused/.test(served.said.join('\n')), 'the refusals are reported')
    const count = served.said.reduce(
      (sum, text) => sum + Number(/(\d+) connections? w/.exec(text)?.[1] ?? 0),
      0,
    )
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(20)
  })

  it('sends a STOP at once where connections were cut, which looks the same', async () => {
    served = await serve()
    const { port } = new URL(served.server.endpoint)
    let cuts = 0
    const flaky = createServer((from) => {
      if (++cuts <= 6) return void from.once('data', () => from.destroy())
      // an operator's port is the second of the four
      const to = connect(Number(port) + 1, '127.0.0.1')
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const)
        one.on('error', () => other.destroy()).pipe(other)
    })
    await new Promise<void>((resolve) => flaky.listen(0, '127.0.0.1', resolve))
    const { port: own } = flaky.address() as AddressInfo
    const key = { ...served.key('anna', 'operator'), endpoint: `tcp://127.0.0.1:${own - 1}` }
    const client = served.connect(key)
    void client.request('status', {}, { timeoutMs: 20_000 })
    await until(() => cuts >= 6, 'six connections were cut')
    // the next try without a STOP would be 2 s later
    expect(code(await client.request('stop', {}, { timeoutMs: 1500 }))).toBe('ok')
    flaky.close()
  })
})

describe('keys that change while it runs', () => {
  it('a revoked key is out at once, also from connections that stood; others stay or are back by themselves', async () => {
    served = await serve()
    const bad = served.connect(served.key('bad', 'operator'))
    const good = served.connect(served.key('good', 'operator'))
    const viewer = served.connect(served.key('look', 'viewer'))
    for (const client of [bad, good, viewer]) expect(code(await client.request('status'))).toBe('ok')
    must(served.keys.revoke('bad'), 'revoke')
    await served.server.reloadKeys()
    const before = served.executed.length
    expect(code(await bad.request('estop', {}, { timeoutMs: 2000 }))).toMatch(/denied|unreachable|timeout/)
    expect(served.executed.length).toBe(before)
    expect(code(await good.request('status'))).toBe('ok')
    expect(code(await viewer.request('status'))).toBe('ok')
    // its holder had a session perhaps: everybody of that endpoint is let go
    expect(served.gone.filter((client) => client.startsWith('operator-')).length).toBe(2)
    expect(served.gone.filter((client) => client.startsWith('viewer-')).length).toBe(0)
  })

  it('the folder is watched: a new key gets in, a revoked one is out, without a word to the server', async () => {
    served = await serve()
    const anna = served.connect(served.key('anna', 'viewer'))
    expect(code(await anna.request('status'))).toBe('ok')
    rmSync(join(served.keys.folder, 'allowed', 'anna.json'))
    let last = 'ok'
    for (let i = 0; i < 100 && last === 'ok'; i++) {
      last = code(await anna.request('status', {}, { timeoutMs: 500 }))
      await pause(50)
    }
    expect(last).not.toBe('ok')
  })

  it('a listener whose key was revoked hears no more news', async () => {
    served = await serve()
    const key = served.key('spy', 'viewer')
    const spy = served.connect(key)
    const end = new AbortController()
    const heard: StatusEvent[] = []
    const listening = (async () => {
      for await (const statusEvent of spy.events({ signal: end.signal })) heard.push(statusEvent)
    })()
    await until(() => {
      served.statusPublisher.publish({ kind: 'link', level: 'info', text: 'before' })
      return heard.length > 0
    }, 'the listener hears')
    must(served.keys.revoke('spy'), 'revoke')
    await served.server.reloadKeys()
    const mark = 'after the key was revoked'
    for (let i = 0; i < 50; i++) {
      served.statusPublisher.publish({ kind: 'link', level: 'info', text: mark })
      await pause(10)
    }
    end.abort()
    await listening
    expect(heard.filter((statusEvent) => statusEvent.kind === 'link' && statusEvent.text === mark)).toEqual(
      [],
    )
  })

  it('a key file that others can write lets nobody in and is named; a broken one too', async () => {
    served = await serve()
    const key: ClientKey = served.key('anna', 'operator')
    const path = join(served.keys.folder, 'allowed', 'anna.json')
    chmodSync(path, 0o666)
    writeFileSync(join(served.keys.folder, 'allowed', 'half.json'), '{"version":1,')
    await served.server.reloadKeys()
    const client = served.connect(key)
    expect(code(await client.request('status', {}, { timeoutMs: 2000 }))).toBe('console.denied')
    expect(served.said.join('\n')).toMatch(/anna\.json.*chmod 644.*half\.json is not JSON/s)
    chmodSync(path, 0o600)
    await served.server.reloadKeys()
    expect(code(await client.request('status'))).toBe('ok')
  })
})

describe('docs/CONSOLE.md', () => {
  it('the client in Node works as it stands there', async () => {
    served = await serve()
    served.key('anna', 'operator')
    const page = readFileSync(join(import.meta.dirname, '../../docs/CONSOLE.md'), 'utf8')
    const program = /```js\n([^]*?)```/.exec(page)?.[1] ?? ''
    const file = join(served.keys.folder, '..', 'anna.graft-key')
    const ask = async (...args: string[]): Promise<[number | null, unknown]> => {
      const child = spawn(process.execPath, ['--input-type=module', '-', file, ...args], {
        cwd: join(import.meta.dirname, '../..'),
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      child.stdin.end(program)
      let said = ''
      child.stdout.on('data', (text: Buffer) => (said += String(text)))
      const exit = await new Promise<number | null>((resolve) => child.once('close', resolve))
      return [exit, JSON.parse(said)]
    }
    expect(await ask('run', '{"field":"F1"}')).toEqual([0, ANSWERS.run])
    expect(await ask('log.level', '{"level":"debug"}')).toMatchObject([2, { code: 'console.role' }])
    expect(served.executed.map(({ command }) => command)).toEqual(['run'])
  })

  it('a REQ socket is served too, and one that names itself is not', async () => {
    served = await serve()
    const key = served.key('anna', 'viewer')
    const { Dealer, Request } = await import('zeromq')
    const { clientSocket } = await import('#console-sockets/client-socket.js')
    const address = `tcp://127.0.0.1:${portOf(served)}`
    const request = JSON.stringify({ v: 1, id: 1, cmd: 'health', by: 'anna' })
    const plain = new Request(clientSocket(address, key))
    plain.connect(address)
    await plain.send(request)
    expect(JSON.parse(String((await plain.receive())[0]))).toEqual({
      v: 1,
      id: 1,
      ok: true,
      result: ANSWERS.health,
    })
    const named = new Dealer({ ...clientSocket(address, key), routingId: 'teleop' })
    named.connect(address)
    await named.send(request)
    expect(JSON.parse(String((await named.receive())[0]))).toMatchObject({
      error: { code: 'console.identity' },
    })
    plain.close()
    named.close()
    expect(served.executed).toHaveLength(1)
  })
})

describe('clients that do not read', () => {
  it('one that sends much, is killed, and finds the service busy meanwhile does not end the service', async () => {
    served = await serve()
    served.key('rude', 'viewer')
    const file = join(served.keys.folder, '..', 'rude.graft-key')
    const script = join(import.meta.dirname, 'support/hit-and-run.ts')
    const address = `tcp://127.0.0.1:${portOf(served)}`
    const child = spawn(process.execPath, ['--import', 'tsx', script, address, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    // longer than any sign of life would wait: libzmq must find the cut connection with a full queue
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3500)
    const other = served.connect(served.key('other', 'operator'))
    expect(code(await other.request('status'))).toBe('ok')
    expect(child.signalCode ?? 'SIGKILL').toBe('SIGKILL')
    expect(served.failures).toEqual([])
  })

  it('one that asks and never reads costs bounded memory, and others are served', async () => {
    const picture = { ...ANSWER, jpeg: 'x'.repeat(400_000) }
    served = await serve({
      limits: {
        perSecond: 1e6,
        atOnce: 1e6,
        perSecondOfRole: 1e6,
        atOnceOfRole: 1e6,
        viewersMsPerSecond: 1e6,
        viewersMsAtOnce: 1e6,
      },
      answer: () => ({ ok: true, value: picture }),
    })
    const { Dealer } = await import('zeromq')
    const { clientSocket } = await import('#console-sockets/client-socket.js')
    const key = served.key('deaf', 'viewer')
    const address = `tcp://127.0.0.1:${portOf(served)}`
    const deaf = new Dealer({
      ...clientSocket(address, key),
      receiveHighWaterMark: 1,
      sendHighWaterMark: 10_000,
    })
    deaf.connect(address)
    const before = process.memoryUsage().rss
    for (let i = 0; i < 2000; i++)
      await deaf.send(JSON.stringify({ v: 1, id: i, cmd: 'picture', by: 'deaf' }))
    await until(() => / were cut; the last: /.test(served.said.join('\n')), 'it is cut off')
    const grown = (process.memoryUsage().rss - before) / 1e6
    const other = served.connect(served.key('other', 'viewer'))
    expect(code(await other.request('status'))).toBe('ok')
    deaf.close()
    const carriedOut = served.executed.length
    process.stdout.write(`2000 pictures of 0.4 MB unread: ${carriedOut} made, ${grown.toFixed(0)} MB more\n`)
    // 32 without an answer at a time, and those that its own buffers took
    expect(carriedOut).toBeLessThan(500)
    expect(grown).toBeLessThan(100)
  })

  it('a listener that never reads loses news; the robot keeps none of them for it', async () => {
    served = await serve()
    const { Subscriber } = await import('zeromq')
    const { clientSocket } = await import('#console-sockets/client-socket.js')
    const address = `tcp://127.0.0.1:${portOf(served) + 3}`
    const slow = new Subscriber({
      ...clientSocket(address, served.key('slow', 'viewer')),
      receiveHighWaterMark: 1,
    })
    slow.subscribe()
    slow.connect(address)
    // not the texts themselves: they would be the memory that is looked for
    const heard: string[] = []
    const end = new AbortController()
    const quick = served.connect(served.key('quick', 'viewer'))
    const listening = (async () => {
      for await (const statusEvent of quick.events({ kinds: ['log'], signal: end.signal }))
        if (statusEvent.kind === 'log') heard.push(statusEvent.source)
    })()
    const text = 'y'.repeat(20_000)
    const say = (source: string): void =>
      served.statusPublisher.publish({ kind: 'log', level: 'info', source, text })
    await until(() => {
      say('first')
      return heard.length > 0
    }, 'the quick one hears')
    const flood = async (end: string): Promise<void> => {
      for (let i = 0; i < 10_000; i++) {
        say('flood')
        if (i % 20 === 0) await pause(0)
      }
      const ended = (): boolean => heard.includes(end)
      await until(() => (say(end), ended()), 'the quick one hears the end')
      heard.length = 0
    }
    // the first flood fills what may be filled
    await flood('one')
    const before = process.memoryUsage().rss
    await flood('two')
    const grown = (process.memoryUsage().rss - before) / 1e6
    end.abort()
    slow.close()
    await listening
    process.stdout.write(`another 10,000 news of 20 kB to one that reads none: ${grown.toFixed(0)} MB more\n`)
    expect(grown).toBeLessThan(100)
  })
})

const ANSWER = { id: 'p-1', at: 0, width: 640, height: 480 }
const portOf = (one: Served): number => Number(/:(\d+)$/.exec(one.server.endpoint)?.[1])

describe('a program of the console that was started before', () => {
  it('is used for the first of its lives, and not for the next', async () => {
    const started = startProgram()
    // of ports one that is taken asks for another try, with another program
    served = await serve({ started, ipc: true })
    expect(served.server.pid).toBe(started.pid)
    started.kill('SIGKILL')
    await until(() => ![undefined, started.pid].includes(served.server.pid), 'there is another')
  })

  it('that has ended before it was needed is not waited for', async () => {
    const started = startProgram()
    const ended = new Promise((resolve) => started.once('exit', resolve))
    started.kill('SIGKILL')
    await ended
    served = await serve({ started })
    expect(served.server.pid).toBeGreaterThan(0)
    expect(served.server.pid).not.toBe(started.pid)
  })
})
