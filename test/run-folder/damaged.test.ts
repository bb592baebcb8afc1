import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openLineLog, readLineLog } from '#adapters/store/line-log.js'
import { main } from '#cli/cli.js'

let run = ''
let scratch = ''
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'graft-damaged-'))
  const out = join(scratch, 'runs')
  const made = await graft('run', '--episodes', '3', '--actor', 'rules', '--json', '--out', out)
  expect(made).toEqual({ code: 0, err: '' })
  run = join(out, readdirSync(out)[0] as string)
}, 240_000)
afterAll(() => rmSync(scratch, { recursive: true }))

const READERS = {
  replay: (folder: string) => ['replay', folder],
  resume: (folder: string) => ['run', '--actor', 'rules', '--resume', folder],
  report: (folder: string) => ['report', folder],
  'data export': (folder: string) => ['data', 'export', folder, '--out', join(scratch, 'never')],
}
type Reader = keyof typeof READERS
const ALL = Object.keys(READERS) as Reader[]

const path = (folder: string, name: string): string => join(folder, name)

/** Something in the place of a file or folder of the run. */
const INSTEAD: Readonly<Record<string, (at: string) => void>> = {
  'a pipe': (at) => void execFileSync('mkfifo', [at]),
  'a folder': (at) => mkdirSync(at),
  'a link to nothing': (at) => symlinkSync(join(scratch, 'nothing'), at),
  'links that lead in a circle': (at) => symlinkSync(at, at),
}

describe.each(ALL)('graft %s', (reader) => {
  it.each(['null', '[]', '{"key":', '['.repeat(100_000)])(
    'tells of a run.json of another shape (%#)',
    async (text) => {
      const folder = copy()
      writeFileSync(path(folder, 'run.json'), text)
      expect(await missing(reader, folder, `${path(folder, 'run.json')}:1:`)).toEqual([])
    },
  )

  it.each([
    ['setup', 'null', (field: Field) => void (field.setup = null)],
    ['setup.map.zones', '{}', (field: Field) => void (field.setup!.map.zones = {})],
    ['setup.map.home', 'null', (field: Field) => void (field.setup!.map.home = null)],
  ])('tells of a field whose %s is %s', async (name, _, change) => {
    const folder = copy()
    const manifest = JSON.parse(readFileSync(path(folder, 'run.json'), 'utf8')) as { field: Field }
    change(manifest.field)
    writeFileSync(path(folder, 'run.json'), JSON.stringify(manifest, null, 2))
    expect(await missing(reader, folder, `field.${name} is not what graft wrote`)).toEqual([])
  })

  it.each([
    ['episodes.jsonl', 'reports[0]', (line: Line) => void (line.reports![0] = null)],
    ['episodes.jsonl', 'score', (line: Line) => void (line.score = null)],
    ['episodes.jsonl', 'update.patch', (line: Line) => void (line.update!.patch = null)],
    ['episodes.jsonl', 'treeHash', (line: Line) => void (line.treeHash = '../../../etc/passwd')],
    ['events.jsonl', 'report', (line: Line) => void (line.report = null)],
    ['commands.jsonl', 'command', (line: Line) => void (line.command = null)],
  ])('tells of a line of %s with a right checksum and a wrong %s', async (name, part, change) => {
    const folder = copy()
    rewrite(path(folder, name), (lines) => {
      change(lines[0] as Line)
      return lines
    })
    expect(
      await missing(reader, folder, `${path(folder, name)}:1:`, `${part} is not what graft wrote`),
    ).toEqual([])
  })

  it.each([
    ['0', (n: number) => n - 1],
    ['gaps', (n: number) => 2 * n - 1],
    ['repeated', () => 1],
    ['1e9', (n: number) => (n === 3 ? 1e9 : n)],
  ])('refuses episode numbers that cannot be: %s', async (_, number) => {
    const folder = copy()
    rewrite(path(folder, 'episodes.jsonl'), (lines) =>
      lines.map((line) => ({ ...line, episode: number(line.episode) })),
    )
    expect(await missing(reader, folder, path(folder, 'episodes.jsonl'))).toEqual([])
  })

  it.each(['run.json', 'episodes.jsonl', 'events.jsonl', 'commands.jsonl', 'episodes'])(
    'refuses a pipe, a folder, a link to nothing and a circle of links in the place of %s',
    async (name) => {
      for (const [what, make] of Object.entries(INSTEAD)) {
        if (name === 'episodes' && what === 'a folder') continue
        const folder = copy()
        renameSync(path(folder, name), path(folder, 'aside'))
        make(path(folder, name))
        const got = `got:      ${what === 'a pipe' ? 'a device, pipe or socket' : what}`
        expect(await missing(reader, folder, path(folder, name), got)).toEqual([])
      }
    },
  )

  it('refuses a file that is too long to be read, before it is read', async () => {
    for (const [name, size] of [
      ['run.json', 17 * 2 ** 20],
      ['summary.json', 700 * 2 ** 20],
      ['episodes.jsonl', 700 * 2 ** 20],
      ['events.jsonl', 2 * 2 ** 30],
      [`trees/${readdirSync(path(run, 'trees'))[0] ?? ''}`, 2 * 2 ** 30],
    ] as const) {
      const folder = copy()
      truncateSync(path(folder, name), size)
      const before = process.memoryUsage.rss()
      expect(
        await missing(
          reader,
          folder,
          `${path(folder, name)}:1:1: error run.damaged`,
          `got:      ${size} bytes`,
        ),
      ).toEqual([])
      expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 2 ** 20)
    }
  })

  it('names a run when a folder of runs is given', async () => {
    const folder = join(scratch, 'runs-of-this-test')
    cpSync(run, join(folder, basename(run)), { recursive: true })
    expect(await missing(reader, folder, 'a folder with one run in it', join(folder, basename(run)))).toEqual(
      [],
    )
  })

  it('says that a pipe or a file is no run', async () => {
    for (const [what, make] of Object.entries({
      ...INSTEAD,
      'a file': (at: string) => writeFileSync(at, ''),
    })) {
      if (what.startsWith('links')) continue
      const at = join(mkdtempSync(join(scratch, 'no-run-')), 'RUN')
      make(at)
      expect(await missing(reader, at, `${at} is not a run`)).toEqual([])
    }
  })
})

