import { must } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'
import { fieldPermits, type FieldPermits } from '#twin/field/judge.js'
import { PermitOffice } from '#twin/permit.js'
import type { Command, WorldState } from '#twin/field/world.js'
import type { FieldMap } from '#base/field-map.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { playMission } from '#test/line/support/mission.js'

/** What the twin was asked in one whole mission by the reference plan of F1. */
interface PermitRequest {
  readonly state: WorldState
  readonly command: Command
  readonly now: Ms
}

/** Twin check and permit: one request and its redemption, over and over the commands of the reference plan, µs. */
export async function permitLatency(iterations: number): Promise<Sample & { readonly commands: number }> {
  const { requests, map } = await recordMission()
  const office = fieldPermits(map)
  const times = new Float64Array(iterations)
  for (let n = -WARM_UP; n < iterations; n++) {
    const { state, command, now } = requests[(n + WARM_UP) % requests.length] as PermitRequest
    const begun = performance.now()
    const granted = office.request(state, command, now)
    const sent = granted.ok && office.redeem(granted.value.permit, command, state, ms(now + 1))
    const took = (performance.now() - begun) * 1000
    if (sent === false || !sent.ok)
      throw new Error(`the reference plan is refused: ${JSON.stringify(granted)}`)
    if (n >= 0) times[n] = took
  }
  return { ...sampleOf(times), commands: requests.length }
}

const WARM_UP = 20_000

/** Listens at the permit office during one episode: the states and commands are the mission's own. */
async function recordMission(): Promise<{
  readonly requests: readonly PermitRequest[]
  readonly map: FieldMap
}> {
  const requests: PermitRequest[] = []
  const request = Object.getOwnPropertyDescriptor(PermitOffice.prototype, 'request')
    ?.value as FieldPermits['request']
  PermitOffice.prototype.request = function (
    this: FieldPermits,
    state: WorldState,
    command: Command,
    now: Ms,
  ) {
    const granted = request.call(this, state, command, now)
    if (granted.ok) requests.push({ state, command, now })
    return granted
  }
  await playMission(1)
  PermitOffice.prototype.request = request
  if (requests.length < 10) throw new Error(`the reference plan has ${requests.length} commands`)
  const [setup] = must(await chooseFields({ field: 'F1' }), 'field F1')
  if (setup === undefined) throw new Error('field F1 is not there')
  return { requests, map: setup.map }
}

/** A sorted row of measurements. */
export interface Sample {
  readonly n: number
  /** the fastest tenth ends here: on a busy machine it says more than the median */
  readonly p10: number
  readonly median: number
  readonly p99: number
  readonly p999: number
  readonly max: number
}

export function sampleOf(values: Float64Array | readonly number[]): Sample {
  const row = Float64Array.from(values).sort()
  const at = (share: number): number => row[Math.min(row.length - 1, Math.floor(share * row.length))] ?? NaN
  return { n: row.length, p10: at(0.1), median: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) }
}
