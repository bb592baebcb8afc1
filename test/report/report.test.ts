import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { truncateMiddle } from '#report/html.js'
import { chooseFrames } from '#report/pictures/choose-frames.js'
import { embedPicture } from '#report/pictures/embed-picture.js'
import { viewOf } from '#report/pictures/field-marks.js'
import { writeReport } from '#report/write-report.js'
import { manifestOf, writeFixtureRun } from './fixture.js'

const HOSTILE = `</script><script>alert(1)</script>"'\`><img src=x onerror=alert(1)> \u202Egpj.exe`
const CAMERA = /<img\s[^>]*alt="Camera/g
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
  return readFileSync(must(await writeReport(folder), 'the report'), 'utf8')
}

describe('report: one file', () => {
  it('loads nothing: every source is in the page, every link stays on it', () => {
    expect(clean.match(CAMERA)).toHaveLength(32)
    const sources = [...clean.matchAll(/\ssrc="([^"]{0,40})/g)].map(([, source]) => source)
    expect(sources).toHaveLength(36)
    expect(sources.every((source) => /^data:image\/(webp|svg\+xml);base64,/.test(source ?? ''))).toBe(true)
    const links = [...clean.matchAll(/\shref="([^"]*)"/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThanOrEqual(15)
    expect(links.every((link) => link?.startsWith('#'))).toBe(true)
    expect(clean).not.toMatch(/<link|@import|url\(/)
  })

  it('gives the same bytes for the same run', async () => {
    const [folder] = folders as [string]
    expect(readFileSync(must(await writeReport(folder), 'the report'), 'utf8')).toBe(clean)
  })

  it('describes every picture and drawing in words', () => {
    const pictures = clean.match(/<img\s[^>]*>/g) ?? []
    expect(pictures).toHaveLength(36)
    expect(
      pictures.filter((tag) => !/alt="(Camera picture, episode \d|Drawing of the tree)/.test(tag)),
    ).toEqual([])
    const drawings = clean.match(/<svg[^>]*>/g) ?? []
    expect(drawings.length).toBeGreaterThanOrEqual(11)
    expect(drawings.filter((tag) => !/role="(img|group)"[^>]*aria-label="./.test(tag))).toEqual([])
  })

  it('stays of a size that can be mailed: pictures, replies and tables are bounded', async () => {
    expect(clean.length).toBeLessThan(1_000_000)
    const long = await reportOf({ text: 'long '.repeat(20_000) })
    expect(truncateMiddle('a'.repeat(10), 20)).toBe('a'.repeat(10))
    expect(truncateMiddle('a'.repeat(70_000)).length).toBeLessThan(6100)
    // the same text stands in some hundred places of the fixture, most of them short by nature
    expect(long).toContain('see the run folder …')
    const frames = Array.from({ length: 900 }, (_, i) => ({ id: `f${i}`, path: '', caption: '' }))
    const reports = [{ frames: ['f450'], issues: [{}] }]
    const chosen = chooseFrames({ frames, record: { reports } } as never, 50)
    expect(chosen.leftOut).toBe(896)
    expect(chosen.frames.map(({ id }) => id)).toEqual(expect.arrayContaining(['f0', 'f450', 'f899']))
  })

  it('ten episodes take 3 MB at most, with as many pictures of the simulated camera as a report holds', async () => {
    const picture = await embedPicture('docs/images/simulated-camera.png')
    const frames = Array.from({ length: 900 }, (_, i) => ({ id: `f${i}`, path: '', caption: '' }))
    const pictures = chooseFrames({ frames, record: { reports: [] } } as never, 10).frames.length * 10
    const rest = clean.replaceAll(/data:image\/webp[^"]*/g, '').length * 2
    expect((picture?.uri.length ?? Infinity) * pictures + rest).toBeLessThan(3_000_000)
  })

  it('survives lost parts: no trace, no picture, no tree', async () => {
    const folder = await writeFixtureRun()
    folders.push(folder)
    rmSync(join(folder, 'episodes'), { recursive: true })
    rmSync(join(folder, 'trees'), { recursive: true })
    const page = readFileSync(must(await writeReport(folder), 'the report'), 'utf8')
    expect(page).toContain('No trace of this episode was kept.')
    expect(page).toContain('No pictures of this episode were kept.')
    expect(page).toContain('cannot be read')
  })
})

describe('report: what it tells', () => {
  it('answers what a stranger asks, in the order in which they ask it', () => {
    const questions = [...clean.matchAll(/<h2>([^<]*\?)<\/h2>/g)].map(([, question]) => question)
    expect(questions).toEqual([
      'Did it learn?',
      'What did it change?',
      'What went wrong?',
      'What should I look at?',
    ])
  })

  it('starts with figures of episodes that there were: the first, the best, the last; and says of what a mean is', () => {
    expect(clean).toContain('Field F1: 5 episodes, 37.8 points in the first, 122.5 in the best')
    const shown = clean.slice(clean.indexOf('<dl class="tiles">'))
    const tiles = [
      ...shown.slice(0, shown.indexOf('</dl>')).matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([^<]*)<\/dd>/g),
    ].map(([, name, value]) => [name, value])
    expect(tiles).toEqual([
      ['first episode', '37.8'],
      ['best, episode 5', '122.5'],
      ['last episode', '122.5'],
      ['mean of all 5', '53.0'],
      ['episodes that led to edits', '3 of 5'],
      ['episodes with alarms', '2 of 5'],
    ])
    expect(clean).toContain(
      'Yes: the last three episodes earned 57.6 points on average, 19.8 more than the first.',
    )
  })

  it('counts edits by episode, and says after which the tree was kept', () => {
    expect(clean).toContain(
      'The tree: 1 edit after episode 1, 1 edit after episode 2, 1 edit after episode 4, rolled back after episode 3. ' +
        'After the other episode it was kept.',
    )
  })

  it('puts what went wrong first, the worst on top', () => {
    const [, rows = ''] = /<table class="stack episodes">([^]*?)<\/table>/.exec(clean) ?? []
    const order = [...rows.matchAll(/<a href="#episode-(\d)"|scope="rowgroup"[^>]*>([^<]*)</g)].map(
      ([, episode, head]) => episode ?? head,
    )
    expect(order).toEqual([
      'Something went wrong, the lowest score first',
      '3',
      '1',
      '2',
      '4',
      'Nothing went wrong',
      '5',
    ])
  })

  it('says what the critic found, once for all episodes, with a link to each', () => {
    const [, list = ''] =
      /What the critic found at the end of the episodes:<\/p>\s*<ul[^>]*>([^]*?)<\/ul>/.exec(clean) ?? []
    const found = [...list.matchAll(/<li>\s*<b>([^<]*)<\/b> in (\d+) episode/g)].map(([, text, count]) => [
      text,
      Number(count),
    ])
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(([text]) => text)).size).toBe(found.length)
    expect([...list.matchAll(/href="#episode-\d-critic"/g)]).toHaveLength(
      found.reduce((sum, [, count]) => sum + Number(count), 0),
    )
  })

  it('says of a run that was interrupted what was completed', async () => {
    const folder = await writeFixtureRun({
      episodes: 3,
      changed: (record) => (record.episode === 3 ? { ...record, endReason: 'operator-stop' } : record),
    })
    folders.push(folder)
    const page = readFileSync(must(await writeReport(folder), 'the report'), 'utf8').replace(/\s+/g, ' ')
    expect(page).toMatch(
      /Interrupted: 2 of \d+ episodes completed, 1 stopped before its end \(edits, alarms and refusals count/,
    )
  })

  it('orders what the critic found by the points that it cost, the most on top, and says them', async () => {
    const folder = await writeFixtureRun({
      changed: (record) => ({
        ...record,
        reports: record.reports.map((report) => {
          const [issue] = record.reports.flatMap(({ issues }) => issues)
          const said = {
            nodePath: null,
            severity: 0.5,
            zone: 2,
            mask: '1000',
            grounded: 'unverified',
          } as const
          const all = [
            { ...issue, ...said, impact: 'orientation', explanation: 'one is orange' },
            { ...issue, ...said, impact: 'final-position', zone: null, explanation: 'not at home' },
            { ...issue, ...said, impact: 'placement', mask: '1111', explanation: 'all four are missing' },
          ]
          // what is found twice costs less in all than what is found once
          const here = [[], all, all.filter(({ zone }) => zone === null)][record.episode - 1] ?? []
          return { ...report, issues: report.mode === 'final' ? here : [] } as typeof report
        }),
      }),
    })
    folders.push(folder)
    const page = readFileSync(must(await writeReport(folder), 'the report'), 'utf8')
    const [, list = ''] =
      /What the critic found at the end of the episodes:<\/p>\s*<ul[^>]*>([^]*?)<\/ul>/.exec(page) ?? []
    const said = [...list.matchAll(/<b>([^<]*)<\/b> in (\d)[^]*?up to (\d+) points lost/g)].map((m) =>
      m.slice(1),
    )
    expect(said).toEqual([
      ['all four are missing', '1', '50'],
      ['not at home', '2', '40'],
      ['one is orange', '1', '25'],
    ])
  })

  it('prints of a finding only what was said in its episodes', async () => {
    const folder = await writeFixtureRun({
      changed: (record) => ({
        ...record,
        reports: record.reports.map((report) => ({
          ...report,
          issues: report.issues.map((issue) => ({
            ...issue,
            explanation: record.episode === 2 ? 'zone 2: looks empty' : 'zone 2: looks blue',
          })),
        })),
      }),
    })
    folders.push(folder)
    const page = readFileSync(must(await writeReport(folder), 'the report'), 'utf8')
    const of = (text: string): readonly (string | undefined)[] => {
      const [, links = ''] = new RegExp(`<b>${text}</b> in ([^]*?)</li>`).exec(page) ?? []
      return [...links.matchAll(/#episode-(\d)-critic/g)].map(([, episode]) => episode)
    }
    expect(of('zone 2: looks empty')).toEqual(['2'])
    expect(of('zone 2: looks blue')).toEqual(['1', '3', '4'])
  })

  it('says that nobody was called where nobody was: an alarm was raised', () => {
    expect(clean).not.toMatch(/human (was )?called/)
    expect(clean).toContain('an alarm was raised')
  })

  it('VRL-34: shows the tree before and after, with what came and what went', () => {
    const added = [...clean.matchAll(/<span class="added">([^<]*)</g)].map(([, line]) => line)
    const removed = [...clean.matchAll(/<span class="removed">([^<]*)</g)].map(([, line]) => line)
    expect(added).toContain('+   &#60;MoveToHome/&#62;')
    expect(added.length).toBeGreaterThanOrEqual(10)
    expect(removed.every((line) => line?.startsWith('−'))).toBe(true)
    expect(removed.length).toBeGreaterThanOrEqual(1)
  })

  it('VRL-10: names impact, node and grounding of each issue; VRL-13: says why an alarm was raised', () => {
    expect(clean).toContain('<b>final-position</b>')
    expect(clean).toContain('node /3')
    for (const grounded of ['confirmed', 'refuted', 'unverified']) {
      expect(clean).toContain(`<span class="mark ${grounded}">${grounded}</span>`)
    }
    expect(clean).toContain('alarm: severe</span>')
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

describe('report: on the pictures', () => {
  it('VRL-10: draws what the critic complained of where it lies, by how sensors see it', () => {
    const marks = [...clean.matchAll(/<svg\s+class="marks"[^]*?<\/svg>/g)].map(([svg]) => svg)
    expect(marks).toHaveLength(5)
    expect(marks[0]).toContain('final-position 2 (confirmed), coverage 2 (unverified), placement 2 (refuted)')
    for (const grounded of ['confirmed', 'unverified', 'refuted']) {
      expect(marks[0]).toContain(`class="zone ${grounded}"`)
      expect(marks[0]?.match(new RegExp(`class="slot ${grounded}"`, 'g'))).toHaveLength(2)
    }
    const corners = [...(marks[0] ?? '').matchAll(/points="([^"]+)"/g)].flatMap(([, list]) =>
      (list ?? '').split(' ').map((corner) => corner.split(',').map(Number)),
    )
    expect(corners.length).toBe(36)
    expect(corners.filter(([u = -1, v = -1]) => !(u >= 0 && u <= 640 && v >= 0 && v <= 480))).toEqual([])
  })

  it('draws nothing on pictures of a camera whose place the run does not say', () => {
    expect(viewOf({ ...manifestOf(), faults: 'real' })).toBeUndefined()
    expect(viewOf({ ...manifestOf(), field: { id: 'F1', setup: {} } })).toBeUndefined()
    expect(viewOf(manifestOf())?.map.zones).toHaveLength(2)
  })

  it('VRL-13: marks in the timeline when an alarm was raised and what was refused', () => {
    expect(clean.match(/class="moment alarm"/g)?.length).toBeGreaterThanOrEqual(3)
    expect(clean.match(/class="moment refused"/g)).toHaveLength(1)
    expect(clean).toContain('a command was refused (1)')
  })

  it('MOD-12: sums the refusals of the run up by rule', () => {
    expect(clean).toMatch(
      /these commands never left the computer[^]*rotate\.holds-block[^]*href="#episode-3"/,
    )
  })

  it('turns to the neighbours of an episode', () => {
    expect(clean.match(/aria-label="previous episode, \d"/g)).toHaveLength(4)
    expect(clean.match(/aria-label="next episode, \d"/g)).toHaveLength(4)
  })
})

describe('report: hostile text', () => {
  it('stays text wherever people or models write', () => {
    expect(hostile.length).toBeGreaterThan(clean.length)
    // the page's own, and the data of five episodes
    expect(hostile.match(/<script(?! type="application\/json">)/g)).toHaveLength(1)
    expect(hostile.match(/<script type="application\/json">/g)).toHaveLength(5)
    expect(hostile.match(/<img\s/g)).toHaveLength(36)
    expect(hostile.match(CAMERA)).toHaveLength(32)
    expect(hostile).not.toMatch(/<[^>]*\sonerror\s*=/)
    expect(hostile).not.toContain('\u202E')
    expect(hostile.match(/&#60;script&#62;alert\(1\)/g)?.length).toBeGreaterThanOrEqual(50)
  })
})
