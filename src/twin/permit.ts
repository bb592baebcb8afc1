import { canonicalJson, sha256, type Json } from '#base/hash.js'
import { err, InvariantError, ok, type Result } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'

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

/** A belief with a revision that grows with every change of it. */
export interface Revised {
  readonly rev: number
}

/**
 * The rules by which permits are issued: those of one world.
 * @typeParam S the belief
 * @typeParam C a command
 * @typeParam P what is predicted if the command succeeds
 * @typeParam R why it is refused
 */
export interface PermitRules<S extends Revised, C, P, R> {
  judge(state: S, command: C): Result<P, R>
  /**
   * Copies a command, reading each property once, so that the judged, hashed and sent values agree even if the
   * original changes.
   */
  copy(command: C): C
}

interface Terms {
  /** the office that issued it; never called, only compared */
  readonly office: object
  readonly id: PermitId
  readonly hash: string
  readonly rev: number
  readonly expires: number
  used: boolean
}

export interface Grant<P> {
  readonly permit: Permit
  readonly prediction: P
}

/** What redeems permits: it can validate them, and issue none. */
export interface Redeemer<S extends Revised, C> {
  redeem(permit: Permit, command: C, state: S, now: Ms): Result<PermitId, PermitError>
}

/** The only place that issues permits, and the only one that can validate them. One office per session. */
export class PermitOffice<S extends Revised, C, P, R> implements Redeemer<S, C> {
  readonly #rules: PermitRules<S, C, P, R>
  #nextId = 1

  constructor(rules: PermitRules<S, C, P, R>) {
    this.#rules = rules
  }

  /** Issues a permit if every check of the twin holds; it is bound to this command and this revision. */
  request(state: S, asked: C, now: Ms): Result<Grant<P>, R> {
    const command = this.#rules.copy(asked)
    const decision = this.#rules.judge(state, command)
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
  redeem(permit: Permit, command: C, state: S, now: Ms): Result<PermitId, PermitError> {
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

/** Describes why a permit was not accepted. */
export function describePermitError(error: PermitError): string {
  switch (error.kind) {
    case 'forged':
      return 'the permit was not made by this twin'
    case 'replayed':
      return `permit ${error.id} was used before`
    case 'expired':
      return `permit ${error.id} expired ${error.lateBy} ms ago`
    case 'mismatched':
      return `permit ${error.id} is for another command`
    case 'stale':
      return `permit ${error.id} was given for revision ${error.given} of the world, which is at ${error.now}`
  }
}

/** Hashes a command; a permit is bound to this hash. Equal commands have equal hashes. */
export const commandHash = (command: unknown): string => sha256(canonicalJson(command as Json))
