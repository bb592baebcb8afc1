import type { Tree } from '#bt/engine/tree.js'
import type { Value } from '#worlds/value.js'
import type { EpisodeParts } from '../episode.js'
import type { Mode } from '../modes.js'
import { TreeView } from '../status/tree-view.js'
import type { TreeNodeStatus } from '../status/service-status.js'

/** What the twin believes now, for the record. Facts are never changed in place. */
export interface Believed {
  readonly facts: ReadonlyMap<string, Value>
  /** metres and radians; absent in a world in which no pose is measured */
  readonly pose?: { readonly x: number; readonly y: number; readonly theta: number } | undefined
}

/** First line of `moments.jsonl`: the nodes of the tree that ran, SubTrees expanded. */
export interface MomentsHead {
  readonly moments: 1
  readonly nodes: readonly Pick<TreeNodeStatus, 'path' | 'depth' | 'label'>[]
}

/** Further lines: what is no longer as it was before, at the end of a turn of the reflex loop. */
export interface MomentChange {
  /** ms of the episode's clock */
  readonly t: number
  readonly mode?: Mode
  /** label of the running unit, or '' */
  readonly unit?: string
  /** metres, metres, degrees, to the millimetre and a tenth of a degree; null: no longer known */
  readonly pose?: Pose | null
  readonly facts?: Readonly<Record<string, Value>>
  /** id of a picture that was taken for the critic */
  readonly frame?: string
  /** the record ends here, before the episode does: it has become too long */
  readonly full?: true
}

type Pose = readonly [x: number, y: number, degrees: number]

/** more than a quarter of an hour in which something changes in every turn: a bound to what is kept in memory */
export const MAX_CHANGES = 50_000

/**
 * Records an episode as a list of changes, so that its report can show any moment of it. It is called within the
 * turns of the reflex loop: a turn costs a comparison, and on a field the words to compare, 11 µs.
 */
export class MomentRecorder {
  readonly #parts: Pick<EpisodeParts, 'body' | 'modes' | 'trace'>
  readonly #believed: () => Believed
  readonly #head: MomentsHead
  readonly #changes: MomentChange[] = []
  #mode: Mode | undefined
  #unit = ''
  #pose = ''
  #before: ReadonlyMap<string, Value> = new Map()

  constructor(
    parts: Pick<EpisodeParts, 'body' | 'modes' | 'trace'> & { readonly tree: Tree },
    believed: () => Believed,
  ) {
    this.#parts = parts
    this.#believed = believed
    const { nodes } = new TreeView(parts.tree, '').status()
    this.#head = { moments: 1, nodes: nodes.map(({ path, depth, label }) => ({ path, depth, label })) }
  }

  /** The lines of the record. */
  get lines(): readonly (MomentsHead | MomentChange)[] {
    // pictures arrive when they are encoded, not in the turn in which they were taken
    return [this.#head, ...this.#changes.toSorted((a, b) => a.t - b.t)]
  }

  /** Call at the end of each turn. */
  readonly turned = (): void => {
    const { body, modes, trace } = this.#parts
    const { facts, pose } = this.#believed()
    const unit = trace.runningUnit()?.label ?? ''
    const at = poseOf(pose)
    const change = {
      ...(modes.mode !== this.#mode && { mode: modes.mode }),
      ...(unit !== this.#unit && { unit }),
      ...(String(at) !== this.#pose && { pose: at }),
      ...this.#changed(facts),
    }
    ;[this.#mode, this.#unit, this.#pose, this.#before] = [modes.mode, unit, String(at), facts]
    if (Object.keys(change).length > 0) this.#add({ t: body.clock.now(), ...change })
  }

  frame({ id, t }: { readonly id: string; readonly t: number }): void {
    this.#add({ t, frame: id })
  }

  #changed(facts: ReadonlyMap<string, Value>): Pick<MomentChange, 'facts'> {
    if (facts === this.#before) return {}
    const changed = [...facts].filter(([subject, value]) => this.#before.get(subject) !== value)
    return changed.length === 0 ? {} : { facts: Object.fromEntries(changed) }
  }

  #add(change: MomentChange): void {
    const room = MAX_CHANGES - this.#changes.length
    if (room > 0) this.#changes.push(room > 1 ? change : { t: change.t, full: true })
  }
}

function poseOf(pose: Believed['pose']): Pose | null {
  if (pose === undefined || !Number.isFinite(pose.x + pose.y + pose.theta)) return null
  const { x, y, theta } = pose
  // rounded as people are shown it, and never −0
  const rounded = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0
  return [rounded(x, 3), rounded(y, 3), rounded((theta * 180) / Math.PI, 1)]
}
