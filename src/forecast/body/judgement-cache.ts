import type { FieldMap } from '#base/field-map.js'
import { assertNever } from '#base/result.js'
import { fieldFingerprint } from '#twin/field/field-domain.js'
import { judge } from '#twin/field/judge.js'
import type { MotionCommand, WorldState } from '#twin/field/world.js'

/** The twin's verdict on a command, and the belief after it has gone well, once that has happened. */
export interface CachedJudgement {
  readonly command: MotionCommand
  readonly decision: ReturnType<typeof judge>
  after: { readonly belief: WorldState; readonly asExpected: boolean } | undefined
}

/** size limit of the cache of beliefs */
const MAX_BELIEFS = 5000

/**
 * Cache of the twin's verdicts. Beliefs are immutable, so the same belief and command have the same verdict, and the
 * same resulting belief when nothing goes wrong: an episode pays only for what its luck makes new.
 */
export class JudgementCache {
  static readonly #ofMaps = new WeakMap<FieldMap, JudgementCache>()

  readonly #map: FieldMap
  readonly #judgements = new WeakMap<WorldState, CachedJudgement[]>()
  readonly #beliefs = new Map<string, WorldState>()

  private constructor(map: FieldMap) {
    this.#map = map
  }

  /** The cache of a field, shared by all trees played on it. */
  static of(map: FieldMap): JudgementCache {
    const cache = JudgementCache.#ofMaps.get(map) ?? new JudgementCache(map)
    JudgementCache.#ofMaps.set(map, cache)
    return cache
  }

  /** The first belief seen with this content, so that its cached verdicts are found again. */
  canonical(belief: WorldState): WorldState {
    const content = fieldFingerprint(belief)
    const first = this.#beliefs.get(content)
    if (first !== undefined) return first
    if (this.#beliefs.size >= MAX_BELIEFS) this.#beliefs.clear()
    this.#beliefs.set(content, belief)
    return belief
  }

  get(belief: WorldState, command: MotionCommand): CachedJudgement {
    let all = this.#judgements.get(belief)
    if (all === undefined) this.#judgements.set(belief, (all = []))
    const cached = all.find((each) => sameCommand(each.command, command))
    if (cached !== undefined) return cached
    const judgement = { command, decision: judge(belief, command, this.#map), after: undefined }
    all.push(judgement)
    return judgement
  }
}

function sameCommand(a: MotionCommand, b: MotionCommand): boolean {
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
