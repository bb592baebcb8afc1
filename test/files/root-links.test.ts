import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'
import { graft, lay, scene, script, SERVICE, swapper, type Scene } from './support/as-root.js'

/** of the race; GRAFT_RACES=20000 for a longer one */
const ROUNDS = Number(process.env.GRAFT_RACES ?? 300)

// only root can be made to follow a link that somebody else has laid
describe('root never follows a link below a state folder', needs('root'), () => {
  let here: Scene
  beforeEach(() => (here = scene()))
  afterEach(() => rmSync(here.root, { recursive: true }))

  const newKey = (name = 'anna'): ReturnType<typeof graft> =>
    graft(
      [
        'keys',
        'new',
        name,
        '--role',
        'viewer',
        '--state',
        here.state,
        '--out',
        join(here.root, `${name}.graft-key`),
      ],
      here.root,
    )

  it.each([
    ['keys is a link', 'ln -s ETC keys'],
    ['keys/allowed is a link', 'mkdir -m 700 keys; ln -s ETC keys/allowed'],
    ['keys/allowed is a link to a folder further down', 'mkdir -m 700 keys; ln -s ETC/deep keys/allowed'],
    ['server.json is a link', 'mkdir -p -m 700 keys keys/allowed; ln -s ETC/shadow keys/server.json'],
    ['server.json.tmp is a link', 'mkdir -p -m 700 keys keys/allowed; ln -s ETC/shadow keys/server.json.tmp'],
    ['server.json is a link to nothing', 'mkdir -p -m 700 keys keys/allowed; ln -s ETC/new keys/server.json'],
    [
      'the key of the list is a link',
      'mkdir -p -m 700 keys keys/allowed; ln -s ETC/deep/passwd keys/allowed/anna.json',
    ],
    [
      'its half is a link',
      'mkdir -p -m 700 keys keys/allowed; ln -s ETC/deep/passwd keys/allowed/anna.json.tmp',
    ],
    ['its half is a pipe', 'mkdir -p -m 700 keys keys/allowed; mkfifo keys/allowed/anna.json.tmp'],
    ['server.json is a pipe', 'mkdir -p -m 700 keys keys/allowed; mkfifo -m 600 keys/server.json'],
    ['the local key is a pipe', 'mkdir -p -m 700 keys keys/allowed; mkfifo -m 600 keys/local.graft-key'],
  ])('keys new: %s', (_, program) => {
    const before = here.witness()
    lay(`cd ${here.state}; ${program.replaceAll('ETC', here.precious)}`)
    const { status } = newKey()
    expect(here.witness()).toBe(before)
    // a hang would be null
    expect([0, 2]).toContain(status)
  })

  it('keys new: the halves are hard links to files of root', needs('hard links'), () => {
    const before = here.witness()
    lay(
      `cd ${here.state}; mkdir -p -m 700 keys keys/allowed; ln ${here.precious}/shadow keys/allowed/anna.json.tmp`,
    )
    expect(newKey().status).toBe(0)
    rmSync(join(here.state, 'keys'), { recursive: true })
    expect(here.witness()).toBe(before)
  })

  it('an honest folder: what root makes belongs to the service, the key to who asked', () => {
    expect(newKey()).toMatchObject({ status: 0 })
    const owner = (path: string): number => lstatSync(path).uid
    expect(
      ['keys', 'keys/allowed', 'keys/server.json', 'keys/allowed/anna.json'].map((name) =>
        owner(join(here.state, name)),
      ),
    ).toEqual(Array(4).fill(SERVICE))
    const out = join(here.root, 'anna.graft-key')
    expect([owner(out), (lstatSync(out).mode & 0o777).toString(8)]).toEqual([0, '600'])
    expect(graft(['keys', 'list', '--state', here.state], here.root)).toMatchObject({ status: 0 })
    expect(graft(['keys', 'revoke', 'anna', '--state', here.state], here.root)).toMatchObject({ status: 0 })
  })

  it.each([
    ['store check: the database is a link', ['store', 'check'], 'ln -s ETC/shadow graft.db'],
    ['store check: the database is a pipe', ['store', 'check'], 'mkfifo graft.db'],
    [
      'store prune: the database is a link',
      ['store', 'prune'],
      'ln -s ETC/shadow graft.db; ln -s ETC images',
    ],
    [
      'store show: its log is a link',
      ['store', 'show'],
      'ln -s ETC/shadow graft.db-wal; ln -s ETC/new graft.db',
    ],
    [
      'keys revoke',
      ['keys', 'revoke', 'shadow'],
      'mkdir -m 700 keys; ln -s ETC keys/allowed; ln -s ETC/shadow keys/server.json',
    ],
    [
      'keys server --renew',
      ['keys', 'server', '--renew'],
      'mkdir -p -m 700 keys keys/allowed; ln -s ETC/shadow keys/server.json',
    ],
  ])('%s', (_, argv, program) => {
    const before = here.witness()
    lay(`cd ${here.state}; ${program.replaceAll('ETC', here.precious)}`)
    const { status } = graft([...argv, '--state', here.state], here.root)
    expect(here.witness()).toBe(before)
    expect([0, 2]).toContain(status)
  })

  it('record repair: a recording without end whose half is a link, and one that is a link', () => {
    const before = here.witness()
    lay(
      `mkdir -p ${here.state}/recordings; cd ${here.state}/recordings; printf '\\211MCAP0\\r\\n' > a.mcap; touch -d 2020-01-01 a.mcap; ln -s ${here.precious}/shadow a.mcap.repair; ln -s ${here.precious}/shadow b.mcap; ln -s ${here.precious} c`,
    )
    const { status } = graft(['record', 'repair', '--force', join(here.state, 'recordings')], here.root)
    expect(here.witness()).toBe(before)
    expect([0, 2]).toContain(status)
    expect(lstatSync(join(here.state, 'recordings/a.mcap')).uid).toBe(SERVICE)
  })

  it.each([
    [
      '--out of a key below a folder of the service',
      ['keys', 'new', 'anna', '--role', 'viewer', '--out', 'STATE/out/anna.graft-key'],
    ],
    ['an image to install into', ['install', '--prefix', 'STATE/out', '--program', '/opt/graft']],
    ['a configuration to migrate', ['config', 'migrate', '--write', 'STATE/out/graft.yaml']],
  ])('%s', (_, argv) => {
    const before = here.witness()
    lay(`cd ${here.state}; ln -s ${here.precious} out; ln -s ${here.precious} etc`)
    graft(
      [
        ...argv.map((word) => word.replace('STATE', here.state)),
        ...(argv[0] === 'keys' ? ['--state', here.state] : []),
      ],
      here.root,
    )
    expect(here.witness()).toBe(before)
  })

  it('bt fmt --write: a tree below a link that the service has laid stays as it is', () => {
    writeFileSync(
      join(here.precious, 'tree.xml'),
      '<root BTCPP_format="4"><BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree></root>',
    )
    const before = here.witness()
    lay(`cd ${here.state}; ln -s ${here.precious} out`)
    const { status, text } = graft(['bt', 'fmt', '--write', join(here.state, 'out/tree.xml')], here.root)
    expect({ status, text }).toMatchObject({
      status: 2,
      text: expect.stringContaining('file.unwritable') as string,
    })
    expect(here.witness()).toBe(before)
  })

  it('config migrate --write: the file keeps its owner, group and mode; a link is refused and stays', () => {
    const file = join(here.root, 'graft.yaml')
    const old = 'seed: 7\n'
    writeFileSync(file, old)
    chownSync(file, 0, SERVICE)
    chmodSync(file, 0o640)
    const rights = (path: string): string => {
      const { uid, gid, mode } = lstatSync(path)
      return `${uid}:${gid} ${(mode & 0o777).toString(8)}`
    }
    const { status, text } = graft(['config', 'migrate', '--write', file], here.root)
    expect({ status, text }).toMatchObject({ status: 0 })
    expect(readFileSync(`${file}.old`, 'utf8')).toBe(old)
    expect(readFileSync(file, 'utf8')).not.toBe(old)
    expect([file, `${file}.old`].map(rights)).toEqual(Array(2).fill(`0:${SERVICE} 640`))

    const target = join(here.precious, 'graft.yaml')
    writeFileSync(target, old)
    const before = here.witness()
    symlinkSync(target, join(here.root, 'link.yaml'))
    const refused = graft(['config', 'migrate', '--write', join(here.root, 'link.yaml')], here.root)
    expect(refused).toMatchObject({ status: 2, text: expect.stringContaining('file.link') as string })
    expect(lstatSync(join(here.root, 'link.yaml')).isSymbolicLink()).toBe(true)
    expect(here.witness()).toBe(before)
  })

  it('doctor and safe-stop write nothing below the state folder, links in it or not', () => {
    lay(
      `cd ${here.state}; mkdir -p -m 700 keys keys/allowed; ln -s ${here.precious}/shadow keys/server.json; ln -s ${here.precious} images; ln -s ${here.precious}/shadow graft.db; touch keys/allowed/anna.json`,
    )
    const config = join(here.root, 'graft.yaml')
    writeFileSync(
      config,
      `version: 1\nstore: { dir: '${here.state}' }\nrobot: { body: serial, devices: '${here.root}/no*' }\n`,
    )
    const all = (): string => [here.witness(), ...inState()].join('\n')
    const inState = (): readonly string[] =>
      readdirSync(here.state, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => {
          const { mode, uid, gid, mtimeMs, ctimeMs, size } = lstatSync(join(here.state, name))
          return [name, mode, uid, gid, mtimeMs, ctimeMs, size].join(' ')
        })
    const before = all()
    const looked = graft(['doctor', '--config', config], here.root)
    expect(looked.text).toContain('only its owner and root may')
    chmodSync(here.state, 0o770)
    const open = all()
    expect(graft(['doctor', '--config', config], here.root).text).toContain('others may write in')
    expect(graft(['safe-stop', '--config', config], here.root).text).toContain('no serial device')
    expect(all()).toBe(open)
    expect(open).toBe(before)
  })

  it('a folder of root that everybody may change is refused by name', () => {
    chmodSync(here.root, 0o777)
    expect(newKey()).toMatchObject({
      status: 2,
      text: expect.stringContaining('files.open-to-others') as string,
    })
  })

  it.each(['keys', 'keys/allowed', 'keys/allowed/anna.json'])(
    'a folder that is exchanged for a link at every moment: %s',
    async (at) => {
      const before = here.witness()
      lay(`cd ${here.state}; mkdir -p -m 700 keys keys/allowed; ${at.endsWith('.json') ? `touch ${at}` : ''}`)
      const attacker = swapper(
        join(here.state, at),
        at.endsWith('.json') ? join(here.precious, 'shadow') : here.precious,
      )
      await once(attacker, 'message')
      const { text } = script(`
import { ownerOf, asOwner } from 'SRC/adapters/files/owner.ts'
import { KeyStore } from 'SRC/console-sockets/key-store.ts'
import { readFileSync, rmSync } from 'node:fs'
const state = ${JSON.stringify(here.state)}
const swaps = () => { try { return Number(readFileSync(${JSON.stringify(join(here.state, `${at}.count`))}, 'utf8')) } catch { return 0 } }
let made = 0, refused = 0
// on a busy machine the attacker may hardly run: go on until both have met, within bounds
const met = () => refused > 0 && swaps() > 1000
for (let i = 0; i < ${ROUNDS} || (i < ${40 * ROUNDS} && !met()); i++) {
  const owner = ownerOf(state)
  const out = ${JSON.stringify(here.root)} + '/anna.key'
  asOwner(owner.value, () => {
    const store = KeyStore.open(state, { asInvoker: (work) => asOwner(undefined, work) })
    const key = store.ok ? store.value.create({ name: 'anna', role: 'viewer', out }) : store
    if (store.ok && key.ok) { made++; store.value.revoke('anna') } else refused++
  })
  rmSync(out, { force: true })
}
console.log(JSON.stringify({ made, refused, uid: process.geteuid() }))`)
      const ended = once(attacker, 'exit')
      attacker.kill('SIGKILL')
      await ended
      expect(here.witness()).toBe(before)
      // the attack took place: root met both sides of it, and was itself again at the end
      const seen = JSON.parse(text.trim()) as { made: number; refused: number; uid: number }
      expect(seen.made + seen.refused).toBeGreaterThanOrEqual(ROUNDS)
      expect(seen.refused).toBeGreaterThan(0)
      expect(seen.uid).toBe(0)
      expect(Number(readFileSync(join(here.state, `${at}.count`), 'utf8'))).toBeGreaterThan(1000)
    },
    420_000 + ROUNDS * 600,
  )
})
