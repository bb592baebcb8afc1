import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { needs } from './needs.js'
import { skipsOf, summary, type Skip } from './skips.js'
import { onPath, type Lack } from './things.js'

const strace: Lack = { thing: 'strace', kind: 'package', text: 'strace not installed' }
const root: Lack = { thing: 'root', kind: 'computer', text: 'not root' }
const said = (skips: readonly Skip[], env: Parameters<typeof summary>[1]): ReturnType<typeof summary> =>
  summary(skipsOf(skips), env)

describe('what a test needs of the computer', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('is skipped where a program is missing, and says which and how to get it', () => {
    vi.stubEnv('PATH', '/nowhere')
    expect(needs('chromium')).toEqual({
      skip: true,
      meta: {
        needs: ['chromium'],
        lacks: [
          {
            thing: 'chromium',
            kind: 'package',
            text: 'chromium not installed (apt-get install chromium)',
          },
        ],
      },
    })
  })

  it('a program is what a shell would start: in a folder of PATH, and executable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'graft-path-'))
    try {
      vi.stubEnv('PATH', `/nowhere:${folder}`)
      writeFileSync(join(folder, 'tool'), '#!/bin/sh\n', { mode: 0o644 })
      expect(onPath('tool')).toBeUndefined()
      chmodSync(join(folder, 'tool'), 0o755)
      expect(onPath('tool')).toBe(join(folder, 'tool'))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('the skips of a run', () => {
  const skips = [
    { title: 'kill', lacks: [strace] },
    { title: 'cut', lacks: [strace] },
    { title: 'link', lacks: [root] },
  ]

  it('are counted with their reasons, and fail nothing on the computer of a newcomer', () => {
    expect(said(skips, {})).toEqual({
      text: '3 skipped\n  · 2 × strace: strace not installed\n  · 1 × root: not root',
      failed: false,
    })
    expect(said([], {})).toEqual({ text: '', failed: false })
  })

  it('are a failure in CI where a package would have helped', () => {
    const { text, failed } = said(skips, { CI: 'true' })
    expect(failed).toBe(true)
    expect(text).toMatch(/✗ 2 × strace.*\n.*· 1 × root.*\nin CI that is a failure/)
    expect(said([{ title: 'link', lacks: [root] }], { CI: 'true' }).failed).toBe(false)
    expect(said([{ title: 'both', lacks: [strace, root] }], { CI: 'true' }).failed).toBe(false)
  })

  it('are none where it is said why packages could not be installed', () => {
    const { text, failed } = said(skips, { CI: 'true', GRAFT_LACKS: 'no apt-get' })
    expect(failed).toBe(false)
    expect(text).toMatch(/allowed by GRAFT_LACKS: no apt-get$/)
  })

  it('without a reason are a failure in CI whatever is said, and named', () => {
    const { text, failed } = said([{ title: 'the lazy one', lacks: [] }], { CI: '1', GRAFT_LACKS: 'no apt' })
    expect(failed).toBe(true)
    expect(text).toMatch(/✗ 1 × no reason is given\n +the lazy one/)
  })
})
