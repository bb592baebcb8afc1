import { InvariantError } from '#base/result.js'
import type { FieldMap } from '#base/field-map.js'
import { rad } from '#base/units.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { playFast } from '#forecast/index.js'
import type { Foresee } from '#learning/field/actor/contract.js'
import { checkTree } from '#robots/field/check-tree.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { initialBelief } from '#twin/field/belief.js'
import { PLAN_LIMITS } from '#twin/plan/limits.js'

/** The twin's plan check and the forecast on one field: what the actor may know about a tree before it runs. */
export function createTreePreview(map: FieldMap, library: NodeLibrary): Foresee {
  const start = initialBelief(map)
  const pose = { ...map.home.at, theta: rad(0) }
  return (doc, faces, withMends) => {
    const limits = { ...PLAN_LIMITS, fixes: withMends ? MAX_REPORTED : 0, maxReported: MAX_REPORTED }
    const { failures, steps } = checkTree(doc, start, { map, library }, limits)
    return {
      refused: failures.map(({ step, text, fix }) => ({
        path: step.path as NodePath,
        text,
        before: (fix ?? []).map(({ skill, args }) => ({ id: skill, attrs: args })),
      })),
      reached: steps.map(({ step }) => step.path as NodePath),
      points: expectedScore({ map, orange: faces, start: pose }, doc),
    }
  }
}

/**
 * The forecast has no node palette of its own: a tree whose ports it cannot type still runs, but has no expected
 * score.
 */
function expectedScore(setup: FieldSetup, doc: TreeDoc): number | null {
  try {
    return playFast(setup, doc, { ...FIXED_SEED, faults: FAULT_PROFILES.none }).total
  } catch (error) {
    if (error instanceof InvariantError) return null
    throw error
  }
}

/** most refusals reported per tree */
const MAX_REPORTED = 3
const FIXED_SEED = { seed: 0, episode: 0 }
