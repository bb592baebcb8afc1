import type { Evidence } from '#learning/field/critic/evidence.js'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readCommands, readEpisodes, readSteps } from '#adapters/store/run-store.js'
import { must } from '#base/result.js'
import { applyEdits } from '#bt/edit/apply.js'
import { treeHash } from '#bt/xml/write.js'
import { followsAlgorithm1, type StepKind } from '#learning/events.js'
import { readStoredTree } from '#app/policy.js'
import type { Critic } from '#learning/critic/critic.js'
import { HARD_STOP_SECONDS } from '#runtime/field/task.js'
import { library, loop, recordsOf, resume, ScriptedCritic, scriptedMinds, treeOf } from './support/loop.js'

const kindsOf = (folder: string, episode: number): StepKind[] =>
  readSteps(folder)
    .filter((step) => step.episode === episode)
    .map(({ kind }) => kind)

const TRIP = (from: number, to: number): string =>
  `<MoveToZone zone="${from}"/><SubTree ID="LoadBlocksSequence"/>` +
  `<MoveToZone zone="${to}"/><SubTree ID="UnloadBlocksSequence"/>`

describe('the loop of Algorithm 1 (VRL-08, VRL-15)', () => {
  it('records the steps in the order of the paper, one INTERMEDIATE report a unit', async () => {
    const critic = new ScriptedCritic((mode) => (mode === 'intermediate' ? { s: 0.6 } : {}))
    const { folder, ...run } = await loop({ episodes: 1, minds: scriptedMinds(critic) })
    const kinds = kindsOf(folder, 1)
    expect(kinds.join('')).toBe('IXTMAXTMAXTMAXTMAFRUH')
    expect(followsAlgorithm1(kinds)).toBe(true)
    expect(critic.asked).toEqual([
      'initial',
      'intermediate',
      'intermediate',
      'intermediate',
      'intermediate',
      'final',
    ])
    expect(recordsOf({ folder, ...run })[0]?.alarms.map(({ reasons }) => reasons)).toEqual(
      Array(4).fill(['severity']),
    )
  })

  it("rejects orders that are not the paper's", () => {
    for (const wrong of ['', 'I', 'IFRU', 'IXTFRUH', 'IAAFRUH', 'FRUH', 'IXTMXTMFRUHI']) {
      expect(followsAlgorithm1([...wrong] as StepKind[])).toBe(false)
    }
  })

  it('gets better when nothing fails, even with a critic that is silent', async () => {
    const scores = recordsOf(await loop({ episodes: 4 })).map(({ score }) => score.total)
    expect(scores[0]).toBeCloseTo(37.2, 0)
    expect(Math.min(...scores)).toBe(scores[0])
    expect(scores.at(-1)).toBeGreaterThan(97)
  })

  it('an alarm in INITIAL and garbage numbers alarm too, and the loop goes on (VRL-13, AMB-03)', async () => {
    const critic = new ScriptedCritic((mode) => (mode === 'initial' ? { s: Number.NaN } : { c: 0.1 }))
    const run = await loop({ episodes: 1, minds: scriptedMinds(critic) })
    expect(kindsOf(run.folder, 1).join('')).toBe('IAXTMAXTMAXTMAXTMAFARUH')
    const reasons = recordsOf(run)[0]?.alarms.map((alarm) => alarm.reasons.join())
    expect(reasons).toEqual(['critic_unavailable', ...Array<string>(5).fill('low_confidence')])
  })
})

describe('what a run folder proves', () => {
  it('VRL-01: every tree that ran is there under its own hash, and each patch leads to the next one', async () => {
    const { folder, ...run } = await loop({ episodes: 3 })
    const treeAt = (hash: string) =>
      readStoredTree(readFileSync(join(folder, 'trees', `${hash}.xml`), 'utf8'), hash, library)
    const edited = recordsOf({ folder, ...run }).map(({ treeHash: hash, update }) => {
      expect(treeHash(treeAt(hash))).toBe(hash)
      const next = must(applyEdits(treeAt(hash), update.patch), 'a patch that was applied before')
      expect(treeHash(next)).toBe(update.nextHash)
      return update.decision
    })
    expect(edited).toContain('edited')
  })

  it('AMB-09: a critic that thinks long costs no operating time', async () => {
    const slow: Critic<Evidence> = new ScriptedCritic()
    const wait = async <T>(report: Promise<T>): Promise<T> => {
      for (let turns = 0; turns < 500; turns++) await turn()
      return report
    }
    const critic: Critic<Evidence> = {
      initial: (input) => wait(slow.initial(input)),
      intermediate: (input) => wait(slow.intermediate(input)),
      final: (input) => wait(slow.final(input)),
    }
    const [record] = recordsOf(await loop({ episodes: 1, minds: scriptedMinds(critic) }))
    const [quick] = recordsOf(await loop({ episodes: 1 }))
    expect(record?.score).toEqual(quick?.score)
    expect(record?.facts.operatingSeconds).toBe(quick?.facts.operatingSeconds)
  })
})

