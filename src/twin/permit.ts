import type { FieldMap } from '#base/field-map.js'
import { err, InvariantError, ok, type Result } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'
import { commandHash, judge, ownCopy, type Prediction, type Refusal } from './judge.js'
import type { Command, WorldState } from './world.js'

declare const permitId: unique symbol
/** u32 from 1, unique within a session; sent in the frame and echoed in telemetry. */
export type PermitId = number & { readonly [permitId]: true }

export type PermitError =
  | { readonly kind: 'forged' }
  | { readonly kind: 'replayed'; readonly id: PermitId }
  | { readonly kind: 'expired'; readonly id: PermitId; readonly lateBy: Ms }
  | { readonly kind: 'mismatched'; readonly id: PermitId }
  | { readonly kind: 'stale'; readonly id: PermitId; readonly given: number; readonly now: number }

/** How long a permit is valid: it is meant to be redeemed in the tick that requested it. */
export const PERMIT_TTL = ms(100)

let mint: (terms: Terms) => Permit
let read: (permit: Permit) => Terms | undefined
/**
 * anyone holding a permit can reach its class through `constructor`; without this symbol, private to this
 * module, that class constructs nothing
 */
const SEAL = Symbol('seal')

/**
 * The right to send one command once (law 2). Because of the private constructor and field, the compiler accepts no
 * literal, subclass, spread or copy as a Permit; only the type is exported, so nothing else can construct one.
 */
class Permit {
  readonly #terms: Terms

  private constructor(seal: symbol, terms: Terms) {
    if (seal !== SEAL) throw new InvariantError('permits are made by the office only')
    this.#terms = terms
  }

  static {
    mint = (terms) => new Permit(SEAL, terms)
    read = (permit) =>
      typeof permit === 'object' && permit !== null && #terms in permit ? permit.#terms : undefined
  }
}
export type { Permit }

interface Terms {
  readonly office: PermitOffice
  readonly id: PermitId
  readonly hash: string
  readonly rev: number
  readonly expires: number
  used: boolean
}

export interface Grant {
  readonly permit: Permit
  readonly prediction: Prediction
}

/** The only place that issues permits, and the only one that can validate them. One office per session. */
export class PermitOffice {
  readonly #map: FieldMap
  #nextId = 1

  constructor(map: FieldMap) {
    this.#map = map
  }

  /** Issues a permit if every check of the twin holds; it is bound to this command and this revision. */
  request(state: WorldState, asked: Command, now: Ms): Result<Grant, Refusal> {
    const command = ownCopy(asked)
    const decision = judge(state, command, this.#map)
    if (!decision.ok) return decision
    if (this.#nextId > 0xffffffff) throw new RangeError('permit ids of this session are used up')
    const permit = mint({
      office: this,
      id: this.#nextId++ as PermitId,
      hash: commandHash(command),
      rev: state.rev,
      expires: now + PERMIT_TTL,
      used: false,
    })
    return ok({ permit, prediction: decision.value })
  }

  /** Uses the permit up. A failed attempt leaves it valid for the command for which it was issued. */
  redeem(permit: Permit, command: Command, state: WorldState, now: Ms): Result<PermitId, PermitError> {
    const terms = read(permit)
    if (terms === undefined || terms.office !== this) return err({ kind: 'forged' })
    const { id } = terms
    if (terms.used) return err({ kind: 'replayed', id })
    if (now >= terms.expires) return err({ kind: 'expired', id, lateBy: ms(now - terms.expires) })
    if (terms.hash !== commandHash(command)) return err({ kind: 'mismatched', id })
    if (terms.rev !== state.rev) return err({ kind: 'stale', id, given: terms.rev, now: state.rev })
    terms.used = true
    return ok(id)
  }
}
