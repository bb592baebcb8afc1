import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeReport } from '../../src/main/report/write-report.js'
import { writeFixtureRun } from './fixture.js'

const HOSTILE = `</script><script>alert(1)</script>"'\`><img src=x onerror=alert(1)> \u202Egpj.exe`
const folders: string[] = []
let clean = ''
let hostile = ''

beforeAll(async () => {
  clean = await reportOf({})
  hostile = await reportOf({ text: HOSTILE })
}, 60_000)

afterAll(() => folders.forEach((folder) => rmSync(dirname(folder), { recursive: true })))

async function reportOf(options: { text?: string }): Promise<string> {
  const folder = await writeFixtureRun(options)
  folders.push(folder)
  return readFileSync(await writeReport(folder), 'utf8')
}

describe('report: one file', () => {
  it('loads nothing: every source is in the page, every link stays on it', () => {
    expect(clean.match(/<img /g)).toHaveLength(32)
    const sources = [...clean.matchAll(/\ssrc="([^"]{0,40})/g)].map(([, source]) => source)
    expect(sources.every((source) => source?.startsWith('data:image/jpeg;base64,'))).toBe(true)
    const links = [...clean.matchAll(/\shref="([^"]*)"/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThanOrEqual(15)
    expect(links.every((link) => link?.startsWith('#'))).toBe(true)
    expect(clean).not.toMatch(/<link|@import|url\(/)
  })

  it('gives the same bytes for the same run', async () => {
    const [folder] = folders as [string]
    expect(readFileSync(await writeReport(folder), 'utf8')).toBe(clean)
  })

  it('describes every picture and drawing in words', () => {
    expect(clean.match(/<img [^>]*>/g)?.every((tag) => /alt="Camera picture, episode \d/.test(tag))).toBe(
      true,
    )
    expect(clean.match(/<svg[^>]*>/g)).toHaveLength(6)
    expect(clean.match(/<svg[^>]*>/g)?.every((tag) => /role="img"[^>]*aria-label="./.test(tag))).toBe(true)
  })

  it('survives lost parts: no trace, no picture, no tree', async () => {
    const folder = await writeFixtureRun()
    folders.push(folder)
    rmSync(join(folder, 'episodes'), { recursive: true })
    rmSync(join(folder, 'trees'), { recursive: true })
    const page = readFileSync(await writeReport(folder), 'utf8')
    expect(page).toContain('No trace of this episode was kept.')
    expect(page).toContain('No pictures of this episode were kept.')
    expect(page).toContain('cannot be read')
  })
})

describe('report: what it tells', () => {
  it('starts with the gain, from the first episode to the last three', () => {
    expect(clean).toContain('Field F1: 5 episodes, from 37.8 to 57.6 points')
    expect(clean).toContain('<dd>+19.8</dd>')
  })

  it('VRL-34: shows the tree before and after, with what came and what went', () => {
    const added = [...clean.matchAll(/<span class="added">([^<]*)</g)].map(([, line]) => line)
    const removed = [...clean.matchAll(/<span class="removed">([^<]*)</g)].map(([, line]) => line)
    expect(added).toContain('+   &#60;MoveToHome/&#62;')
    expect(added.length).toBeGreaterThanOrEqual(10)
    expect(removed.every((line) => line?.startsWith('−'))).toBe(true)
    expect(removed.length).toBeGreaterThanOrEqual(1)
  })

  it('VRL-10: names impact, node and grounding of each issue; VRL-13: says why a human was called', () => {
    expect(clean).toContain('<b>final-position</b>')
    expect(clean).toContain('node /3')
    for (const grounded of ['confirmed', 'refuted', 'unverified']) {
      expect(clean).toContain(`<span class="mark ${grounded}">${grounded}</span>`)
    }
    expect(clean).toContain('human called: severe enough (s ≥ 0.5)')
  })

  it('VRL-19: shows Table I of each episode with its sum', () => {
    expect(clean.match(/Score by Table I/g)).toHaveLength(5)
    expect(clean).toContain('full batches of four')
  })

  it('MOD-12: shows what the gate refused, and what failed with its reason', () => {
    expect(clean).toContain('rotate.holds-block')
    expect(clean).toContain('cups 0, 1, 2, 3 hold nothing')
    expect(clean).toContain('cup 2 holds no vacuum after 2 rounds')
  })
})

describe('report: hostile text', () => {
  it('stays text wherever people or models write', () => {
    expect(hostile.length).toBeGreaterThan(clean.length)
    expect(hostile.match(/<script/g)).toHaveLength(1)
    expect(hostile.match(/<img /g)).toHaveLength(32)
    expect(hostile).not.toMatch(/<[^>]*\sonerror\s*=/)
    expect(hostile).not.toContain('\u202E')
    expect(hostile.match(/&#60;script&#62;alert\(1\)/g)?.length).toBeGreaterThanOrEqual(50)
  })
})
