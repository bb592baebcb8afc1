import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { curveKeyPair } from 'zeromq'
import { AllowList } from '#console-sockets/console-server/allow-list.js'
import { addressesOf } from '#console-sockets/endpoints.js'
import { newKeyPair, readClientKey, isKey, toZ85 } from '#console-sockets/key-files.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { must } from '#base/result.js'
import { main } from '#cli/cli.js'

let state = ''
beforeEach(() => (state = mkdtempSync(join(tmpdir(), 'graft-keys-'))))
afterEach(() => rmSync(state, { recursive: true }))

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
const store = (): KeyStore => must(KeyStore.open(state), 'keys')

describe('keys', () => {
  it('Z85 is that of the standard', () => {
    const bytes = Uint8Array.from([0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b])
    expect(toZ85(bytes)).toBe('HelloWorld')
  })

  it('a new pair is one that zeromq would have made', () => {
    for (const pair of [newKeyPair(), curveKeyPair()]) {
      expect(isKey(pair.publicKey) && isKey(pair.secretKey)).toBe(true)
      expect(pair.publicKey).not.toBe(pair.secretKey)
    }
    expect(newKeyPair().secretKey).not.toBe(newKeyPair().secretKey)
  })

  it('the first start makes the service a key and one for this machine, readable for its owner only', () => {
    const first = store()
    const local = must(first.keepLocal('tcp://127.0.0.1:5870'), 'local')
    expect(['keys', 'keys/allowed'].map((name) => modeOf(join(state, name)))).toEqual(['700', '700'])
    expect(['server.json', 'local.graft-key', 'allowed/local.json'].map((name) => modeOf(join(state, 'keys', name)))).toEqual([
      '600', '600', '600',
    ]) // prettier-ignore
    expect(store().server).toEqual(first.server)
    expect(must(readClientKey(local), 'local')).toMatchObject({
      role: 'maintainer',
      serverPublicKey: first.server.publicKey,
    })
  })

  it('the local key follows the address, and stays out once it was revoked', () => {
    const keys = store()
    const local = must(keys.keepLocal('tcp://127.0.0.1:5870'), 'local')
    must(keys.keepLocal('ipc:///run/graft/console'), 'local')
    expect(must(readClientKey(local), 'local').endpoint).toBe('ipc:///run/graft/console')
    must(keys.revoke('local'), 'revoke')
    must(keys.keepLocal('ipc:///run/graft/console'), 'local')
    expect(keys.allowed().keys).toEqual([])
  })

  it('a local key that is broken, lost or another one is set aside and made anew, and the start goes on', () => {
    const keys = store()
    const endpoint = 'tcp://127.0.0.1:5870'
    const local = must(keys.keepLocal(endpoint), 'local')
    const publicKey = (): string | undefined => keys.allowed().keys[0]?.publicKey
    const told: string[] = []
    const spoil = [
      () => writeFileSync(local, '{'),
      () => rmSync(local),
      () => chmodSync(local, 0o644),
      () => writeFileSync(join(state, 'keys/allowed/local.json'), 'x'),
      () => (rmSync(local), must(keys.create({ name: 'bob', role: 'viewer', out: local }), 'another')),
    ]
    for (const [i, each] of spoil.entries()) {
      const before = publicKey()
      each()
      must(
        keys.keepLocal(endpoint, (text) => told.push(text)),
        'a start',
      )
      expect(told).toHaveLength(i + 1)
      const now = must(readClientKey(local), 'a new one')
      expect(now).toMatchObject({ name: 'local', role: 'maintainer', serverPublicKey: keys.server.publicKey })
      expect(keys.allowed().keys.find(({ name }) => name === 'local')?.publicKey).toBe(now.publicKey)
      expect(now.publicKey).not.toBe(before)
    }
    expect(existsSync(`${local}.broken`)).toBe(true)
    must(
      keys.keepLocal(endpoint, (text) => told.push(text)),
      'a start',
    )
    expect(told).toHaveLength(spoil.length)
  })

  it("a lost or broken server.json is not replaced in silence; --renew does, and the machine's own key follows", async () => {
    const first = store()
    const local = must(first.keepLocal('tcp://127.0.0.1:5870'), 'local')
    must(first.create({ name: 'anna', role: 'viewer', out: join(state, 'anna') }), 'anna')
    const path = join(state, 'keys/server.json')
    rmSync(path)
    for (const make of [true, false])
      expect(KeyStore.open(state, { make })).toMatchObject({
        ok: false,
        error: { code: 'keys.server-lost', got: 'allowed clients: anna, local' },
      })
    expect(existsSync(path)).toBe(false)
    writeFileSync(path, '{', { mode: 0o600 })
    expect(KeyStore.open(state)).toMatchObject({ ok: false, error: { code: 'keys.broken' } })
    const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    expect(await main(['keys', 'server', '--renew', '--state', state])).toBe(0)
    const said = [...err.mock.calls, ...out.mock.calls].map(([text]) => String(text)).join('')
    vi.restoreAllMocks()
    const renewed = store()
    expect(renewed.server.publicKey).not.toBe(first.server.publicKey)
    expect(said).toContain(`"serverPublicKey": "${renewed.server.publicKey}": anna`)
    must(renewed.keepLocal('tcp://127.0.0.1:5870'), 'local')
    expect(must(readClientKey(local), 'local').serverPublicKey).toBe(renewed.server.publicKey)
  })

  it('no key is made without a role, and the roles are named', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await main(['keys', 'new', 'laptop', '--state', state])).toBe(2)
    const text = said.mock.calls.map(([part]) => String(part)).join('')
    vi.restoreAllMocks()
    expect(text).toContain('--role <viewer|operator|maintainer>')
  })

  it('no key is made for a service that there is not', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await main(['keys', 'new', 'anna', '--role', 'viewer', '--state', join(state, 'none')])).toBe(2)
    const text = said.mock.calls.map(([part]) => String(part)).join('')
    vi.restoreAllMocks()
    expect(text).toContain('state.missing')
    expect(existsSync(join(state, 'none'))).toBe(false)
  })

  it('permissions that are too loose are refused with the mend', () => {
    const keys = store()
    const out = join(state, 'anna.graft-key')
    must(keys.create({ name: 'anna', role: 'viewer', out }), 'key')
    chmodSync(out, 0o640)
    expect(readClientKey(out)).toMatchObject({
      ok: false,
      error: { code: 'keys.permissions', hint: `chmod 600 ${out}` },
    })
    const server = join(state, 'keys/server.json')
    chmodSync(server, 0o604)
    expect(KeyStore.open(state)).toMatchObject({ ok: false, error: { hint: `chmod 600 ${server}` } })
    chmodSync(server, 0o600)
    chmodSync(join(state, 'keys/allowed'), 0o770)
    expect(KeyStore.open(state)).toMatchObject({ ok: false, error: { code: 'keys.permissions', got: '770' } })
  })

  it('files that are none are refused by name', () => {
    const path = join(state, 'k')
    const codes = ['', '{', '{}', '{"version":2}', 'x'.repeat(20_000)].map((text) => {
      writeFileSync(path, text, { mode: 0o600 })
      const read = readClientKey(path)
      return read.ok ? 'ok' : read.error.code
    })
    expect(codes).toEqual(Array(5).fill('keys.broken'))
    expect(readClientKey(join(state, 'none'))).toMatchObject({ ok: false, error: { code: 'keys.missing' } })
  })

  it('a name is taken once, a file is never replaced, and no name leaves the folder', () => {
    const keys = store()
    const out = join(state, 'a.graft-key')
    must(keys.create({ name: 'a', role: 'viewer', out }), 'key')
    const before = readFileSync(out, 'utf8')
    const again = [
      keys.create({ name: 'a', role: 'viewer', out: join(state, 'b.graft-key') }),
      keys.create({ name: 'b', role: 'viewer', out }),
      ...['', '../x', 'a/b', '.x', 'a b', 'x'.repeat(41)].map((name) =>
        keys.create({ name, role: 'viewer', out: join(state, 'c') }),
      ),
      keys.revoke('../server'),
      keys.revoke('nobody'),
    ]
    expect(again.map((one) => (one.ok ? 'ok' : one.error.code))).toEqual([
      'keys.taken', 'keys.exists', ...Array<string>(6).fill('keys.name'), 'keys.unknown', 'keys.unknown',
    ]) // prettier-ignore
    expect(readFileSync(out, 'utf8')).toBe(before)
    expect(existsSync(join(state, 'c'))).toBe(false)
  })
})