describe('the journal of commands', () => {
  it('holds every actuation with its permit before its outcome, each id once', async () => {
    const { folder } = await loop({ episodes: 1 })
    const journal = readCommands(folder)
    const issued = journal.filter((entry) => entry.kind === 'issued')
    const kinds = issued.map(({ command }) => command.kind)
    expect(kinds).toEqual(['setPose', 'moveTo', 'grip', 'moveTo', 'release'])
    const permits = issued.flatMap(({ command }) => ('permitId' in command ? [command.permitId] : []))
    expect(permits).toEqual([1, 2, 3, 4])
    expect(new Set(issued.map(({ id }) => id)).size).toBe(issued.length)
    for (const { id } of issued) {
      const own = journal.filter((entry) => entry.id === id).map(({ kind }) => kind)
      expect(own).toEqual(['issued', 'settled'])
    }
  })
})

describe('law 2, by an independent tap of every wire of these tests', () => {
  it('each actuation carries its own permit, and the controller accepts just what the journal says', async () => {
    const { folder, wires } = await loop({ episodes: 2 })
    expect(wires).toHaveLength(2)
    wires.forEach(({ counts, commands, ways, breaches }, i) => {
      const journal = readCommands(folder).filter(({ episode }) => episode === i + 1)
      const issued = journal.flatMap((entry) => (entry.kind === 'issued' ? [entry.command.kind] : []))
      expect(breaches.size).toBe(0)
      expect(commands.map(({ command }) => command.kind)).toEqual(issued)
      expect(counts.executions).toBe(issued.length)
      expect(counts.actuations).toBeGreaterThanOrEqual(4)
      expect([ways.toFirmware.damaged, ways.toHost.damaged]).toEqual([0, 0])
    })
  })
})

describe('how an episode ends (AMB-04)', () => {
  const endOf = async (options: Parameters<typeof loop>[0]) => {
    const run = await loop(options)
    return { run, record: recordsOf(run)[0] }
  }

  it('tree-success and tree-failure: the root says so', async () => {
    expect((await endOf({ episodes: 1 })).record?.endReason).toBe('tree-success')
    const { record } = await endOf({
      episodes: 1,
      tree: treeOf('<Sequence><MoveToZone zone="1"/><UnloadBlocks/></Sequence>'),
    })
    expect(record?.endReason).toBe('tree-failure')
    expect(record?.refusals.map(({ checkId }) => checkId)).toEqual(['at-unload-zone'])
  })

  it('tree-failure: a tree whose data is wrong at run time is halted, and the record says where', async () => {
    const tree = treeOf(
      '<Sequence><MoveToZone zone="1"/><Parallel success_count="3"><LoadBlocks/></Parallel></Sequence>',
    )
    const { record } = await endOf({ episodes: 1, tree })
    expect(record?.endReason).toBe('tree-failure')
    expect(record?.refusals).toMatchObject([{ nodePath: '/1', checkId: 'tree-broken' }])
  })

  it('tree-failure: a tree that is wrong as a whole does not break the loop', async () => {
    const tree = treeOf(
      '<WhileDoElse><AlwaysSuccess _skipIf="true"/><MoveToZone zone="1"/><MoveToHome/></WhileDoElse>',
    )
    const { record } = await endOf({ episodes: 1, tree })
    expect(record?.endReason).toBe('tree-failure')
    expect(record?.refusals).toMatchObject([{ nodePath: '/', command: 'the tree', checkId: 'tree-broken' }])
  })

  it('tree-failure: a tree that repeats itself without end fills no memory (law 9)', async () => {
    const idle = '<AlwaysSuccess/>'.repeat(100)
    const tree = treeOf(`<Repeat num_cycles="-1"><Sequence>${idle}</Sequence></Repeat>`)
    const { record } = await endOf({ episodes: 1, tree })
    expect(record?.endReason).toBe('tree-failure')
    expect(record?.refusals.map(({ checkId }) => checkId)).toEqual(['trace-full'])
    expect(record?.seconds).toBeLessThan(HARD_STOP_SECONDS)
  })

  it('home-reached: back home after an unload, although the tree would go on', async () => {
    const tree = treeOf(`<Sequence>${TRIP(1, 2)}<MoveToHome/><CustomDelay duration="10"/></Sequence>`)
    const { record } = await endOf({ episodes: 1, tree })
    expect(record?.endReason).toBe('home-reached')
    expect(record?.facts).toMatchObject({ robotHome: true, correct: 4 })
    expect(record?.seconds).toBeLessThan(20)
  })

  it('time-limit: the hard stop at 150 s halts the tree and stops the robot', async () => {
    const tree = treeOf(
      '<Sequence><MoveToZone zone="1"/><Repeat num_cycles="-1"><CustomDelay duration="10"/></Repeat></Sequence>',
    )
    const { record } = await endOf({ episodes: 1, tree })
    expect(record?.endReason).toBe('time-limit')
    expect(record?.seconds).toBeGreaterThanOrEqual(150)
    expect(record?.seconds).toBeLessThan(150.1)
  })

  it('operator-stop: the run ends, nothing is learned, and it can be resumed', async () => {
    const stop = new AbortController()
    const critic = new ScriptedCritic((mode) => {
      if (mode === 'intermediate') stop.abort()
      return mode === 'final' && stop.signal.aborted ? { s: 0.9 } : {}
    })
    const { run, record } = await endOf({ episodes: 3, minds: scriptedMinds(critic), signal: stop.signal })
    expect(run.end).toMatchObject({ kind: 'cut-short', by: 'operator-stop' })
    expect(record?.update).toMatchObject({ decision: 'no-edit', patch: [] })
    // the operator knows: the FINAL report of what was not done is kept, and calls nobody
    expect(record?.reports.at(-1)).toMatchObject({ mode: 'final', s: 0.9 })
    expect(record?.alarms).toEqual([])
    const again = recordsOf(await resume(run.folder))
    expect(again.map(({ endReason }) => endReason)).toEqual(['tree-success', 'tree-success', 'tree-success'])
    const straight = recordsOf(await loop({ episodes: 3 }))
    expect(again).toEqual(straight)
    const kept = readFileSync(join(run.folder, 'interrupted.jsonl'), 'utf8')
    expect(kept.match(/"endReason":"operator-stop"/g)).toHaveLength(1)
  })

  it('link-lost: the stream closes in mid-episode, the log stays readable, --resume goes on', async () => {
    const critic = new ScriptedCritic((mode) => (mode === 'final' ? { s: 0.6 } : {}))
    const unplug = { episode: 1, atSeconds: 6 }
    const { run, record } = await endOf({ episodes: 3, unplug, minds: scriptedMinds(critic) })
    expect(run.end).toMatchObject({ kind: 'cut-short', by: 'link-lost' })
    expect(record?.endReason).toBe('link-lost')
    // the closed stream says so itself, long before the silence of half a second
    expect(record?.seconds).toBeLessThan(6.05)
    expect(record?.update.decision).toBe('no-edit')
    expect(record?.alarms.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^The link to the controller was lost: check cable and controller, .* resume the run\. /,
      ),
    ])
    expect(followsAlgorithm1(kindsOf(run.folder, 1))).toBe(true)
    const again = await resume(run.folder)
    expect(recordsOf(again).map(({ endReason }) => endReason)).toEqual([
      'tree-success',
      'tree-success',
      'tree-success',
    ])
    for (const episode of [1, 2, 3]) expect(followsAlgorithm1(kindsOf(run.folder, episode))).toBe(true)
  })
})

