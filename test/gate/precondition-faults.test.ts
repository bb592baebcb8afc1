import { describe, expect, it } from 'vitest'
import type { FieldMap } from '#base/field-map.js'
import { stream, type Rng } from '#base/random.js'
import { Gate, type GateRefusal } from '#robots/gate.js'
import { describeCommand, judge, RULES, type Prediction } from '#twin/field/judge.js'
import type { Command, WorldState } from '#twin/field/world.js'
import { map as papersField } from '../twin/field.js'
import { INJECTED_FAULTS, type Asked, type InjectedFault } from './support/injected-faults.js'
import { isLawful } from './support/lawful.js'
import { randomField } from './support/random-field.js'
import { anyCommand, anySetpoint, anyWorld, bentTowards } from './support/random-world.js'
import { TappedDrive } from './support/tapped-drive.js'

/** Injections of each kind of fault. */
const ROUNDS = Math.max(1_000, Number(process.env['GRAFT_FUZZ'] ?? 0) / 100)
const FIELDS = 12

const IDS = [...new Set(Object.values(RULES).flatMap(({ checks }) => checks.map(({ id }) => id)))]

describe('law 2, MOD-10: a precondition that does not hold stops the command before a frame is written', () => {
  it('there is a kind of fault for every check of every rule', () => {
    expect(Object.keys(INJECTED_FAULTS).sort()).toEqual([...IDS].sort())
    for (const { kind, checks } of Object.values(RULES)) {
      for (const { id } of checks) expect(INJECTED_FAULTS[id]?.befalls, `${kind} ${id}`).toContain(kind)
    }
    expect(IDS.length).toBeGreaterThanOrEqual(12)
  })

  it.each(IDS)(`%s: ${ROUNDS} of ${ROUNDS} permitted commands are refused when exactly this is wrong`, (id) => {
    const fault = INJECTED_FAULTS[id] as InjectedFault
    const befallen = new Set<string>()
    let injected = 0
    for (let field = 0; injected < ROUNDS; field++) {
      const rng = stream(1, 'precondition', id, field)
      const map = field % 4 === 0 ? papersField : randomField(rng, `R${field}`).map
      const bench = new Bench(map)
      for (let i = 0; i < ROUNDS / FIELDS && injected < ROUNDS; i++) {
        const asked = permitted(rng, map, fault.befalls)
        const wrong = fault.inject(rng, map, asked)
        if (wrong === undefined) continue
        injected++
        befallen.add(wrong.command.kind)
        const failed = failedChecks(wrong, map)
        expect(failed, what(wrong)).toContain(id)
        expect(failed.filter((each) => each !== id && !fault.alongWith?.includes(each)), what(wrong)).toEqual([])
        expect(bench.send(wrong)).toMatchObject({ checkId: failed[0], text: expect.any(String) as string })
      }
      expect(bench.tapped.actuations).toEqual({})
      expect(bench.refusals).toBe(bench.asked)
    }
    expect([...befallen].sort()).toEqual([...fault.befalls].sort())
  }) // prettier-ignore
})

/** The gate with witnesses on the wire. */
class Bench {
  readonly tapped: TappedDrive
  refusals = 0
  asked = 0
  readonly #gate: Gate<WorldState, Command, Prediction>

  constructor(map: FieldMap) {
    this.tapped = new TappedDrive(map)
    this.#gate = new Gate(this.tapped.office, describeCommand, () => this.refusals++)
  }

  /** What the gate says, after all that it may have put on the wire has left. */
  send({ state, command }: Asked): GateRefusal | undefined {
    const { clock } = this.tapped
    this.asked++
    const { drive } = this.tapped
    const now = clock.now()
    const sent = this.#gate.pass<unknown>(command, { state, now, nodePath: '/0' }, (permit) =>
      command.kind === 'jog'
        ? drive.stream(command, permit, state, now)
        : drive.execute(command, permit, state, now),
    )
    clock.advance(5)
    this.tapped.exchange()
    return sent.ok ? undefined : sent.error
  }
}

/** A command of one of these kinds with a random world that permits it. */
function permitted(rng: Rng, map: FieldMap, kinds: readonly Command['kind'][]): Asked {
  const kind = rng.pick(kinds)
  for (;;) {
    const command = kind === 'jog' ? anySetpoint(rng) : anyCommand(rng, map)
    if (command.kind !== kind) continue
    const state = bentTowards(rng, map, anyWorld(rng, map, 1), command)
    if (!isLawful(state, command, map)) continue
    const verdict = judge(state, command, map)
    if (verdict.ok) return { state, command }
    throw new Error(`refused though lawful: ${verdict.error.text} in ${what({ state, command })}`)
  }
}

function failedChecks({ state, command }: Asked, map: FieldMap): string[] {
  const verdict = judge(state, command, map)
  return verdict.ok ? [] : verdict.error.failed.map(({ checkId }) => checkId)
}

const what = ({ state, command }: Asked): string =>
  JSON.stringify({ command, ...state, zones: [...state.zones] })
