import type { Flat, HomeScene, Stand } from '../scene.js'

/** What a person is doing, step by step. */
export type Chore =
  | { readonly kind: 'walk'; readonly to: Flat; points: readonly Flat[] | null; done: number; waited: number }
  | { readonly kind: 'take'; readonly item: string }
  | { readonly kind: 'put'; readonly item: string; readonly place: string }
  | { readonly kind: 'wait'; left: number }
  /** the person has arrived at a place and stays there */
  | { readonly kind: 'settle'; readonly place: string; readonly facing: number }

export const walkTo = ({ x, y }: Flat): Chore => ({
  kind: 'walk',
  to: { x, y },
  points: null,
  done: 0,
  waited: 0,
})

/** Where a person sits or stands at a place. */
export const seatOf = (scene: HomeScene, place: string): Stand | undefined => scene.surfaces[place]?.seat

/** The person goes to a seat and stays there; nothing, where there is none. */
export function sitAt(place: string, scene: HomeScene): Chore[] {
  const seat = seatOf(scene, place)
  if (seat === undefined) return []
  return [walkTo(seat), { kind: 'settle', place, facing: seat.facing }]
}
