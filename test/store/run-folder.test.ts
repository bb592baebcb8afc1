import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { damagedLine, openLineLog } from '#adapters/store/line-log.js'
import { FolderInUse, isLocked, lockFolder } from '#adapters/store/run-lock.js'
import { describeDiskError, describeLostOutput } from '#app/run-folder/disk-error.js'
import { needs } from '../needs/needs.js'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'graft-lock-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Another process that holds the lock, until it is killed. @param prefix a program that starts it, as `unshare` */
async function holder(...prefix: readonly string[]): Promise<ChildProcess> {
  const lock = JSON.stringify(new URL('../../src/adapters/store/run-lock.ts', import.meta.url).href)
  const text = `const { lockFolder } = await import(${lock})
lockFolder(${JSON.stringify(folder)})
console.log('held by', process.pid)
setInterval(() => {}, 1000)`
  const argv = [
    ...prefix,
    process.execPath,
    '--import',
    import.meta.resolve('tsx'),
    '--input-type=module',
    '-e',
    text,
  ]
  const child = spawn(argv[0] ?? '', argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
  const said = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])
  expect(String(said[0])).toContain('held by')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** the namespaces of processes that this user may make */
const CONTAINER = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  '--pid',
  '--fork',
  '--kill-child',
]

describe('the lock of a run folder', () => {
  const lock = (): string => join(folder, 'lock')

  it('keeps another living process out, and ends with it, however it ends', async () => {
    const other = await holder()
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    expect(() => lockFolder(folder)).toThrow(`process ${other.pid}`)
    await kill(other)
    const unlock = lockFolder(folder)
    expect(readFileSync(lock(), 'utf8')).toBe(`${process.pid}\n`)
    unlock()
    expect(existsSync(lock())).toBe(false)
    lockFolder(folder)()
  }, 60_000)

  it(
    'keeps a process of another container out, whose number means nothing here (unshare --pid)',
    { ...needs('processes of its own'), timeout: 60_000 },
    async () => {
      const other = await holder(...CONTAINER)
      expect(() => lockFolder(folder)).toThrow(FolderInUse)
      await kill(other)
      await expect.poll(() => trial(), { timeout: 20_000 }).toBe('taken')
    },
  )

  it(
    'and is kept from one that does not see this process (unshare --pid)',
    { ...needs('processes of its own'), timeout: 60_000 },
    async () => {
      const unlock = lockFolder(folder)
      await expect(holder(...CONTAINER)).rejects.toThrow('held by')
      unlock()
    },
  )

  it('what a dead process has left is taken over, and this process may take it again', () => {
    for (const text of ['1 another-boot\n', '', 'x y\n', `${process.ppid}\n`]) {
      writeFileSync(lock(), text)
      lockFolder(folder)
      expect(readFileSync(lock(), 'utf8')).toBe(`${process.pid}\n`)
    }
  })

  it('is released although the folder has become a file meanwhile', () => {
    const unlock = lockFolder(folder)
    renameSync(folder, `${folder}-away`)
    writeFileSync(folder, '')
    expect(unlock).not.toThrow()
    rmSync(folder)
    renameSync(`${folder}-away`, folder)
    expect(isLocked(folder)).toBe(false)
  })

  it('a lock that is a link is not followed', () => {
    const other = join(folder, 'other')
    writeFileSync(other, 'precious')
    symlinkSync(other, lock())
    expect(() => lockFolder(folder)).toThrow('ELOOP')
    expect(readFileSync(other, 'utf8')).toBe('precious')
  })
})

function trial(): string {
  try {
    lockFolder(folder)()
    return 'taken'
  } catch (error) {
    return String(error)
  }
}

describe('damage of a log', () => {
  const path = (): string => join(folder, 'log.jsonl')
  const write = (): void => {
    const log = openLineLog<{ readonly n: number }>(path())
    for (const n of [1, 2, 3]) log.append({ n }, false)
    log.close()
  }

  it('is a line that has changed while whole ones follow; a torn tail is none', () => {
    write()
    const whole = readFileSync(path(), 'utf8')
    expect(damagedLine(path())).toBeUndefined()
    for (let cut = whole.length - 1; cut > whole.indexOf('\n', whole.indexOf('\n') + 1); cut--) {
      writeFileSync(path(), whole.slice(0, cut))
      expect(damagedLine(path()), `cut at ${cut}`).toBeUndefined()
    }
    writeFileSync(path(), whole.replace('"n":1', '"n":7'))
    expect(damagedLine(path())).toBe(1)
    writeFileSync(path(), whole.replace('"n":2', '"n":7'))
    expect(damagedLine(path())).toBe(2)
    writeFileSync(path(), whole.replace('"n":3', '"n":7'))
    expect(damagedLine(path())).toBeUndefined()
  })
})

describe('what a disk says', () => {
  it('is told as a problem of the disk, with what to do; any other error is none of it', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    expect(describeDiskError(full, 'runs')).toMatchObject({ code: 'run.disk', got: 'runs' })
    // nothing is kept yet of a run that was not made
    expect(describeDiskError(full, 'runs')?.hint).toBe('free some space')
    expect(describeDiskError(full, 'runs', true)?.hint).toMatch(/free some space.*--resume/)
    const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    expect(describeDiskError(refused, 'runs')).toMatchObject({ code: 'run.folder' })
    expect(describeDiskError(new TypeError('x is undefined'), 'runs')).toBeUndefined()
    expect(describeDiskError('ENOSPC', 'runs')).toBeUndefined()
    const gone = Object.assign(new Error('ENOENT: gone'), { code: 'ENOENT', syscall: 'mkdir' })
    expect(describeDiskError(gone, 'runs')?.hint).toContain('choose another with --out')
    expect(describeDiskError(gone, 'runs', true)?.hint).toMatch(/was removed meanwhile/)
  })

  it.each([
    ['EROFS', 'output.disk', /remount it for writing$/],
    ['ENOSPC', 'output.disk', /^free some space$/],
    ['EACCES', 'output.disk', /^make the folder and its files writable$/],
    ['ENOENT', 'output.folder', /^make it$/],
  ])('a page beside runs that are over is not resumed: %s', (code, expected, hint) => {
    const error = Object.assign(new Error(`${code}: open`), { code })
    const output = { what: 'report', folder: 'runs', missing: 'make it' }
    expect(describeLostOutput(error, output)).toMatchObject({
      code: expected,
      message: `the report cannot be written: ${code}: open`,
      hint: expect.stringMatching(hint) as unknown,
    })
  })

  it('what the disk has nothing to do with stays a bug', () => {
    const output = { what: 'report', folder: 'runs', missing: 'make it' }
    expect(describeLostOutput(new TypeError('x is undefined'), output)).toBeUndefined()
  })
})
