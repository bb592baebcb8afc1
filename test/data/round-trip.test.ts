import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readLine, writeLine } from '../../lab/dataset/format/episode-line.js'
import { readEpisodes } from '../../lab/dataset/format/read-dataset.js'
import { FORMAT, type StoredEpisode } from '../../lab/dataset/format/stored-episode.js'
import { createDataset } from '../../lab/dataset/format/write-dataset.js'
import { must } from '#base/result.js'
import type { TraceEvent } from '#bt/trace.js'
import { drawEpisode } from '../../lab/training/engine/draw.js'
import { playEpisode } from '../../lab/training/engine/play.js'
import { storeEpisode } from '../../lab/training/engine/stored.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-set-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('VRL-33: export and import give equal records', () => {
  test('of episodes that the engine played', async () => {
    const out = join(folder, 'set')
    const about = {
      format: FORMAT,
      source: 'virtual',
      split: 'test',
      generator: { name: 't', hash: 'h' },
      seeds: null,
      faults: 'nominal',
    } as const
    const writer = must(await createDataset(out, about), 'a new set')
    const stored: StoredEpisode[] = []
    for (const n of [3, 20, 21])
      stored.push(
        await storeEpisode(writer, await playEpisode(drawEpisode('test', n)), {
          keep: 'sparse',
          variants: ['nominal'],
        }),
      )
    await writer.close()
    const read: StoredEpisode[] = []
    for await (const each of readEpisodes(out)) read.push(must(each, 'a line'))
    expect(read).toEqual(stored)
    expect(stored.flatMap(({ moments }) => moments.map(({ mode }) => mode))).toEqual(
      Array.from({ length: 3 }, () => ['intermediate', 'final']).flat(),
    )
  })

  test('of any episode at all', () => {
    const isKept = (episode: StoredEpisode): void => {
      expect(must(readLine(writeLine(episode)), 'a line')).toEqual(episode)
    }
    fc.assert(fc.property(anyEpisode, isKept))
  })
})

test('a negative zero is read as zero', () => {
  const [episode] = fc.sample(anyEpisode, { numRuns: 1, seed: 1 })
  if (episode === undefined) throw new Error('no sample')
  const line = writeLine({ ...episode, seconds: 7 }).replace('"seconds":7', '"seconds":-0')
  expect(must(readLine(line), 'a line').seconds).toBe(0)
})

test('no text at all makes the reader throw, and what it accepts it writes the same', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), anyDamage()), (text) => {
      const read = readLine(text)
      if (read.ok) expect(must(readLine(writeLine(read.value)), 'its own line')).toEqual(read.value)
      else expect(read.error.length).toBeGreaterThan(0)
    }),
  )
})

const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value))
const count = fc.nat(1000)
const mask = fc.stringMatching(/^[01]{4}$/)
const path = fc.array(fc.nat(30), { maxLength: 4 }).map((indices) => `/${indices.join('/')}` as const)
const at = fc.record({ x: number, y: number })
const pose = fc.record({ x: number, y: number, theta: number })
const face = fc.constantFrom('blue', 'orange', 'unknown')
const four = <T>(each: fc.Arbitrary<T>) => fc.tuple(each, each, each, each)
const status = fc.constantFrom('IDLE', 'RUNNING', 'SUCCESS', 'FAILURE')

const trace: fc.Arbitrary<TraceEvent[]> = fc.array(
  fc.record(
    {
      seq: count,
      t: number,
      path,
      node: fc.string({ maxLength: 20 }),
      args: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.string()),
      from: status,
      to: status,
      attempt: fc.nat(3),
      reason: fc.string(),
    },
    { requiredKeys: ['seq', 't', 'path', 'node', 'args', 'from', 'to', 'attempt'], noNullPrototype: true },
  ),
  { maxLength: 6 },
) as never

