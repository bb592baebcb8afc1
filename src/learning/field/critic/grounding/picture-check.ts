import type { CameraModel } from '#base/camera-model.js'
import { SLOTS, type FieldMap } from '#base/field-map.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { hueAside } from '#learning/field/perception/hue.js'
import type { WatchedPose } from '#learning/field/perception/pose-watch.js'
import type { Frame } from '#learning/ports.js'
import type { Answer } from '../dialogue/answer.js'
import type { PictureCheck } from '#learning/critic/report.js'
import { notSeen, type Unseen } from './out-of-view.js'

/** a slot's colour counts as read when this fraction of its pixels agrees */
export const SURE = 0.75
/** above this fraction of blocks read differently, the colours of a picture are considered off */
const MOST_DIFFER = 0.3
/** minimum number of blocks for a meaningful comparison */
const LEAST_COMPARED = 4
/** chroma of a coloured pixel, (largest − smallest channel) / sum; paint, wood and warm light exceed it */
const CHROMA = 0.06
/** a colour camera has at least this fraction of coloured pixels on any field */
const LEAST_COLOURED = 0.002
/** sampling stride in pixels: a prime, so that no column is left out */
const STRIDE = 37

export interface SeenFrame {
  readonly frame: Frame
  readonly camera: CameraModel
  readonly map: FieldMap
  readonly unseen: Unseen
}

/**
 * Compares two readers of one picture: the model's words and the plain colours. Where they disagree in many of the
 * slots in which either sees a block, the picture is suspect (a lamp, a lens, a filter), and neither deserves its usual
 * trust. A picture without colour says nothing to the second reader at all.
 */
export function pictureCheck(
  answer: Answer,
  { shift, registered, astray }: Pick<WatchedPose, 'shift' | 'registered' | 'astray'>,
  { frame, camera, map, unseen }: SeenFrame,
): PictureCheck {
  let [compared, differ] = [0, 0]
  for (const [id, { faces }] of answer.zones) {
    if (!map.zones.some((zone) => zone.id === id)) continue
    const readings = readFaces(frame, camera, map, id)
    for (const slot of SLOTS) {
      const reading = readings[slot]
      if (faces[slot] === 'hidden' || !reading || reading.face === 'hidden' || reading.confidence < SURE)
        continue
      if (reading.face === 'empty' && faces[slot] === 'empty') continue
      compared++
      if (reading.face !== faces[slot]) differ++
    }
  }
  const few = compared < LEAST_COMPARED
  const share = isColourless(frame) ? 1 : few ? 0 : Math.round((100 * differ) / compared) / 100
  const hue = astray === undefined ? hueAside(frame, camera, map) : undefined
  return {
    registered,
    shift: { u: tenth(shift.u), v: tenth(shift.v) },
    differ: share,
    hue: hue === undefined ? null : tenth(hue),
    notSeen: notSeen(answer, unseen, camera, map),
    ...(astray && { astray }),
  }
}

/** Whether this picture's plain colours can support or refute a claim. */
export const coloursHold = ({ differ, astray }: PictureCheck): boolean =>
  astray === undefined && differ <= MOST_DIFFER

function isColourless({ rgb }: Frame): boolean {
  let [all, coloured] = [0, 0]
  for (let i = 0; i < rgb.length; i += 3 * STRIDE) {
    const [r, g, b] = [rgb[i] as number, rgb[i + 1] as number, rgb[i + 2] as number]
    all++
    if (Math.max(r, g, b) - Math.min(r, g, b) > CHROMA * (r + g + b)) coloured++
  }
  return coloured < LEAST_COLOURED * all
}

const tenth = (value: number): number => Math.round(10 * value) / 10 + 0