describe.each(['replay', 'report', 'data export'] as const)('graft %s', (reader) => {
  it.each([
    ['a part that is null', (text: string) => text.replace(/"args":\{[^}]*\}/, '"args":null')],
    ['a torn line', (text: string) => text.slice(0, -20)],
    ['a line that is no JSON', (text: string) => `hello\n${text}`],
  ])('tells of a trace with %s, by line and column', async (_, change) => {
    const folder = copy()
    const trace = path(folder, 'episodes/02/trace.jsonl')
    truncateSync(trace, 700 * 2 ** 20)
    expect(await missing(reader, folder, `${trace}:1:1: error run.damaged`, 'too long')).toEqual([])
    cpSync(path(run, 'episodes/02/trace.jsonl'), trace)
    writeFileSync(trace, change(readFileSync(trace, 'utf8')))
    expect(await missing(reader, folder, trace)).toEqual([])
    expect((await graft(...READERS[reader](folder))).err).toMatch(/trace\.jsonl:\d+:\d+: error run\.damaged/)
  })

  it.each(['episodes/02/trace.jsonl', 'trees'])('refuses odd things in the place of %s', async (name) => {
    for (const [what, make] of Object.entries(INSTEAD)) {
      if (name === 'trees' && what === 'a folder') continue
      const folder = copy()
      rmSync(path(folder, name), { recursive: true })
      make(path(folder, name))
      expect(await missing(reader, folder, path(folder, name))).toEqual([])
    }
  })
})

describe('graft run --resume', () => {
  it('looks at what it will write before anything moves', async () => {
    for (const name of ['lock', 'interrupted.jsonl', 'interrupted', 'report.html', 'summary.json'])
      for (const [what, make] of Object.entries(INSTEAD)) {
        if (what === 'a folder' && name === 'interrupted') continue
        const folder = copy()
        rmSync(path(folder, name), { force: true })
        make(path(folder, name))
        expect(await missing('resume', folder, path(folder, name)), `${what}: ${name}`).toEqual([])
      }
  })
})

describe('graft report', () => {
  const flipped = (text: string): string => text.replace(/.(.{12}\n)$/, '?$1')
  it.each([
    ['episodes.jsonl', 3, 'what followed episode 2'],
    ['events.jsonl', undefined, 'the units and reports of that line'],
  ] as const)(
    'says which line at the end of %s it cannot read, and what it leaves out',
    async (name, at, says) => {
      for (const change of [flipped, (text: string) => text.slice(0, -9)]) {
        const folder = copy()
        const file = path(folder, name)
        const text = readFileSync(file, 'utf8')
        const line = at ?? text.trimEnd().split('\n').length
        writeFileSync(file, change(text))
        const { code, err } = await graft(...READERS.report(folder))
        expect([code, err]).toEqual([
          0,
          expect.stringContaining(`${file}:${line}:1: warning run.damaged: line ${line} of`),
        ])
        expect(err).toContain(`the report leaves out ${says}`)
        expect(readFileSync(path(folder, 'report.html'), 'utf8')).toMatch(
          new RegExp(`<h2>What is missing here\\?</h2>[^]*${name}:${line}:1</code>[^]*${says}`),
        )
      }
    },
  )

  it('says which tree it cannot read, once, and of a whole run nothing', async () => {
    const folder = copy()
    expect(await graft(...READERS.report(folder))).toEqual({ code: 0, err: '' })
    expect(readFileSync(path(folder, 'report.html'), 'utf8')).not.toContain('What is missing here')
    const [tree = ''] = readdirSync(path(folder, 'trees'))
    const file = path(folder, `trees/${tree}`)
    const text = readFileSync(file, 'utf8')
    const other = text.replace(/zone="\d"/, 'zone="7"')
    const damages = [text.slice(0, -9), `${text.slice(0, 200)}<`, '', other]
    expect(other).not.toBe(text)
    for (const damaged of damages) {
      writeFileSync(file, damaged)
      const { code, err } = await graft(...READERS.report(folder))
      expect(code).toBe(0)
      expect(err.match(/warning run\.tree: /g)).toHaveLength(1)
      expect(err).toContain(`${file} is not the tree that the run stored; the report leaves out this tree`)
      expect(readFileSync(path(folder, 'report.html'), 'utf8')).toContain(`${tree} is not the tree`)
    }
  })
})