const slot = fc.option(fc.record({ face }))
const held = fc.option(fc.record({ from: fc.nat(9), slot: fc.constantFrom(0, 1, 2, 3), face }))
const zoneBelief = fc.tuple(fc.nat(9), fc.record({ slots: four(slot) }))
const place = fc.oneof(
  fc.constant('between'),
  fc.record({ kind: fc.constant('zone'), zone: fc.nat(9) }),
  fc.constant({ kind: 'home' }),
)
const evidence = fc.record({
  held: mask,
  world: fc.record({
    rev: count,
    clock: number,
    robot: fc.record({ place, pose, moving: fc.boolean(), estop: fc.boolean(), linkUp: fc.boolean() }),
    gripper: fc.record({
      cups: four(held),
      lift: fc.constantFrom('up', 'down', 'between'),
      rotator: fc.record(
        { end: fc.constantFrom(0, 1), turning: fc.boolean(), mask },
        { requiredKeys: ['end', 'turning'] },
      ),
    }),
    zones: fc
      .uniqueArray(zoneBelief, { selector: ([id]) => id, maxLength: 5 })
      .map((entries) => new Map(entries)),
    shelf: fc.constantFrom('init', 'target', 'unknown'),
  }),
})

const issue = fc.record({
  impact: fc.constantFrom('placement', 'orientation', 'style'),
  zone: fc.option(fc.nat(9)),
  mask: fc.option(mask),
  nodePath: fc.option(path),
  key: fc.string({ maxLength: 20 }),
})
const camera = fc.record({
  width: fc.integer({ min: 16, max: 4000 }),
  height: fc.integer({ min: 16, max: 4000 }),
  focal: fc.double({ min: 1, max: 5000, noNaN: true }),
  eye: fc.tuple(number, number, number),
  lookAt: fc.tuple(number, number, number),
})
const moment = fc.record({
  mode: fc.constantFrom('initial', 'intermediate', 'final'),
  step: count,
  traceLength: fc.constant(0),
  evidence: fc.option(evidence),
  report: fc.option(fc.record({ s: number, c: number, summary: fc.string(), issues: fc.constant([]) })),
  pictures: fc.array(
    fc.record({ variant: fc.string({ maxLength: 9 }), sha256: fc.stringMatching(/^[0-9a-f]{64}$/), camera }),
    { maxLength: 2 },
  ),
  truth: fc.option(fc.array(issue, { maxLength: 3 })),
})

const zone = fc.record({
  id: fc.nat(9),
  kind: fc.constantFrom('load', 'unload'),
  at,
  size: at,
  needsShelf: fc.boolean(),
})
const map = fc.record({
  id: fc.string({ maxLength: 20 }),
  size: at,
  zones: fc.array(zone, { maxLength: 4 }),
  home: fc.record({ at, radius: number }),
  shelf: fc.record({ at, target: at, size: at }),
})
const orange = fc
  .uniqueArray(fc.tuple(fc.nat(9), mask), { selector: ([id]) => id, maxLength: 4 })
  .map((all) => new Map(all))
const facts = fc.record({
  source: fc.constantFrom('ground-truth', 'sensors'),
  operatingSeconds: number,
  correct: count,
  incorrect: count,
  outside: count,
  fullBatches: count,
  robotHome: fc.boolean(),
  leftHome: fc.boolean(),
  blocksUnloaded: count,
  shelfAtTarget: fc.boolean(),
})

// the units' brands are types only: what JSON holds are plain numbers
const anyEpisode = fc.record(
  {
    setup: fc.record({ map, orange: fc.option(orange), start: pose }),
    seed: count,
    episode: count,
    tree: fc.string(),
    trace,
    endReason: fc.constantFrom('tree-success', 'estop'),
    seconds: number,
    facts,
    score: fc.record({
      lines: fc.array(fc.record({ label: fc.string({ maxLength: 9 }), count: number, points: number })),
      total: number,
    }),
    moments: fc.array(moment, { maxLength: 3 }),
    bestEdits: fc.option(
      fc.array(fc.record({ op: fc.constant('remove'), at: path, because: fc.string({ maxLength: 9 }) })),
    ),
  },
  { noNullPrototype: true },
) as unknown as fc.Arbitrary<StoredEpisode>

/** A line with a piece cut out, or put in twice. */
function anyDamage(): fc.Arbitrary<string> {
  return fc
    .tuple(anyEpisode, fc.nat(5000), fc.nat(60), fc.boolean())
    .map(([episode, from, length, twice]) => {
      const line = writeLine(episode)
      const at = from % line.length
      return line.slice(0, at) + (twice ? line.slice(at - length) : line.slice(at + length))
    })
}
