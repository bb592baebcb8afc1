import { maskSlots, slotsMask } from '#base/field-map.js'
import { input, output } from '#bt/custom/declare/ports.js'
import type { NodeDefinition } from '#bt/custom/declare/definition.js'
import { defineStatefulAction } from '#bt/custom/stateful-action.js'
import { STRING } from '#bt/value/types.js'
import { filledSlots } from '#twin/field/belief.js'
import { facesZone } from '#twin/field/intend.js'
import type { FaceReader, FieldSkillHost } from './host.js'
import { done, failed } from '#robots/skills/outcome.js'

/** Timeout of a reading, ms. */
const READ_TIMEOUT_MS = 5000

/** Reads which blocks of a load zone lie orange side up, and writes their mask to the port `faces` (AMB-41). */
export const readFaces = (host: FieldSkillHost, reader: FaceReader): NodeDefinition =>
  defineStatefulAction({
    id: 'ReadFaces',
    ports: { zone: input(STRING, { optional: true }), faces: output(STRING, { optional: true }) },
    state: () => ({ zone: 0, until: 0 }),
    start(ctx) {
      const written = ctx.get('zone')
      const zone = facesZone(written === undefined ? {} : { zone: written }, host.state(), host.map)
      if (zone === undefined) {
        const text = 'ReadFaces needs a load zone: give zone="1", or move to one before it'
        return failed(host, ctx, 'ReadFaces', { kind: 'twin_reject', text })
      }
      ctx.state.zone = zone
      ctx.state.until = ctx.now() + READ_TIMEOUT_MS
      return this.run(ctx)
    },
    run(ctx) {
      const { zone, until } = ctx.state
      const fail = (text: string) => failed(host, ctx, 'ReadFaces', { kind: 'exec_fail', text })
      const reading = reader.read(zone)
      if (reading.state === 'failed') return fail(`the faces of zone ${zone} cannot be read: ${reading.text}`)
      if (reading.state === 'pending') {
        return ctx.now() < until
          ? 'RUNNING'
          : fail(`no picture of zone ${zone} within ${READ_TIMEOUT_MS / 1000} s`)
      }
      // a slot that is empty in the twin's belief has no face to turn
      const filled = filledSlots(host.state(), zone)
      const orange = slotsMask(maskSlots(reading.mask).filter((slot) => filled[slot] === '1'))
      host.believeFaces(zone, orange)
      ctx.set('faces', orange)
      return done(host, ctx, 'ReadFaces', `zone ${zone}: orange side up in slots ${orange}`)
    },
  })