describe('who is let in', () => {
  it('says which endpoints a lost right must be thrown out of: those where the key was let in, and no others', () => {
    const list = new AllowList()
    const key = (
      name: string,
      role: 'viewer' | 'operator',
    ): ReturnType<KeyStore['allowed']>['keys'][number] => ({
      version: 1,
      name,
      role,
      publicKey: name,
      created: '',
    })
    list.replace([key('anna', 'operator'), key('bob', 'operator')])
    expect(list.admit('operator', 'anna')).toBe('anna')
    expect(list.admit('viewer', 'anna')).toBe('anna')
    expect(list.admit('maintainer', 'anna')).toBeUndefined()
    expect(list.admit('news', 'bob')).toBe('bob')
    expect(list.admit('operator', 'eve')).toBeUndefined()
    expect(list.replace([key('anna', 'viewer'), key('bob', 'operator')])).toEqual(['operator'])
    expect(list.replace([])).toEqual(['viewer', 'operator', 'news'])
    list.closed('operator')
    expect(list.replace([])).toEqual(['viewer', 'news'])
  })

  it.each([
    ['tcp://127.0.0.1:5870', 'tcp://127.0.0.1:5873'],
    ['tcp://[::1]:5870', 'tcp://[::1]:5873'],
    ['tcp://*:65532', 'tcp://*:65535'],
    ['ipc:///run/graft/console', 'ipc:///run/graft/console.news'],
    ['tcp://127.0.0.1:65533', undefined],
    ['tcp://127.0.0.1', undefined],
    ['udp://127.0.0.1:1', undefined],
    ['127.0.0.1:5870', undefined],
    [`ipc:///${'x'.repeat(100)}`, undefined],
    ['', undefined],
  ])('the address %s has its news at %s', (base, statusEvent) => {
    const addresses = addressesOf(base)
    expect(addresses.ok ? addresses.value.news : undefined).toBe(statusEvent)
  })
})

