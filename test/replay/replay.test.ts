import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson, sha256 } from '#base/hash.js'
import { must } from '#base/result.js'
import { ms } from '#base/units.js'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { compare, inRealTime } from '#cli/replay/compare.js'
import { addReplayCommand } from '#cli/replay/replay-command.js'
import { replayOnField } from '#cli/replay/field-world.js'
import { reExecute } from '#cli/replay/re-execute.js'
import { readStoredEpisode, readStoredRun } from '#cli/replay/stored-episode.js'
import { mission } from '../robots/support/rig.js'
import { library, loop, ScriptedCritic, scriptedMinds } from '../runtime/support/loop.js'

let run = ''
let scratch = ''
beforeAll(async () => {
  run = (await loop({ episodes: 4, faults: 'nominal', seed: 5 })).folder
  scratch = mkdtempSync(join(tmpdir(), 'graft-replay-'))
}, 60_000)
afterAll(() => {
  rmSync(scratch, { recursive: true })
  rmSync(dirname(run), { recursive: true })
})

describe('replaying a run', () => {
  it('AMB-39: every episode of a run with faults is the same again', async () => {
    const { code, out } = await graft(run)
    expect(code).toBe(0)
    const lines = out.trim().split('\n')
    expect(lines.length).toBe(4)
    for (const line of lines) expect(line).toMatch(/^episode \d: identical, \d+ events, hash [0-9a-f]{16}$/)
    expect(new Set(lines.map((line) => line.split('hash ')[1])).size).toBe(4)
  })

  it.each([7.305, 7.32, 12.9999])(
    'finds the moment of a cable that was pulled at %d s',
    async (atSeconds) => {
      const { folder } = await loop({ episodes: 2, unplug: { episode: 2, atSeconds } })
      expect(must(readStoredRun(folder), 'the run').records.at(-1)?.endReason).toBe('link-lost')
      expect(await differences(folder)).toEqual([undefined, undefined])
    },
  )

  it('repeats the slip and the start of a floor, which run.json names', async () => {
    const { folder } = await loop({ episodes: 2, ground: 'floor', seed: 3 })
    expect(must(readStoredRun(folder), 'the run').manifest.ground).toBe('floor')
    expect(await differences(folder)).toEqual([undefined, undefined])
    const score = (at: string) => must(readStoredRun(at), 'the run').records[0]?.score.total
    expect(score(folder)).not.toBe(score((await loop({ episodes: 1, seed: 3 })).folder))
  })

  it('repeats a laser scanner, by which the best plan ends well where it fails by the wheels alone', async () => {
    const onFloor = { episodes: 1, ground: 'floor', seed: 1, tree: mission('reference/best-F1.xml') } as const
    const recordOf = ({ folder }: { readonly folder: string }) => must(readStoredRun(folder), 'the run')
    const [byWheels, scanned, again] = [
      await loop(onFloor),
      await loop({ ...onFloor, scanner: 'ld19' }),
      await loop({ ...onFloor, scanner: 'ld19' }),
    ]
    expect(recordOf(byWheels).manifest.scanner).toBeUndefined()
    expect(recordOf(byWheels).records[0]?.facts).not.toMatchObject({ correct: 16 })
    expect(recordOf(scanned).manifest.scanner).toBe('ld19')
    expect(recordOf(scanned).records[0]?.facts).toMatchObject({
      correct: 16,
      incorrect: 0,
      robotHome: true,
    })
    expect(again.printed.replaceAll(basename(dirname(again.folder)), '')).toBe(
      scanned.printed.replaceAll(basename(dirname(scanned.folder)), ''),
    )
    expect(await differences(scanned.folder)).toEqual([undefined])
  }, 120_000)

  it('finds the moment of an operator who stopped it', async () => {
    const stop = new AbortController()
    const critic = new ScriptedCritic((mode) => {
      if (mode === 'intermediate') stop.abort()
      return {}
    })
    const { folder } = await loop({ episodes: 2, minds: scriptedMinds(critic), signal: stop.signal })
    expect(must(readStoredRun(folder), 'the run').records.at(-1)?.endReason).toBe('operator-stop')
    expect(await differences(folder)).toEqual([undefined])
  })

  it('has the same hash for the same, and another one for anything else', async () => {
    const read = must(readStoredRun(run), 'the run')
    const stored = must(readStoredEpisode(read, 2, library), 'the episode')
    const played = must(await reExecute(stored, replayOnField(library)), 'the replay')
    const [a, b] = [compare(stored, played), compare(stored, played)]
    expect([a.stored, a.played]).toEqual([b.played, b.stored])
    const later = { ...played, commands: played.commands.slice(0, -1) }
    const c = compare(stored, later)
    expect(c.played).not.toBe(c.stored)
    expect(c.difference).toMatchObject({
      log: 'commands',
      got: 'no more entries',
      entry: played.commands.length,
    })
  })
})

