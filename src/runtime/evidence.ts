import { SLOTS, slotsMask } from '#base/field-map.js'
import type { Telemetry } from '#link/messages.gen.js'
import type { Evidence } from '#learning/critic/evidence.js'
import { HOLDS_KPA } from '#robots/body.js'
import type { WorldState } from '#twin/world.js'

/**
 * What the sensors know at this moment, for the critic's grounding (CRIT-09): the belief, and the vacuum as
 * measured.
 */
export function evidenceOf(world: WorldState, telemetry: Telemetry | undefined): Evidence {
  const vacuum = telemetry?.vacuumKpa10 ?? [0, 0, 0, 0]
  return { world, held: slotsMask(SLOTS.filter((cup) => vacuum[cup] / 10 >= HOLDS_KPA)) }
}
