import { SLOTS, type FieldMap, type Zone, type ZoneId } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import { m, rad } from '#base/units.js'
import type { Claims, RobotPlace, ZoneClaim } from '#learning/field/critic/dialogue/claims.js'
import type { CriticMode } from '#learning/critic/report.js'
import { slotCentre } from '#simulation/field/dimensions.js'
import type { BlockFace, Scene, SceneBlock } from '#simulation/field/scene.js'
import { shuffled } from '#lab/bench/fields/zones.js'

/** A moment of a random episode: how the world stands, and what trace and sensors claim was done. */
export interface Moment {
  readonly scene: Scene
  readonly claims: Claims
}

/** Faults are far more frequent than on the robot, so that a small data set shows many of each. */
const P = {
  navigation: 0.05,
  grip: 0.06,
  drop: 0.04,
  turn: 0.1,
  outside: 0.06,
  cursor: 0.2,
  blindCount: 0.3,
  /** a lost block comes to rest anywhere, also across the edge of a zone */
  anywhere: 0.3,
  /** a block in a zone lies between two slots or across the edge */
  askew: 0.03,
}

interface Table {
  readonly map: FieldMap
  readonly slots: Map<ZoneId, (BlockFace | null)[]>
  readonly claims: Map<ZoneId, ZoneClaim>
  readonly loose: SceneBlock[]
  held: (BlockFace | null)[]
  robot: { x: number; y: number }
  robotAt: RobotPlace | 'lost'
  track: Claims['track']
  shelf: { x: number; y: number }
}

export function randomMoment(rng: Rng, map: FieldMap): Moment {
  const draw = rng.next()
  const mode: CriticMode = draw < 0.2 ? 'initial' : draw < 0.5 ? 'intermediate' : 'final'
  const table = setUp(rng, map)
  if (mode === 'initial') disturb(rng, table)
  else play(rng, table, mode)
  return { scene: sceneOf(rng, table), claims: claimsOf(rng, table, mode) }
}

function setUp(rng: Rng, map: FieldMap): Table {
  const share = rng.pick([0, 0.5, 0.5, 0.5, 1])
  const face = (): BlockFace => (rng.chance(share) ? 'orange' : 'blue')
  return {
    map,
    slots: new Map(
      map.zones.map((zone) => [zone.id, SLOTS.map(() => (zone.kind === 'load' ? face() : null))]),
    ),
    claims: new Map(map.zones.map((zone) => [zone.id, zone.kind === 'load' ? 'waiting' : 'free'])),
    loose: [],
    held: [null, null, null, null],
    robot: map.home.at,
    robotAt: 'home',
    track: 'untouched',
    shelf: map.shelf.at,
  }
}

/** A set-up that somebody got wrong, in about half of all cases. */
function disturb(rng: Rng, table: Table): void {
  if (rng.chance(0.5)) return
  if (rng.chance(0.5))
    for (const zone of shuffled(rng, zonesOf(table, 'load')).slice(0, 1 + rng.int(2)))
      takeSome(rng, table, zone)
  if (rng.chance(0.3))
    for (let n = 1 + rng.int(3); n > 0; n--) lose(rng, table, rng.chance(0.5) ? 'blue' : 'orange')
  if (rng.chance(0.25)) putSome(rng, table, rng.pick(zonesOf(table, 'unload')))
  if (rng.chance(0.25)) table.shelf = shelfAt(table.map, 0.25 + 0.75 * rng.next())
  if (rng.chance(0.3)) table.robot = rng.chance(0.5) ? rng.pick(table.map.zones).at : anywhere(rng, table.map)
}

function play(rng: Rng, table: Table, mode: CriticMode): void {
  const steps = plan(rng, table)
  const count = mode === 'final' && rng.chance(0.8) ? steps.length : 1 + rng.int(steps.length)
  for (const step of steps.slice(0, count)) step()
  if (rng.chance(0.04)) table.robot = anywhere(rng, table.map)
}

