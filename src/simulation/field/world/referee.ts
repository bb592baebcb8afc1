import type { FieldMap, Point } from '#base/field-map.js'
import { onFloor, type Block } from './blocks.js'
import { blockFootprint, distance, overlap, zoneRectangle } from './geometry.js'

/** The same fields as the score's input; the simulation may not import it (AMB-40, architecture.test.ts). */
export interface FieldCount {
  readonly source: 'ground-truth'
  readonly operatingSeconds: number
  readonly correct: number
  readonly incorrect: number
  readonly outside: number
  readonly fullBatches: number
  readonly robotHome: boolean
  readonly leftHome: boolean
  readonly blocksUnloaded: number
  readonly shelfAtTarget: boolean
}

export interface Evidence {
  readonly map: FieldMap
  readonly blocks: readonly Readonly<Block>[]
  readonly shelfAtTarget: boolean
  /** the gripper's centre */
  readonly robot: Point
  readonly leftHome: boolean
  readonly operatingSeconds: number
}

/** Exclusive classes (AMB-18): a block counts in one of them, or not at all. */
export type BlockClass = 'correct' | 'incorrect' | 'outside' | 'uncounted'

/** The rule-based referee: derives the score's input from where the blocks truly are. */
export function judge(evidence: Evidence): FieldCount {
  const { map, blocks } = evidence
  const classes = new Map(blocks.map((block) => [block, classify(block, map, evidence.shelfAtTarget)]))
  const count = (wanted: BlockClass): number => [...classes.values()].filter((each) => each === wanted).length
  return {
    source: 'ground-truth',
    operatingSeconds: evidence.operatingSeconds,
    correct: count('correct'),
    incorrect: count('incorrect'),
    outside: count('outside'),
    fullBatches: fullBatches(blocks, classes),
    robotHome: distance(evidence.robot, map.home.at) <= map.home.radius,
    leftHome: evidence.leftHome,
    blocksUnloaded: blocks.filter((block) => block.release !== null && classes.get(block) !== 'uncounted')
      .length,
    shelfAtTarget: evidence.shelfAtTarget,
  }
}

/**
 * Classifies a block. Any overlap with an unload zone counts as placed (AMB-15); a zone that needs the shelf counts
 * only once the shelf is there (AMB-14); a block that is held, untouched or back in a load zone does not count, not
 * even as unloaded (AMB-19).
 */
export function classify(block: Readonly<Block>, map: FieldMap, shelfAtTarget: boolean): BlockClass {
  if (!onFloor(block)) return 'uncounted'
  const below = map.zones.filter((zone) => overlap(blockFootprint(block), zoneRectangle(zone)))
  const unload = below.filter((zone) => zone.kind === 'unload')
  if (unload.length > 0) {
    const valid = unload.some((zone) => shelfAtTarget || !zone.needsShelf)
    return valid && block.face === 'blue' ? 'correct' : 'incorrect'
  }
  return below.length > 0 ? 'uncounted' : 'outside'
}

/** Counts the unload actions that released four blocks, all of them correct now (AMB-17). */
function fullBatches(
  blocks: readonly Readonly<Block>[],
  classes: ReadonlyMap<Readonly<Block>, BlockClass>,
): number {
  const releases = new Map<number, Readonly<Block>[]>()
  for (const block of blocks) {
    if (block.release !== null) releases.set(block.release, [...(releases.get(block.release) ?? []), block])
  }
  return [...releases.values()].filter(
    (batch) => batch.length === 4 && batch.every((block) => classes.get(block) === 'correct'),
  ).length
}
