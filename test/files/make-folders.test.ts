import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeFolders } from '#adapters/files/make-folders.js'
import { EXIT } from '#app/command-line/exit-code.js'

const program = join(import.meta.dirname, '../../bin/graft.js')
const folder = mkdtempSync(join(tmpdir(), 'graft-folders-'))
afterAll(() => rmSync(folder, { recursive: true }))
const codeOf = (action: () => unknown): unknown => {
  try {
    return action()
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? cause.code : cause
  }
}

describe('a folder and those above it', () => {
  it('are made, and the topmost new one is named', () => {
    const deep = join(folder, 'a/b/c')
    expect(makeFolders(deep, 0o700)).toBe(join(folder, 'a'))
    expect(statSync(deep).mode & 0o777).toBe(0o700)
    expect(makeFolders(deep)).toBeUndefined()
    expect(makeFolders(join(folder, 'a/b/d'))).toBe(join(folder, 'a/b/d'))
  })

  it('are not made through a file or a link that leads nowhere', () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')]
    writeFileSync(file, '')
    symlinkSync(join(folder, 'nowhere'), link)
    expect(codeOf(() => makeFolders(file))).toBe('EEXIST')
    expect(codeOf(() => makeFolders(join(file, 'x/y')))).toBe('ENOTDIR')
    expect(codeOf(() => makeFolders(join(link, 'x')))).toBe('EEXIST')
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  it('go through a link to a folder', () => {
    symlinkSync(folder, join(folder, 'here'))
    makeFolders(join(folder, 'here/through'))
    expect(statSync(join(folder, 'through')).isDirectory()).toBe(true)
  })
})

it('a name that is longer than the file system takes is told, and is no bug', () => {
  const out = join(folder, 'y'.repeat(300))
  const { status, stderr } = spawnSync(process.execPath, [program, 'run', '--episodes', '1', '--out', out])
  expect([status, String(stderr)]).toEqual([
    EXIT.usage,
    expect.stringMatching(/^error run.folder: [^]*ENAMETOOLONG[^]*hint: .*choose a shorter one with --out/),
  ])
})

describe('below /proc, where the system says for ever that something is missing', () => {
  it.each([
    ['run', '--episodes', '1', '--out', '/proc/x'],
    ['run', '--world', 'home', '--episodes', '1', '--out', '/proc/x/y'],
    ['serve', '--state', '/proc/x'],
  ])('%s %s %s ends at once and names the folder', (...args) => {
    const ended = spawnSync(process.execPath, [program, ...args], { timeout: 30_000, killSignal: 'SIGKILL' })
    expect(ended.signal).toBeNull()
    expect(ended.status).toBe(EXIT.usage)
    expect(String(ended.stderr)).toMatch(/^error [\w.-]+: [^]*mkdir '\/proc\/x'\n[^]*hint: /)
    expect(String(ended.stderr)).not.toContain('resume')
  })
})
