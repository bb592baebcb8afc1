import type { FieldMap } from '#base/field-map.js'
import { assertNever } from '#base/result.js'
import { fieldFingerprint } from '#twin/domain/field-domain.js'
import { judge } from '#twin/judge.js'
import type { MotionCommand, WorldState } from '#twin/world.js'

/** The twin's verdict on a command, and the belief after it has gone well, once that has happened. */
export interface Known {
  readonly command: MotionCommand
  readonly decision: ReturnType<typeof judge>
  after: { readonly belief: WorldState; readonly asExpected: boolean } | undefined
}

/** size limit of the cache of beliefs */
const MOST = 5000

/**
 * Cache of the twin's verdicts. Beliefs are immutable, so the same belief and command have the same verdict, and the
 * same resulting belief when nothing goes wrong: an episode pays only for what its luck makes new.
 */
export class Rehearsed {
  static readonly #ofMaps = new WeakMap<FieldMap, Rehearsed>()

  readonly #map: FieldMap
  readonly #known = new WeakMap<WorldState, Known[]>()
  readonly #beliefs = new Map<string, WorldState>()

  private constructor(map: FieldMap) {
    this.#map = map
  }

  /** The cache of a field, shared by all trees played on it. */
  static on(map: FieldMap): Rehearsed {
    const known = Rehearsed.#ofMaps.get(map) ?? new Rehearsed(map)
    Rehearsed.#ofMaps.set(map, known)
    return known
  }

  /** The first belief seen with this content, so that its cached verdicts are found again. */
  first(belief: WorldState): WorldState {
    const content = fieldFingerprint(belief)
    const first = this.#beliefs.get(content)
    if (first !== undefined) return first
    if (this.#beliefs.size >= MOST) this.#beliefs.clear()
    this.#beliefs.set(content, belief)
    return belief
  }

  of(belief: WorldState, command: MotionCommand): Known {
    let all = this.#known.get(belief)
    if (all === undefined) this.#known.set(belief, (all = []))
    for (const known of all) if (same(known.command, command)) return known
    const known = { command, decision: judge(belief, command, this.#map), after: undefined }
    all.push(known)
    return known
  }
}

function same(a: MotionCommand, b: MotionCommand): boolean {
  switch (a.kind) {
    case 'move':
      return (
        b.kind === 'move' &&
        a.pose.x === b.pose.x &&
        a.pose.y === b.pose.y &&
        a.to.kind === b.to.kind &&
        (a.to.kind !== 'zone' || b.to.kind !== 'zone' || a.to.zone === b.to.zone)
      )
    case 'push':
      return b.kind === 'push'
    case 'grip':
    case 'release':
      return b.kind === a.kind && a.zone === b.zone && a.mask === b.mask
    case 'rotate':
      return b.kind === 'rotate' && a.mask === b.mask
    default:
      return assertNever(a)
  }
}