function plan(rng: Rng, table: Table): (() => void)[] {
  const loads = shuffled(rng, zonesOf(table, 'load')).slice(0, rng.pick([1, 2, 3, 4, 4]))
  const unloads = shuffled(rng, zonesOf(table, 'unload'))
  const steps: (() => void)[] = []
  if (rng.chance(0.55)) steps.push(() => push(rng, table))
  loads.forEach((load, i) => {
    const unload = unloads[rng.chance(0.93) ? i : 0] as Zone
    const turning = rng.pick(['none', 'right', 'right', 'random'] as const)
    steps.push(
      () => pickUp(rng, table, load),
      () => {
        turn(rng, table, turning)
        setDown(rng, table, unload)
      },
    )
  })
  if (rng.chance(0.7)) steps.push(() => goHome(rng, table))
  return steps
}

function move(rng: Rng, table: Table, zone: Zone): boolean {
  if (rng.chance(P.navigation)) {
    table.robot = between(rng, table.robot, zone.at)
    table.robotAt = 'lost'
    const claim = table.claims.get(zone.id)
    if (claim === 'waiting' || claim === 'free') table.claims.set(zone.id, `${claim}-unreached`)
    return false
  }
  table.robot = zone.at
  table.robotAt = zone.id
  return true
}

function pickUp(rng: Rng, table: Table, zone: Zone): void {
  if (!move(rng, table, zone)) return
  const slots = slotsOf(table, zone)
  for (const slot of SLOTS) {
    if (table.held[slot] !== null || rng.chance(P.grip)) continue
    table.held[slot] = slots[slot] ?? null
    slots[slot] = null
  }
  table.claims.set(zone.id, rng.chance(0.04) ? 'load-failed' : 'loaded')
}

function turn(rng: Rng, table: Table, how: 'none' | 'right' | 'random'): void {
  if (how === 'none') return
  table.held = table.held.map((face) => {
    const wanted = how === 'right' ? face === 'orange' : rng.chance(0.5)
    if (face === null || !wanted || rng.chance(P.turn)) return face
    return face === 'orange' ? 'blue' : 'orange'
  })
}

function setDown(rng: Rng, table: Table, zone: Zone): void {
  const from = table.robot
  const dropped = table.held.map((face) => {
    if (face === null || !rng.chance(P.drop)) return face
    lose(rng, table, face, between(rng, from, zone.at))
    return null
  })
  table.held = dropped
  if (!move(rng, table, zone)) return
  const slots = slotsOf(table, zone)
  let released = SLOTS.filter((slot) => slots[slot] !== null).length
  for (const slot of SLOTS) {
    const face = table.held[slot] ?? null
    if (face === null || slots[slot] !== null) continue
    released++
    table.held[slot] = null
    if (rng.chance(P.outside)) lose(rng, table, face, near(rng, zone))
    else slots[slot] = face
  }
  const reported = rng.chance(P.blindCount) ? 4 : released
  table.claims.set(zone.id, rng.chance(0.03) ? 'unload-failed' : (`filled${reported}` as ZoneClaim))
}

function push(rng: Rng, table: Table): void {
  const { shelf } = table.map
  const short = rng.chance(P.cursor)
  table.shelf = short ? shelfAt(table.map, rng.pick([0, 0.3 + 0.5 * rng.next()])) : shelf.target
  table.track = short && rng.chance(0.6) ? 'push-failed' : 'moved'
  const side = Math.sign(shelf.at.x - shelf.target.x)
  table.robot = { x: table.shelf.x + side * 0.3, y: shelf.at.y + 0.05 }
  table.robotAt = 'elsewhere'
}

function goHome(rng: Rng, table: Table): void {
  const failed = rng.chance(P.navigation)
  table.robot = failed ? between(rng, table.robot, table.map.home.at) : table.map.home.at
  table.robotAt = failed ? 'lost' : 'home'
}

function takeSome(rng: Rng, table: Table, zone: Zone): void {
  const slots = slotsOf(table, zone)
  for (const slot of shuffled(rng, SLOTS).slice(0, 1 + rng.int(4))) slots[slot] = null
}

function putSome(rng: Rng, table: Table, zone: Zone): void {
  const slots = slotsOf(table, zone)
  for (const slot of shuffled(rng, SLOTS).slice(0, 1 + rng.int(3)))
    slots[slot] = rng.chance(0.5) ? 'blue' : 'orange'
}

