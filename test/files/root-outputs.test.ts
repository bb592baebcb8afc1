import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loop } from '../runtime/support/loop.js'
import { needs } from '../needs/needs.js'
import { graft, lay, scene, script, SERVICE, STRANGER, type Scene } from './support/as-root.js'

const TREE = '<root BTCPP_format="4"><BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree></root>'
const VRL = ['--critic', 'scripted:none', '--actor', 'rules', '--episodes', '1', '--jobs', '1']

describe('what root is asked to write goes through no link of somebody else', needs('root'), () => {
  let here: Scene
  let run = ''
  let tree = ''
  beforeAll(async () => (run = (await loop({ episodes: 1, faults: 'nominal', seed: 5 })).folder), 60_000)
  afterAll(() => rmSync(dirname(run), { recursive: true }))
  beforeEach(() => {
    here = scene()
    tree = join(here.root, 'tree.xml')
    writeFileSync(tree, TREE)
  })
  afterEach(() => rmSync(here.root, { recursive: true }))

  const asked = (argv: readonly string[]): ReturnType<typeof graft> =>
    graft(
      argv.map((word) =>
        word
          .replace('STATE', here.state)
          .replace('TREE', tree)
          .replace('RUN', run)
          .replace('DIR', join(here.state, 'dir')),
      ),
      here.root,
    )

  it.each([
    ['bt run --trace', 'out', ['bt', 'run', 'TREE', '--fast', '--trace', 'STATE/out']],
    ['bt run --btlog', 'out', ['bt', 'run', 'TREE', '--fast', '--btlog', 'STATE/out']],
    ['bt run --chrome', 'out', ['bt', 'run', 'TREE', '--fast', '--chrome', 'STATE/out']],
    ['bt draw -o', 'out', ['bt', 'draw', 'TREE', '-o', 'STATE/out']],
    ['replay --svg', 'out', ['replay', 'RUN', '--episode', '1', '--at', '5s', '--svg', 'STATE/out']],
    [
      'bench critic --out',
      'dir/critic-reliability.svg',
      ['bench', 'critic', '--episodes', '1', '--out', 'DIR'],
    ],
    ['bench vrl --out, its log', 'dir/runs.jsonl', ['bench', 'vrl', ...VRL, '--resume', '--out', 'DIR']],
    ['bench vrl --out, its table', 'dir/episodes.csv', ['bench', 'vrl', ...VRL, '--out', 'DIR']],
  ] as const)('%s', (_, link, argv) => {
    const before = here.witness()
    lay(`cd ${here.state}; mkdir dir; ln -s ${here.precious}/shadow ${link}`)
    const { status, text } = asked(argv)
    expect({ status, text }).toMatchObject({
      status: 2,
      text: expect.stringMatching(/symbolic link|EACCES/) as string,
    })
    expect(here.witness()).toBe(before)
    // a link on the way there is followed, but with the rights of its owner
    lay(`cd ${here.state}; rm ${link}; ln -s ${here.precious} way`)
    const through = asked(argv.map((word) => word.replace(/^(STATE\/|DIR$)/, 'STATE/way/')))
    expect(through).toMatchObject({ status: 2, text: expect.stringContaining('EACCES') as string })
    expect(here.witness()).toBe(before)
  })

  it('a link to what is not there yet makes nothing of root’s', () => {
    const before = here.witness()
    lay(`cd ${here.state}; ln -s ${here.precious}/new out; ln -s ${here.precious} dir`)
    expect(asked(['bt', 'run', 'TREE', '--fast', '--trace', 'STATE/out']).status).toBe(2)
    expect(asked(['bench', 'vrl', ...VRL, '--out', 'DIR']).status).toBe(2)
    expect(asked(['new', 'world', 'kitchen', '--out', 'DIR']).status).toBe(2)
    expect(here.witness()).toBe(before)
  })

  it('the honest ones are written: in the service’s folder as its own, in root’s as root’s', () => {
    const own = join(here.root, 'own.jsonl')
    for (const path of [own, join(here.state, 'its.jsonl')])
      for (let time = 0; time < 2; time++)
        expect(asked(['bt', 'run', 'TREE', '--fast', '--trace', path])).toMatchObject({ status: 0 })
    expect(lstatSync(own).uid).toBe(0)
    expect(lstatSync(join(here.state, 'its.jsonl')).uid).toBe(SERVICE)
    expect(readFileSync(own, 'utf8')).toBe(readFileSync(join(here.state, 'its.jsonl'), 'utf8'))
    expect(readFileSync(own, 'utf8')).not.toBe('')
    for (const out of [here.root, here.state])
      expect(asked(['new', 'world', 'kitchen', '--out', out])).toMatchObject({ status: 0 })
    expect(lstatSync(join(here.root, 'kitchen/world.yaml')).uid).toBe(0)
    expect(lstatSync(join(here.state, 'kitchen/world.yaml')).uid).toBe(SERVICE)
  })

  it('a descriptor leads where it leads: a pipe, and a file that has no name any more', () => {
    const name = join(here.root, 'gone')
    const { text } = script(`
import { execFileSync } from 'node:child_process'
import { openSync, readFileSync, rmSync } from 'node:fs'
import { openOut, writeOut } from 'SRC/adapters/files/write-out.ts'
const name = ${JSON.stringify(name)}
const file = openSync(name, 'w+')
rmSync(name)
const failed = writeOut('/proc/self/fd/' + file, 'gone')
execFileSync('mkfifo', [name])
const pipe = openSync(name, 'r+')
rmSync(name)
console.log(JSON.stringify([failed ?? null, readFileSync(file, 'utf8'), openOut('/dev/fd/' + pipe).ok]))`)
    expect(JSON.parse(text.trim())).toEqual([null, 'gone', true])
    expect(readdirSync(here.root)).not.toContain('gone (deleted)')
  })

  it('run --resume goes on with the rights of the owner of that run, wherever runs are kept', () => {
    const own = join(here.root, 'own')
    const how = ['--actor', 'rules', '--episodes', '1']
    expect(graft(['run', ...how, '--out', own], here.root)).toMatchObject({ status: 0 })
    const its = join(here.state, readdirSync(own)[0] ?? '')
    cpSync(own, here.state, { recursive: true })
    rmSync(join(its, 'report.html'))
    execFileSync('chown', ['-R', `${SERVICE}:${SERVICE}`, its])
    const before = here.witness()
    lay(`ln -s ${here.precious}/new ${its}/report.html.part`)
    expect(graft(['run', ...how, '--resume', its, '--out', own], here.root)).toMatchObject({ status: 0 })
    expect(lstatSync(join(its, 'report.html')).uid).toBe(SERVICE)
    expect(here.witness()).toBe(before)
  })

  describe('in a folder like /tmp', () => {
    let sticky = ''
    beforeEach(() => {
      sticky = join(here.root, 'tmp')
      mkdirSync(sticky)
      chmodSync(sticky, 0o1777)
    })

    it('record repair: a link that somebody has laid where the half could go', () => {
      const file = join(sticky, 'a.mcap')
      writeFileSync(file, Buffer.from('\x89MCAP0\r\n', 'latin1'), { mode: 0o600 })
      const link = join(sticky, 'a.mcap.repair')
      symlinkSync(join(here.precious, 'shadow'), link)
      execFileSync('chown', ['-h', `${STRANGER}`, link])
      const before = here.witness()
      expect(graft(['record', 'repair', '--force', file], here.root)).toMatchObject({ status: 0 })
      expect(here.witness()).toBe(before)
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(lstatSync(file).mode & 0o777).toBe(0o600)
      expect(lstatSync(file).size).toBeGreaterThan(100)
      expect(readdirSync(sticky)).toHaveLength(2)
    })

    it('what is laid between the look and the opening is never followed', () => {
      const before = here.witness()
      const { text } = script(`
import { openOut } from 'SRC/adapters/files/write-out.ts'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const [path, target] = ${JSON.stringify([join(sticky, 'out.svg'), join(here.precious, 'shadow')])}
// the stranger is as quick as can be: right before the file is opened
const real = fs.openSync
let laid = 0
fs.openSync = (file, ...rest) => {
  if (String(file).endsWith('out.svg') && laid++ === 0) {
    fs.symlinkSync(target, path)
    fs.lchownSync(path, ${STRANGER}, ${STRANGER})
  }
  return real(file, ...rest)
}
syncBuiltinESMExports()
const opened = openOut(path)
console.log(JSON.stringify({ laid, ok: opened.ok, got: opened.error?.got }))`)
      expect(JSON.parse(text.trim())).toEqual({ laid: 1, ok: false, got: 'a symbolic link' })
      expect(here.witness()).toBe(before)
    })
  })

  it('the console’s history: root with the HOME of somebody else reads and writes as that user', () => {
    const file = join(here.state, 'graft/console-history')
    const before = here.witness()
    lay(`cd ${here.state}; mkdir graft; ln -s ${here.precious}/shadow graft/console-history`)
    const { text } = script(`
import { History } from 'SRC/console-cli/shell/history.ts'
const history = new History(${JSON.stringify(file)})
console.log(JSON.stringify([history.lines, history.add('status') ?? null]))`)
    expect(JSON.parse(text.trim())).toEqual([[], null])
    expect(readFileSync(file, 'utf8')).toBe('status\n')
    expect(lstatSync(file).uid).toBe(SERVICE)
    expect(here.witness()).toBe(before)
  })

  it('store export: a store of root’s is not written where somebody else decides', () => {
    const state = join(here.root, 'own')
    mkdirSync(state, { mode: 0o700 })
    chownSync(state, 0, 0)
    script(`
import { SiteStore } from 'SRC/adapters/store/site/site-store.ts'
const store = SiteStore.open({ dir: ${JSON.stringify(state)}, now: Date.now, writer: 'inline' })
await store.value.close()`)
    lay(`ln -s ${here.precious} ${here.state}/dir`)
    const before = here.witness()
    const { status, text } = graft(
      ['store', 'export', 'R', join(here.state, 'dir'), '--state', state],
      here.root,
    )
    expect({ status, text }).toMatchObject({
      status: 2,
      text: expect.stringContaining('user 65533') as string,
    })
    expect(here.witness()).toBe(before)
  })
})
