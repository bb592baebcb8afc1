import type { CameraModel } from '#base/camera-model.js'
import { isMask, maskSlots, type FieldMap, type Zone } from '#base/field-map.js'
import type { RunManifest } from '#learning/manifest.js'
import { shownGrounding, type CriticReport, type Issue } from '#learning/critic/report.js'
import { quadOf, sceneRegions, type Rect } from '#learning/field/perception/regions.js'
import { BLOCK, slotCentre } from '#simulation/field/dimensions.js'
import { cameraOfRun } from '../run-data.js'

/** An issue's region in the picture; corners in pixels of the camera's model. */
export interface Mark {
  readonly corners: readonly { readonly u: number; readonly v: number }[]
  readonly kind: 'zone' | 'slot'
  readonly grounded: Issue['grounded']
  readonly label: string
}

/** The camera of a run's pictures, and the field that they show. */
export interface FieldView {
  readonly map: FieldMap
  readonly camera: CameraModel
}

/** Known for the virtual robot's camera; a real camera can be anywhere, and its run does not record where. */
export function viewOf(manifest: RunManifest): FieldView | undefined {
  const map = fieldOf(manifest)
  const camera = cameraOfRun(manifest)
  return camera === undefined || map === undefined ? undefined : { map, camera }
}

/** The field of a run; undefined in a world that is described by data. */
export function fieldOf({ field }: Pick<RunManifest, 'field'>): FieldMap | undefined {
  const map = (field.setup as { readonly map?: FieldMap } | null)?.map
  return Array.isArray(map?.zones) ? map : undefined
}

/** The report's issues as marks on its latest picture; issues without a place are left out. */
export function marksOf({ issues }: CriticReport, view: FieldView): Mark[] {
  const regions = new Map(sceneRegions(view.map, view.camera).map(({ name, corners }) => [name, corners]))
  return issues.flatMap((issue): Mark[] => {
    const { impact, zone: id } = issue
    const grounded = shownGrounding(issue)
    const corners = regions.get(placeOf(issue))
    if (corners === undefined) return []
    const zone = view.map.zones.find((candidate) => candidate.id === id)
    const label = id === null ? impact : `${impact} ${id}`
    const slots = zone === undefined ? [] : slotMarks(zone, issue, view.camera)
    return [{ corners, kind: 'zone', grounded, label }, ...slots]
  })
}

function placeOf({ zone, impact }: Issue): string {
  if (zone !== null) return `zone:${zone}`
  return impact === 'shelf' ? 'shelf' : impact === 'final-position' ? 'home' : ''
}

function slotMarks(zone: Zone, issue: Issue, camera: CameraModel): Mark[] {
  const { mask } = issue
  if (!isMask(mask)) return []
  const grounded = shownGrounding(issue)
  return maskSlots(mask).flatMap((slot): Mark[] => {
    const { x, y } = slotCentre(zone, slot)
    const [dx, dy] = [BLOCK.x / 2, BLOCK.y / 2]
    const rect: Rect = { x0: x - dx, y0: y - dy, x1: x + dx, y1: y + dy }
    const corners = quadOf(camera, rect, BLOCK.z)
    return corners === undefined ? [] : [{ corners, kind: 'slot', grounded, label: '' }]
  })
}
