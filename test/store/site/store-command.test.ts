import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { main } from '#cli/cli.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { recordOf } from './support/record.js'
import { asAnotherTool, newFolder, openRun, openStore } from './support/store.js'

let out: MockInstance
let err: MockInstance
beforeEach(() => {
  out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => vi.restoreAllMocks())
const said = (spy: MockInstance): string => spy.mock.calls.map(([text]) => String(text)).join('')

async function stateWith(episodes: number): Promise<{ readonly dir: string; readonly key: string }> {
  const dir = newFolder()
  const store = openStore({ dir })
  const run = await openRun(store, episodes)
  for (let n = 1; n <= episodes; n++) {
    run.saveFrame(n, 'f', Buffer.alloc(2000, n))
    await run.commit(recordOf(n, { score: 10 * n }))
  }
  await run.close('done')
  await store.close()
  return { dir, key: run.key }
}

describe('graft store', () => {
  it('shows runs and episodes, for people and for machines', async () => {
    const { dir, key } = await stateWith(2)
    expect(await main(['store', 'show', '--state', dir])).toBe(EXIT.ok)
    expect(said(out)).toMatch(new RegExp(`^${key} .* 2 of 2 .*done .*best 20.0`))
    expect(said(err)).toMatch(/database .* MB, pictures/)
    out.mockClear()
    expect(await main(['store', 'show', key, '--json', '--state', dir])).toBe(EXIT.ok)
    const rows = said(out)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(rows).toMatchObject([
      { run: key, episode: 1, score: 10, bulk: 'whole' },
      { episode: 2, score: 20 },
    ])
  })

  it('an episode that was cut short is not the best of its run', async () => {
    const dir = newFolder()
    const store = openStore({ dir })
    const run = await openRun(store, 2)
    await run.commit(recordOf(1, { score: -4.6, endReason: 'access-lost' }))
    await run.commit(recordOf(2, { score: -33.1 }))
    await store.close()
    expect(await main(['store', 'show', '--state', dir])).toBe(EXIT.ok)
    expect(said(out)).toMatch(/ 1 of 2, 1 stopped .*best -33\.1$/m)
  })

  it('checks every byte, and says so when one is wrong', async () => {
    const { dir } = await stateWith(2)
    asAnotherTool(dir, `UPDATE episodes SET record = record || ' ' WHERE episode = 1`)
    expect(await main(['store', 'check', '--json', '--state', dir])).toBe(EXIT.no)
    const found = JSON.parse(said(out)) as { problems: string[] }
    expect(found).toMatchObject({ runs: 1, episodes: 2, pictures: 2 })
    expect(found.problems.some((text) => /episode 1 .* has changed on the disk/.test(text))).toBe(true)
  })

  it('says what retention would remove, and removes exactly that', async () => {
    const { dir } = await stateWith(3)
    const prune = ['store', 'prune', '--max-gib', '0', '--keep-failures', '0', '--json', '--state', dir]
    const names = (): unknown[] =>
      said(out)
        .trim()
        .split('\n')
        .map((line) => {
          const { what, episode } = JSON.parse(line) as { what: string; episode: number | null }
          return [what, episode]
        })
    expect(await main([...prune, '--dry-run'])).toBe(EXIT.ok)
    const foretold = names()
    expect(foretold).toHaveLength(7)
    out.mockClear()
    expect(await main(prune)).toBe(EXIT.ok)
    expect(names()).toEqual(foretold)
  })

  it('refuses by name: no store, no such run', async () => {
    const nowhere = newFolder()
    for (const what of [['show'], ['check'], ['prune'], ['export', 'x', nowhere]]) {
      err.mockClear()
      expect(await main(['store', ...what, '--state', join(nowhere, 'none')])).toBe(EXIT.usage)
      expect(said(err)).toContain('state.missing')
    }
    expect(existsSync(join(nowhere, 'none'))).toBe(false)
    const { dir } = await stateWith(1)
    expect(await main(['store', 'export', 'F9', nowhere, '--state', dir])).toBe(EXIT.usage)
    expect(said(err)).toContain('store.no-run')
  })

  it('finds the state folder as the service does', async () => {
    const { dir, key } = await stateWith(1)
    vi.stubEnv('STATE_DIRECTORY', `${dir}:other`)
    expect(await main(['store', 'show'])).toBe(EXIT.ok)
    expect(said(out)).toContain(key)
    vi.unstubAllEnvs()
  })
})