describe('a run is repeatable and resumable (VRL-17, AMB-39)', () => {
  it('prints the same bytes twice, and other bytes for another seed', async () => {
    const options = { episodes: 2, faults: 'nominal' } as const
    const first = await loop({ ...options, seed: 7 })
    const second = await loop({ ...options, seed: 7 })
    const other = await loop({ ...options, seed: 8 })
    expect(second.printed).toBe(first.printed)
    expect(other.printed).not.toBe(first.printed)
    const types = first.printed
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type)
    expect(types).toEqual(['run', 'episode', 'edit', 'episode', 'edit', 'summary'])
  })

  it('cut after any episode and resumed, it ends with the same records as one that was never cut', async () => {
    const whole = await loop({ episodes: 3, seed: 3, faults: 'nominal' })
    const wanted = readFileSync(join(whole.folder, 'episodes.jsonl'), 'utf8')
    for (const kept of [0, 2]) {
      const cut = await loop({ episodes: 3, seed: 3, faults: 'nominal' })
      cutAfter(cut.folder, kept)
      const resumed = await resume(cut.folder)
      expect(readFileSync(join(cut.folder, 'episodes.jsonl'), 'utf8')).toBe(wanted)
      expect(readEpisodes(resumed.folder)).toHaveLength(3)
      expect(readSteps(resumed.folder).map(({ n, kind }) => `${n}${kind}`)).toEqual(
        readSteps(whole.folder).map(({ n, kind }) => `${n}${kind}`),
      )
    }
  })
})

/** What a kill in the middle of writing the next episode's line leaves behind. */
function cutAfter(folder: string, episodes: number): void {
  const path = join(folder, 'episodes.jsonl')
  const lines = readFileSync(path, 'utf8').split('\n')
  const whole = lines.slice(0, episodes).map((line) => `${line}\n`)
  writeFileSync(path, [...whole, (lines[episodes] ?? '').slice(0, 100)].join(''))
  for (const name of readdirSync(join(folder, 'episodes')))
    if (Number(name) > episodes + 1) rmSync(join(folder, 'episodes', name), { recursive: true })
  for (const name of ['events.jsonl', 'commands.jsonl']) {
    const log = readFileSync(join(folder, name), 'utf8').split('\n')
    const begun = log.filter((line) => Number(/"episode":(\d+)/.exec(line)?.[1] ?? 0) <= episodes + 1)
    writeFileSync(join(folder, name), begun.join('\n'))
  }
}