describe('a run in real time', () => {
  it('is compared in order, since its turns came at times of their own; one odd time is a change', async () => {
    const read = must(readStoredRun(run), 'the run')
    const stored = must(readStoredEpisode(read, 2, library), 'the episode')
    const played = must(await reExecute(stored, replayOnField(library)), 'the replay')
    const live = {
      ...stored,
      trace: stored.trace.map((event) => ({ ...event, t: ms(event.t + 7) })),
      commands: stored.commands.map((entry) => ({ ...entry, at: ms(entry.at - 1) })),
    }
    expect([inRealTime(stored), inRealTime(live)]).toEqual([false, true])
    expect(compare(live, played).difference).toBeUndefined()
    const fewer = { ...played, trace: played.trace.slice(0, -1) }
    expect(compare(live, fewer).difference).toMatchObject({ log: 'trace', got: 'no more entries' })
    const [first, ...rest] = stored.commands
    const changed = first === undefined ? [] : [{ ...first, at: ms(first.at + 1) }, ...rest]
    expect(compare({ ...stored, commands: changed }, played).difference).toMatchObject({ field: '/at' })
  })
})

describe('what was changed is found and named', () => {
  it('a status in the trace, by its line, node, time and field', async () => {
    const folder = copy('trace')
    const path = join(folder, 'episodes', '02', 'trace.jsonl')
    const lines = readFileSync(path, 'utf8').split('\n')
    const line = lines.findIndex((each) => each.includes('"MoveToZone"') && each.includes('"to":"SUCCESS"'))
    const { t } = JSON.parse(lines[line] as string) as { t: number }
    lines[line] = (lines[line] as string).replace('"to":"SUCCESS"', '"to":"FAILURE"')
    writeFileSync(path, lines.join('\n'))
    const { code, out } = await graft(folder, '--episode', '2')
    expect(code).toBe(1)
    expect(out).toContain(`different from ${(t / 1000).toFixed(3)} s on, MoveToZone at /`)
    expect(out).toContain(`trace.jsonl:${line + 1})`)
    expect(out).toContain('field:    /to')
    expect(out).toContain('expected: "FAILURE"')
    expect(out).toContain('got:      "SUCCESS"')
    expect((await graft(folder, '--episode', '1')).code).toBe(0)
  })

  it('any byte of a trace: never identical', async () => {
    const folder = copy('bytes')
    const path = join(folder, 'episodes', '01', 'trace.jsonl')
    const bytes = readFileSync(path)
    let named = 0
    for (let at = 3; at < bytes.length; at += Math.ceil(bytes.length / 12)) {
      const changed = Buffer.from(bytes)
      changed[at] = changed[at] === 0x39 ? 0x38 : 0x39
      writeFileSync(path, changed)
      const { code, out, err } = await graft(folder, '--episode', '1')
      expect(code, `byte ${at}: ${out}${err}`).not.toBe(0)
      named++
    }
    expect(named).toBeGreaterThanOrEqual(10)
  })

  it('a byte of the tree', async () => {
    const folder = copy('tree')
    const hash = must(readStoredRun(folder), 'the run').records[1]?.treeHash ?? ''
    const path = join(folder, 'trees', `${hash}.xml`)
    writeFileSync(path, readFileSync(path, 'utf8').replace('zone="1"', 'zone="2"'))
    const { code, err } = await graft(folder, '--episode', '2')
    expect(code).toBe(2)
    expect(err).toContain('run.tree')
    expect(err).toContain(`${hash}.xml`)
  })

  it('the seed, also when somebody made the key fit', async () => {
    const folder = copy('seed')
    const path = join(folder, 'run.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { seed: number; key: string }
    writeFileSync(path, JSON.stringify({ ...manifest, seed: 6 }))
    expect(await graft(folder)).toMatchObject({ code: 2 })
    expect((await graft(folder)).err).toContain('run.manifest')
    const { key, ...made } = { ...manifest, seed: 6 }
    const digest = sha256(canonicalJson(made)).slice(0, 8)
    writeFileSync(path, JSON.stringify({ ...made, key: `${key.slice(0, -8)}${digest}` }))
    const { code, out } = await graft(folder, '--episode', '1')
    expect(code).toBe(1)
    expect(out).toContain('different from')
  })

  it('a line of the step log, by its number', async () => {
    const folder = copy('steps')
    const path = join(folder, 'events.jsonl')
    const lines = readFileSync(path, 'utf8').split('\n')
    lines[4] = (lines[4] as string).replace(/"t":(\d)/, (_, digit) => `"t":${(Number(digit) + 1) % 10}`)
    writeFileSync(path, lines.join('\n'))
    const { code, err } = await graft(folder)
    expect([code, err.includes('line 5 of ')]).toEqual([2, true])
  })
})

describe('a run of a real controller', () => {
  it('is played from its wire: the same status changes and commands in the same order', async () => {
    const folder = asReal('wire')
    const { code, out, err } = await graft(folder)
    expect([code, err]).toEqual([0, ''])
    expect(out.match(/the same in order, from its wire, \d+ events/g)?.length).toBe(4)
    const moment = await graft(folder, '--episode', '2', '--at', '6s')
    expect(moment.out).toMatch(/LoadBlocks +RUNNING/)
  })

  it('finds a controller that said something else', async () => {
    const folder = asReal('other-wire')
    const wire = (episode: string): string => join(folder, 'episodes', episode, 'wire.bin')
    // the tree of the second episode goes on where this wire ends
    writeFileSync(wire('02'), readFileSync(wire('01')))
    const { code, out } = await graft(folder, '--episode', '2')
    expect([code, out.includes('different from')]).toEqual([1, true])
  })

  it('is not made up without one, nor from a broken one', async () => {
    const folder = asReal('no-wire')
    const wire = join(folder, 'episodes', '02', 'wire.bin')
    const bytes = readFileSync(wire)
    bytes[300] = (bytes[300] as number) ^ 1
    writeFileSync(wire, bytes)
    const broken = await graft(folder, '--episode', '2')
    expect([broken.code, broken.err.includes('replay.wire')]).toEqual([2, true])
    rmSync(wire)
    const none = await graft(folder, '--episode', '2')
    expect([none.code, none.err.includes('replay.real-robot')]).toEqual([2, true])
  })
})

describe('looking into a moment', () => {
  it('shows tree, twin, blackboard, command and critic', async () => {
    const { code, out } = await graft(run, '--episode', '2', '--at', '6.01s')
    expect(code).toBe(0)
    expect(out).toContain('at 6.000 s: RUNNING')
    expect(out).toMatch(/LoadBlocks +RUNNING/)
    for (const part of [
      'step ',
      'the twin believes',
      'blackboard empty',
      'gripper ',
      'zone 1 ',
      'pending ',
      'critic ',
    ])
      expect(out).toContain(part)
    expect(out).toMatch(/pending +grip \(command \d+, since/)
  })

  it('agrees with the trace: every node has the status of its last change', async () => {
    const read = must(readStoredRun(run), 'the run')
    const stored = must(readStoredEpisode(read, 2, library), 'the episode')
    let checked = 0
    for (const at of [1000, 9000, 15_120, 30_000]) {
      const { out } = await graft(run, '--episode', '2', '--at', `${at}ms`, '--json')
      const moment = JSON.parse(out) as { t: number; tree: { nodes: { path: string; status: string }[] } }
      const last = new Map<string, string>()
      for (const { t, path, to } of stored.trace) if (t <= moment.t) last.set(path, to)
      for (const { path, status } of moment.tree.nodes) {
        expect(status, `${path} at ${at}`).toBe(last.get(path) ?? 'IDLE')
        checked++
      }
    }
    expect(checked).toBeGreaterThan(40)
  })

  it('finds the first moment of a belief, a node and a refusal, and says when there is none', async () => {
    const fact = await graft(run, '--episode', '2', '--find', 'cups 1/0')
    expect(fact).toMatchObject({ code: 0 })
    expect(fact.out).toMatch(/^\d+\.\d{3} s {2}fact {2}gripper: cups 1\/0/)
    const node = await graft(run, '--episode', '2', '--find', 'movetozone zone=1', '--json')
    const { found, t } = JSON.parse(node.out) as { found: { t: number; what: string }; t: number }
    expect([found.what, found.t <= t]).toEqual(['node', true])
    const none = await graft(run, '--episode', '2', '--find', 'a purple elephant')
    expect([none.code, none.out]).toEqual([1, ''])
  })

  it('tells what happens between two moments, and draws the tree', async () => {
    const svg = join(scratch, 'tree.svg')
    const { out } = await graft(run, '--episode', '2', '--at', '5s', '--until', '20s', '--svg', svg)
    const times = [...out.matchAll(/^ +(\d+\.\d{3}) s {2}(node|command|unit|critic) /gm)].map(([, t]) =>
      Number(t),
    )
    expect(times.length).toBeGreaterThan(5)
    expect(Math.min(...times)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...times)).toBeLessThanOrEqual(20)
    expect(readFileSync(svg, 'utf8')).toContain('<svg')
  })

  it('ends with the last moment when the time is after the end, and asks which episode is meant', async () => {
    expect((await graft(run, '--episode', '1', '--at', '9999')).err).toContain('its last moment')
    expect(await graft(run, '--at', '3')).toMatchObject({ code: 2 })
    expect(await graft(run, '--episode', '9')).toMatchObject({ code: 2 })
    expect(await graft(join(scratch, 'none'))).toMatchObject({ code: 2 })
  })
})

async function graft(...args: string[]): Promise<{ code: ExitCode; out: string; err: string }> {
  let [code, out, err]: [ExitCode, string, string] = [0, '', '']
  const io = {
    out: { write: (text: string) => (out += text) },
    err: { write: (text: string) => (err += text) },
    env: {},
  }
  const program = new Command('graft').exitOverride()
  addReplayCommand(program, (exit) => (code = exit), io)
  await program.parseAsync(['replay', ...args], { from: 'user' })
  return { code, out, err }
}

async function differences(folder: string): Promise<unknown[]> {
  const read = must(readStoredRun(folder), 'the run')
  const all: unknown[] = []
  for (const { episode } of read.records) {
    const stored = must(readStoredEpisode(read, episode, library), 'the episode')
    all.push(compare(stored, must(await reExecute(stored, replayOnField(library)), 'the replay')).difference)
  }
  return all
}

/** The run as if a real controller had driven it: what it said is on the wire. */
function asReal(name: string): string {
  const folder = copy(name)
  const path = join(folder, 'run.json')
  const { key: _key, ...manifest } = JSON.parse(readFileSync(path, 'utf8')) as { key: string; seed: number }
  const made = { ...manifest, faults: 'real' }
  writeFileSync(path, JSON.stringify({ ...made, key: `F1-${sha256(canonicalJson(made)).slice(0, 8)}` }))
  return folder
}

/** A copy of the run to change something in. */
function copy(name: string): string {
  const to = join(scratch, name, basename(run))
  cpSync(run, to, { recursive: true })
  expect(readdirSync(to).length).toBeGreaterThan(4)
  return to
}
