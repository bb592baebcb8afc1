import { describe, expect, it } from 'vitest'
import type { FieldMap, Pose } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import { judge } from '#twin/field/judge.js'
import { dockPose, placeAt, samePlace } from '#twin/field/places.js'
import { pushesShelf } from '#twin/field/rules/shelf-push.js'
import type { Command, Place, WorldState } from '#twin/field/world.js'
import { isLawful, shoves } from '../gate/support/lawful.js'
import { randomField } from '../gate/support/random-field.js'
import { anyCommand, anySetpoint, anyWorld, bentTowards, spoil } from '../gate/support/random-world.js'
import { at, map as papersField, start } from './field.js'

const ROUNDS = 3_000
const field = (rng: Rng, n: number): FieldMap => (n % 3 === 0 ? papersField : randomField(rng, `R${n}`).map)
const pose = (x: number, y: number, theta = 0): Pose => ({ x: m(x), y: m(y), theta: rad(theta) })

describe('MOD-10: the rules allow what the law of the field allows, and nothing else', () => {
  it.each(['move', 'grip', 'release', 'rotate', 'push', 'jog'] as const)(
    '%s, in worlds that fit but for a thing or two',
    (kind) => {
      const counts = { lawful: 0, unlawful: 0 }
      for (let n = 0; n < ROUNDS / 100; n++) {
        const rng = stream(1, 'law', kind, n)
        const map = field(rng, n)
        for (let i = 0; i < 30;) {
          const command = kind === 'jog' ? anySetpoint(rng) : anyCommand(rng, map)
          if (command.kind !== kind || ('mask' in command && typeof command.mask !== 'string')) continue
          i++
          const bent = bentTowards(rng, map, anyWorld(rng, map, 1), command)
          const state = rng.chance(0.5) ? bent : spoil(rng, map, bent)
          const lawful = isLawful(state, command, map)
          counts[lawful ? 'lawful' : 'unlawful']++
          expect(resultLine(state, command, map), JSON.stringify({ command, state, map })).toBe(lawful)
        }
      }
      expect(counts.lawful).toBeGreaterThan(ROUNDS / 40)
      expect(counts.unlawful).toBeGreaterThan(ROUNDS / 40)
    },
  )

  it('a way pushes the shelf where it meets it on the way to its target', () => {
    const seen = { pushes: 0, leaves: 0 }
    for (let n = 0; n < ROUNDS; n++) {
      const rng = stream(1, 'way', n)
      const { shelf } = papersField
      const shelved = rng.chance(0.5) ? papersField : mirrored(papersField)
      const near = (spread: number): Pose =>
        pose(shelf.at.x + (rng.next() - 0.2) * 1.2, shelf.at.y + (rng.next() - 0.5) * spread)
      const [from, to] = [near(rng.pick([0, 0.05, 0.3])), near(rng.pick([0, 0.05, 0.3]))]
      const where = rng.pick(['init', 'unknown'] as const)
      const expected = shoves(from, to, where, shelved)
      seen[expected ? 'pushes' : 'leaves']++
      expect(pushesShelf(shelved, where, from, to), JSON.stringify({ from, to, where })).toBe(expected)
      expect(pushesShelf(shelved, 'target', from, to)).toBe(false)
    }
    expect(Math.min(seen.pushes, seen.leaves)).toBeGreaterThan(ROUNDS / 10)
  })

  it('a robot that does not move along the track pushes nothing, wherever it stands', () => {
    const { at: dock } = papersField.shelf
    expect(pushesShelf(papersField, 'init', dock, dock)).toBe(false)
    expect(pushesShelf(papersField, 'unknown', dock, pose(dock.x, dock.y + 1))).toBe(false)
    // by 20 mm and half as much sideways as along
    const by = (x: number, y: number): boolean =>
      pushesShelf(papersField, 'init', pose(dock.x - 0.5, dock.y + y), pose(dock.x + x, dock.y + y))
    expect([by(0.5, 0.0199), by(0.5, 0.0201), by(-0.0199, 0), by(-0.0201, 0)]).toEqual([true, false, true, false])
    const slope = (y: number): boolean => pushesShelf(papersField, 'init', dock, pose(dock.x + 1, dock.y + y))
    expect([slope(0.5), slope(0.501), slope(-0.5), slope(-0.501)]).toEqual([true, false, true, false])
  }) // prettier-ignore

  it('the robot fits where its whole body does: at the very limits, and not a millimetre beyond', () => {
    const { size } = papersField
    const allowed = (x: number, y: number): boolean => {
      const home = { at: { x: m(x), y: m(y) }, radius: m(0.1) }
      const to: Place = { kind: 'home' }
      const verdict = judge(start, { kind: 'move', to, pose: pose(x, y) }, { ...papersField, home })
      return verdict.ok || !verdict.error.failed.some(({ checkId }) => checkId === 'pose-inside-field')
    }
    const [right, far] = [size.x - 0.16, size.y - 0.16]
    const inside = [allowed(0.16, 1), allowed(right, 1), allowed(1, 0.08), allowed(1, far)]
    const outside = [allowed(0.159, 1), allowed(right + 0.001, 1), allowed(1, 0.079), allowed(1, far + 0.001)]
    expect([inside, outside]).toEqual([Array(4).fill(true), Array(4).fill(false)])
  })

  it('a dock is met within 45 mm and 0.05 rad, that of the shelf within 12 mm', () => {
    const met = (to: Place, off: number, theta = 0): boolean => {
      const dock = dockPose(papersField, to) as Pose
      return judge(start, { kind: 'move', to, pose: pose(dock.x, dock.y + off, theta) }, papersField).ok
    }
    const zone: Place = { kind: 'zone', zone: 3 }
    expect([met(zone, 0.0449), met(zone, 0.0451), met(zone, -0.0449)]).toEqual([true, false, true])
    expect([met({ kind: 'shelf' }, 0.0119), met({ kind: 'shelf' }, 0.0121)]).toEqual([true, false])
    expect([0.05, 0.0501, -0.05, -0.0501].map((theta) => met(zone, 0, theta))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })
})

describe('places of generated fields', () => {
  it('every dock is known again, and what is near to two is the nearer', () => {
    for (let n = 0; n < 150; n++) {
      const rng = stream(1, 'docks', n)
      const { map } = randomField(rng, `R${n}`)
      const places: Place[] = [
        { kind: 'home' },
        { kind: 'shelf' },
        ...map.zones.map(({ id }): Place => ({ kind: 'zone', zone: id })),
      ]
      for (const place of places) {
        const dock = dockPose(map, place) as Pose
        expect(placeAt(map, dock), JSON.stringify([place, map])).toEqual(place)
        const off = pose(dock.x + 0.003 * rng.next(), dock.y - 0.003 * rng.next())
        expect(samePlace(placeAt(map, off), place)).toBe(true)
        expect(at({ kind: 'home' }).robot.place).toEqual({ kind: 'home' })
      }
      expect(placeAt(map, pose(-1, -1))).toBe('between')
    }
  })

  it('home reaches as far as its radius, a zone 45 mm, the shelf 12 mm', () => {
    const { home, shelf, zones } = papersField
    const [zone] = zones
    const from = (place: { readonly x: number; readonly y: number }, off: number): unknown =>
      placeAt(papersField, pose(place.x + off, place.y))
    expect([from(home.at, 0.1499), from(home.at, 0.1501)]).toEqual([{ kind: 'home' }, 'between'])
    expect([from(shelf.at, 0.0119), from(shelf.at, 0.0121)]).toEqual([{ kind: 'shelf' }, 'between'])
    if (zone === undefined) throw new Error('no zone')
    expect([from(zone.at, 0.0449), from(zone.at, 0.0451)]).toEqual([
      { kind: 'zone', zone: zone.id },
      'between',
    ])
    // a zone's dock 30 mm from that of the shelf
    const close = { ...papersField, zones: [{ ...zone, at: { x: m(shelf.at.x + 0.03), y: shelf.at.y } }] }
    expect(
      [0, 0.0119, 0.0121, 0.03].map((off) => placeAt(close, pose(shelf.at.x + off, shelf.at.y))),
    ).toEqual([
      { kind: 'shelf' },
      { kind: 'shelf' },
      { kind: 'zone', zone: zone.id },
      { kind: 'zone', zone: zone.id },
    ])
    const closer = { ...papersField, zones: [{ ...zone, at: { x: m(shelf.at.x + 0.01), y: shelf.at.y } }] }
    expect([0.004, 0.006].map((off) => placeAt(closer, pose(shelf.at.x + off, shelf.at.y)))).toEqual([
      { kind: 'shelf' },
      { kind: 'zone', zone: zone.id },
    ])
  })
})

const resultLine = (state: WorldState, command: Command, map: FieldMap): boolean =>
  judge(state, command, map).ok

/** The shelf's target on the other side of where it stands. */
function mirrored(map: FieldMap): FieldMap {
  const { at: dock, target } = map.shelf
  return { ...map, shelf: { ...map.shelf, target: { x: m(2 * dock.x - target.x), y: target.y } } }
}
