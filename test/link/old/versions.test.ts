import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { readLibrary } from '#app/policy.js'
import { planOf, shippedPlans } from '#lab/bench/vrl/settings/best-plan.js'
import { playMission, type Cable, type Played } from '#lab/bench/pose/play-mission.js'
import { PROTOCOL, type Odometry } from '#link/messages.gen.js'
import { loadFieldFile } from '#config/field/field-file.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { VersionedCable } from './support.js'

/** Built on 2026-11-30 from protocol 1.1, as it was shipped. */
const OLD_FIRMWARE = new Uint8Array(readFileSync(new URL('fw-1.1.wasm', import.meta.url)))

const setup = must(await loadFieldFile('config/fields/F1.yaml'), 'F1')[0] as FieldSetup
const library = readLibrary()
const plan = must(
  parseTree(planOf(setup, library, shippedPlans()), { file: 'the best plan', library }),
  'the best plan',
)

async function play(cable: Cable): Promise<{ readonly played: Played; readonly heard: readonly Odometry[] }> {
  const heard: Odometry[] = []
  const played = await playMission(
    { setup, tree: plan, seed: 5000, ground: 'ideal', scanner: 'none', faults: 'none', library },
    { ...cable, onOdometry: (odometry) => void heard.push(odometry) },
  )
  return { played, heard }
}

describe('a mission with a host and a firmware of different minor versions', () => {
  it('an old firmware: complete, nothing that it cannot read, nothing that it refuses', async () => {
    const cable = new VersionedCable(1)
    const { played, heard } = await play({ firmware: OLD_FIRMWARE, around: cable.around })
    expect(played.outcome).toMatchObject({ correct: 16, incorrect: 0, robotHome: true })
    expect(cable.seen).toMatchObject({ foreign: 0, naks: 0 })
    expect(cable.seen.frames).toBeGreaterThan(1000)
    expect(heard).toEqual([])
  }, 120_000)

  it('an old host: the firmware says nothing that it would not know', async () => {
    const cable = new VersionedCable(1)
    const { played, heard } = await play({ around: cable.around })
    expect(played.outcome).toMatchObject({ correct: 16, incorrect: 0, robotHome: true })
    expect(cable.seen).toMatchObject({ foreign: 0, naks: 0 })
    expect(heard).toEqual([])
  }, 120_000)

  it('both of today: the wheels are told as well, and the mission is the same', async () => {
    const cable = new VersionedCable(PROTOCOL.minor)
    const { played, heard } = await play({ around: cable.around })
    const without = await play({ around: new VersionedCable(1).around })
    expect(played).toEqual(without.played)
    expect(heard.length).toBeGreaterThan(played.seconds * 45)
    // Odometry, and heartbeats that ask for it
    expect(cable.seen.foreign).toBeGreaterThan(heard.length)
    expect(cable.seen.naks).toBe(0)
  }, 120_000)
})
