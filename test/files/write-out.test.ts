import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openOut, writeOut } from '#adapters/files/write-out.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-out-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

describe('a file that is written for people', () => {
  it('is made, or replaced as a whole', () => {
    expect(writeOut(at('new'), 'longer')).toBeUndefined()
    expect(writeOut(at('new'), 'short')).toBeUndefined()
    expect(readFileSync(at('new'), 'utf8')).toBe('short')
  })

  it('is not written through a link: neither to a file, nor to where there is none yet, nor in a circle', () => {
    writeFileSync(at('precious'), 'mine')
    for (const [name, target] of [
      ['to-file', 'precious'],
      ['to-nothing', 'nothing'],
      ['to-itself', 'to-itself'],
    ] as const) {
      symlinkSync(target, at(name))
      expect(writeOut(at(name), 'theirs')).toMatchObject({ code: 'file.unwritable', got: 'a symbolic link' })
    }
    expect(readFileSync(at('precious'), 'utf8')).toBe('mine')
    expect(() => readFileSync(at('nothing'))).toThrow('ENOENT')
  })

  // an openSync that waits for a reader would hold up this test until its time limit
  it('is no pipe, with or without a reader, and no folder', () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(writeOut(at('pipe'), 'x')).toMatchObject({ got: 'a pipe, socket or device' })
    mkdirSync(at('there'))
    expect(writeOut(at('there'), 'x')).toMatchObject({ got: 'EISDIR' })
    expect(writeOut(at('new/x'), 'x')).toMatchObject({ got: 'ENOTDIR' })
    expect(writeOut(at('no/x'), 'x')).toMatchObject({ got: 'ENOENT' })
    expect(writeOut(at('a'.repeat(300)), 'x')).toMatchObject({ got: 'ENAMETOOLONG' })
  })

  it('may lie below a link, and may be the null device', () => {
    symlinkSync('there', at('way'))
    expect(writeOut(at('way/file'), 'x')).toBeUndefined()
    expect(readFileSync(at('there/file'), 'utf8')).toBe('x')
    expect(openOut('/dev/null').ok).toBe(true)
    symlinkSync('/dev/null', at('null'))
    expect(writeOut(at('null'), 'x')).toBeUndefined()
  })
})
