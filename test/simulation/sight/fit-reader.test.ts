import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { fitUnder, type Picture } from '#lab/training/sight/fit/fit-reader.js'
import { drawScene } from '#lab/training/sight/scenes/scene.js'
import type { View } from '#tabletop/sight/enrolled/enrolment.js'

/** Scenes of which each thing is seen where it is, beside each name: the first number tells which is right, the second which pose. */
function pictures(count: number, clear: (name: string) => boolean): Picture[] {
  return Array.from({ length: count }, (_, index): Picture => {
    const scene = drawScene('fit', index)
    const rng = stream('fit-reader', index)
    const viewOf = (lies: boolean) => ({ lies, height: 0.04, outline: { radius: 0.02 } }) as View
    const things = scene.enrolled.map(({ name }) => ({ name, views: [viewOf(false), viewOf(true)] }))
    const truths = scene.placed.map((placed, cell) => {
      const [x, y, z] = placed.position
      const members = [{ cell }]
      const seen = { x, y, top: z + 0.02, face: z, points: 1, share: 1, members } as never
      return { seen, placed, isPure: true, isWhole: true }
    })
    const compared = truths.flatMap(({ seen, placed }) =>
      things.map((thing) => {
        const isOwn = thing.name === placed.thing.name
        const rows = thing.views.map((view) => {
          const same = isOwn && clear(thing.name) ? 1 : 0
          return { view, values: [same + 0.1 * rng.next(), view.lies === placed.turn.lies ? 1 : 0] }
        })
        return { seen, thing, rows }
      }),
    )
    const visible = scene.placed.map(() => 1)
    return { scene, visible, glimpsed: visible, slides: scene.slides, truths, compared }
  })
}

describe('a reader that is fitted', () => {
  it('is judged once by each thing that was asked for, by what was not fitted on its family', () => {
    const shown = pictures(8, () => true)
    const { bounds, tally } = fitUnder([], shown)
    expect(bounds.classifiers).toHaveLength(3)
    const tips = shown.flatMap(({ scene }) =>
      scene.placed.filter(({ thing }) => thing.family.tips && scene.enrolled.includes(thing)),
    )
    expect(tally.upright).toMatchObject({ due: tips.length, missed: 0, wrong: 0 })
  })

  it('says nothing of what only its own family could have taught it', () => {
    const all = pictures(8, () => true)
    const kindOf = new Map(
      all.flatMap(({ scene }) =>
        scene.enrolled.map(
          ({ name, family }) => [name, family.name === 'made' ? name : family.name] as const,
        ),
      ),
    )
    const kinds = [...new Set(kindOf.values())]
    // each family is known by a number of its own
    const each = all.map((picture): Picture => {
      const ofOwn = new Map(picture.truths.map(({ seen, placed }) => [seen, placed?.thing.name]))
      const compared = picture.compared.map((one) => ({
        ...one,
        rows: one.rows.map(({ view }) => ({
          view,
          values: kinds.map((kind) => {
            const isOwn = ofOwn.get(one.seen) === one.thing.name
            return kind === kindOf.get(one.thing.name) ? (isOwn ? 1 : -1) : 0
          }),
        })),
      }))
      return { ...picture, compared }
    })
    const { tally } = fitUnder([], each)
    expect(tally.place.due).toBeGreaterThan(20)
    expect(tally.place.missed).toBeGreaterThan(0.9 * tally.place.due)
  })

  it('rather says nothing than what is wrong too often', () => {
    const { tally } = fitUnder(
      [],
      pictures(8, (name) => name.length % 2 === 0),
    )
    const said = tally.place.said + tally.upright.said
    expect(tally.place.wrong + tally.upright.wrong).toBeLessThanOrEqual(0.02 * said)
    expect(tally.upright.missed).toBeGreaterThan(0)
  })
})
