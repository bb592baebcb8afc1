import { describe, expect, it } from 'vitest'
import { randomSetup } from '../../lab/training/engine/fields.js'
import { playEpisode } from '../../lab/training/engine/play.js'
import { treeFor } from '../../lab/training/engine/trees.js'
import { stream } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { playFast } from '#forecast/index.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FAULT_PROFILES, type FaultProfile } from '#simulation/field/world/faults.js'
import { treeOf } from '../robots/support/rig.js'
import { FIELD_NAMES, PLAN_NAMES, planOf, shippedField, subtrees } from './support/plans.js'

/** Faults so often that a few episodes meet every kind. */
const HEAVY: FaultProfile = {
  navigation: 0.1,
  grip: 0.12,
  drop: 0.1,
  rotation: 0.2,
  placement: 0.16,
  cursor: 0.5,
}

/** The product's runtime and firmware in the simulated world, beside the forecast of the same luck. */
async function both(setup: FieldSetup, doc: TreeDoc, seed: number, faults: FaultProfile) {
  const real = await playEpisode({ setup, doc, seed, episode: 1, faults })
  const fast = playFast(setup, doc, { seed, episode: 1, faults })
  return { real, fast, apart: Math.abs(fast.total - real.sheet.total) }
}

describe('the forecast beside the real thing, without faults', () => {
  it.each(FIELD_NAMES)('ends every plan of the benchmark on %s alike, within 0.1 points', async (field) => {
    const setup = shippedField(field)
    for (const name of PLAN_NAMES) {
      const { real, fast, apart } = await both(setup, planOf(name, setup), 1, FAULT_PROFILES.none)
      expect({ name, end: fast.endReason }).toEqual({ name, end: real.endReason })
      expect(apart).toBeLessThan(0.1)
      expect({ ...fast.facts, operatingSeconds: 0 }).toEqual({ ...real.facts, operatingSeconds: 0 })
    }
  })

  it('ends random trees on random fields alike, within 0.5 points', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const rng = stream(seed, 'forecast agreement')
      const setup = randomSetup(rng, rng.pick(['scatter', 'grid']), `field ${seed}`)
      const { real, fast, apart } = await both(
        setup,
        treeFor(rng, setup, subtrees),
        seed,
        FAULT_PROFILES.none,
      )
      expect({ seed, end: fast.endReason }).toEqual({ seed, end: real.endReason })
      expect(apart).toBeLessThan(0.5)
    }
  })

  const LEGS = '<MoveToZone zone="1"/><LoadBlocks/>'
  it.each([
    ['a drive', '<ForceSuccess><Timeout msec="1500"><MoveToZone zone="8"/></Timeout></ForceSuccess>' + LEGS],
    [
      'a grip',
      '<MoveToZone zone="1"/><ForceSuccess><Timeout msec="2000"><LoadBlocks/></Timeout></ForceSuccess><LoadBlocks/>',
    ],
    [
      'a turn',
      `${LEGS}<RetryUntilSuccessful num_attempts="4"><Timeout msec="1300"><RotateBlocks mask="1111"/></Timeout></RetryUntilSuccessful>`,
    ],
    [
      'a release',
      `${LEGS}<MoveToZone zone="2"/><ForceSuccess><Timeout msec="1500"><UnloadBlocks/></Timeout></ForceSuccess><UnloadBlocks/>`,
    ],
    [
      'a push',
      '<ForceSuccess><Timeout msec="6000"><MoveCursor/></Timeout></ForceSuccess><ForceSuccess><MoveCursor/></ForceSuccess>',
    ],
    [
      'whatever its condition meets',
      '<ReactiveFallback><ReactiveSequence><MoveToZone zone="1"/><LoadBlocks/></ReactiveSequence><MoveToHome/></ReactiveFallback>',
    ],
    [
      'nothing',
      `<Delay delay_msec="1330"><Sleep msec="500"/></Delay><Parallel success_count="2"><MoveToZone zone="1"/><CustomDelay duration="5"/></Parallel>`,
    ],
  ])('knows what becomes of a tree that stops %s', async (_, body) => {
    const doc = treeOf(`<Sequence>${body}<MoveToZone zone="2"/><UnloadBlocks/></Sequence>`)
    const { real, fast, apart } = await both(shippedField('F2'), doc, 1, FAULT_PROFILES.none)
    expect(fast.endReason).toBe(real.endReason)
    expect(apart).toBeLessThan(0.1)
  })
})

describe('the forecast beside the real thing, with faults', () => {
  it('meets the same faults and comes to the same score, seed by seed', async () => {
    const setup = shippedField('F5')
    const doc = planOf('reference', setup)
    const kinds = new Set<string>()
    for (let seed = 1; seed <= 10; seed++) {
      const { real, fast, apart } = await both(setup, doc, seed, HEAVY)
      for (const { kind } of real.faults) kinds.add(kind)
      expect({ seed, faults: counted(fast.faults) }).toEqual({ seed, faults: counted(real.faults) })
      expect({ seed, end: fast.endReason }).toEqual({ seed, end: real.endReason })
      expect(apart).toBeLessThan(0.5)
    }
    expect([...kinds].sort()).toEqual(['cursor', 'drop', 'grip', 'navigation', 'placement', 'rotation'])
  })
})

/** `grip 0, rotation 3`: which faults took place under which cup; the forecast knows their times only roughly. */
const counted = (faults: readonly { readonly kind: string; readonly cup?: number }[]): string[] =>
  faults.map(({ kind, cup }) => `${kind} ${cup ?? '-'}`).sort()
