import {
  type Zone,
  type ZoneId,
  bitsMask,
  maskBits,
  SLOTS,
  slotsMask,
  type Mask,
  type Slot,
} from '#base/field-map.js'
import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import type { CriticMode } from '#learning/critic/report.js'
import { onFloor, type Block } from '#simulation/field/world/blocks.js'
import { blockFootprint, distance, overlap, zoneRectangle } from '#simulation/field/world/geometry.js'
import type { World } from '#simulation/field/world/world.js'
import { transportOf, type Transport, type History } from './carried.js'
import { finishIssues, issue, type TrueIssue, type WorldMoment } from './finish.js'
import { skillSteps, type SkillStep } from './skill-steps.js'
import { slotCentre } from '#simulation/field/dimensions.js'

/** The moment that truth is asked about: the world as it stands then, and what of the tree had run by then. */
export interface TruthQuery {
  /** of the simulation, or a copy of how it stood */
  readonly world: Pick<World, 'scene' | 'blocks' | 'faultLog'>
  readonly mode: CriticMode
  readonly doc: TreeDoc
  readonly trace: readonly TraceEvent[]
}

/**
 * What was REALLY wrong when the critic was asked, by an oracle that looks at the world: where each block
 * lies and which face is up, where robot and shelf stand, what the skills of the trace came to, which faults
 * fell. It shares no rule with the critic (`src/learning`) nor with the critic's teacher
 * (`lab/training/critic`); only the names of the issues are the same, so that they can be compared. Its
 * rules in words: lab/training/engine/README.md.
 *
 * @returns one issue a key, in a fixed order
 */
export function truthOf({ world, mode, doc, trace }: TruthQuery): readonly TrueIssue[] {
  const at: WorldMoment = { mode, scene: world.scene(), blocks: world.blocks() }
  if (mode === 'initial') return setUpIssues(at)
  const history = { map: at.scene.map, steps: skillSteps(doc, trace), faults: world.faultLog }
  return [
    ...turnedWrong(at, history),
    ...misplaced(at, history),
    ...leftInLoadZones(at, history),
    ...notReached(at, history),
    ...finishIssues(at, doc, history.steps, trace),
  ]
}

/** INITIAL: nothing has moved, so all that can be wrong is how the field was set up. */
function setUpIssues({ scene, blocks }: WorldMoment): TrueIssue[] {
  const { map, shelf, robot } = scene
  const zones = map.zones.flatMap((zone) => {
    const here = slotsOf(zone, blocksIn(zone, blocks))
    const wrong = zone.kind === 'load' ? slotsWithout(here) : here
    return wrong === '0000' ? [] : [issue('placement', zone.id, wrong, null)]
  })
  const loose = blocks.some((block) => isOutside(block, map.zones))
  const astray = loose && zones.length === 0 ? [issue('placement', null, null, null)] : []
  return [
    ...zones,
    ...astray,
    ...(distance(shelf, map.shelf.at) > SHELF_MOVED ? [issue('shelf', null, null, null)] : []),
    ...(distance(robot.pose, map.home.at) > map.home.radius
      ? [issue('final-position', null, null, null)]
      : []),
  ]
}

/** the shelf counts as moved from here on, metres */
const SHELF_MOVED = 0.02

/**
 * Orange face up in an unload zone, whatever else is wrong with that zone: at fault is the last turn, or
 * that there was none.
 */
function turnedWrong({ scene, blocks }: WorldMoment, history: History): TrueIssue[] {
  return scene.map.zones.flatMap((zone) => {
    if (zone.kind !== 'unload') return []
    const wrong = blocksIn(zone, blocks).filter(({ face }) => face === 'orange')
    if (wrong.length === 0) return []
    const transports = wrong.flatMap((block) => transportOf(block, history) ?? [])
    const at = latest(transports)
    return [
      issue('orientation', zone.id, slotsOf(zone, wrong), at?.rotations.at(-1)?.path ?? at?.put.path ?? null),
    ]
  })
}

/**
 * Blocks that should lie in an unload zone and do not: let go there and bounced out, or an unload that failed and was
 * not made good. Blocks lost elsewhere are one issue of the field, unless one of a zone tells of lost blocks already.
 */
