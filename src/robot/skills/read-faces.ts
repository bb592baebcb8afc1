import { maskSlots, slotsMask, type Mask, type ZoneId } from '../../base/field-map.js'
import type { LeafContext, StatefulAction } from '../../bt/leaf.js'
import type { TickStatus } from '../../bt/status.js'
import { filledSlots } from '../../twin/belief.js'
import { facesZone } from '../../twin/intend.js'
import type { SkillHost } from './host.js'

/** Perception, as the robot sees it: asked each tick until it has an answer. */
export interface FaceReader {
  /** Orange-up slots of a load zone in the newest picture. The first call for a zone starts the reading. */
  read(zone: ZoneId): FaceReading
}

export type FaceReading =
  | { readonly state: 'pending' }
  | { readonly state: 'ready'; readonly mask: Mask }
  | { readonly state: 'failed'; readonly text: string }

/** A reading that takes longer than this is given up, ms. */
const PATIENCE = 5000

/** Reads which blocks of a load zone lie orange side up, and writes their mask to the port `faces` (AMB-41). */
export class ReadFaces implements StatefulAction {
  readonly #host: SkillHost
  readonly #reader: FaceReader
  #zone: ZoneId = 0
  #until = 0

  constructor(host: SkillHost, reader: FaceReader) {
    this.#host = host
    this.#reader = reader
  }

  start(ctx: LeafContext): TickStatus {
    const written = ctx.input('zone')
    const args = written === undefined ? {} : { zone: written }
    const zone = facesZone(args, this.#host.state(), this.#host.map)
    if (zone === undefined) {
      return this.#fail(
        ctx,
        'twin_reject',
        'ReadFaces needs a load zone: give zone="1", or move to one before it',
      )
    }
    this.#zone = zone
    this.#until = ctx.now() + PATIENCE
    return this.run(ctx)
  }

  run(ctx: LeafContext): TickStatus {
    const reading = this.#reader.read(this.#zone)
    if (reading.state === 'failed') {
      return this.#fail(ctx, 'exec_fail', `the faces of zone ${this.#zone} cannot be read: ${reading.text}`)
    }
    if (reading.state === 'pending') {
      if (ctx.now() < this.#until) return 'RUNNING'
      return this.#fail(ctx, 'exec_fail', `no picture of zone ${this.#zone} within ${PATIENCE / 1000} s`)
    }
    // where the twin believes no block there is no face to turn
    const filled = filledSlots(this.#host.state(), this.#zone)
    const orange = slotsMask(maskSlots(reading.mask).filter((slot) => filled[slot] === '1'))
    this.#host.believeFaces(this.#zone, orange)
    ctx.output('faces', orange)
    this.#host.feedback(
      ctx.path,
      'ReadFaces',
      'done',
      `zone ${this.#zone}: orange side up in slots ${orange}`,
    )
    return 'SUCCESS'
  }

  halt(): void {
    this.#until = 0
  }

  #fail(ctx: LeafContext, kind: 'twin_reject' | 'exec_fail', text: string): TickStatus {
    this.#host.feedback(ctx.path, 'ReadFaces', kind, text)
    ctx.reason(`${kind}: ${text}`)
    return 'FAILURE'
  }
}