describe('graft keys', () => {
  it.each([
    ['note', 200],
    ['endpoint', 200],
  ] as const)('writes no key whose %s would make it unreadable', (name, longest) => {
    const keys = store()
    const out = join(state, 'anna.graft-key')
    const request = { name: 'anna', role: 'viewer', out } as const
    const refused = keys.create({ ...request, [name]: 'x'.repeat(longest + 1) })
    expect(refused).toMatchObject({
      error: { code: `keys.${name}`, expected: 'at most 200 characters', got: '201' },
    })
    expect(existsSync(out)).toBe(false)
    expect(keys.allowed()).toEqual({ keys: [], problems: [] })
    must(keys.create({ ...request, [name]: 'x'.repeat(longest) }), 'the longest')
    expect(must(readClientKey(out), 'file').name).toBe('anna')
    expect(keys.allowed()).toMatchObject({ keys: [{ name: 'anna' }], problems: [] })
  })

  it('a key that cannot be read does not hide the others, and is named with what removes it', () => {
    const keys = store()
    must(keys.create({ name: 'anna', role: 'viewer', out: join(state, 'anna.graft-key') }), 'anna')
    const bad = join(state, 'keys/allowed/bob.json')
    writeFileSync(bad, JSON.stringify({ version: 1, note: 'x'.repeat(20_000) }), { mode: 0o600 })
    const { keys: valid, problems } = keys.allowed()
    expect(valid.map(({ name }) => name)).toEqual(['anna'])
    expect(problems).toMatchObject([
      {
        message: expect.stringContaining(bad) as string,
        hint: expect.stringContaining('graft keys revoke bob ') as string,
      },
    ])
    must(keys.revoke('bob'), 'revoke')
    expect(keys.allowed().problems).toEqual([])
  })

  it('makes, lists and revokes; results on stdout, words on stderr', async () => {
    const written: string[] = []
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    const words = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    const file = join(state, 'anna.graft-key')
    const run = (...args: string[]): Promise<number> => main(['keys', ...args, '--state', state])
    try {
      expect(await run('list')).toBe(2)
      expect(await run('new', 'anna', '--role', 'operator', '--out', file)).toBe(0)
      expect(await run('new', 'anna', '--role', 'operator', '--out', file)).toBe(2)
      expect(await run('new', 'bob', '--role', 'boss')).toBe(2)
      expect(await run('new', 'bob', '--role', 'viewer', '--endpoint', 'nowhere')).toBe(2)
      expect(await run('list', '--json')).toBe(0)
      expect(await run('revoke', 'ann')).toBe(2)
      expect(await run('revoke', 'anna')).toBe(0)
    } finally {
      out.mockRestore()
      words.mockRestore()
    }
    expect(written[0]).toBe(`${file}\n`)
    expect(JSON.parse(written[1] ?? '')).toMatchObject({ name: 'anna', role: 'operator' })
    expect(written).toHaveLength(3)
    expect(must(readClientKey(file), 'key')).toMatchObject({ endpoint: 'tcp://127.0.0.1:5870' })
    expect(written.join('')).not.toContain(must(readClientKey(file), 'key').secretKey)
  })
})
