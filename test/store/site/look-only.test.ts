import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#base/hash.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { recordOf } from './support/record.js'
import { newFolder, openRun, openStore } from './support/store.js'

/** Names, bytes, modes and times of all that is there, and of the folder itself. */
function all(dir: string): readonly string[] {
  const paths = [
    dir,
    ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name)),
  ]
  return paths.sort().map((path) => {
    const { mode, mtimeNs, ino } = lstatSync(path, { bigint: true })
    const bytes = lstatSync(path).isFile() ? sha256(readFileSync(path)) : ''
    return [relative(dir, path), ino, mode, mtimeNs, bytes].join(' ')
  })
}

/** A store with two episodes: as a service has it, as it leaves it, and as a kill leaves it. */
async function storeThatIs(
  how: 'live' | 'stopped' | 'killed',
): Promise<{ readonly dir: string; readonly key: string }> {
  const dir = newFolder()
  const store = openStore({ dir })
  const run = await openRun(store, 2)
  run.saveTree(sha256(XML), XML)
  for (const n of [1, 2]) {
    run.saveFrame(n, 'f', Buffer.from(`picture ${n}`))
    await run.commit(recordOf(n, { treeHash: sha256(XML) }))
  }
  if (how === 'live') return { dir, key: run.key }
  if (how === 'stopped') {
    await run.close('done')
    await store.close()
  }
  // of its own: the collector closes connections of this process late
  const copy = newFolder()
  cpSync(dir, copy, { recursive: true })
  return { dir: copy, key: run.key }
}

/** Every way to look at a store. */
const LOOKS = (key: string): readonly (readonly string[])[] => [
  ['show'],
  ['show', key, '--json'],
  ['check'],
  ['prune', '--dry-run', '--max-gib', '0'],
  ['export', key, newFolder()],
]

describe.each(['live', 'stopped', 'killed'] as const)('a store that is %s', (how) => {
  it('is looked at without a byte, a name or a time in its folder being another afterwards', async () => {
    const { dir, key } = await storeThatIs(how)
    for (const look of LOOKS(key)) {
      const before = all(dir)
      expect(await inOtherProcess(look, dir), look.join(' ')).toBe(EXIT.ok)
      expect(all(dir), look.join(' ')).toEqual(before)
    }
  }, 60_000)

  it('is looked at by somebody who may not write there', async () => {
    const { dir, key } = await storeThatIs(how)
    const isRoot = process.getuid?.() === 0
    const own = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))
    for (const path of [dir, ...own]) {
      if (isRoot) chownSync(path, NOBODY, NOBODY)
      chmodSync(path, lstatSync(path).isDirectory() ? 0o500 : 0o400)
    }
    const target = newFolder()
    if (isRoot) chownSync(target, NOBODY, NOBODY)
    const before = all(dir)
    for (const look of [['show'], ['check'], ['export', key, target]])
      expect(await inOtherProcess(look, dir), look.join(' ')).toBe(EXIT.ok)
    expect(all(dir)).toEqual(before)
    for (const path of [dir, ...own]) if (existsSync(path)) chmodSync(path, 0o700)
    if (isRoot) for (const path of [dir, ...own]) if (existsSync(path)) chownSync(path, 0, 0)
  }, 60_000)
})

describe('a log that nothing can be had from', () => {
  it('stays where it is', async () => {
    const { dir } = await storeThatIs('killed')
    const log = join(dir, 'graft.db-wal')
    // a header that is torn, and nothing behind it
    writeFileSync(log, readFileSync(log).subarray(0, 32).fill(0, 20))
    const before = all(dir)
    expect(await inOtherProcess(['show'], dir)).toBe(EXIT.ok)
    expect(await inOtherProcess(['check'], dir)).toBe(EXIT.no)
    expect(all(dir)).toEqual(before)
  }, 60_000)
})

const NOBODY = 65_534
const XML = '<root/>'

/** A service shares its index with readers of its own process; and root gives up its rights for good. @returns the exit code */
async function inOtherProcess(look: readonly string[], dir: string): Promise<number> {
  const cli = new URL('../../../src/cli/cli.ts', import.meta.url).href
  const args = JSON.stringify(['store', ...look, '--state', dir])
  const program = `import(${JSON.stringify(cli)}).then(({ main }) => main(${args})).then((code) => process.exit(code))`
  const child = spawn(process.execPath, ['--import', 'tsx', '-e', program], { stdio: 'ignore' })
  const [code] = (await once(child, 'close')) as [number]
  return code
}
