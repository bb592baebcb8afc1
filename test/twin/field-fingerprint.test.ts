import { expect, it } from 'vitest'
import { canonicalJson, type Json } from '#base/hash.js'
import { stream } from '#base/random.js'
import { fieldDomain } from '#twin/field/field-domain.js'
import { judge } from '#twin/field/judge.js'
import { withFaces } from '#twin/field/belief.js'
import { CASES } from './cases.js'
import { grip, map, move, push, release, rotate, start, zoneAt } from './field.js'
import type { WorldState } from '#twin/field/world.js'

/** Everything but revision and clock. */
const whole = ({ robot, gripper, zones, shelf }: WorldState): string =>
  canonicalJson({ robot, gripper, zones: [...zones], shelf } as unknown as Json)

it('fingerprints are equal for equal beliefs and differ for different ones', () => {
  const domain = fieldDomain(map)
  const fingerprint = (state: WorldState): string => domain.fingerprint(state)
  const rng = stream(1, 'fingerprints')
  const states = Object.values(CASES).flatMap(({ good, bad }) => [good[0], bad[0]])
  for (let walk = 0; walk < 60; walk++) {
    let state = start
    for (let i = 0; i < 30; i++) {
      const zone = 1 + rng.int(8)
      const mask = rng.pick(['1111', '0101', '1000'])
      const command = rng.pick([
        move(zoneAt(zone)),
        grip(zone, mask),
        release(zone, mask),
        rotate(mask),
        push,
      ])
      const verdict = judge(state, command, map)
      state = verdict.ok ? verdict.value.after : rng.chance(0.2) ? withFaces(state, 1, mask) : state
      states.push(state)
    }
  }
  const byWhole = new Map<string, string>()
  const byPrint = new Map<string, string>()
  for (const state of states) {
    expect(byWhole.get(whole(state)) ?? fingerprint(state)).toBe(fingerprint(state))
    expect(byPrint.get(fingerprint(state)) ?? whole(state)).toBe(whole(state))
    byWhole.set(whole(state), fingerprint(state))
    byPrint.set(fingerprint(state), whole(state))
  }
  expect(byWhole.size).toBeGreaterThan(100)
})
