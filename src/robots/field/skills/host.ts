import type { FieldMap, Mask, ZoneId } from '#base/field-map.js'
import type { MotionCommand, WorldState } from '#twin/field/world.js'
import type { SkillHost } from '#robots/skills/host.js'

/** The base on a field, as its skills see it. */
export interface FieldSkillHost extends SkillHost<MotionCommand> {
  /** what is known of the field before anything moves */
  readonly map: FieldMap
  /** what the twin believes of the field now */
  state(): WorldState
  /** A camera has read the faces of a load zone. */
  believeFaces(zone: ZoneId, orange: Mask): void
}

/** Perception as the robot sees it: polled each tick until it has an answer. */
export interface FaceReader {
  /** Orange-up slots of a load zone in the newest picture. The first call for a zone starts a reading. */
  read(zone: ZoneId): FaceReading
}

/** The orange-up slots of a zone, once a picture shows them. */
export type FaceReading =
  | { readonly state: 'pending' }
  | { readonly state: 'ready'; readonly mask: Mask }
  | { readonly state: 'failed'; readonly text: string }
