import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeLines } from '#adapters/store/line-log.js'
import { readCommands, readEpisodes } from '#adapters/store/run-store.js'
import { must } from '#base/result.js'
import { REPO } from '#lab/architecture/source-tree.js'
import type { ChanceRow } from '#app/world/memory/chance-rows.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import type { WorldEpisodeLine, WorldStepLine } from '../../lab/dataset/world/world-lines.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-recorded-'))
const world = join(folder, 'flat')
const worldFile = join(world, 'world.yaml')
const runs = join(folder, 'runs')
let run = ''

function graft(...args: string[]): {
  readonly status: number | null
  readonly out: string
  readonly err: string
} {
  const { status, stdout, stderr } = spawnSync('node', [join(REPO, 'bin/graft.js'), ...args], {
    encoding: 'utf8',
    cwd: folder,
  })
  return { status, out: stdout, err: stderr }
}

const linesOf = <T>(file: string): readonly T[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

const issuedIn = (of: string) => readCommands(of).filter((entry) => entry.kind === 'issued')

beforeAll(() => {
  cpSync(join(REPO, 'worlds/home'), world, { recursive: true })
  // far too pessimistic: a few tries show it
  const text = readFileSync(worldFile, 'utf8')
  writeFileSync(worldFile, text.replace('loses its way, chance: 0.02', 'loses its way, chance: 0.7'))
  const ran = graft('run', '--world', world, '--task', 'tidy', '--episodes', '2', '--out', runs)
  expect(ran.status, ran.err).toBe(0)
  run = join(runs, readdirSync(runs)[0] ?? '')
}, 400_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('graft world chances', () => {
  it('tells what the runs have seen, and its report does too', () => {
    const { status, out } = graft('world', 'chances', world, run, '--json')
    expect(status).toBe(1)
    const { chances, episodes } = JSON.parse(out) as { chances: readonly ChanceRow[]; episodes: number }
    expect(episodes).toBe(2)
    const drives = issuedIn(run).filter(
      ({ command }) => 'skill' in command && command.skill === 'GoTo',
    ).length
    const [lost] = chances.filter(({ skill, place }) => skill === 'GoTo' && place === 0)
    expect(lost).toMatchObject({ declared: 0.7, tries: drives, off: true })
    expect(chances.filter(({ off }) => off)).toEqual([lost])
    const page = graft('world', 'chances', world, run).out
    expect(page).toMatch(
      /GoTo +the robot loses its way +0\.7 +\d+ +\d+ +0\.\d+ +0\.\d+ to 0\.\d+ +the declared/,
    )
    expect(readFileSync(join(run, 'report.html'), 'utf8')).toContain('the robot loses its way')
  })

  it('refuses a run twice, a run of another world, and what is no run', () => {
    const before = readFileSync(worldFile, 'utf8')
    for (const [args, code] of [
      [[world, run, run], 'run.twice'],
      [['home', run], 'run.other-world'],
      [[world, folder], 'run.unknown'],
      [['kitchn', run], 'world.missing'],
    ] as const) {
      const { status, out, err } = graft('world', 'chances', ...args, '--write')
      expect([status, out], err).toEqual([2, ''])
      expect(err).toContain(code)
    }
    expect(readFileSync(worldFile, 'utf8')).toBe(before)
  })
})

describe('graft data export of a run in a world', () => {
  const set = join(folder, 'set')

  it('has every step with the facts around it, as the run has kept them, and every picture', () => {
    expect(graft('data', 'export', run, '--out', set)).toMatchObject({ status: 0, err: '' })
    const episodes = linesOf<WorldEpisodeLine>(join(set, 'episodes.jsonl'))
    const steps = linesOf<WorldStepLine>(join(set, 'steps.jsonl'))
    const records = readEpisodes(run)
    expect(episodes.map(({ score }) => score)).toEqual(records.map(({ score }) => score))
    for (const { episode, facts } of episodes) {
      const own = steps.filter((step) => step.episode === episode)
      expect(own.length).toBe(episodes[episode - 1]?.steps)
      expect(Object.keys(own[0]?.before ?? {}).sort()).toEqual(Object.keys(facts.start).sort())
      for (const [i, { before, after }] of own.entries()) {
        // nothing but people and what is seen on the way changes a fact between two steps
        const next = own[i + 1]?.before ?? { ...before, ...after }
        for (const fact of Object.keys(after)) expect(after[fact]).not.toEqual(before[fact])
        expect(next['at']).toBe({ ...before, ...after }['at'])
      }
    }
    expect(steps.some(({ verdict, result }) => !verdict.permitted && result === null)).toBe(true)
    expect(steps.filter(({ verdict }) => verdict.permitted)).toHaveLength(issuedIn(run).length)
    const pictures = episodes.flatMap(({ moments }) => moments.flatMap((moment) => moment.pictures))
    expect(new Set(readdirSync(join(set, 'pictures')))).toEqual(new Set(pictures.map(({ sha256 }) => sha256)))
    expect(pictures.length).toBeGreaterThan(2)
    expect(JSON.parse(graft('data', 'check', set, '--json').out)).toMatchObject({
      ok: true,
      steps: steps.length,
    })
    expect(graft('data', 'show', set).out).toContain('home, task tidy')
  })

  it.each([
    ['steps.jsonl', (text: string) => text.replace('"seconds":', '"secs":'), 'dataset.line'],
    ['steps.jsonl', (text: string) => text.slice(text.indexOf('\n') + 1), 'dataset.steps'],
    ['steps.jsonl', (text: string) => text.replace(/"t":\d+/, '"t":1'), 'dataset.changed'],
    ['episodes.jsonl', (text: string) => text.replace('<Sequence', '<Sequense'), 'dataset.tree'],
    ['dataset.json', (text: string) => text.replace('"steps"', '"stepz"'), 'dataset.about'],
  ])('a set that was changed is refused: %s', (name, change, code) => {
    const other = join(folder, `changed-${code}`)
    cpSync(set, other, { recursive: true })
    const file = join(other, name)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
    const { status, err } = graft('data', 'check', other)
    expect([status, err.includes(code)], err).toEqual([code === 'dataset.about' ? 2 : 1, true])
  })

  it('a record of an earlier graft is exported as far as it goes', () => {
    const old = join(folder, 'old')
    cpSync(run, old, { recursive: true })
    const file = join(old, 'episodes.jsonl')
    const records = readEpisodes(old).map(({ tried: _, ...record }) => record)
    writeFileSync(file, writeLines(records))
    const out = join(folder, 'old-set')
    expect(graft('data', 'export', old, '--out', out)).toMatchObject({ status: 0, err: '' })
    expect(linesOf<WorldEpisodeLine>(join(out, 'episodes.jsonl')).map(({ steps }) => steps)).toEqual([
      null,
      null,
    ])
    expect(readFileSync(join(out, 'steps.jsonl'), 'utf8')).toBe('')
    expect(graft('data', 'check', out)).toMatchObject({ status: 0 })
  })
})

describe('graft world chances --write', () => {
  it('corrects the numbers that lie outside, and a run is counted once: it is of another version then', () => {
    const before = readFileSync(worldFile, 'utf8')
    expect(graft('world', 'chances', world, run, '--write')).toMatchObject({ status: 0 })
    const after = readFileSync(worldFile, 'utf8')
    const [lines, others] = [before.split('\n'), after.split('\n')]
    const changed = lines.flatMap((line, i) => (line === others[i] ? [] : [i]))
    expect(changed).toHaveLength(1)
    const fails = must(parseDomainText(after, 'world.yaml'), 'valid').rules.skills[0]?.fails
    expect(fails?.[0]?.chance).toBeLessThan(0.7)
    expect(graft('world', 'chances', world, run, '--write')).toMatchObject({
      status: 2,
      err: expect.stringContaining('world.yaml has changed') as string,
    })
    expect(readFileSync(worldFile, 'utf8')).toBe(after)
  })
})
