import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { damagedLine, openLineLog } from '../../src/adapters/store/line-log.js'
import { FolderInUse, lockFolder } from '../../src/adapters/store/run-lock.js'
import { diskTrouble } from '../../src/main/disk-trouble.js'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'graft-lock-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('the lock of a run folder', () => {
  const lock = (): string => join(folder, 'lock')
  const boot = (): string => readFileSync(lock(), 'utf8').trim().split(' ')[1] ?? ''

  it('keeps another living process out, and is gone when it is given back', () => {
    const unlock = lockFolder(folder)
    writeFileSync(lock(), `${process.ppid} ${boot()}\n`)
    expect(() => lockFolder(folder)).toThrow(FolderInUse)
    unlock()
    lockFolder(folder)()
  })

  it('of a dead process, of an earlier boot, or of nobody is taken over', () => {
    lockFolder(folder)
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const texts = [`${dead} ${boot()}\n`, `${process.ppid} another-boot\n`, '', 'x y\n']
    for (const text of texts) {
      writeFileSync(lock(), text)
      lockFolder(folder)
      expect(readFileSync(lock(), 'utf8')).toMatch(`${process.pid} `)
    }
  })
})

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
    expect(diskTrouble(full, 'runs')).toMatchObject({ code: 'run.disk', got: 'runs' })
    expect(diskTrouble(full, 'runs')?.hint).toMatch(/free some space.*--resume/)
    expect(diskTrouble(new TypeError('x is undefined'), 'runs')).toBeUndefined()
    expect(diskTrouble('ENOSPC', 'runs')).toBeUndefined()
  })
})