function misplaced({ scene, blocks }: WorldMoment, history: History): TrueIssue[] {
  const { map } = scene
  const outside = blocks.filter((block) => isOutside(block, map.zones))
  const transports = outside.flatMap((block) => transportOf(block, history) ?? [])
  const zones = map.zones.flatMap((zone) => {
    if (zone.kind !== 'unload') return []
    const bounced = latest(transports.filter(({ how, put }) => how === 'released' && put.zone === zone.id))
    const tried = lastOf(history.steps, 'UnloadBlocks', zone.id)
    const at = bounced?.put ?? (tried?.ok === false ? tried : undefined)
    if (at === undefined) return []
    return [issue('placement', zone.id, slotsWithout(slotsOf(zone, blocksIn(zone, blocks))), at.path)]
  })
  if (outside.length === 0 || zones.length > 0) return zones
  return [issue('placement', null, null, latest(transports)?.put.path ?? null)]
}

/**
 * A load zone with blocks in it: loading left them there, or (FINAL) it was never tried. At fault is the loading, or,
 * when every block there had been taken up before, the move on which the last one fell back.
 */
function leftInLoadZones({ mode, scene, blocks }: WorldMoment, history: History): TrueIssue[] {
  return scene.map.zones.flatMap((zone) => {
    if (zone.kind !== 'load') return []
    const here = blocksIn(zone, blocks)
    if (here.length === 0) return []
    const load = lastOf(history.steps, 'LoadBlocks', zone.id)
    if (load === undefined)
      return mode === 'final' ? [issue('coverage', zone.id, slotsOf(zone, here), null)] : []
    const fallen = here
      .flatMap((block) => transportOf(block, history) ?? [])
      .filter(({ how }) => how === 'fallen')
    const at = fallen.length === here.length ? latest(fallen)?.put : load
    return [issue('grasp', zone.id, slotsOf(zone, here), at?.path ?? load.path)]
  })
}

/**
 * Zones that the last move to them did not reach; at a unit's end also a robot that is not where its moves
 * should have led.
 */
function notReached({ mode, scene }: WorldMoment, { steps, map }: History): TrueIssue[] {
  const missed = map.zones.flatMap(({ id }) => {
    const move = lastOf(steps, 'MoveToZone', id)
    return move?.ok === false ? [issue('navigation', id, null, move.path)] : []
  })
  const last = steps.findLast(({ skill }) => skill.startsWith('Move'))
  if (mode !== 'intermediate' || last?.ok !== true) return missed
  const { at, within } = goalOf(last, scene.map)
  if (at === undefined || distance(scene.robot.pose, at) <= within) return missed
  return [...missed, issue('navigation', null, null, last.path)]
}

function goalOf({ skill, zone }: SkillStep, map: WorldMoment['scene']['map']) {
  if (skill === 'MoveToHome') return { at: map.home.at, within: map.home.radius }
  if (skill === 'MoveCursor') return { at: map.shelf.target, within: SAME_PLACE }
  return { at: map.zones.find(({ id }) => id === zone)?.at, within: SAME_PLACE }
}

/** a robot this near to where it should be is there, metres */
const SAME_PLACE = 0.06

const isOutside = (block: Readonly<Block>, zones: readonly Zone[]): boolean =>
  onFloor(block) && !zones.some((zone) => overlap(blockFootprint(block), zoneRectangle(zone)))

const lastOf = (
  steps: readonly SkillStep[],
  skill: SkillStep['skill'],
  zone: ZoneId,
): SkillStep | undefined => steps.findLast((step) => step.skill === skill && step.zone === zone)

const latest = (transports: readonly Transport[]): Transport | undefined =>
  [...transports].sort((a, b) => a.put.index - b.put.index).at(-1)

/** Blocks on the floor that share an area with the zone (AMB-15). */
const blocksIn = (zone: Zone, blocks: readonly Readonly<Block>[]): Readonly<Block>[] =>
  blocks.filter((block) => onFloor(block) && overlap(blockFootprint(block), zoneRectangle(zone)))

/** The slots that these blocks take: each the nearest. */
const slotsOf = (zone: Zone, blocks: readonly Readonly<Block>[]): Mask =>
  slotsMask(blocks.map(({ at }) => nearestSlot(zone, at.x)))

const slotsWithout = (mask: Mask): Mask => bitsMask(0b1111 & ~maskBits(mask))

function nearestSlot(zone: Zone, x: number): Slot {
  const far = (slot: Slot): number => Math.abs(slotCentre(zone, slot).x - x)
  return SLOTS.reduce<Slot>((best, slot) => (far(slot) < far(best) ? slot : best), 0)
}
