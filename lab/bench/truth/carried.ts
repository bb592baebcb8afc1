import type { FieldMap, Point, Zone } from '#base/field-map.js'
import { slotCentre } from '#simulation/field/dimensions.js'
import type { Block } from '#simulation/field/world/blocks.js'
import type { FaultEvent } from '#simulation/field/world/faults.js'
import type { SkillStep } from './skill-steps.js'

/** How a block came to lie where it lies. */
export interface Transport {
  /** the UnloadBlocks that let it go, or the move on which it fell */
  readonly put: SkillStep
  readonly how: 'released' | 'fallen'
  /** the turns it was under a cup for, in order */
  readonly rotations: readonly SkillStep[]
}

/** What the world's history is read from: the skills that had ended by now, and the faults that had fallen. */
export interface History {
  readonly map: FieldMap
  readonly steps: readonly SkillStep[]
  readonly faults: readonly FaultEvent[]
}

/**
 * Which step put a block where it lies, by where the block came from and by when things fell. `undefined` for a block
 * that was never carried, or that no skill let go.
 */
export function transportOf(block: Readonly<Block>, history: History): Transport | undefined {
  if (neverMoved(block, history.map)) return undefined
  const how = block.release === null ? 'fallen' : 'released'
  const put = how === 'released' ? releasedBy(block, history) : fallenOn(block, history)
  if (put === undefined) return undefined
  const load = loadBefore(put, history)
  const rotations = history.steps.filter(
    ({ skill, index }) => skill === 'RotateBlocks' && index > (load?.index ?? -1) && index < put.index,
  )
  return { put, how, rotations }
}

/** Of the unloads of trips from where the block came from, the last at the zone that is nearest to it. */
function releasedBy(block: Readonly<Block>, history: History): SkillStep | undefined {
  const far = ({ zone }: SkillStep): number => {
    const at = history.map.zones.find(({ id }) => id === zone)
    return at === undefined ? Infinity : toZone(block.at, at)
  }
  const all = history.steps.filter(({ skill }) => skill === 'UnloadBlocks')
  const own = all.filter((step) => loadBefore(step, history)?.zone === block.from)
  const unloads = own.length > 0 ? own : all
  const nearest = Math.min(...unloads.map(far))
  return unloads.findLast((step) => far(step) <= nearest)
}

/** The last move of a trip from where the block came from on which something fell. */
function fallenOn(block: Readonly<Block>, history: History): SkillStep | undefined {
  const drops = history.faults.filter(({ kind }) => kind === 'drop')
  return history.steps.findLast(
    (step) =>
      step.skill.startsWith('Move') &&
      drops.some(({ t }) => t >= step.began && t <= step.ended) &&
      loadBefore(step, history)?.zone === block.from,
  )
}

/** It lies in its first slot to the micrometre: nobody sets a block down like that. */
function neverMoved({ from, slot, at }: Readonly<Block>, map: FieldMap): boolean {
  const zone = map.zones.find(({ id }) => id === from)
  if (zone === undefined) return false
  const first = slotCentre(zone, slot)
  return Math.hypot(at.x - first.x, at.y - first.y) < 1e-6
}

/** The loading that a step's trip began with. */
const loadBefore = ({ index }: SkillStep, { steps }: History): SkillStep | undefined =>
  steps.findLast((step) => step.skill === 'LoadBlocks' && step.index < index)

/** metres from a point to a zone's rectangle */
const toZone = ({ x, y }: Point, { at, size }: Zone): number =>
  Math.hypot(Math.max(0, Math.abs(x - at.x) - size.x / 2), Math.max(0, Math.abs(y - at.y) - size.y / 2))
