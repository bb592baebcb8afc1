import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openHttp } from '#adapters/http/server.js'
import { readListenAddress } from '#adapters/http/listen-address.js'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import type { Dashboard } from '#service/dashboard/dashboard.js'
import { dashboardOf, rawRequest } from './support.js'
import { fakePublisher, HASH } from './status-source.js'

const TREE = '<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>'
const LARGE = HASH.replace(/^../, '11')
const CROWDED = HASH.replace(/^../, '22')
const DRAWN: Readonly<Record<string, Result<string, Refusal>>> = {
  [LARGE]: err({ code: 'tree.too-large', message: 'too large' }),
  [CROWDED]: err({ code: 'tree.busy', message: 'others wait' }),
}
const statusPublisher = fakePublisher()
let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await dashboardOf(statusPublisher, {
    hosts: ['robot.lan'],
    tree: (hash) =>
      [HASH, LARGE, CROWDED].map((known) => ({ hash: known, xml: TREE })).find((kept) => kept.hash === hash),
    draw: ({ hash }) => Promise.resolve(DRAWN[hash] ?? ok(`<svg>${hash}</svg>`)),
    field: () => ({ id: 'F1' }) as never,
  })
})
afterAll(() => dashboard.close())

const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(dashboard.url + path, init)
const status = async (head: string): Promise<number> => {
  const said = await rawRequest(dashboard.port, `${head}\r\nConnection: close\r\n\r\n`)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1])
}

