import type { FieldOutcome } from '#learning/field-score.js'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { m } from '#base/units.js'
import { score } from '#learning/field-score.js'
import { layBlocks, type Block } from '#simulation/field/world/blocks.js'
import {
  classify,
  judge,
  type BlockClass,
  type Evidence,
  type FieldCount,
} from '#simulation/field/world/referee.js'
import { benchmarkField, benchmarkMap } from './support/field.js'

type Spot = readonly [x: number, y: number]

const put = (change: Partial<Block>, [x, y]: Spot = [0.8, 0.8]): Block => ({
  id: 0,
  from: 1,
  slot: 0,
  face: 'blue',
  yaw: 0,
  cup: null,
  release: 1,
  ...change,
  at: { x: m(x), y: m(y) },
})

const resultLine = (blocks: readonly Block[], change: Partial<Evidence> = {}): FieldCount =>
  judge({
    map: benchmarkMap,
    blocks,
    shelfAtTarget: false,
    robot: benchmarkMap.home.at,
    leftHome: true,
    operatingSeconds: 10,
    ...change,
  })

/** Four blocks side by side about a place. */
const row = ([x, y]: Spot, change: Partial<Block> = {}): Block[] =>
  [-0.0975, -0.0325, 0.0325, 0.0975].map((dx) => put(change, [x + dx, y]))

const zone2: Spot = [0.8, 0.8]
const zone4: Spot = [0.3, 0.8]
const zone1: Spot = [0.45, 0.45]
const floor: Spot = [2.2, 1.2]

describe('the class of a block (AMB-14, AMB-15, AMB-18)', () => {
  it.each<[string, Block, 'shelf there' | 'shelf away', BlockClass]>([
    ['blue in an unload zone', put({}, zone2), 'shelf away', 'correct'],
    ['orange in an unload zone', put({ face: 'orange' }, zone2), 'shelf away', 'incorrect'],
    ['blue in zone 4', put({}, zone4), 'shelf away', 'incorrect'],
    ['blue in zone 4', put({}, zone4), 'shelf there', 'correct'],
    ['orange in zone 4', put({ face: 'orange' }, zone4), 'shelf there', 'incorrect'],
    ['orange in zone 4', put({ face: 'orange' }, zone4), 'shelf away', 'incorrect'],
    ['blue on the floor', put({}, floor), 'shelf there', 'outside'],
    ['orange on the floor: once, not twice', put({ face: 'orange' }, floor), 'shelf there', 'outside'],
    ['put back into a load zone', put({ face: 'orange' }, zone1), 'shelf there', 'uncounted'],
    ['held above an unload zone', put({ cup: 2 }, zone2), 'shelf there', 'uncounted'],
    ['held above the floor', put({ cup: 2 }, floor), 'shelf there', 'uncounted'],
    ['1 mm over the edge of zone 2', put({}, [0.8 + 0.174, 0.8]), 'shelf away', 'correct'],
    ['at the edge of zone 2', put({}, [0.8 + 0.175, 0.8]), 'shelf away', 'outside'],
    ['over zones 1 and 2 at once', put({ yaw: -0.464 }, [0.625, 0.625]), 'shelf away', 'correct'],
  ])('$0, $2: $3', (_, block, shelf, expected) => {
    expect(classify(block, benchmarkMap, shelf === 'shelf there')).toBe(expected)
  })

  it('a block over a valid and a waiting unload zone counts for the valid one', () => {
    const near = {
      ...benchmarkMap,
      zones: benchmarkMap.zones.map((zone) =>
        zone.id === 4 ? { ...zone, at: { x: m(0.53), y: m(0.8) } } : zone,
      ),
    }
    expect(classify(put({}, [0.665, 0.8]), near, false)).toBe('correct')
  })

  it('before anything has moved nothing counts', () => {
    const verdict = resultLine(layBlocks(benchmarkField('1111', '1111', '1111', '1111')), { leftHome: false })
    expect(verdict).toMatchObject({ correct: 0, incorrect: 0, outside: 0, fullBatches: 0, blocksUnloaded: 0 })
  })
})

describe('full batches (AMB-17)', () => {
  const split = [...row(zone2).slice(0, 3), ...row([0.8, 0.83], { release: 2 }).slice(3)]
  const oneWrong = row(zone2).map((block, i) => (i === 1 ? { ...block, face: 'orange' as const } : block))
  const oneOut = row(zone2).map((block, i) => (i === 3 ? put({}, floor) : block))
  it.each<[string, Block[], number]>([
    ['four in one release', row(zone2), 1],
    ['three and one over two trips', split, 0],
    ['four, one of them orange', oneWrong, 0],
    ['four, one of them bounced out', oneOut, 0],
    ['four in the zone that waits for the shelf', row(zone4), 0],
    ['two releases of four', [...row(zone2), ...row([1.5, 0.8], { release: 2 })], 2],
    ['four that fell there', row(zone2, { release: null }), 0],
  ])('$0: $2', (_, blocks, expected) => {
    expect(resultLine(blocks).fullBatches).toBe(expected)
  })

  it('the batch in zone 4 counts once the shelf is there', () => {
    expect(resultLine(row(zone4), { shelfAtTarget: true }).fullBatches).toBe(1)
  })
})

describe('home (AMB-19)', () => {
  const { at, radius } = benchmarkMap.home
  const home = (verdict: FieldCount): number =>
    score(verdict).lines.find(({ label }) => label.includes('home'))?.points ?? 0
  it.each<[string, Block[], Partial<Evidence>, number]>([
    ['left, unloaded, back', row(zone2), {}, 20],
    ['at the edge of the area', row(zone2), { robot: { x: m(at.x + radius - 1e-9), y: at.y } }, 20],
    ['past the edge of the area', row(zone2), { robot: { x: m(at.x + radius + 1e-3), y: at.y } }, 0],
    ['never left', row(zone2), { leftHome: false }, 0],
    ['unloaded nothing', row(floor, { release: null }), {}, 0],
    ['only put blocks back where they were', row(zone1), {}, 0],
    ['unloaded and still holds one', [put({ cup: 0 }, zone2), ...row([1.5, 0.8])], {}, 20],
  ])('$0: $3', (_, blocks, change, expected) => {
    expect(home(resultLine(blocks, change))).toBe(expected)
  })
})

it("the referee's verdict and the score's input are the same type (AMB-40)", () => {
  expectTypeOf<FieldCount>().toExtend<FieldOutcome>()
  expectTypeOf<keyof FieldOutcome>().toEqualTypeOf<keyof FieldCount>()
  expectTypeOf<Omit<FieldOutcome, 'source'>>().toEqualTypeOf<Omit<FieldCount, 'source'>>()
})