describe('graft note', () => {
  it('tells of a link or a pipe in the place of its file, and of a line of another shape', async () => {
    for (const make of [...Object.values(INSTEAD), (at: string) => symlinkSync(path(run, 'run.json'), at)]) {
      const folder = copy()
      make(path(folder, 'notes.jsonl'))
      const { code, err } = await graft('note', folder, '1', 'the floor is wet')
      expect([2, 8]).toContain(code)
      expect(err).toContain(path(folder, 'notes.jsonl'))
    }
    const folder = copy()
    const log = openLineLog<object>(path(folder, 'notes.jsonl'))
    log.append({ episode: 1, by: null, at: 0, text: 'x' }, true)
    log.close()
    for (const argv of [['note', folder, '1', 'the floor is wet'], READERS.report(folder)]) {
      const { code, err } = await graft(...argv)
      expect([code, err]).toEqual([2, expect.stringContaining(`${path(folder, 'notes.jsonl')}:1:`)])
    }
  })
})

describe('the trace of an episode, and its moments', () => {
  it('are covered by hashes in the line of the episode; a run without them is read as before', async () => {
    const folder = copy()
    const trace = path(folder, 'episodes/01/trace.jsonl')
    const text = readFileSync(trace, 'utf8')
    writeFileSync(trace, text.replace(/"t":(\d)/, '"t": $1'))
    expect(await missing('report', folder, `${trace}:1:1: error run.damaged`, 'SHA-256')).toEqual([])
    expect(await missing('replay', folder, `${trace}:1:1: error run.damaged`, 'SHA-256')).toEqual([])
    writeFileSync(trace, text)
    const moments = path(folder, 'episodes/02/moments.jsonl')
    writeFileSync(moments, readFileSync(moments, 'utf8').replace(/"t":(\d)/, '"t": $1'))
    for (const damaged of [readFileSync(moments, 'utf8'), '{"moments":1', '{}', ''.padEnd(99, '\0')]) {
      writeFileSync(moments, damaged)
      const { code, err } = await graft(...READERS.report(folder))
      expect([code, err]).toEqual([0, expect.stringMatching(/moments\.jsonl:\d+:\d+: warning run\.damaged/)])
      expect(err).toContain('the report leaves out where the robot was and what was believed in episode 2')
      const page = readFileSync(path(folder, 'report.html'), 'utf8')
      expect(page).toContain('Where the robot was and what was believed cannot be shown')
      expect(page.replaceAll('&#x2F;', '/')).toContain('moments.jsonl')
    }
    writeFileSync(trace, text.replace(/"t":(\d)/, '"t": $1'))
    rewrite(path(folder, 'episodes.jsonl'), (lines) =>
      lines.map(({ traceHash: _, momentsHash: __, ...line }) => line),
    )
    expect(await graft(...READERS.replay(folder))).toMatchObject({ code: 0, err: '' })
    const { code, err } = await graft(...READERS.report(folder))
    expect([code, err]).toEqual([0, expect.not.stringContaining('trace.jsonl')])
  })
})

interface Line {
  episode: number
  traceHash?: string
  momentsHash?: string
  reports?: unknown[]
  score?: unknown
  update?: { patch: unknown }
  treeHash?: string
  report?: unknown
  command?: unknown
}

interface Field {
  setup: { map: { zones: unknown; home: unknown } } | null
}

/** Writes the lines of a log again, with checksums that fit. */
function rewrite(file: string, change: (lines: Line[]) => readonly Line[]): void {
  const lines = change([...readLineLog<Line>(file).values])
  rmSync(file)
  const log = openLineLog<Line>(file)
  for (const line of lines) log.append(line, false)
  log.close()
}

/** A copy of the run to change something in. */
function copy(): string {
  const folder = join(mkdtempSync(join(scratch, 'run-')), basename(run))
  cpSync(run, folder, { recursive: true })
  return folder
}

/** Returns what is missing from a refusal: its exit code, its parts, and these texts. */
async function missing(reader: Reader, folder: string, ...says: readonly string[]): Promise<string[]> {
  const { code, err } = await graft(...READERS[reader](folder))
  const parts = [/error [a-z]+\.[a-z-]+: /, / {2}expected: ./, / {2}hint: {5}./]
  const absent = parts.filter((part) => !part.test(err)).map(String)
  const unsaid = [...absent, ...says.filter((text) => !err.includes(text))]
  return code === 2 && unsaid.length === 0 ? [] : [`exit code ${code}`, ...unsaid, err]
}

async function graft(...argv: string[]): Promise<{ code: number; err: string }> {
  let err = ''
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
  try {
    return { code: await main(argv), err }
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
}
