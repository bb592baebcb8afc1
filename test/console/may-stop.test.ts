import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readClientKey } from '#console-sockets/key-files.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { whoMayStop } from '#console-sockets/console-server/allow-list.js'
import { must } from '#base/result.js'
import type { Role } from '#console/roles.js'

let state = ''
let keys: KeyStore
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'graft-may-stop-'))
  keys = must(KeyStore.open(state), 'keys')
})
afterEach(() => rmSync(state, { recursive: true }))

const containing = (text: string): unknown => expect.stringContaining(text)
const now = () => whoMayStop(keys, keys.allowed())
const key = (name: string, role: Role): string =>
  must(keys.create({ name, role, out: join(state, `${name}.graft-key`) }), name)
const publicKeyIn = (file: string): string => must(readClientKey(file), file).publicKey
const local = (): string => must(keys.keepLocal('tcp://127.0.0.1:5870'), 'local')

describe('who may stop the robot', () => {
  it('operators and maintainers count, viewers do not', () => {
    expect(now()).toMatchObject({ mayStop: [], why: containing('no key of an operator') })
    key('vera', 'viewer')
    expect(now().mayStop).toEqual([])
    const [anna, mia] = [key('anna', 'operator'), key('mia', 'maintainer')]
    expect(now()).toEqual({ mayStop: [anna, mia].map(publicKeyIn), why: null })
    must(keys.revoke('anna'), 'anna')
    must(keys.revoke('mia'), 'mia')
    expect(now().mayStop).toEqual([])
  })

  it('the key of this machine counts with both of its files', () => {
    const file = local()
    expect(now()).toEqual({ mayStop: [publicKeyIn(file)], why: null })
    rmSync(file)
    expect(now()).toMatchObject({ mayStop: [], why: containing(file) })
    writeFileSync(file, '{}', { mode: 0o600 })
    expect(now().mayStop).toEqual([])
    rmSync(file)
    must(keys.revoke('local'), 'local')
    expect(now()).toMatchObject({ mayStop: [], why: containing('no key of an operator') })
  })

  it('the key of this machine with the file of another one does not', () => {
    const file = local()
    must(keys.revoke('local'), 'local')
    rmSync(file)
    key('local', 'operator')
    writeFileSync(file, '{}', { mode: 0o600 })
    expect(now().mayStop).toEqual([])
  })

  it('a key whose file is broken lets nobody in, and the reason names it', () => {
    key('anna', 'operator')
    writeFileSync(join(keys.folder, 'allowed/anna.json'), '{"version":')
    expect(now()).toMatchObject({ mayStop: [], why: containing('anna.json is not JSON') })
  })
})
