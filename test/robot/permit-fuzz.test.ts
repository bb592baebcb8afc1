import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../src/base/clock.js'
import { maskBits } from '../../src/base/field-map.js'
import { stream, type Rng } from '../../src/base/random.js'
import { LinkSession } from '../../src/link/link-session.js'
import { Drive } from '../../src/robot/drive.js'
import { next } from '../../src/twin/belief.js'
import { PERMIT_TTL, PermitOffice, type Permit } from '../../src/twin/permit.js'
import type { Command, Place, WorldState } from '../../src/twin/world.js'
import {
  at,
  carrying,
  dock,
  grip,
  map,
  move,
  pose,
  push,
  release,
  rotate,
  start,
  zoneAt,
} from '../twin/field.js'
import { SchemaWitness, type Witnessed } from './support/schema-witness.js'
import { YesFirmware } from './support/yes-firmware.js'

const ROUNDS = 100_000
const SESSION = 0x51
const MASKS = ['1111', '1000', '0101', '0011', '0000', '12', 'abcd']

/** Ways to come to the drive. Only `honest` may reach the wire. */
const WAYS = ['honest', 'forged', 'replayed', 'expired', 'mismatched', 'stale', 'foreign'] as const
type Way = (typeof WAYS)[number]

interface Granted {
  readonly permit: Permit
  readonly command: Command
  readonly state: WorldState
}

/** Session, far end and witness; the ledger knows which permit may appear with which command. */
class Wire {
  readonly clock = new VirtualClock()
  readonly session = new LinkSession({ clock: this.clock, sessionId: SESSION })
  readonly seen: Witnessed[] = []
  readonly ledger = new Map<number, Command>()
  readonly #witness = new SchemaWitness()
  readonly #far = new YesFirmware(SESSION)
  #lastTelemetry = 0

