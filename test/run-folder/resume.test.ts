import {
  cpSync,
  existsSync,
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
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEpisodes } from '#adapters/store/run-store.js'
import { restoreRun } from '#app/run-folder/restore.js'
import type { RunManifest } from '#learning/manifest.js'
import { library, loop, resume } from '../runtime/support/loop.js'

let run = ''
let scratch = ''
beforeAll(async () => {
  run = (await loop({ episodes: 3 })).folder
  scratch = mkdtempSync(join(tmpdir(), 'graft-resume-'))
}, 60_000)
afterAll(() => {
  rmSync(scratch, { recursive: true })
  rmSync(dirname(run), { recursive: true })
})

describe('a run that is resumed is the one that began', () => {
  const CHANGES: readonly (readonly [string, (manifest: Changeable) => object])[] = [
    ['seed', (manifest) => ({ ...manifest, seed: manifest.seed + 1 })],
    ['episodes', (manifest) => ({ ...manifest, episodes: 9 })],
    ['version', (manifest) => ({ ...manifest, version: '9.9.9' })],
    [
      'map',
      ({ field, ...manifest }) => {
        const home = { ...field.setup.map.home, at: { x: 1.5, y: 1 } }
        return {
          ...manifest,
          field: { ...field, setup: { ...field.setup, map: { ...field.setup.map, home } } },
        }
      },
    ],
  ]
  it.each(CHANGES)('one whose %s was changed in run.json is refused', (_, change) => {
    const folder = copy()
    const file = join(folder, 'run.json')
    writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Changeable)))
    expect(refusal(folder)).toMatchObject({
      code: 'run.manifest',
      where: { file },
      expected: expect.stringContaining(basename(run)) as string,
      got: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
      hint: expect.stringContaining('restore') as string,
    })
  })
})

describe('resuming deletes nothing', () => {
  const JOURNAL: Readonly<Record<string, (file: string) => void>> = {
    missing: (file) => rmSync(file),
    empty: (file) => truncateSync(file),
    'a link to nothing': (file) => {
      rmSync(file)
      symlinkSync(join(scratch, 'nothing'), file)
    },
    'cut to one line': (file) => truncateSync(file, readFileSync(file).indexOf(10) + 1),
  }
  it.each(Object.entries(JOURNAL))(
    'an episodes.jsonl that is %s is refused, and everything stays',
    (_, damage) => {
      const folder = copy()
      writeFileSync(join(folder, 'episodes/02/my-notes.txt'), 'mine')
      damage(join(folder, 'episodes.jsonl'))
      const before = listing(folder)
      expect(refusal(folder)).toMatchObject({
        code: 'run.damaged',
        message: expect.stringContaining('episodes.jsonl') as string,
        hint: expect.any(String) as string,
      })
      expect(listing(folder)).toEqual(before)
      expect(existsSync(join(scratch, 'nothing'))).toBe(false)
    },
  )

  it('also when the other logs are lost with it: the folders are of episodes that nobody knows of', () => {
    const folder = copy()
    for (const name of ['episodes', 'events', 'commands']) truncateSync(join(folder, `${name}.jsonl`))
    const before = listing(folder)
    expect(refusal(folder)).toMatchObject({
      code: 'run.damaged',
      message: expect.stringContaining(join('episodes', '02')) as string,
    })
    expect(listing(folder)).toEqual(before)
  })

  it.each(['episodes', 'trees', 'episodes.jsonl', 'events.jsonl', 'commands.jsonl'])(
    'a link named %s is refused, and nothing is changed where it leads',
    (name) => {
      const folder = copy()
      const elsewhere = join(mkdtempSync(join(scratch, 'elsewhere-')), 'there')
      renameSync(join(folder, name), elsewhere)
      symlinkSync(elsewhere, join(folder, name))
      const before = listing(dirname(elsewhere))
      expect(refusal(folder)).toMatchObject({ code: 'run.damaged', got: 'a link' })
      expect(listing(dirname(elsewhere))).toEqual(before)
    },
  )

  it('what is left of the interrupted episode is put aside whole; what is not the run’s stays', async () => {
    const folder = copy()
    const journal = join(folder, 'episodes.jsonl')
    const wanted = readFileSync(journal, 'utf8')
    truncateSync(journal, wanted.indexOf('\n', wanted.indexOf('\n') + 1) + 1)
    writeFileSync(join(folder, 'episodes/03/my-notes.txt'), 'mine')
    for (const name of ['1e9', '4', 'backup']) mkdirSync(join(folder, 'episodes', name))
    const trace = readFileSync(join(folder, 'episodes/03/trace.jsonl'), 'utf8')
    const steps = readFileSync(join(folder, 'events.jsonl'), 'utf8').split('\n')

    const resumed = await resume(folder)
    expect(readFileSync(journal, 'utf8')).toBe(wanted)
    expect(readEpisodes(resumed.folder)).toHaveLength(3)
    expect(readdirSync(join(folder, 'episodes')).sort()).toEqual(['01', '02', '03', '1e9', '4', 'backup'])
    const aside = join(folder, 'interrupted/03')
    expect(readFileSync(join(aside, 'my-notes.txt'), 'utf8')).toBe('mine')
    expect(readFileSync(join(aside, 'trace.jsonl'), 'utf8')).toBe(trace)
    const kept = readFileSync(join(aside, 'events.jsonl'), 'utf8').split('\n')
    expect(steps.slice(-kept.length)).toEqual(kept)
    expect(existsSync(join(aside, 'commands.jsonl'))).toBe(true)
  })

  it('a link in the place of the interrupted episode is moved, not followed; a second one gets a name of its own', async () => {
    const folder = copy()
    const journal = join(folder, 'episodes.jsonl')
    const whole = readFileSync(journal, 'utf8')
    const elsewhere = mkdtempSync(join(scratch, 'precious-'))
    writeFileSync(join(elsewhere, 'precious.txt'), 'mine')
    for (const _ of [1, 2]) {
      truncateSync(journal, whole.indexOf('\n', whole.indexOf('\n') + 1) + 1)
      rmSync(join(folder, 'episodes/03'), { recursive: true })
      symlinkSync(elsewhere, join(folder, 'episodes/03'))
      await resume(folder)
    }
    expect(listing(elsewhere)).toEqual(['precious.txt: mine'])
    expect(readFileSync(journal, 'utf8')).toBe(whole)
    expect(readdirSync(join(folder, 'interrupted')).length).toBeGreaterThanOrEqual(4)
  })
})

interface Changeable extends RunManifest {
  readonly field: {
    readonly id: string
    readonly setup: { readonly map: { readonly home: { readonly radius: number } } }
  }
}

const refusal = (folder: string): unknown => {
  const restored = restoreRun('', folder, [], library)
  return restored.ok ? 'resumed' : restored.error
}

/** Every file below a folder with its content. */
function listing(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const name = path.slice(folder.length + 1)
      return entry.isFile() ? `${name}: ${readFileSync(path, 'latin1')}` : name
    })
    .sort()
}

/** A copy of the run to change something in. */
function copy(): string {
  const folder = join(mkdtempSync(join(scratch, 'run-')), basename(run))
  cpSync(run, folder, { recursive: true })
  return folder
}
