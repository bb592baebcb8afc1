import { describe, expect, it } from 'vitest'
import { stream, type Rng } from '#base/random.js'
import type { Result } from '#base/result.js'
import { fieldPermits, type FieldPermits, type Prediction } from '#twin/field/judge.js'
import type { Grant, Permit } from '#twin/permit.js'
import type { Command, WorldState } from '#twin/field/world.js'
import { isLawful } from './support/lawful.js'
import { WAYS, type Granted } from './support/permit-ways.js'
import { randomField } from './support/random-field.js'
import { anyCommand, anySetpoint, anyWorld, bentTowards, spoil } from './support/random-world.js'
import { TappedDrive } from './support/tapped-drive.js'

/** Triples of world, command and permit: `GRAFT_FUZZ=1000000` for a long run. */
const ROUNDS = Number(process.env['GRAFT_FUZZ'] ?? 100_000)
/** triples on one field, in one session */
const A_SESSION = Math.min(5_000, ROUNDS)
const KINDS = ['MoveTo', 'Grip', 'Release', 'Rotate', 'Push', 'SetVelocity']

/** What happened in all sessions together. */
interface Tally {
  /** by way: presented, and let through */
  readonly tried: Record<string, number>
  passed: number
  refused: number
  /** of a kind that no type allows, so that the twin could not even be asked */
  thrown: number
  readonly onWire: Record<string, number>
  readonly unpermitted: string[]
  /** the twin and the law of the field differ about a command, or a way did not end as it must */
  readonly wrong: string[]
  unreadable: number
}

describe('law 2, MOD-11: no actuation without a permit', () => {
  it(`of ${ROUNDS} random worlds, commands and permits only lawful commands with their own fresh permit reach the wire`, () => {
    const tally: Tally = {
      tried: Object.fromEntries(Object.keys(WAYS).map((way) => [way, 0])),
      passed: 0,
      refused: 0,
      thrown: 0,
      onWire: {},
      unpermitted: [],
      wrong: [],
      unreadable: 0,
    }
    for (let session = 0; session * A_SESSION < ROUNDS; session++) playSession(session, tally)

    expect(tally.unpermitted.slice(0, 5)).toEqual([])
    expect(tally.wrong.slice(0, 5)).toEqual([])
    expect(tally.unreadable).toBe(0)
    const frames = Object.values(tally.onWire).reduce((sum, count) => sum + count, 0)
    expect(frames).toBeLessThanOrEqual(tally.passed)
    // by the command line alone: a short run has not seen enough of everything
    // eslint-disable-next-line graft/no-early-return
    if (ROUNDS < 50_000) return
    expect(Object.keys(tally.onWire).sort()).toEqual([...KINDS].sort())
    expect(frames).toBeGreaterThan(tally.passed * 0.8)
    expect(Math.min(...Object.values(tally.onWire))).toBeGreaterThan(ROUNDS / 1000)
    expect(Math.min(...Object.values(tally.tried))).toBeGreaterThan(ROUNDS / 200)
    expect(tally.passed).toBeGreaterThan(ROUNDS / 50)
    expect(tally.refused).toBeGreaterThan(ROUNDS / 4)
    expect(tally.thrown).toBeLessThan(ROUNDS / 20)
  }, 600_000)

  it('a link that is not up carries no actuation, whatever permit it has', () => {
    const rng = stream(1, 'permit-fuzz', 'deaf')
    const { map } = randomField(rng, 'deaf')
    const deaf = new TappedDrive(map, false)
    let passed = 0
    for (let round = 0; round < 2_000; round++) {
      const { state, command } = situation(rng, map, round)
      const granted = asked(deaf.office, state, command, deaf.clock.now())
      if (granted?.ok !== true) continue
      if (deaf.present(command, granted.value.permit, state).ok) passed++
      deaf.clock.advance(20)
      deaf.exchange()
    }
    expect(passed).toBeGreaterThan(300)
    expect(deaf.actuations).toEqual({})
  })
})

