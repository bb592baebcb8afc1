import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256 } from '#base/hash.js'
import { main } from '#cli/cli.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { holdLock } from './support/hold-lock.js'
import { recordOf } from './support/record.js'
import { newFolder, openRun, openStore } from './support/store.js'

const heard: string[] = []
beforeEach(() => void heard.splice(0))
vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
vi.spyOn(process.stderr, 'write').mockImplementation((text) => heard.push(String(text)) > 0)

async function stoppedStore(): Promise<string> {
  const dir = newFolder()
  const store = openStore({ dir })
  const run = await openRun(store, 1)
  run.saveFrame(1, 'f', Buffer.from('picture'))
  await run.commit(recordOf(1))
  await run.close('done')
  await store.close()
  return dir
}

/** What retention could remove. */
const content = (dir: string): readonly string[] =>
  ['images', 'recordings', 'graft.db'].flatMap((part) => {
    const path = join(dir, part)
    if (lstatSync(path).isFile()) return [sha256(readFileSync(path))]
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()
  })

describe('graft store prune', () => {
  it('refuses while another process has the folder, and removes nothing', async () => {
    const dir = await stoppedStore()
    const before = content(dir)
    const release = await holdLock(dir)
    try {
      const prune = ['store', 'prune', '--max-gib', '0', '--keep-failures', '0', '--state', dir]
      expect(await main(prune)).toBe(EXIT.usage)
      expect(heard.join('')).toContain('store.in-use')
      expect(content(dir)).toEqual(before)
    } finally {
      release()
    }
  })

  it('holds the folder itself while it is at work: nobody else begins then', async () => {
    const dir = await stoppedStore()
    const { SiteStore } = await import('#adapters/store/site/site-store.js')
    const isHeld: boolean[] = []
    const { isLocked } = await import('#adapters/store/run-lock.js')
    const spy = vi.spyOn(SiteStore.prototype, 'prune').mockImplementation(function prune() {
      isHeld.push(isLocked(dir))
      return Promise.resolve({ ok: true, value: [] })
    })
    expect(await main(['store', 'prune', '--max-gib', '0', '--state', dir])).toBe(EXIT.ok)
    spy.mockRestore()
    expect(isHeld).toEqual([true])
    expect(isLocked(dir)).toBe(false)
  })
})
