import type { Mask, ZoneId } from '#base/field-map.js'
import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import { childPath, mainTree, runtimeChildren } from '#bt/paths.js'
import type { TraceEvent } from '#bt/trace.js'
import { distance } from '#simulation/field/world/geometry.js'
import { inMainTree, type SkillStep } from './skill-steps.js'
import type { CriticMode, Impact } from '#learning/critic/report.js'
import type { Scene } from '#simulation/field/scene.js'
import type { Block } from '#simulation/field/world/blocks.js'

/** Time limit of an episode (AMB-12), seconds. */
const LIMIT_S = 100
/** the shelf is at its target within this, metres: the referee's own tolerance */
const SHELF_AT = 0.01

/** What is wrong with shelf, robot and time; the robot's place counts in FINAL only. */
export function finishIssues(
  moment: WorldMoment,
  doc: TreeDoc,
  steps: readonly SkillStep[],
  trace: readonly TraceEvent[],
): TrueIssue[] {
  return [...shelfIssue(moment, steps), ...homeIssue(doc, moment, steps), ...timeIssue(steps, trace)]
}

/**
 * The shelf is not where it belongs although somebody pushed it, or although the episode is over and a zone
 * needs it.
 */
function shelfIssue({ mode, scene }: WorldMoment, steps: readonly SkillStep[]): TrueIssue[] {
  const { map, shelf } = scene
  if (distance(shelf, map.shelf.target) <= SHELF_AT) return []
  const push = steps.findLast(({ skill }) => skill === 'MoveCursor')
  const wanted = mode === 'final' && map.zones.some(({ needsShelf }) => needsShelf)
  return push !== undefined || wanted ? [issue('shelf', null, null, push?.path ?? null)] : []
}

/** At fault is the way home that failed, or what failed before it, or nothing that is in the tree. */
function homeIssue(doc: TreeDoc, { mode, scene }: WorldMoment, steps: readonly SkillStep[]): TrueIssue[] {
  const { map, robot } = scene
  if (mode !== 'final' || distance(robot.pose, map.home.at) <= map.home.radius) return []
  const home = steps.findLast(({ skill }) => skill === 'MoveToHome')
  const planned = pathOfNode(doc, 'MoveToHome')
  const failed = steps.findLast(({ ok }) => !ok)
  const at = home?.ok === false ? home.path : planned === undefined ? null : (failed?.path ?? planned)
  return [issue('final-position', null, null, at)]
}

/** At fault is the longest wait, if there was one. */
function timeIssue(steps: readonly SkillStep[], trace: readonly TraceEvent[]): TrueIssue[] {
  const seconds = ((trace.at(-1)?.t ?? 0) - (trace[0]?.t ?? 0)) / 1000
  if (seconds <= LIMIT_S) return []
  const [pause] = steps
    .filter(({ skill }) => skill === 'CustomDelay')
    .sort((a, b) => Number(b.args['duration']) - Number(a.args['duration']))
  return [issue('timing', null, null, pause?.path ?? null)]
}

/** The first node of this kind in the order of execution, as a place in the main tree. */
function pathOfNode(doc: TreeDoc, id: string): NodePath | undefined {
  const find = (node: NodeDef, path: NodePath, depth: number): NodePath | undefined => {
    if (node.id === id) return inMainTree(doc, path)
    if (depth > MAX_DEPTH) return undefined
    for (const [i, child] of runtimeChildren(doc, node).entries()) {
      const found = find(child, childPath(path, i), depth + 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  const root = mainTree(doc)?.root
  return root === undefined ? undefined : find(root, '/', 0)
}

/** a tree that names itself is refused by the validator; the bound keeps a broken document from hanging the oracle */
const MAX_DEPTH = 64

/** Something that was really wrong at the moment of a report, by what the world says and nobody's opinion. */
export interface TrueIssue {
  readonly impact: Impact
  readonly zone: ZoneId | null
  /** the slots concerned, when it is about blocks */
  readonly mask: Mask | null
  /** the node of the main tree at fault; null when no node is, or nobody can tell */
  readonly nodePath: NodePath | null
  /** `orientation@2`: comparable with the ids of the critic's issues */
  readonly key: string
}

export const issue = (
  impact: Impact,
  zone: ZoneId | null,
  mask: Mask | null,
  nodePath: NodePath | null,
): TrueIssue => ({ impact, zone, mask, nodePath, key: zone === null ? impact : `${impact}@${zone}` })

/** How the world stood when the critic was asked. */
export interface WorldMoment {
  readonly mode: CriticMode
  readonly scene: Scene
  /** every block, also the carried ones, with where it came from */
  readonly blocks: readonly Readonly<Block>[]
}
