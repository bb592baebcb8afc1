import { describe, expect, it } from 'vitest'
import { SLOTS, slotsMask } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { heldCups } from '#twin/field/belief.js'
import { map } from '../twin/field.js'
import { FieldPlant } from './support/field-plant.js'
import { Rig, treeOf } from './support/rig.js'

const RUNS = 20
const SECONDS = 60

/** Any tree that the parser accepts: most make no sense, as a model's first tries do. */
function anyNode(rng: Rng, depth: number): string {
  if (depth === 0 || rng.chance(0.3)) return anyLeaf(rng)
  const children = (): string =>
    Array.from({ length: 2 + rng.int(3) }, () => anyNode(rng, depth - 1)).join('')
  const child = (): string => anyNode(rng, depth - 1)
  return rng.pick([
    () => `<Sequence>${children()}</Sequence>`,
    () => `<Sequence>${children()}</Sequence>`,
    () => `<Fallback>${children()}</Fallback>`,
    () => `<Parallel>${children()}</Parallel>`,
    () => `<ReactiveSequence>${children()}</ReactiveSequence>`,
    () => `<RetryUntilSuccessful num_attempts="2">${child()}</RetryUntilSuccessful>`,
    () => `<Timeout msec="${500 + rng.int(6000)}">${child()}</Timeout>`,
    () => `<ForceSuccess>${child()}</ForceSuccess>`,
  ])()
}

function anyLeaf(rng: Rng): string {
  return rng.pick([
    () => `<MoveToZone zone="${1 + rng.int(8)}"/>`,
    () => `<Sequence><MoveToZone zone="${rng.pick([1, 3, 5, 7])}"/><LoadBlocks/></Sequence>`,
    () => `<Sequence><MoveToZone zone="${rng.pick([2, 6, 8])}"/><UnloadBlocks/></Sequence>`,
    () => '<LoadBlocks/>',
    () => '<UnloadBlocks/>',
    () => `<RotateBlocks mask="${rng.pick(['1111', '0101', '0000'])}"/>`,
    () => '<MoveCursor/>',
    () => '<MoveToHome/>',
    () => `<CustomDelay duration="${rng.pick([0, 0.5])}"/>`,
  ])()
}

/** Something goes wrong, or right again. */
function mischief(plant: FieldPlant, rng: Rng): void {
  const cup = rng.pick(SLOTS)
  rng.pick([
    () => plant.drop(cup),
    () => plant.leaking.add(cup),
    () => plant.leaking.clear(),
    () => plant.sticking.add(cup),
    () => plant.sticking.clear(),
    () => (plant.jammed = rng.chance(0.2)),
    () => (plant.bumper = rng.chance(0.7)),
  ])()
}

describe('whatever the tree, whatever goes wrong', () => {
  it(`${RUNS} random trees under random faults: belief follows the cups, permits are used once, the robot ends standing`, () => {
    const ends: Record<string, number> = {}
    for (let run = 0; run < RUNS; run++) {
      const rng = stream(1, 'random-trees', run)
      const r = new Rig(map, new FieldPlant(map)).armed()
      const body = `<Sequence>${anyNode(rng, 3)}${anyNode(rng, 3)}</Sequence>`
      const { status } = r.run(treeOf(body), () => rng.chance(0.005) && mischief(r.plant, rng), SECONDS)
      ends[status] = (ends[status] ?? 0) + 1
      r.robot.stop()
      for (let i = 0; i < 200; i++) r.period()

      expect(heldCups(r.robot.state()), body).toBe(slotsMask([...r.plant.carried]))
      expect(r.robot.state().robot.moving, body).toBe(false)
      const permits = new Map<number, number>()
      for (const message of r.sent)
        if ('permitId' in message && 'cmdId' in message) permits.set(message.cmdId, message.permitId)
      expect(new Set(permits.values()).size, body).toBe(permits.size)
      for (const drift of r.drifts) expect(drift.kind, `${drift.text} in ${body}`).toBe('block-lost')
    }
    expect(Object.keys(ends).sort()).toEqual(expect.arrayContaining(['FAILURE', 'SUCCESS']))
  }, 60_000)
})
