import { describe, expect, test } from 'vitest'
import { must } from '#base/result.js'
import { writeTree } from '#bt/xml/write.js'
import { loadFieldFile } from '#config/field/field-file.js'
import { projectFile } from '#documents/read-text-file.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { TEST_REASONS, TEST_WORDS, TRAIN_REASONS, TRAIN_WORDS } from '../../lab/training/actor/wordings.js'
import { drawEpisode } from '../../lab/training/engine/draw.js'
import { FAMILIES } from '../../lab/training/engine/layouts.js'
import { seedOf, SPLITS, type SplitName } from '../../lab/training/engine/splits.js'

const NAMES = Object.keys(SPLITS) as SplitName[]
const PAIRS = NAMES.flatMap((a, i) => NAMES.slice(i + 1).map((b) => [a, b] as const))

/** Places of zones, shelf and home; ids, kinds and faces do not make another layout. */
const layoutOf = ({ map }: FieldSetup): string =>
  JSON.stringify([map.zones.map(({ at }) => [at.x, at.y]).sort(), map.home.at, map.shelf.at])

const drawn = (split: SplitName, count: number): FieldSetup[] =>
  Array.from({ length: count }, (_, i) => drawEpisode(split, 4 * i).setup)

describe('splits', () => {
  test.each(PAIRS)('%s and %s share no seed', (a, b) => {
    const [[a0, a1], [b0, b1]] = [SPLITS[a].seeds, SPLITS[b].seeds]
    expect(a0 < a1 && b0 < b1).toBe(true)
    expect(a1 <= b0 || b1 <= a0).toBe(true)
  })

  test('the families of the test split are in no other, and every family is in one', () => {
    const others = [...SPLITS.train.families, ...SPLITS.validation.families]
    expect(SPLITS.test.families.filter((family) => others.includes(family))).toEqual([])
    expect(new Set([...others, ...SPLITS.test.families])).toEqual(new Set(FAMILIES))
  })

  test('a split has no more seeds than it says', () => {
    expect(seedOf(SPLITS.test, 0)).toBe(SPLITS.test.seeds[0])
    expect(seedOf(SPLITS.test, 999_999)).toBe(SPLITS.test.seeds[1] - 1)
    for (const n of [-1, 0.5, 1_000_000, Number.NaN]) expect(() => seedOf(SPLITS.test, n)).toThrow(RangeError)
  })

  test('only the test split is told in the test wordings, and no phrase is in both', () => {
    expect(NAMES.map((name) => SPLITS[name].wording)).toEqual(['train', 'train', 'test'])
    const phrases = (words: Readonly<Record<string, readonly string[]>>): string[] =>
      Object.values(words).flat()
    const trained = new Set([...phrases(TRAIN_WORDS), ...TRAIN_REASONS])
    const unseen = [...phrases(TEST_WORDS), ...TEST_REASONS]
    expect(unseen.length).toBeGreaterThan(12)
    expect(unseen.filter((phrase) => trained.has(phrase))).toEqual([])
  })
})

describe('what is drawn of them', () => {
  test('comes from the families of its split, and names its luck apart', () => {
    for (const name of NAMES)
      for (const { map } of drawn(name, 40)) {
        const [family = '', seed = ''] = map.id.split('-')
        expect(SPLITS[name].families).toContain(family)
        expect(Number(seed)).toBeGreaterThanOrEqual(SPLITS[name].seeds[0])
        expect(Number(seed)).toBeLessThan(SPLITS[name].seeds[1])
      }
  })

  test('never has a field of another split', () => {
    const layouts = NAMES.map((name) => new Set(drawn(name, 300).map(layoutOf)))
    expect(layouts.map(({ size }) => size)).toEqual([300, 300, 258])
    const all = new Set(layouts.flatMap((each) => [...each]))
    expect(all.size).toBe(858)
  })

  test('has its trees and seeds to itself: the same number gives another tree in another split', () => {
    const trees = NAMES.map((name) =>
      Array.from({ length: 30 }, (_, n) => writeTree(drawEpisode(name, n).doc)),
    )
    const same = trees[0]?.filter((tree, n) => tree === trees[2]?.[n]) ?? []
    expect(same.length).toBeLessThan(3)
    const seeds = NAMES.map((name) => drawEpisode(name, 7).seed)
    expect(seeds).toEqual([1_000_007, 2_000_007, 3_000_007])
  })

  test('is the same whenever it is drawn', () => {
    expect(drawEpisode('train', 5)).toEqual(drawEpisode('train', 5))
  })
})

describe('the fields of graft bench vrl', () => {
  test('lie nowhere where a field to train or to choose by does', async () => {
    const bench = must(await loadFieldFile(projectFile('config/bench/fields.yaml')), 'the test fields')
    expect(bench.length).toBe(12)
    const seen = [...drawn('train', 600), ...drawn('validation', 300)]
    for (const { map } of bench) {
      const nearest = Math.min(...seen.map((other) => apart(map.zones, other.map.zones)))
      // so far would the zones of the nearest training field have to move on the mean, metres
      expect(nearest).toBeGreaterThan(0.05)
    }
  })
})

type Zones = FieldSetup['map']['zones']

/** Mean distance from each zone to the nearest of the other field, metres. */
const apart = (a: Zones, b: Zones): number =>
  a.reduce((sum, { at }) => sum + Math.min(...b.map((o) => Math.hypot(o.at.x - at.x, o.at.y - at.y))), 0) /
  a.length
