import { placeAt } from '#tabletop/planning/where.js'
import { CLOSURES } from '#tabletop/scene/closures.js'
import { OPEN } from '#tabletop/tabletop.js'
import { SPLITS } from '../scenes/shapes.js'
import { reach } from '../scenes/solids.js'
import type { Shot } from '../shots/shot.js'
import type { Statement } from './reader.js'

/** What was said and what should have been, counted for one kind of statement. */
export interface Count {
  said: number
  wrong: number
  due: number
  missed: number
}

/** Of one reader, over many scenes. */
export interface Tally {
  readonly place: Count
  readonly on: Count
  readonly upright: Count
  /** things of which no picture shows 15 %, or that are absent, and those of them that nothing was said about */
  readonly hidden: { due: number; right: number }
  /** how far things stand from where they are said to be, metres */
  readonly errors: number[]
}

export const emptyTally = (): Tally => ({
  place: { said: 0, wrong: 0, due: 0, missed: 0 },
  on: { said: 0, wrong: 0, due: 0, missed: 0 },
  upright: { said: 0, wrong: 0, due: 0, missed: 0 },
  hidden: { due: 0, right: 0 },
  errors: [],
})

/** Of a thing the mast sees at least so much, or no picture less than so much; in between only mistakes count. */
export const SEEN = 0.4
const HIDDEN = 0.15
/** A thing that is said to be farther from where it is was not found, metres. */
const ELSEWHERE = 0.03

/** What only the referee knows of a picture. */
type Known = Pick<Shot, 'scene' | 'visible' | 'glimpsed'>

/** @param counts whether statements about a thing count, by its name */
export function judge(
  tally: Tally,
  shot: Known,
  statements: readonly Statement[],
  counts: (name: string) => boolean = () => true,
): void {
  for (const { name } of shot.scene.enrolled.filter((thing) => counts(thing.name)))
    judgeOne(
      tally,
      shot,
      name,
      statements.find((each) => each.name === name),
    )
}

/** Places have other names than things, which are called by their split. */
const isThing = (location: string): boolean => SPLITS.some((split) => location.startsWith(`${split}-`))

function judgeOne(tally: Tally, shot: Known, name: string, said: Statement | undefined): void {
  const index = shot.scene.placed.findIndex(({ thing }) => thing.name === name)
  const placed = shot.scene.placed[index]
  const visible = shot.visible[index] ?? 0
  if ((shot.glimpsed[index] ?? 0) < HIDDEN) {
    tally.hidden.due++
    if (said === undefined) tally.hidden.right++
  }
  const apart = placed && said && Math.hypot(placed.position[0] - said.x, placed.position[1] - said.y)
  const isThere = apart !== undefined && apart < ELSEWHERE
  if (isThere) tally.errors.push(apart)
  const where = placed && locationOf(shot, index)
  const carrier = shot.scene.placed.findIndex(({ thing }) => thing.name === placed?.on)
  if (said?.location !== undefined) {
    const count = isThing(said.location) ? tally.on : tally.place
    count.said++
    if (!isThere || said.location !== where) count.wrong++
  }
  // on what it stands has to be said only if that can be seen and has a name
  const isDue = carrier < 0 || (shot.visible[carrier] ?? 0) >= SEEN
  if (visible >= SEEN && where !== undefined && isDue) {
    const count = carrier < 0 ? tally.place : tally.on
    count.due++
    if (said?.location === undefined) count.missed++
  }
  judgeUpright(tally.upright, { said, placed, isThere, visible })
}

function judgeUpright(
  count: Count,
  {
    said,
    placed,
    isThere,
    visible,
  }: {
    said: Statement | undefined
    placed: Shot['scene']['placed'][number] | undefined
    isThere: boolean
    visible: number
  },
): void {
  if (said?.lies !== undefined && placed?.thing.family.tips !== false) {
    count.said++
    if (!isThere || said.lies !== placed?.turn.lies) count.wrong++
  }
  if (visible >= SEEN && placed?.thing.family.tips) {
    count.due++
    if (said?.lies === undefined) count.missed++
  }
}

/** Where a thing is; nothing where it stands on something that was not enrolled. */
export function locationOf({ scene }: Pick<Shot, 'scene'>, index: number): string | undefined {
  const placed = scene.placed[index]
  if (placed === undefined) return undefined
  if (placed.on !== undefined)
    return scene.enrolled.some(({ name }) => name === placed.on) ? placed.on : undefined
  if (placed.inside !== undefined) return placed.inside
  const [x, y, z] = placed.position
  return placeAt([x, y, z - reach(placed.thing.parts, placed.turn.rotation, [0, 0, -1]) + 0.01], scene.slides)
    .name
}

/** What the closures' handles say, as the tabletop's Sight reads them, whatever reads the things. */
export function judgeClosures(count: Count, { read, scene }: Shot): void {
  for (const { name, opens } of CLOSURES) {
    const seen = read.slides.get(name)
    count.due++
    if (seen === undefined) count.missed++
    else {
      count.said++
      if (seen > OPEN * opens !== (scene.slides.get(name) ?? 0) > OPEN * opens) count.wrong++
    }
  }
}
