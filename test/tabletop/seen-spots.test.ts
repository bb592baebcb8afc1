import { afterEach, describe, expect, it } from 'vitest'
import { bestPoints } from '#annotation/best-points.js'
import { itemNamed } from '#tabletop/scene/items.js'
import { placeNamed } from '#tabletop/scene/places.js'
import type { SkillOutcome } from '#tabletop/skills/run-skill.js'
import { metresPerPixel } from '#tabletop/sight/mast-camera.js'
import { seenSpots, type SpotFinder } from '#tabletop/skills/seen-spots.js'
import type { Tabletop } from '#tabletop/tabletop.js'
import { needs } from '../needs/needs.js'
import { act, tableOf } from './support.js'

let table: Tabletop | undefined
afterEach(() => {
  table?.close()
  table = undefined
})

const tray = must(placeNamed('right_tray'))
/** Where they stand in the tray, so that each of its fixed spots is too near to one of them. */
const BLOCKING = { plate: [-0.047, -0.01], cup: [0.055, -0.01] } as const

/** The can is held, and what blocks the fixed spots of the tray is put there. */
async function placed(spots?: SpotFinder): Promise<{ table: Tabletop; outcome: SkillOutcome }> {
  const opened = (table = await tableOf({ seed: 'a', ...(spots && { spots }) }))
  expect(act(opened, 'Pick', { item: 'can' })).toEqual({ status: 'ok' })
  for (const [name, [x, y]] of Object.entries(BLOCKING))
    opened.physics.putItem(name, [tray.middle[0] + x, tray.middle[1] + y, halfOf(name) + 0.007], 0)
  opened.step(300)
  // a look is due when something may have changed, and here a hand has changed it
  opened.halt()
  return { table: opened, outcome: act(opened, 'Place', { item: 'can', place: tray.name }) }
}

describe('PRAG-13: a spot that is chosen by sight', needs('MuJoCo'), () => {
  it('is where a thing is put down when every fixed spot is too near to something', async () => {
    const { table, outcome } = await placed({ choose: bestPoints })
    expect(outcome).toMatchObject({ status: 'ok', reason: expect.stringContaining('by sight') as string })
    expect(table.truth().get('location(can)')).toBe(tray.name)
    for (const [name, [x, y]] of Object.entries(BLOCKING)) {
      const [nowX, nowY] = table.physics.item(name).position
      expect(Math.hypot(nowX - tray.middle[0] - x, nowY - tray.middle[1] - y), name).toBeLessThan(0.005)
    }
  })

  it('has room for all of a thing, not for its width between the fingers', async () => {
    const radii: number[] = []
    const choose: SpotFinder['choose'] = (_, { radius }) => {
      radii.push(radius)
      return []
    }
    const opened = (table = await tableOf({ seed: 'a', spots: { choose, first: true } }))
    expect(act(opened, 'Pick', { item: 'charger_plug' })).toEqual({ status: 'ok' })
    act(opened, 'Place', { item: 'charger_plug', place: tray.name })
    // its pin ends 58 mm from its middle
    expect(Math.max(...radii) * metresPerPixel(tray.middle[2])).toBeGreaterThan(0.058)
  })

  it('is none where nobody chooses: then the fixed spots decide', async () => {
    const { table, outcome } = await placed()
    expect(outcome).toEqual({
      status: 'failed',
      reason: 'there is no free spot in the right_tray for the can',
    })
    expect(table.truth().get('location(can)')).toBe('gripper')
  })
})

describe('where no free floor is seen', () => {
  const wanted = { place: tray, item: must(itemNamed('can')), slides: new Map<string, number>() }
  const choose = (): readonly { x: number; y: number }[] => [{ x: 0, y: 0 }]

  it('there is no spot, whoever chooses: nobody has looked, or nobody is there to choose', () => {
    expect(seenSpots({ choose, look: () => undefined }, wanted, () => 1)).toEqual([])
    expect(seenSpots(undefined, wanted, () => 1)).toEqual([])
  })
})

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the scene has no such name')
  return value
}

const halfOf = (name: string): number => itemNamed(name)?.half ?? 0