  /** What the host has to say, read by the witness, answered by the far end. */
  exchange(): void {
    this.session.allowHeartbeat()
    this.session.poll()
    const messages = this.#witness.read(this.session.takeBytes())
    this.seen.push(...messages.filter(({ kind }) => kind !== 'link'))
    for (const message of messages) this.session.feed(this.#far.answer(message))
    if (this.clock.now() - this.#lastTelemetry < 20) return
    this.#lastTelemetry = this.clock.now()
    this.session.feed(this.#far.telemetry())
  }

  get unreadable(): number {
    return this.#witness.unreadable
  }
}

describe('law 2, MOD-11: no actuation without a permit', () => {
  it(`of ${ROUNDS} commands at the drive only those with their own fresh permit reach the wire`, () => {
    const rng = stream(1, 'permit-fuzz')
    const wire = new Wire()
    const { clock, session, ledger } = wire
    while (session.status !== 'up') {
      wire.exchange()
      clock.advance(1)
    }
    const office = new PermitOffice(map)
    const foreign = new PermitOffice(map)
    const drive = new Drive(office, session)
    const tried = Object.fromEntries(WAYS.map((way) => [way, 0])) as Record<Way, number>
    const passed = Object.fromEntries(WAYS.map((way) => [way, 0])) as Record<Way, number>
    let grants = 0
    let refusals = 0
    let used: Granted | undefined

    for (let round = 0; round < ROUNDS; round++) {
      clock.advance(rng.int(4))
      const state = anyState(rng, round)
      const command = anyCommand(rng, state)
      const way = rng.pick(WAYS)
      const granted = office.request(state, command, clock.now())
      if (granted.ok) grants++
      else refusals++
      tried[way]++

      const asked = attempt(way, rng, {
        command,
        state,
        fresh: granted.ok ? { permit: granted.value.permit, command, state } : undefined,
        used,
        foreign,
        clock,
      })
      if (way === 'honest' && granted.ok) ledger.set(grants, command)
      const result = drive.execute(asked.command, asked.permit, asked.state, clock.now())
      if (result.ok) {
        passed[way]++
        used = granted.ok ? { permit: granted.value.permit, command, state } : used
      }
      if (rng.chance(0.01)) drive.stop()
      wire.exchange()
    }
    for (let i = 0; i < 50; i++) {
      clock.advance(20)
      wire.exchange()
    }

    const actuations = firstSendings(wire.seen).filter(
      ({ kind }) => kind === 'actuation' || kind === 'stream',
    )
    const unlicensed = actuations.filter((frame) => !licensed(frame, ledger))
    const permits = actuations.map(({ fields }) => fields['permitId'])
    expect(unlicensed).toEqual([])
    expect(new Set(permits).size).toBe(permits.length)
    expect(wire.unreadable).toBe(0)
    expect({ ...passed, honest: 0 }).toEqual(Object.fromEntries(WAYS.map((way) => [way, 0])))
    expect(passed.honest).toBe(ledger.size)
    expect(passed.honest).toBeGreaterThan(1000)
    expect(actuations.length).toBeGreaterThan(passed.honest * 0.9)
    expect(refusals).toBeGreaterThan(ROUNDS / 10)
    expect(Math.min(...Object.values(tried))).toBeGreaterThan(ROUNDS / 10)
    expect(new Set(actuations.map(({ name }) => name))).toEqual(
      new Set(['MoveTo', 'Grip', 'Release', 'Rotate', 'Push']),
    )
  }, 60_000)
})

interface Situation {
  readonly command: Command
  readonly state: WorldState
  readonly fresh: Granted | undefined
  readonly used: Granted | undefined
  readonly foreign: PermitOffice
  readonly clock: VirtualClock
}

function attempt(
  way: Way,
  rng: Rng,
  { command, state, fresh, used, foreign, clock }: Situation,
): { readonly command: Command; readonly permit: Permit; readonly state: WorldState } {
  const forged = rng.pick<unknown>([{}, null, undefined, 1, 'permit', { ...(fresh?.permit ?? {}) }]) as Permit
  const permit = fresh?.permit ?? used?.permit ?? forged
  switch (way) {
    case 'honest':
      return { command, permit, state }
    case 'forged':
      return { command, permit: forged, state }
    case 'replayed':
      return used === undefined
        ? { command, permit: forged, state }
        : { command: used.command, permit: used.permit, state: used.state }
    case 'expired':
      clock.advance(PERMIT_TTL + rng.int(200))
      return { command, permit, state }
    case 'mismatched':
      return { command: otherCommand(rng, command), permit, state }
    case 'stale':
      return { command, permit, state: next(state, {}) }
    case 'foreign': {
      const granted = foreign.request(state, command, clock.now())
      return { command, permit: granted.ok ? granted.value.permit : forged, state }
    }
  }
}

/** The state differs from round to round in its revision, as a belief that sensors update does. */
function anyState(rng: Rng, round: number): WorldState {
  const place: Place = rng.pick([
    { kind: 'home' },
    { kind: 'shelf' },
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => zoneAt(id)),
  ])
  const load = rng.pick(['0000', '1111', '0110'])
  const state = at(place, load === '0000' ? start : carrying(load, rng.pick([1, 3, 5, 7])))
  const robot = {
    ...state.robot,
    moving: rng.chance(0.05),
    estop: rng.chance(0.05),
    linkUp: !rng.chance(0.05),
  }
  return { ...state, robot, rev: round + 1, shelf: rng.pick(['init', 'target']) }
}

function anyCommand(rng: Rng, { robot, gripper }: WorldState): Command {
  const here = robot.place !== 'between' && robot.place.kind === 'zone' ? robot.place.zone : 1 + rng.int(9)
  const held = gripper.cups.map((cup) => (cup === null ? '0' : '1')).join('')
  const mask = rng.chance(0.5) ? held : rng.pick(MASKS)
  return rng.pick<() => Command>([
    () => move(rng.pick([{ kind: 'home' }, { kind: 'shelf' }, zoneAt(1 + rng.int(8))])),
    () => ({
      kind: 'move',
      to: zoneAt(1 + rng.int(10)),
      pose: pose(4 * rng.next() - 0.5, 3 * rng.next() - 0.5),
    }),
    () => grip(here, rng.pick(MASKS)),
    () => release(here, mask),
    () => rotate(mask),
    () =>
      rng.chance(0.7)
        ? push
        : { kind: 'push', from: dock({ kind: 'home' }), to: pose(rng.next(), rng.next()) },
  ])()
}

function otherCommand(rng: Rng, command: Command): Command {
  if (command.kind === 'move') return { ...command, pose: pose(command.pose.x + 0.001, command.pose.y) }
  if (command.kind === 'push') return { ...command, to: pose(command.to.x, command.to.y + 0.001) }
  return rng.chance(0.5)
    ? { ...command, mask: command.mask === '1111' ? '0111' : '1111' }
    : move({ kind: 'home' })
}

/** A repeat carries the id of its first sending, and the same bytes: the firmware executes it once. */
function firstSendings(messages: readonly Witnessed[]): Witnessed[] {
  const byId = new Map<number, Witnessed>()
  for (const message of messages) {
    const id = message.fields['cmdId'] ?? -1
    const first = byId.get(id)
    if (first === undefined) byId.set(id, message)
    else expect(message).toEqual(first)
  }
  return [...byId.values()]
}

/** The frame carries the permit of this very command: kind and every number. */
function licensed({ name, fields }: Witnessed, ledger: ReadonlyMap<number, Command>): boolean {
  const command = ledger.get(fields['permitId'] ?? 0)
  switch (command?.kind) {
    case undefined:
      return false
    case 'move':
      return name === 'MoveTo' && same(fields, command.pose)
    case 'push':
      return name === 'Push' && same(fields, command.to)
    case 'grip':
      return name === 'Grip' && fields['mask'] === maskBits(command.mask)
    case 'release':
      return name === 'Release' && fields['mask'] === maskBits(command.mask)
    case 'rotate':
      return name === 'Rotate' && fields['mask'] === maskBits(command.mask)
  }
}

function same(
  fields: Witnessed['fields'],
  { x, y, theta }: { x: number; y: number; theta: number },
): boolean {
  return (
    fields['x'] === Math.fround(x) && fields['y'] === Math.fround(y) && fields['theta'] === Math.fround(theta)
  )
}