describe('dashboard: what is served', () => {
  it('a tree that cannot be drawn is said to be too large, or to be asked for again', async () => {
    const [large, crowded] = [await get(`/api/tree/${LARGE}.svg`), await get(`/api/tree/${CROWDED}.svg`)]
    expect([large.status, await large.text()]).toEqual([422, 'this tree cannot be drawn: too large\n'])
    expect([crowded.status, await crowded.text()]).toEqual([503, 'this tree cannot be drawn: others wait\n'])
  })

  it.each([
    ['/', 'text/html', 'graft'],
    ['/main.js', 'text/javascript', 'import'],
    ['/look.css', 'text/css', '--paper'],
    ['/api/snapshot', 'application/json', '"mode":"SAFE"'],
    ['/api/episodes', 'application/json', '[]'],
    ['/api/field.json', 'application/json', '"F1"'],
    ['/api/map.json', 'application/json', 'null'],
    [`/api/tree/${HASH}.svg`, 'image/svg+xml', '<svg'],
    [`/api/tree/${HASH}.xml`, 'text/plain', '<BehaviorTree'],
    ['/healthz', 'text/plain', 'ok'],
  ])('%s', async (path, type, part) => {
    const reply = await get(path)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toContain(type)
    expect(await reply.text()).toContain(part)
  })

  it('the newest picture, when there is one', async () => {
    expect((await get('/api/picture.jpg')).status).toBe(404)
    statusPublisher.setPicture({ id: 'a', at: 0, width: 1, height: 1, jpeg: new Uint8Array([0xff, 0xd8]) })
    const reply = await get('/api/picture.jpg?id=a')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(new Uint8Array(await reply.arrayBuffer())).toEqual(new Uint8Array([0xff, 0xd8]))
  })

  it('/healthz says which part is not well', async () => {
    const row = { critical: true, ageMs: 5000, deadlineMs: 1000 }
    statusPublisher.set({
      health: [
        { ...row, id: 'reflex', state: 'late', text: 'no turn' },
        { ...row, id: 'camera', state: 'warn', text: '' },
      ],
    })
    const reply = await get('/healthz')
    expect([reply.status, await reply.text()]).toEqual([503, 'reflex late no turn\n'])
    statusPublisher.set({ health: [] })
  })

  it('nothing else, and no file beside the page', async () => {
    const paths = [
      '/jsconfig.json',
      '/../package.json',
      '/%2e%2e/package.json',
      '/api',
      '/api/tree/zz.svg',
      '/index.html',
    ]
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status))
    expect(statuses).toEqual(paths.map(() => 404))
  })

  it('files once, and again only when they have changed', async () => {
    const etag = (await get('/look.css')).headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{16}"$/)
    const again = await get('/look.css', { headers: { 'If-None-Match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

describe('dashboard: what is turned away', () => {
  const HOST = 'Host: localhost'

  it('every method but GET and HEAD', async () => {
    const methods = ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']
    const statuses = await Promise.all(methods.map((method) => status(`${method} / HTTP/1.1\r\n${HOST}`)))
    expect(statuses).toEqual(methods.map(() => 405))
    expect(await status(`HEAD / HTTP/1.1\r\n${HOST}`)).toBe(200)
  })

  it('names that are not ours (DNS rebinding)', async () => {
    const foreign = [
      'evil.example',
      'evil.example:8087',
      '127.0.0.1.evil.example',
      '192.168.0.1',
      'localhost.',
      'local host',
      '',
    ]
    const statuses = await Promise.all(
      foreign.map((name) => status(`GET /api/snapshot HTTP/1.1\r\nHost: ${name}`)),
    )
    expect(statuses).toEqual(foreign.map(() => 421))
    const ours = ['localhost', 'localhost:9000', '127.0.0.1:8087', '[::1]:8087', 'robot.lan', 'ROBOT.LAN:1']
    const served = await Promise.all(
      ours.map((name) => status(`GET /api/snapshot HTTP/1.1\r\nHost: ${name}`)),
    )
    expect(served).toEqual(ours.map(() => 200))
  })

  it('other sites in the same browser, also on another port of this computer', async () => {
    const asked = (site: string, dest: string): Promise<number> =>
      status(`GET /api/picture.jpg HTTP/1.1\r\n${HOST}\r\nSec-Fetch-Site: ${site}\r\nSec-Fetch-Dest: ${dest}`)
    expect(await asked('cross-site', 'image')).toBe(403)
    expect(await asked('same-site', 'empty')).toBe(403)
    expect(await asked('same-origin', 'image')).not.toBe(403)
    // a link that somebody follows
    expect(await asked('cross-site', 'document')).not.toBe(403)
  })

  it('a reader that says itself that it is of another site', async () => {
    const asked = (origin: string): Promise<number> =>
      status(`GET /api/snapshot HTTP/1.1\r\nHost: localhost:8087\r\nOrigin: ${origin}`)
    const others = [
      'http://evil.example',
      'null',
      'http://localhost:9000',
      'http://localhost',
      'localhost:8087.evil',
    ]
    expect(await Promise.all(others.map(asked))).toEqual(others.map(() => 403))
    expect(await asked('http://localhost:8087')).toBe(200)
  })

  it('content, long addresses, long headers, half a path', async () => {
    expect(await status(`GET / HTTP/1.1\r\n${HOST}\r\nContent-Length: 4\r\n\r\nabcd`)).toBe(400)
    expect(await status(`GET / HTTP/1.1\r\n${HOST}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toBe(400)
    expect(await status(`GET /${'a'.repeat(600)} HTTP/1.1\r\n${HOST}`)).toBe(414)
    expect(await status(`GET /%zz HTTP/1.1\r\n${HOST}`)).toBe(400)
    const long = `GET / HTTP/1.1\r\n${HOST}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`
    expect(await rawRequest(dashboard.port, long)).toBe('')
  })

  it('garbage, tunnels and changes of protocol', async () => {
    const head = `${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
    expect(await rawRequest(dashboard.port, `GET /api/events HTTP/1.1\r\n${head}`)).toBe('')
    expect(await rawRequest(dashboard.port, `CONNECT localhost:22 HTTP/1.1\r\n${HOST}\r\n\r\n`)).toBe('')
    expect(await rawRequest(dashboard.port, '\x16\x03\x01\x02\x00\x01garbage\r\n\r\n')).toBe('')
    expect((await get('/healthz')).status).toBe(200)
  })

  it('everything says what a browser may do with it', async () => {
    for (const path of ['/', '/api/snapshot', '/nope']) {
      const { headers } = await get(path)
      const csp = headers.get('content-security-policy') ?? ''
      expect(csp).toContain("default-src 'none'")
      expect(csp).toContain("require-trusted-types-for 'script'")
      expect(csp).not.toMatch(/unsafe|\*|http/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
    expect((await get(`/api/tree/${HASH}.svg`)).headers.get('content-security-policy')).toContain('sandbox')
  })
})

describe('dashboard: bounds', () => {
  it('so many pages and no more; who comes then gets the place of the oldest, and is never shut out', async () => {
    const aborts = Array.from({ length: 12 }, () => new AbortController())
    const open = await Promise.all(aborts.map(({ signal }) => get('/api/events', { signal })))
    expect(open.map((reply) => reply.status)).toEqual(aborts.map(() => 200))
    const ended = Promise.all(open.slice(0, 3).map((reply) => reply.text().catch(() => 'cut')))
    for (let more = 0; more < 3; more++) {
      const late = new AbortController()
      aborts.push(late)
      expect((await get('/api/events', { signal: late.signal })).status).toBe(200)
    }
    expect(await ended).toHaveLength(3)
    await expect.poll(() => dashboard.load()).toMatchObject({ streams: 12, pages: 12 })
    for (const abort of aborts) abort.abort()
    await expect.poll(() => dashboard.load().pages).toBe(0)
    const said = await rawRequest(
      dashboard.port,
      'GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'event: hello',
    )
    expect(said).toContain('Content-Type: text/event-stream')
  })

  it('readers have a share of the loop and no more, and whoever looks after the robot is answered all the same', async () => {
    let asked = 0
    const own = await dashboardOf(statusPublisher, {
      episodes: () => {
        asked += 1
        const until = performance.now() + 300
        while (performance.now() < until);
        return []
      },
    })
    const statuses: number[] = []
    for (let i = 0; i < 30; i++) statuses.push((await fetch(`${own.url}/api/episodes`)).status)
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    // the first one uses up what is saved for more than a second
    expect(asked).toBeLessThanOrEqual(2)
    expect((await fetch(`${own.url}/api/snapshot`)).status).toBe(503)
    expect((await fetch(`${own.url}/healthz`)).status).toBe(200)
    await own.close()
  })

  it('pipelined requests are answered one in a turn of the loop', async () => {
    let [inTurn, most, answered, over] = [0, 0, 0, false]
    const turn = (): void => {
      inTurn = 0
      if (!over) setImmediate(turn)
    }
    const own = await dashboardOf(statusPublisher, {
      episodes: () => {
        answered++
        most = Math.max(most, ++inTurn)
        return []
      },
    })
    setImmediate(turn)
    const request = 'GET /api/episodes HTTP/1.1\r\nHost: localhost\r\n\r\n'
    await rawRequest(own.port, request.repeat(40), 'Content-Length')
    await expect.poll(() => answered).toBe(40)
    over = true
    expect(most).toBe(1)
    await own.close()
  })

  it('requests are answered in the time that a turn of the reflex loop leaves, and wait for the next one', async () => {
    let [sinceTurn, turns, answered] = [0, 1, 0]
    const own = await dashboardOf(statusPublisher, {
      episodes: () => {
        answered++
        sinceTurn += 3
        return []
      },
      // whoever finds no slack left waits, and meanwhile the reflex loop takes its next turn
      sinceTurn: () => {
        const was = sinceTurn
        if (was >= 8) [sinceTurn, turns] = [0, turns + 1]
        return was
      },
    })
    const head = 'GET /api/episodes HTTP/1.1\r\nHost: localhost\r\n'
    await rawRequest(own.port, `${`${head}\r\n`.repeat(11)}${head}Connection: close\r\n\r\n`)
    expect([answered, turns]).toEqual([12, 12 / 3])
    await own.close()
  })

  it('a client that pipelines more than can wait is cut off, and the others are answered', async () => {
    let answered = 0
    const own = await dashboardOf(statusPublisher, { episodes: () => (answered++, []) })
    await rawRequest(own.port, 'GET /api/episodes HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000))
    expect(answered).toBeLessThanOrEqual(256)
    expect((await fetch(`${own.url}/healthz`)).status).toBe(200)
    await own.close()
  })

  it('an answer that is a bug costs that reader a 500, and is told', async () => {
    const told: string[] = []
    const own = await dashboardOf(statusPublisher, {
      episodes: () => {
        throw new Error('broken')
      },
      onTrouble: (text) => told.push(text),
    })
    expect((await fetch(`${own.url}/api/episodes`)).status).toBe(500)
    expect((await fetch(`${own.url}/healthz`)).status).toBe(200)
    expect(told).toEqual(['/api/episodes: broken'])
    await own.close()
  })

  it('closes at once, with pages open', async () => {
    const own = await dashboardOf(statusPublisher)
    const reply = await fetch(`${own.url}/api/events`)
    const read = reply.text().catch(() => 'cut')
    await own.close()
    expect(await read).toMatch(/cut|hello/)
    await expect(fetch(`${own.url}/healthz`)).rejects.toThrow()
  })
})

describe('dashboard: where it listens', () => {
  it('reads addresses, and names what is none', () => {
    expect(readListenAddress('localhost:8087')).toEqual({
      ok: true,
      value: { host: '127.0.0.1', port: 8087 },
    })
    expect(readListenAddress('[::1]:0')).toEqual({ ok: true, value: { host: '::1', port: 0 } })
    const wrong = [
      '8087',
      'robot:80',
      '127.0.0.1',
      '127.0.0.1:99999',
      'http://127.0.0.1:80',
      '::1:80',
      '',
      '1.2.3.4:-1',
    ]
    expect(wrong.filter((text) => readListenAddress(text).ok)).toEqual([])
  })

  it('says that a port is taken, or that the address is not here', async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as AddressInfo).port))
    })
    const open = (listen: string): ReturnType<typeof openHttp> =>
      openHttp({ listen, csp: '', answer: () => Promise.reject(new Error('never asked')) })
    const codes = await Promise.all(
      [`127.0.0.1:${port}`, '192.0.2.1:8087', 'nonsense'].map(async (listen) => {
        const opened = await open(listen)
        return opened.ok ? 'opened' : opened.error.code
      }),
    )
    expect(codes).toEqual(['http.port-in-use', 'http.address-foreign', 'http.listen-address'])
    other.close()
  })
})
