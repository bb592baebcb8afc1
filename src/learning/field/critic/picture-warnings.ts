import { slotsMask, SLOTS, type Mask } from '#base/field-map.js'
import type { CriticReport, PictureCheck } from '#learning/critic/report.js'
import type { Astray, NotSeen } from '#learning/critic/field-report.js'
import { coloursHold } from './grounding/picture-check.js'

/** A defect of a picture that a person can fix before the robot moves. */
export interface PictureWarning {
  /** unchanged while the same defect persists */
  readonly key: string
  /** human-readable */
  readonly text: string
}

/** the offset of a mast that stands as measured is below this, pixels; a 6 mm bump causes 2 */
const MOST_SHIFT_PX = 4
/** lamps shift the hue of both paints by at most 5°; limit in degrees */
const MOST_HUE_DEG = 8

/**
 * Remarks on the picture for people before a run: a camera that is not where it was measured, colours off their
 * calibration, and each place that the picture does not show. Empty for a good picture.
 */
export function pictureWarnings({ picture }: Pick<CriticReport, 'picture'>): readonly PictureWarning[] {
  if (picture === undefined) return []
  const places = picture.notSeen.filter(({ why }) => why !== 'astray')
  return [...cameraWarnings(picture), ...colourWarnings(picture), ...places.map(placeWarning)]
}

/** The remark that no face is read, where that is so, because of the camera's pose. */
export const poseWarnings = ({ picture }: Pick<CriticReport, 'picture'>): readonly PictureWarning[] =>
  picture?.astray === undefined ? [] : [astrayWarning(picture.astray)]

/** Remarks that did not apply to the previous picture: people are called once for each. */
export function newPictureWarnings(
  now: Pick<CriticReport, 'picture'>,
  before: Pick<CriticReport, 'picture'> | undefined,
): readonly PictureWarning[] {
  const known = new Set(before === undefined ? [] : pictureWarnings(before).map(({ key }) => key))
  return pictureWarnings(now).filter(({ key }) => !known.has(key))
}

/** What is wrong with the camera's pose, what was expected, and what to do; for people. */
export function astrayWarning({ error, most, roll, agreeing }: Astray): PictureWarning {
  const unread = 'every face of this episode is unknown'
  if (error === null) {
    const text =
      `the picture does not show where the camera looks: expected the map's lines in one place, got no ` +
      `clear match (${(100 * agreeing).toFixed(0)} % agree): ${unread}; clear its view, fasten it, measure it anew`
    return { key: 'astray', text }
  }
  const turn = Math.abs(roll) < LEAST_ROLL_DEG ? '' : `, turned by ${Math.abs(roll).toFixed(1)}°`
  const text =
    `the camera is not where it was measured: expected the field's corners within ${most} pixels of their ` +
    `places, got ${error.toFixed(0)}${turn}: ${unread}; fasten it, measure it anew`
  return { key: 'bumped', text }
}

/** a turn below this is within what the estimate can tell, degrees */
const LEAST_ROLL_DEG = 0.2

function cameraWarnings({ registered, shift, astray }: PictureCheck): PictureWarning[] {
  if (astray !== undefined) return [astrayWarning(astray)]
  if (!registered)
    return [
      { key: 'astray', text: "the map's lines are not in the picture: look where the camera is, measure it" },
    ]
  const by = Math.hypot(shift.u, shift.v)
  if (by < MOST_SHIFT_PX) return []
  const text =
    `the camera looks ${by.toFixed(0)} pixels beside where it was measured: the picture is ` +
    `read there, measure it anew`
  return [{ key: 'shift', text }]
}

function colourWarnings(picture: PictureCheck): PictureWarning[] {
  const { differ, hue, astray } = picture
  if (hue !== null && Math.abs(hue) >= MOST_HUE_DEG) {
    const text =
      `the blocks' paint is turned by ${Math.abs(hue).toFixed(0)}° or more: look at lamp, ` +
      `white balance and lens`
    return [{ key: 'colours', text }]
  }
  if (astray !== undefined || coloursHold(picture)) return []
  const what =
    differ === 1
      ? 'the picture has no colour, or other colours'
      : `colour reads ${(100 * differ).toFixed(0)} % of the blocks otherwise than the model`
  return [{ key: 'colours', text: `${what}: look at lamp, white balance and lens` }]
}

function placeWarning({ place, mask, why }: NotSeen): PictureWarning {
  const name = typeof place === 'number' ? `zone ${place}` : place
  return { key: `${name} ${why}`, text: `${name}${slotsText(mask)} is not seen: ${WHY[why]}` }
}

const ALL = slotsMask(SLOTS)
const slotsText = (mask: Mask | null): string => (mask === null || mask === ALL ? '' : ` slots ${mask}`)

const WHY: Readonly<Record<NotSeen['why'], string>> = {
  outside: 'it is outside the picture',
  covered: 'something stands before it',
  glare: 'light washes it out',
  unread: 'the critic says nothing of it',
  astray: 'the camera is not where it was measured',
}
