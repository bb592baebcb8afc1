import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { must } from '#base/result.js'
import { lockFolder } from '#adapters/store/run-lock.js'
import { readNotes, readEpisodes } from '#adapters/store/run-store.js'
import { EXIT } from '#app/command-line/exit-code.js'
import { main } from '#cli/cli.js'
import { note } from '#cli/commands/note.js'
import { REPO } from '#lab/architecture/source-tree.js'
import { writeReport } from '#report/write-report.js'
import type { Actor } from '#learning/actor/input.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import { loop, ScriptedCritic, scriptedMinds, resume } from '../runtime/support/loop.js'
import { needs } from '../needs/needs.js'
import { manifestOf, writeFixtureRun } from '../report/fixture.js'

let folder = ''
beforeAll(async () => {
  folder = await writeFixtureRun()
}, 60_000)
afterAll(() => rmSync(dirname(folder), { recursive: true }))

const write = (text: string, episode = 2) => note('', folder, { episode, said: text, by: 'ada' })

describe('graft note', () => {
  const LONG = `the cup at slot 2 was wet, <b>so</b> it slipped; ${'and it slipped again; '.repeat(80)}end`

  it('keeps the sentence whole, and shows it whole and as text in the report', async () => {
    expect(LONG.length).toBeGreaterThan(1500)
    expect(write(LONG)).toMatchObject({ ok: true })
    expect(readNotes(folder)).toMatchObject([{ episode: 2, by: 'ada', text: LONG }])
    const page = readFileSync(must(await writeReport(folder), 'the report'), 'utf8')
    expect(page).not.toContain('<b>so</b>')
    const shown = page.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    expect(shown.split(LONG)).toHaveLength(2)
  })

  it('prints a name with line ends in it as one line, as report and replay do', () => {
    const odd = join(dirname(folder), 'run\nerror: moved\t\u001B[31mtwice')
    cpSync(folder, odd, { recursive: true })
    const told = [
      ['note', odd, '1', 'wet'],
      ['report', odd],
      ['report', `${odd}?`],
      ['replay', odd],
    ].map((argv) => {
      const { stdout, stderr } = spawnSync(process.execPath, [join(REPO, 'bin/graft.js'), ...argv])
      return `${String(stdout)}${String(stderr)}`
    })
    rmSync(odd, { recursive: true })
    for (const text of told) {
      expect(text).toContain('run\\u000aerror: moved\\u0009\\u001b[31mtwice')
      expect(text).not.toMatch(/^error: moved|\t/m)
    }
  })

  it.each(['report', 'note'])(
    'ends with 8 where the disk takes no more, and resumes nothing: %s',
    (command) => {
      const words = command === 'note' ? ['1', 'hello'] : []
      const graft = [process.execPath, join(REPO, 'bin/graft.js'), command, folder, ...words]
      const { status, stderr } = spawnSync('sh', ['-c', 'ulimit -f 0; exec "$@"', 'sh', ...graft])
      const said: unknown = expect.stringMatching(
        `the ${command} cannot be written: EFBIG[^]*hint: +raise the limit on file sizes\n$`,
      )
      expect([status, String(stderr)]).toEqual([EXIT.outputLost, said])
    },
  )

  it('ends with 2 where the folder of a comparison is not there, and says what to do', async () => {
    const manifest = { ...manifestOf(''), key: 'F1-s2-other', seed: 2 }
    const other = await writeFixtureRun({ manifest, episodes: 1 })

    const args = [join(REPO, 'bin/graft.js'), 'report', folder, other, '--out', join(folder, 'nosuch')]
    const { status, stderr } = spawnSync(process.execPath, args)
    rmSync(dirname(other), { recursive: true })
    expect([status, String(stderr)]).toEqual([EXIT.usage, expect.stringContaining('make the folder first')])
  })

  it('is signed with the number of a user who has no name', needs('root'), () => {
    const [bin, uid] = [join(REPO, 'bin/graft.js'), 987_654]
    execFileSync('chown', ['-R', `${uid}:${uid}`, dirname(folder)])
    const { status, stderr } = spawnSync(process.execPath, [bin, 'note', folder, '1', 'hello'], {
      uid,
      gid: uid,
    })
    execFileSync('chown', ['-R', '0:0', dirname(folder)])
    expect([status, String(stderr)]).toEqual([0, ''])
    expect(readNotes(folder).at(-1)).toMatchObject({ by: `user ${uid}`, text: 'hello' })
    writeFileSync(join(folder, 'notes.jsonl'), '')
  })

  it('destroys nothing where an earlier note was damaged, and the report does not hide that', async () => {
    const file = join(folder, 'notes.jsonl')
    for (const text of ['one', 'two', 'three']) expect(write(text)).toMatchObject({ ok: true })
    const damaged = readFileSync(file, 'utf8').replace('"one"', '"0ne"')
    writeFileSync(file, damaged)
    const problem = { ok: false, error: { code: 'run.damaged', where: { file, line: 1 } } }
    expect(write('four')).toMatchObject(problem)
    expect(await writeReport(folder)).toMatchObject(problem)
    expect(readFileSync(file, 'utf8')).toBe(damaged)
    writeFileSync(file, '')
  })

  it('takes a note on the episode that goes on, but not after the last one of a run that nobody runs', () => {
    const last = readEpisodes(folder).length
    expect(write('later', last + 1)).toMatchObject({
      ok: false,
      error: { code: 'note.no-episode', expected: `1 to ${last}`, got: `${last + 1}` },
    })
    const unlock = lockFolder(folder)
    expect(write('now', last + 1)).toMatchObject({ ok: true })
    unlock()
    writeFileSync(join(folder, 'notes.jsonl'), '')
  })

  it('says that a report which is there does not know of it yet', async () => {
    const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    must(await writeReport(folder), 'the report')
    expect(await main(['note', folder, '1', 'hello'])).toBe(EXIT.ok)
    rmSync(join(folder, 'report.html'))
    expect(await main(['note', folder, '1', 'hello'])).toBe(EXIT.ok)
    const said = out.mock.calls.map(([text]) => String(text))
    vi.restoreAllMocks()
    const noted = `noted for episode 1 of ${folder}\n`
    expect(said).toEqual([`${noted}graft report ${folder} writes its report anew, with the note\n`, noted])
    writeFileSync(join(folder, 'notes.jsonl'), '')
  })

  it('refuses what could not stand whole, and says what could', () => {
    expect(write('x'.repeat(2000))).toMatchObject({ ok: true })
    expect(write('x'.repeat(2001))).toMatchObject({
      ok: false,
      error: { code: 'note.long', expected: '1 to 2000 characters', got: '2001 characters' },
    })
    expect(write(' \n ')).toMatchObject({ ok: false, error: { code: 'note.empty' } })
    expect(write('who?', 7)).toMatchObject({ ok: false, error: { code: 'note.no-episode' } })
    expect(note('runs', 'no-such-run', { episode: 1, said: 'x', by: 'ada' })).toMatchObject({
      ok: false,
      error: { code: 'run.unknown' },
    })
  })
})

