import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'

const HOARD = join(import.meta.dirname, 'support/hoard.ts')

/** @returns how many pieces of 16 MB it got, of 40 */
function hoard(confined: 'yes' | 'no'): number {
  const { stdout } = spawnSync(process.execPath, ['--import', 'tsx', HOARD, confined, '40'], {
    encoding: 'utf8',
  })
  return Number(stdout.trim())
}

describe('a process that strangers talk to', needs('Linux'), () => {
  it('gets no more than about 256 MB beyond what it began with, and goes on without', () => {
    const pieces = hoard('yes')
    expect(pieces).toBeGreaterThan(4)
    expect(pieces).toBeLessThanOrEqual(16)
  }, 60_000)

  it('would get all of it otherwise', () => expect(hoard('no')).toBe(40), 60_000)
})