/** Lays a block down, mostly clear of all zones; it vanishes when no such place is found near the wanted one. */
function lose(
  rng: Rng,
  table: Table,
  face: BlockFace,
  wanted: { x: number; y: number } = anywhere(rng, table.map),
): void {
  const everywhere = rng.chance(P.anywhere)
  for (let i = 0; i < 20; i++) {
    const at = { x: wanted.x + 0.08 * rng.normal(), y: wanted.y + 0.08 * rng.normal() }
    const clear = table.map.zones.every(
      (zone) =>
        (everywhere && Math.abs(at.x - zone.at.x) > 0.06) ||
        Math.abs(at.x - zone.at.x) > 0.15 + 0.085 ||
        Math.abs(at.y - zone.at.y) > 0.125 + 0.085,
    )
    const apart = table.loose.every((other) => Math.hypot(other.at.x - at.x, other.at.y - at.y) > 0.16)
    const { shelf, size } = table.map
    const ends = [shelf.at.x, shelf.target.x]
    const offTrack =
      at.y > shelf.at.y + shelf.size.y / 2 + 0.1 ||
      at.x < Math.min(...ends) - shelf.size.x / 2 - 0.1 ||
      at.x > Math.max(...ends) + shelf.size.x / 2 + 0.1
    const within = at.x > 0.1 && at.x < size.x - 0.1 && at.y > 0.1 && at.y < size.y - 0.1
    if (!clear || !apart || !offTrack || !within) continue
    table.loose.push({ at: { x: m(at.x), y: m(at.y) }, z: m(0), yaw: rad(Math.PI * rng.next()), face })
    return
  }
}

function near(rng: Rng, { at }: Zone): { x: number; y: number } {
  const angle = 2 * Math.PI * rng.next()
  return { x: at.x + 0.27 * Math.cos(angle), y: at.y + 0.25 * Math.sin(angle) }
}

function sceneOf(rng: Rng, table: Table): Scene {
  const blocks = table.map.zones.flatMap((zone) =>
    SLOTS.flatMap((slot): SceneBlock[] => {
      const face = slotsOf(table, zone)[slot]
      if (!face) return []
      const { x, y } = slotCentre(zone, slot)
      const askew = rng.chance(P.askew)
      const jitter = (): number => 0.003 * rng.normal()
      const aside = {
        x: askew ? 0.015 * rng.normal() : jitter(),
        y: askew ? 0.05 * rng.normal() : 2 * jitter(),
      }
      const yaw = rad((askew ? 0.15 : 0.02) * rng.normal())
      return [{ at: { x: m(x + aside.x), y: m(y + aside.y) }, z: m(0), yaw, face }]
    }),
  )
  const slip = (): number => 0.006 * rng.normal()
  const pose = { x: m(table.robot.x + slip()), y: m(table.robot.y + slip()), theta: rad(0.02 * rng.normal()) }
  return {
    map: table.map,
    robot: { pose, lift: rng.chance(0.9) ? 0 : rng.next(), turn: 0, rotateMask: '0000', held: table.held },
    blocks: [...blocks, ...table.loose],
    shelf: { x: m(table.shelf.x), y: m(table.shelf.y) },
  }
}

function claimsOf(rng: Rng, table: Table, mode: CriticMode): Claims {
  return {
    mode,
    zones: table.claims,
    track: table.track,
    shelfNeeded: table.map.zones.some((zone) => zone.needsShelf),
    robotAt: table.robotAt,
    late: mode !== 'initial' && rng.chance(0.12),
  }
}

function shelfAt({ shelf }: FieldMap, share: number): { x: number; y: number } {
  return { x: shelf.at.x + share * (shelf.target.x - shelf.at.x), y: shelf.at.y }
}

function between(
  rng: Rng,
  a: { x: number; y: number },
  b: { x: number; y: number },
): { x: number; y: number } {
  const share = 0.25 + 0.5 * rng.next()
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) }
}

const anywhere = (rng: Rng, { size }: FieldMap): { x: number; y: number } => ({
  x: 0.2 + (size.x - 0.4) * rng.next(),
  y: 0.2 + (size.y - 0.4) * rng.next(),
})
const zonesOf = (table: Table, kind: Zone['kind']): Zone[] =>
  table.map.zones.filter((zone) => zone.kind === kind)
const slotsOf = (table: Table, zone: Zone): (BlockFace | null)[] =>
  table.slots.get(zone.id) as (BlockFace | null)[]
