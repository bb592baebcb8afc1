import { ProtocolChecker, needsPermit } from '#link/protocol-checker.js'
import { WireObserver, type WireDirection } from '#link/wire-observer.js'
import { GeometryRules } from './geometry-rules.js'
import { isTurning, MotionRules, type Truth } from './motion-rules.js'
import type { Violation, ViolationKind } from './violation.js'
import { WireView } from './wire-view.js'

/**
 * Counts what must never happen. It believes the wire at the controller's end, the drive's outputs and the simulated
 * world, and shares no judgement with the code that it watches.
 */
export class SafetyChecker {
  readonly violations: Violation[] = []
  readonly #mode: () => string
  readonly #far = new WireObserver()
  readonly #near = new WireObserver()
  readonly #checker = new ProtocolChecker()
  readonly #wire = new WireView()
  readonly #rules = new MotionRules(this.#wire)
  readonly #geometry = new GeometryRules()
  /** what is going on now: one that lasts is counted once */
  #lasting = new Set<ViolationKind>()
  #now = 0

  /** @param mode of the runtime at this moment */
  constructor(mode: () => string) {
    this.#mode = mode
  }

  /** bytes at the controller's end of the line */
  observe(direction: WireDirection, bytes: Uint8Array): void {
    for (const observed of this.#far.observe(direction, bytes)) {
      for (const breach of this.#checker.observe(observed))
        this.#count('wire-law', `${breach.kind}: ${JSON.stringify(breach.got)}`)
      this.#wire.observe(observed, this.#now)
    }
  }

  /** bytes as the host writes them, before the line does anything to them */
  hostWrote(bytes: Uint8Array): void {
    const mode = this.#mode()
    if (mode === 'RUNNING') {
      this.#near.observe('toFirmware', bytes)
      return
    }
    for (const { message } of this.#near.observe('toFirmware', bytes))
      if (needsPermit(message)) this.#count('frame-outside-running', `${message.kind} in ${mode}`)
  }

  /** Once each millisecond of the controller's time, after world and controller have run. */
  look(truth: Truth): void {
    this.#now++
    const found = this.#rules.judge(truth, this.#now)
    const left = GeometryRules.left(truth)
    if (left !== undefined) found.set('left-the-field', left)
    for (const [kind, text] of found) if (!this.#lasting.has(kind)) this.#count(kind, text)
    this.#lasting = new Set(found.keys())
    for (const text of this.#geometry.hits(truth)) this.#count('hit-object', text)
  }

  /** the controller has booted anew */
  restarted(): void {
    this.#wire.restarted()
    this.#rules.restarted()
  }

  /** ms of the controller's time that were looked at */
  get seen(): number {
    return this.#now
  }

  /** Do wheels and gripper stand in this moment? */
  static stands({ drive, wheels }: Truth): boolean {
    return !isTurning(wheels) && !drive.gripperMoves
  }

  #count(kind: ViolationKind, text: string): void {
    this.violations.push({ kind, t: this.#now, text })
  }
}
