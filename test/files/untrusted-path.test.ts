import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { untrustedPath } from '#adapters/files/untrusted-path.js'
import { SiteStore } from '#adapters/store/site/site-store.js'
import { newKeyPair } from '#console-sockets/key-files.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { must } from '#base/result.js'
import { needs } from '../needs/needs.js'
import { script, SERVICE, STRANGER } from './support/as-root.js'

let root = ''
let state = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'graft-strict-'))
  chmodSync(root, 0o755)
  state = join(root, 'state')
  mkdirSync(state, { mode: 0o700 })
})
afterEach(() => rmSync(root, { recursive: true }))

const code = (): string | undefined => untrustedPath(state)?.code

describe('a state folder in which others could let themselves in', () => {
  it.each([0o777, 0o770, 0o702, 0o720, 0o1777])(
    'mode %o is refused with the mend, by keys and store',
    (mode) => {
      chmodSync(state, mode)
      const refusal = { ok: false, error: { code: 'state.permissions', hint: `chmod go-w ${state}` } }
      expect(KeyStore.open(state)).toMatchObject(refusal)
      expect(SiteStore.open({ dir: state, now: Date.now, writer: 'inline' })).toMatchObject(refusal)
    },
  )

  it.each([0o700, 0o755, 0o750])('mode %o is not', (mode) => {
    chmodSync(state, mode)
    expect(code()).toBeUndefined()
  })

  it('a folder above it counts as it does itself; one like /tmp does not, nor one that is not there yet', () => {
    chmodSync(root, 0o777)
    expect(code()).toBe('state.permissions')
    chmodSync(root, 0o1777)
    expect(code()).toBeUndefined()
    chmodSync(root, 0o755)
    state = join(state, 'not/yet')
    expect(code()).toBeUndefined()
    chmodSync(root, 0o777)
    expect(code()).toBe('state.permissions')
  })

  it('the folder that a link leads to counts, and the one in which the link lies', () => {
    const open = join(root, 'open')
    mkdirSync(open)
    chmodSync(open, 0o777)
    symlinkSync(state, join(open, 'link'))
    const real = state
    state = join(open, 'link')
    expect(code()).toBe('state.permissions')
    chmodSync(open, 0o755)
    expect(code()).toBeUndefined()
    chmodSync(real, 0o777)
    expect(code()).toBe('state.permissions')
  })

  it('one of another user is refused, and a key that he has laid lets nobody in', needs('root'), () => {
    must(KeyStore.open(state), 'keys')
    const planted = join(state, 'keys/allowed/eve.json')
    const { publicKey } = newKeyPair()
    writeFileSync(
      planted,
      JSON.stringify({ version: 1, name: 'eve', role: 'maintainer', publicKey, created: '' }),
      { mode: 0o600 },
    )
    expect(must(KeyStore.open(state), 'keys').allowed().keys).toHaveLength(1)
    chownSync(planted, STRANGER, STRANGER)
    expect(must(KeyStore.open(state), 'keys').allowed()).toMatchObject({
      keys: [],
      problems: [{ code: 'keys.permissions' }],
    })
    chownSync(state, STRANGER, STRANGER)
    expect(KeyStore.open(state)).toMatchObject({ ok: false, error: { code: 'state.owner' } })
  })

  it(
    'a viewer with an account on the computer does not become maintainer',
    { ...needs('root'), timeout: 120_000 },
    () => {
      chownSync(state, SERVICE, SERVICE)
      const as = (uid: number, work: string): string =>
        script(`
import { KeyStore } from 'SRC/console-sockets/key-store.ts'
import { newKeyPair } from 'SRC/console-sockets/key-files.ts'
import { mkdirSync, renameSync, writeFileSync, cpSync } from 'node:fs'
const state = ${JSON.stringify(state)}
process.setgid(${uid}); process.setuid(${uid})
${work}`).text.trim()
      const allowed = `const store = KeyStore.open(state)
console.log(store.ok ? store.value.allowed().keys.map(({ role }) => role).join() : store.error.code)`
      expect(
        as(
          SERVICE,
          `KeyStore.open(state).value.create({ name: 'eve', role: 'viewer', out: state + '/eve' }); ${allowed}`,
        ),
      ).toBe('viewer')
      chmodSync(state, 0o777)
      // eve puts a list of her own in the place of the service's
      const attack = `renameSync(state + '/keys', state + '/keys.old')
mkdirSync(state + '/keys/allowed', { recursive: true })
writeFileSync(state + '/keys/allowed/eve.json', JSON.stringify({ version: 1, name: 'eve', role: 'maintainer', publicKey: newKeyPair().publicKey, created: '' }))
console.log('laid')`
      expect(as(STRANGER, attack)).toBe('laid')
      expect(as(SERVICE, allowed)).toBe('state.permissions')
    },
  )
})
