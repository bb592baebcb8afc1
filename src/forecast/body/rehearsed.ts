import type { FieldMap } from '../../base/field-map.js'
import { assertNever } from '../../base/result.js'
import { judge } from '../../twin/judge.js'
import type { Command, WorldState } from '../../twin/world.js'

/** What the twin says of a command, and what is believed once it has gone well; the latter when that has happened. */
export interface Known {
  readonly command: Command
  readonly verdict: ReturnType<typeof judge>
  after: { readonly belief: WorldState; readonly asExpected: boolean } | undefined
}

/**
 * What the twin has said before. Beliefs never change, so the same belief and command have the same verdict, and the
 * same belief afterwards when nothing goes wrong: an episode pays only for what its luck has made new.
 */
export class Rehearsed {
  readonly #map: FieldMap
  readonly #known = new WeakMap<WorldState, Known[]>()

  constructor(map: FieldMap) {
    this.#map = map
  }

  of(belief: WorldState, command: Command): Known {
    let all = this.#known.get(belief)
    if (all === undefined) this.#known.set(belief, (all = []))
    for (const known of all) if (same(known.command, command)) return known
    const known = { command, verdict: judge(belief, command, this.#map), after: undefined }
    all.push(known)
    return known
  }
}

function same(a: Command, b: Command): boolean {
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