function playSession(session: number, tally: Tally): void {
  const rng = stream(1, 'permit-fuzz', session)
  const { map } = randomField(rng, `R${session}`)
  const tapped = new TappedDrive(map)
  const { clock, office, drive, ledger } = tapped
  const foreign = fieldPermits(map)
  let grants = 0
  let used: Granted | undefined

  for (let round = 0; round < A_SESSION; round++) {
    clock.advance(rng.int(3))
    const { state, command } = situation(rng, map, round)
    const lawful = isLawful(state, command, map)
    const granted = asked(office, state, command, clock.now())
    if (granted === undefined) tally.thrown++
    if ((granted?.ok ?? false) !== lawful)
      tally.wrong.push(`${lawful ? 'refused' : 'allowed'}: ${JSON.stringify([command, state, map])}`)

    if (granted?.ok !== true) {
      tally.refused++
      const permit = rng.pick<unknown>([used?.permit, undefined, {}]) as Permit
      const result = executed(() => tapped.present(command, permit, state))
      if (result?.ok === true) tally.wrong.push(`let through without a permit: ${JSON.stringify(command)}`)
    } else {
      const fresh = { permit: granted.value.permit, command, state }
      const name = rng.pick(Object.keys(WAYS))
      const way = WAYS[name] as (typeof WAYS)[string]
      tally.tried[name] = (tally.tried[name] ?? 0) + 1
      grants++
      const own = way.ends.startsWith('passes')
      if (own) ledger.set(grants, structuredClone(command))
      const shown = way.present({ rng, map, fresh, used, office, foreign, now: clock.now() })
      clock.advance(shown.after ?? 0)
      const result = executed(() => tapped.present(shown.command, shown.permit as Permit, shown.state))
      const end = result?.ok === true ? 'passes' : (result?.error.kind ?? 'throws')
      if (end === 'passes') tally.passed++
      if (end === 'passes' && own) used = fresh
      if (!fits(way.ends, end, used)) tally.wrong.push(`${name}: ${end} ${JSON.stringify(command)}`)
    }
    if (rng.chance(0.01)) drive.stop()
    tapped.exchange()
  }
  tapped.drain()
  tally.unpermitted.push(...tapped.unpermitted)
  tally.unreadable += tapped.unreadable
  for (const [kind, count] of Object.entries(tapped.actuations))
    tally.onWire[kind] = (tally.onWire[kind] ?? 0) + count
}

/** A third of the worlds is anything at all, a third fits the command, a third would fit but for one thing. */
function situation(
  rng: Rng,
  map: Parameters<typeof anyWorld>[1],
  round: number,
): { readonly state: WorldState; readonly command: Command } {
  const command = rng.chance(0.15) ? anySetpoint(rng) : anyCommand(rng, map)
  // the revision grows from round to round, as that of a belief that sensors update does
  const any = anyWorld(rng, map, round + 1)
  const how = rng.int(3)
  if (how === 0) return { state: any, command }
  const bent = bentTowards(rng, map, any, command)
  return { state: how === 1 ? bent : spoil(rng, map, bent), command }
}

/** `undefined` for what is not even a command: asking is a bug of the caller, and must have no effect. */
const asked = (
  office: FieldPermits,
  state: WorldState,
  command: Command,
  now: number,
): Result<Grant<Prediction>, unknown> | undefined =>
  executed(() => office.request(state, command, now as never))

function executed<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (cause) {
    if (cause instanceof TypeError) return undefined
    throw cause
  }
}

function fits(wanted: string, end: string, used: Granted | undefined): boolean {
  if (wanted === 'passes as granted, or mismatched') return ['passes', 'mismatched', 'throws'].includes(end)
  // before the first use there is nothing to replay
  if (wanted === 'replayed' && used === undefined) return end === 'forged'
  return wanted === end
}
