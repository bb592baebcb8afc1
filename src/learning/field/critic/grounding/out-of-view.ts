import type { CameraModel } from '#base/camera-model.js'
import { SLOTS, slotsMask, type FieldMap, type Slot, type ZoneId } from '#base/field-map.js'
import { readFaces } from '#learning/field/perception/colour.js'
import { othersInView, slotsInView } from '#learning/field/perception/in-view.js'
import type { Frame } from '#learning/ports.js'
import type { Answer, FaceSeen, Finding, ZoneLine } from '../dialogue/answer.js'
import type { NotSeen } from '#learning/critic/field-report.js'

/**
 * Slots that cannot be judged, whatever a model says, and why: outside the picture, washed out by light, or all of
 * them, because nobody knows where the camera looks.
 */
export type Unseen = ReadonlyMap<ZoneId, ReadonlyMap<Slot, 'outside' | 'glare' | 'astray'>>

/** Every slot of the field: the camera is not where it was measured. */
export const allUnseen = ({ zones }: FieldMap): Unseen =>
  new Map(zones.map(({ id }) => [id, new Map(SLOTS.map((slot) => [slot, 'astray'] as const))]))

export function unseenSlots(frame: Frame, camera: CameraModel, map: FieldMap): Unseen {
  return new Map(
    map.zones.map((zone) => {
      const inView = slotsInView(camera, zone)
      const white = readFaces(frame, camera, map, zone.id).filter(({ washedOut }) => washedOut === true)
      const outside = SLOTS.filter((slot) => inView[slot] !== '1')
      return [
        zone.id,
        new Map([
          ...white.map(({ slot }) => [slot, 'glare'] as const),
          ...outside.map((slot) => [slot, 'outside'] as const),
        ]),
      ]
    }),
  )
}

/**
 * Removes what the picture cannot show, whatever a model says: slots outside it become `hidden`, and findings based on
 * them are dropped. A model that gets black pixels for a zone may well call it empty. Where light washes out the
 * picture a block may still show through; only what is called empty there becomes `hidden` too.
 */
export function withoutUnseen(answer: Answer, unseen: Unseen): Answer {
  const zones = [...answer.zones].map(([id, line]): [ZoneId, ZoneLine] => {
    const here = unseen.get(id)
    if (here === undefined || here.size === 0) return [id, line]
    const faces = SLOTS.map((slot): FaceSeen => {
      const why = here.get(slot)
      const face = line.faces[slot]
      return why === 'outside' || why === 'astray' || (why === 'glare' && face === 'empty') ? 'hidden' : face
    })
    const seen = new Set(faces)
    const findings = line.findings.filter((finding) => hasVisibleCause(finding, seen))
    return [id, { faces: faces as unknown as ZoneLine['faces'], findings }]
  })
  const seen = { ...answer, zones: new Map(zones) }
  return isAstray(unseen) ? withoutPlaces(seen) : seen
}

/** Nobody knows where anything in the picture lies: a block beside its zone may well lie in it. */
function withoutPlaces(answer: Answer): Answer {
  const lines = [...answer.zones.values(), answer.track, answer.robot, answer.time]
  const severities = lines.flatMap(({ findings }) => findings.map(({ severity }) => severity))
  return { ...answer, stray: { count: 0, findings: [] }, overall: Math.max(0, ...severities) }
}

const isAstray = (unseen: Unseen): boolean =>
  [...unseen.values()].some((slots) => [...slots.values()].includes('astray'))

/** Everything that an answer does not cover, place by place: for people, who can go and check. */
export function notSeen(answer: Answer, unseen: Unseen, camera: CameraModel, map: FieldMap): NotSeen[] {
  const slots = map.zones.flatMap(({ id }): NotSeen[] => {
    const faces = answer.zones.get(id)?.faces
    // a model may leave out a zone that it cannot see or has no word for
    const whyOf = (slot: Slot): NotSeen['why'] | undefined => {
      const known = unseen.get(id)?.get(slot)
      if (faces === undefined || known === 'outside' || known === 'astray') return known ?? 'unread'
      return faces[slot] === 'hidden' ? (known ?? 'covered') : undefined
    }
    return WHYS.flatMap((why) => {
      const own = SLOTS.filter((slot) => whyOf(slot) === why)
      return own.length === 0 ? [] : [{ place: id, mask: slotsMask(own), why }]
    })
  })
  const others = Object.entries(othersInView(camera, map)) as ['home' | 'shelf', string][]
  return [
    ...slots,
    ...others.flatMap(([place, view]): NotSeen[] =>
      view === 'whole' ? [] : [{ place, mask: null, why: 'outside' }],
    ),
  ]
}

const WHYS = ['outside', 'covered', 'glare', 'unread', 'astray'] as const

/** Whether something visible in the zone can have caused a finding. */
function hasVisibleCause({ impact }: Finding, seen: ReadonlySet<FaceSeen>): boolean {
  const blocks = seen.has('orange') || seen.has('blue')
  if (impact === 'orientation') return seen.has('orange')
  if (impact === 'grasp' || impact === 'coverage') return blocks
  return impact !== 'placement' || blocks || seen.has('empty')
}