it('what was noted of an episode stands in its record and in every later prompt', async () => {
  const told: (readonly string[])[] = []
  const minds = scriptedMinds(new ScriptedCritic())
  const listening = {
    ...minds,
    actorFor: (...field: Parameters<typeof minds.actorFor>): Actor<ActorInput> => {
      const actor = minds.actorFor(...field)
      return {
        ...actor,
        propose: (input: ActorInput) => {
          told.push(input.notes ?? [])
          return actor.propose(input)
        },
      }
    },
  }
  const stop = new AbortController()
  const cut = new ScriptedCritic((mode) => {
    if (mode === 'final') stop.abort()
    return {}
  })
  const first = await loop({ episodes: 2, minds: scriptedMinds(cut), signal: stop.signal })
  const done = readEpisodes(first.folder).length
  const unlock = lockFolder(first.folder)
  expect(note('', first.folder, { episode: done + 1, said: 'the floor is wet', by: 'ada' })).toMatchObject({
    ok: true,
  })
  unlock()
  if (done > 0) note('', first.folder, { episode: 1, said: 'all was well', by: 'ada' })
  await resume(first.folder, { minds: listening })
  expect(readEpisodes(first.folder)[done]?.notes).toEqual(['the floor is wet'])
  expect(told[0]).toEqual([...(done > 0 ? ['of episode 1: all was well'] : []), 'the floor is wet'])
  rmSync(join(first.folder), { recursive: true })
})
