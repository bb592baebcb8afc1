import type { ZoneId } from '#base/field-map.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import { childPath, mainTree, pathIndices, runtimeChildren } from '#bt/paths.js'
import type { TraceEvent } from '#bt/trace.js'

/** A skill of the robot that has ended, and the zone at which it stood by then (for MoveToZone: where it was to go). */
export interface SkillStep {
  readonly skill: Skill
  readonly ok: boolean
  /** where it stands in the MAIN tree: of a skill inside a SubTree, the SubTree's place */
  readonly path: NodePath
  /** place in the trace, from 0 */
  readonly index: number
  /** when it began and when it ended, ms of the episode's clock */
  readonly began: number
  readonly ended: number
  readonly zone: ZoneId | null
  readonly args: Readonly<Record<string, string>>
}

const SKILLS = [
  'MoveToZone',
  'MoveToHome',
  'MoveCursor',
  'LoadBlocks',
  'UnloadBlocks',
  'RotateBlocks',
  'CustomDelay',
] as const
type Skill = (typeof SKILLS)[number]

/** Every skill of the trace that came to an end, in order. */
export function skillSteps(doc: TreeDoc, trace: readonly TraceEvent[]): SkillStep[] {
  const begun = new Map<NodePath, TraceEvent>()
  const steps: SkillStep[] = []
  let standing: ZoneId | null = null
  for (const [index, event] of trace.entries()) {
    const skill = SKILLS.find((name) => name === event.node)
    if (skill === undefined) continue
    // a skill that ends within its first tick has one event only
    const start = event.from === 'RUNNING' ? (begun.get(event.path) ?? event) : event
    if (event.to === 'RUNNING') begun.set(event.path, event)
    if (event.to !== 'SUCCESS' && event.to !== 'FAILURE') continue
    const ok = event.to === 'SUCCESS'
    const args = Object.keys(event.args).length > 0 ? event.args : start.args
    const goal = skill === 'MoveToZone' ? Number(args['zone']) : null
    if (skill.startsWith('Move')) standing = ok ? goal : null
    const zone = goal ?? standing
    const path = inMainTree(doc, event.path)
    steps.push({ skill, ok, path, index, began: start.t, ended: event.t, zone, args })
  }
  return steps
}

/** The node of the main tree that a running node belongs to: itself, or the SubTree that it runs in. */
export function inMainTree(doc: TreeDoc, path: NodePath): NodePath {
  let node = mainTree(doc)?.root
  let at: NodePath = '/'
  for (const index of pathIndices(path) ?? []) {
    if (node === undefined || node.kind === 'subtree') return at
    at = childPath(at, index)
    node = runtimeChildren(doc, node)[index]
  }
  return at
}
