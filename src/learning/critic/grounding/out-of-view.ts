import type { CameraModel } from '#base/camera-model.js'
import { SLOTS, slotsMask, type FieldMap, type Slot, type ZoneId } from '#base/field-map.js'
import { readFaces } from '#learning/perception/colour.js'
import { othersInView, slotsInView } from '#learning/perception/in-view.js'
import type { Frame } from '#learning/ports.js'
import type { Answer, FaceSeen, Finding, ZoneLine } from '../dialogue/answer.js'
import type { NotSeen } from '../report.js'

/**
 * Why nothing can be said of some slots, whatever a model says: they are outside the picture, or light has
 * washed them out.
 */
export type Unseen = ReadonlyMap<ZoneId, ReadonlyMap<Slot, 'outside' | 'glare'>>

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
 * What lies outside the picture is not seen, whatever a model says of it: its slots become `hidden`, and findings that
 * rest on what was said to lie there are left out. A model that gets black pixels for a zone may well call
 * it empty. Where light has washed out the picture a block may still show through; what is called empty
 * there becomes `hidden` too.
 */
export function withoutUnseen(answer: Answer, unseen: Unseen): Answer {
  const zones = [...answer.zones].map(([id, line]): [ZoneId, ZoneLine] => {
    const here = unseen.get(id)
    if (here === undefined || here.size === 0) return [id, line]
    const faces = SLOTS.map((slot): FaceSeen => {
      const why = here.get(slot)
      const face = line.faces[slot]
      return why === 'outside' || (why === 'glare' && face === 'empty') ? 'hidden' : face
    })
    const seen = new Set(faces)
    const findings = line.findings.filter((finding) => rests(finding, seen))
    return [id, { faces: faces as unknown as ZoneLine['faces'], findings }]
  })
  return { ...answer, zones: new Map(zones) }
}

/** Everything of which an answer says nothing, place by place: for people, who can go and look. */
export function notSeen(answer: Answer, unseen: Unseen, camera: CameraModel, map: FieldMap): NotSeen[] {
  const slots = map.zones.flatMap(({ id }): NotSeen[] => {
    const faces = answer.zones.get(id)?.faces
    // a model may leave out a zone of which it sees nothing, or that it has no word for
    const whyOf = (slot: Slot): NotSeen['why'] | undefined => {
      const known = unseen.get(id)?.get(slot)
      if (faces === undefined || known === 'outside') return known ?? 'unread'
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

const WHYS = ['outside', 'covered', 'glare', 'unread'] as const

/** Whether something that is seen in the zone can have given rise to a finding. */
function rests({ impact }: Finding, seen: ReadonlySet<FaceSeen>): boolean {
  const blocks = seen.has('orange') || seen.has('blue')
  if (impact === 'orientation') return seen.has('orange')
  if (impact === 'grasp' || impact === 'coverage') return blocks
  return impact !== 'placement' || blocks || seen.has('empty')
}
