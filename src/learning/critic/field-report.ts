import type { Mask, ZoneId } from '#base/field-map.js'
import type { NodePath } from '#bt/document.js'

/**
 * What a report says of the field alone. These words are in every `episodes.jsonl` and in what the networks were
 * trained on, so the reports of all worlds have room for them; code for every world copies them and reads none.
 */

/** Where an issue lies; nowhere in another world. */
export interface FieldPlace {
  readonly zone: ZoneId | null
  /** affected slots or cups, when the issue is about blocks */
  readonly mask: Mask | null
}

export const NOWHERE: FieldPlace = { zone: null, mask: null }

/** The same place under the same name, whatever slots are meant; '' nowhere. */
export const placeKey = ({ zone }: FieldPlace): string => (zone === null ? '' : `@${zone}`)

/** Where an issue lies, for people. */
export const placeText = ({ zone, mask }: FieldPlace): string =>
  `${zone === null ? '' : ` · zone ${zone}`}${mask === null ? '' : ` · slots ${mask}`}`

/** What can be wrong on a field and nowhere else. */
export const FIELD_IMPACT = 'shelf'

/** A place of the field that a picture does not show. It is never taken for empty. */
export interface NotSeen {
  readonly place: ZoneId | 'home' | 'shelf'
  /** slots of a zone */
  readonly mask: Mask | null
  /**
   * outside the picture, hidden behind something, washed out by light, not mentioned by the model, or the camera is
   * not where it was measured
   */
  readonly why: 'outside' | 'covered' | 'glare' | 'unread' | 'astray'
}

/** Why no face is read in a picture: the camera is not where it was measured, or nobody can tell. */
export interface Astray {
  /** largest distance of a corner of the field from its place, pixels; null = too few lines of the map agree on one */
  readonly error: number | null
  /** largest at which faces are read, pixels */
  readonly most: number
  /** clockwise turn of the picture, degrees; 0 where the error is not known */
  readonly roll: number
  /** share of the map's lines in the picture that agree, 0…1 */
  readonly agreeing: number
}

/** What only a tree for the field can be mended by; see `Fix`. */
export type FieldFix =
  /** insert `RotateBlocks mask` before the node that unloads this trip */
  | { readonly kind: 'insert-rotate'; readonly before: NodePath; readonly mask: Mask }
  | { readonly kind: 'set-mask'; readonly at: NodePath; readonly mask: Mask }
  /** run CursorSequence before this node; null = at the start of the tree */
  | { readonly kind: 'move-shelf'; readonly before: NodePath | null }
  /** append MoveToHome */
  | { readonly kind: 'go-home' }
  /** append a trip from a load zone that still has blocks to a free unload zone */
  | { readonly kind: 'add-trip'; readonly load: ZoneId; readonly unload: ZoneId }
