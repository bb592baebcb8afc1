import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#console/catalogue.js'
import { filled, readPage, REFUSALS } from './support/page.js'

const ROOT = join(import.meta.dirname, '../..')

describe('docs/CONSOLE.md', () => {
  it('says what the code does (refresh: vitest -u), for every command', async () => {
    const page = readPage(ROOT)
    await expect(filled(page)).toMatchFileSnapshot(join(ROOT, 'docs/CONSOLE.md'))
    const rows = Object.keys(CATALOGUE).filter((command) => page.includes(`| \`${command}\` |`))
    expect(rows).toEqual(Object.keys(CATALOGUE))
    expect(rows.length).toBeGreaterThanOrEqual(35)
  })

  it('lists every code that the console refuses with, and no other', () => {
    const sources = ['src/console/', 'src/console-sockets/'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
    )
    const written = new Set(sources.flatMap((text) => text.match(/(?<=')console\.[a-z-]+(?=')/g) ?? []))
    // those of the client's side and of starting the service are none of the protocol's
    const others = ['unreachable', 'timeout', 'denied', 'closed', 'unreadable', 'endpoint', 'bind']
    for (const other of others) expect(written.delete(`console.${other}`)).toBe(true)
    expect([...written].sort()).toEqual(Object.keys(REFUSALS).sort())
  })
})
