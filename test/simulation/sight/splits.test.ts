import { describe, expect, it } from 'vitest'
import { ARRANGEMENTS } from '#lab/training/sight/scenes/arrangements.js'
import { BAND, BANDS, GREYS } from '#lab/training/sight/scenes/colours.js'
import { MADE } from '#lab/training/sight/scenes/made.js'
import { poolOf } from '#lab/training/sight/scenes/thing.js'
import { drawScene, enrolmentScene } from '#lab/training/sight/scenes/scene.js'
import { FAMILIES, SPLITS, type Split } from '#lab/training/sight/scenes/shapes.js'

const isNotFit = ({ split }: { readonly split: Split }): boolean => split !== 'fit'

const SCENES = Array.from({ length: 40 }, (_, index) => index)

/** The band of a colour's own hue, from what is drawn and not from how it was drawn; undefined for a grey. */
function bandOf([r, g, b]: readonly [number, number, number]): number | undefined {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
  if (most - least < 1e-6) return undefined
  const sector =
    most === r
      ? (g - b) / (most - least) + 6
      : most === g
        ? (b - r) / (most - least) + 2
        : (r - g) / (most - least) + 4
  return Math.floor(((sector % 6) * 60) / BAND + 1e-9)
}

const coloursOf = (split: Split) => poolOf(split).flatMap(({ colours }) => colours)

describe('splits of the scenes for sight', () => {
  it('share no shape, hue, grey or kind of arrangement', () => {
    const own = SPLITS.map((split) => ({
      split,
      shapes: new Set(poolOf(split).flatMap(({ family: { name } }) => (name === MADE ? [] : [name]))),
      bands: new Set(coloursOf(split).flatMap((colour) => bandOf(colour) ?? [])),
      kinds: new Set(SCENES.flatMap((index) => drawScene(split, index).kinds)),
    }))
    // what is fitted on has the hues of validation, and its arrangements beside those of training
    const apart = { shapes: own, bands: own.filter(isNotFit), kinds: own.filter(isNotFit) }
    for (const part of ['shapes', 'bands', 'kinds'] as const) {
      const all = apart[part].flatMap((each): (string | number)[] => [...each[part]])
      expect(new Set(all).size, part).toBe(all.length)
    }
    const [fit, test] = [own.find((each) => !isNotFit(each)), own.at(-1)]
    for (const part of ['bands', 'kinds'] as const)
      for (const each of fit?.[part] ?? []) expect([...(test?.[part] ?? [])]).not.toContain(each)
    // each part has several of each, so that the sets above are not apart for being empty
    for (const { shapes, bands, kinds } of own)
      expect([shapes.size, bands.size, kinds.size].every((size) => size >= 4)).toBe(true)
    const isGreyOwn = (split: Split, other: Split): boolean => other.replace('fit', 'validation') === split
    const greys = SPLITS.filter((split) => split !== 'fit').flatMap((split) =>
      coloursOf(split).flatMap((colour) =>
        bandOf(colour) === undefined ? [{ split, grey: colour[0] }] : [],
      ),
    )
    for (const { split, grey } of greys)
      for (const other of SPLITS)
        expect(GREYS[other].some(([from, to]) => grey >= from && grey <= to)).toBe(isGreyOwn(split, other))
  })

  it('use every band, shape and kind that they list', () => {
    for (const split of SPLITS) {
      const shapes = FAMILIES.filter((family) => family.split === split).map(({ name }) => name)
      if (split === 'train' || split === 'fit') shapes.push(MADE)
      expect([...new Set(poolOf(split).map(({ family }) => family.name))].sort()).toEqual(shapes.sort())
      const bands = [...new Set(coloursOf(split).flatMap((colour) => bandOf(colour) ?? []))]
      expect(bands.sort((a, b) => a - b)).toEqual([...BANDS[split]].sort((a, b) => a - b))
      const listed = ARRANGEMENTS.filter((each) =>
        split === 'fit' ? each.split !== 'test' : each.split === split,
      ).map(({ kind }) => kind)
      expect([...new Set(SCENES.flatMap((index) => drawScene(split, index).kinds))].sort()).toEqual(
        listed.sort(),
      )
    }
  })

  it('have made things whose solids are not joined on one axis, as those of the other splits are', () => {
    const made = poolOf('train').filter(({ family }) => family.name === MADE)
    expect(made.length).toBeGreaterThan(1000)
    for (const { parts } of made) {
      const spans = [0, 1, 2].map((axis) => {
        const ats = parts.map(({ at }) => at[axis] ?? 0)
        return Math.max(...ats) - Math.min(...ats)
      })
      expect(spans.filter((span) => span > 0.0039).length).toBeGreaterThanOrEqual(2)
    }
  })

  it('are the same again for the same numbers, and other for others', () => {
    for (const split of SPLITS) {
      expect(JSON.stringify(drawScene(split, 3))).toBe(JSON.stringify(drawScene(split, 3)))
      expect(JSON.stringify(drawScene(split, 3))).not.toBe(JSON.stringify(drawScene(split, 4)))
      expect(JSON.stringify(enrolmentScene(split, 5, 1))).toBe(JSON.stringify(enrolmentScene(split, 5, 1)))
    }
  })
})
