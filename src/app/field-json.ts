import type { FieldMap, Mask, Pose, ZoneId } from '#base/field-map.js'
import type { FieldSetup } from '#simulation/field-setup.js'

/** A field as it stands in `run.json`: whole, so that a run can be resumed without the file that it came from. */
export interface FieldJson {
  readonly map: FieldMap
  readonly orange: readonly { readonly zone: ZoneId; readonly mask: Mask }[]
  readonly start: Pose
}

export const fieldToJson = (setup: FieldSetup): FieldJson => ({
  map: setup.map,
  orange: [...setup.orange].map(([zone, mask]) => ({ zone, mask })),
  start: setup.start,
})

export const fieldFromJson = (json: FieldJson): FieldSetup => ({
  map: json.map,
  orange: new Map(json.orange.map(({ zone, mask }) => [zone, mask])),
  start: json.start,
})
